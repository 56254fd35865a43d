import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { microcredits } from '../../src/core/credits.ts'
import { type JobRecord, jobStates } from '../../src/core/job/job.ts'
import { differenceText } from '../../src/core/ledger/difference.ts'
import { type AccountId, accountOf } from '../../src/core/target.ts'
import { createAudit } from '../../src/redis/audit.ts'
import { figuresKeptMs } from '../../src/redis/budget-reading.ts'
import { bucketOf } from '../../src/redis/keys.ts'
import { spendKeptMs } from '../../src/redis/scripts.ts'
import { target } from '../support/commands/invocation.ts'
import { cost, jobIn } from '../support/jobs/job-states.ts'
import {
  dump,
  giveBudget,
  jobRequest,
  openStoreWorld,
  type StoreWorld,
} from '../support/redis/store-world.ts'
import { isLong, runs } from '../support/suite/runs.ts'

const account = accountOf(target())
const bucket = bucketOf(account)
const window = 'month:2026-06'
const day = '2026-06-15'
const member = { kind: 'member', id: target().member } as const
const channel = { kind: 'channel', id: target().channel } as const

/** Another account in the same bucket. */
const neighbour = ((): AccountId => {
  for (let number = 2; ; number += 1) {
    const other = `discord:server-${number}` as const
    if (bucketOf(other) === bucket) return other
  }
})()

let world: StoreWorld
let accepted: JobRecord
let posted: JobRecord

/** A month with a job in every state; `accepted` holds 200,000 and `posted` spent 120,000. */
beforeEach(async () => {
  world = openStoreWorld()
  await giveBudget(world, 10_000_000)
  await Promise.all(jobStates.map((state) => jobIn(world, state)))
  accepted = await jobIn(world, 'accepted')
  posted = await jobIn(world, 'posted')
})
afterEach(() => world.close())

const audit = () => createAudit({ ...world, now: world.clock.now })
const said = async (way: 'whole' | 'sinceCheckpoint' = 'whole'): Promise<readonly string[]> =>
  (await audit()[way](bucket)).differences.map(differenceText)
const checkpoint = () => world.redis.hgetall(world.keys.checkpoint(bucket))

/** The ids of all lines about the job, oldest first. */
const linesOf = async ({ id }: JobRecord): Promise<readonly string[]> => {
  const lines = await world.redis.xrange(world.keys.journal(bucket), '-', '+')
  return lines.filter(([, fields]) => fields.includes(id)).map(([line]) => line)
}

const removeLine = async (job: JobRecord, index: number): Promise<void> => {
  await world.redis.xdel(world.keys.journal(bucket), (await linesOf(job))[index] ?? '')
}

const repeatLine = async (job: JobRecord, index: number): Promise<void> => {
  const line = (await linesOf(job))[index] ?? ''
  const [found] = await world.redis.xrange(world.keys.journal(bucket), line, line)
  await world.redis.xadd(world.keys.journal(bucket), '*', ...(found?.[1] ?? []))
}

describe('where all agrees', () => {
  test('nothing is found, and nothing is written', async () => {
    const before = await dump(world)
    const result = await audit().whole(bucket)
    expect(result).toMatchObject({ differences: [], unknownLines: [] })
    expect(result.lineCount).toBe(await world.redis.xlen(world.keys.journal(bucket)))
    expect(await dump(world)).toEqual(before)
  })

  test('nothing is found in a bucket in which nothing ever happened', async () => {
    const other = bucket === 'b00' ? 'b01' : 'b00'
    for (const way of ['whole', 'sinceCheckpoint'] as const)
      expect(await audit()[way](other)).toEqual({ lineCount: 0, differences: [], unknownLines: [] })
  })

  test('nothing is found where shares have limits and grants, in groups as well', async () => {
    const group = { kind: 'group', id: 'group-1' } as const
    const byAdmin = (eventId: string) => ({ account, eventId, actor: 'admin-1', reason: 'for the party' })
    await world.budgets.setShareLimit({
      ...byAdmin('limit'),
      of: { ...group, share: 'together' },
      limit: microcredits(5_000_000),
    })
    for (const scope of [{ kind: 'server' } as const, group]) {
      const grant = { scope, credits: microcredits(700_000) }
      await world.budgets.grant({ ...byAdmin(`give ${scope.kind}`), ...grant, way: 'give' })
      await audit().sinceCheckpoint(bucket)
      await world.budgets.grant({ ...byAdmin(`take ${scope.kind}`), ...grant, way: 'take' })
    }
    await world.store.request(jobRequest({ groups: [group.id] }))
    for (const way of ['whole', 'sinceCheckpoint'] as const)
      expect(await audit()[way](bucket)).toMatchObject({ differences: [], unknownLines: [] })
    await world.redis.hincrby(world.keys.scope(account, group), `granted|${window}`, 5)
    expect(await said()).toEqual([
      `${bucket}, ${account}, group group-1, ${window}: granted is 5, by the journal 0`,
    ])
  })

  test('a checkpoint saves reading what came before it', async () => {
    const first = await audit().sinceCheckpoint(bucket)
    expect(first).toMatchObject({ differences: [] })
    expect(await audit().sinceCheckpoint(bucket)).toMatchObject({ lineCount: 0, differences: [] })
    await jobIn(world, 'posted')
    expect(await audit().sinceCheckpoint(bucket)).toMatchObject({ lineCount: 3, differences: [] })
    expect((await checkpoint()).lines).toBe(String(first.lineCount + 3))
  })

  test('what is settled or corrected after a checkpoint is known from it', async () => {
    await audit().sinceCheckpoint(bucket)
    await world.store.void(accepted, 'cancelled')
    const booked = await jobIn(world, 'booked')
    await audit().sinceCheckpoint(bucket)
    expect(await world.store.correct(booked, { amount: cost, source: 'final' })).toBe('corrected')
    expect(await audit().sinceCheckpoint(bucket)).toMatchObject({ lineCount: 1, differences: [] })
    expect(await said()).toEqual([])
  })

  test('months after, when the figures of scopes have lapsed, that is no difference', async () => {
    await audit().sinceCheckpoint(bucket)
    await world.redis.del(world.keys.scope(account, member), world.keys.scope(account, channel))
    expect(await said()).not.toEqual([])
    world.clock.advanceTo(Date.UTC(2026, 6, 1) + figuresKeptMs)
    expect(await said()).toEqual([])
    await world.store.void(accepted, 'cancelled')
    for (const way of ['whole', 'sinceCheckpoint', 'sinceCheckpoint'] as const)
      expect(await said(way)).toEqual([])
  })

  test('months after, when the spend of days has lapsed, that is no difference', async () => {
    await audit().sinceCheckpoint(bucket)
    await world.redis.del(world.keys.spend(account, day))
    expect(await said()).not.toEqual([])
    world.clock.advanceTo(Date.parse(day) + spendKeptMs)
    await world.store.void(accepted, 'cancelled')
    for (const way of ['whole', 'sinceCheckpoint', 'sinceCheckpoint'] as const)
      expect((await said(way)).filter((text) => text.includes('spent is'))).toEqual([])
  })

  test('what an older program left, which knew nothing of days, is read from the first line', async () => {
    await audit().sinceCheckpoint(bucket)
    const { days } = await checkpoint()
    expect(days).toBe('known')
    await world.redis.hdel(world.keys.checkpoint(bucket), 'days')
    const { lineCount, differences } = await audit().sinceCheckpoint(bucket)
    expect(differences).toEqual([])
    expect(lineCount).toBe(await world.redis.xlen(world.keys.journal(bucket)))
    expect((await checkpoint()).days).toBe('known')
  })

  test('a line of a later version is named, and is no difference', async () => {
    await world.redis.xadd(world.keys.journal(bucket), '*', 'operation', 'dance', 'account', account)
    const result = await audit().whole(bucket)
    expect(result).toMatchObject({ differences: [], unknownLines: [{ named: 'dance' }] })
  })
})

test('while requests run on, nothing is found', async () => {
  await giveBudget(world, 1_000_000_000)
  let isOver = false
  const work = async () => {
    for (let count = 0; count < runs(6, 25); count += 1) {
      await world.store.request(jobRequest())
      await jobIn(world, 'posted')
    }
  }
  const works = Promise.all([work(), work(), work(), work()]).finally(() => {
    isOver = true
  })
  let audits = 0
  while (!isOver) {
    for (const way of ['whole', 'sinceCheckpoint'] as const) expect(await said(way)).toEqual([])
    audits += 1
  }
  await works
  expect(audits).toBeGreaterThan(0)
  expect(await said()).toEqual([])
})

const figureKeys = {
  account: () => world.keys.account(account),
  member: () => world.keys.scope(account, member),
  channel: () => world.keys.scope(account, channel),
}
const places = {
  account: `${bucket}, ${account}, ${window}`,
  member: `${bucket}, ${account}, ${member.kind} ${member.id}, ${window}`,
  channel: `${bucket}, ${account}, ${channel.kind} ${channel.id}, ${window}`,
}

const figures = (['account', 'member', 'channel'] as const).flatMap((owner) =>
  (['posted', 'pending', 'granted'] as const).map((figure) => [figure, owner] as const),
)

const ways = ['whole', 'sinceCheckpoint'] as const

describe.each(ways)('found by an audit of %s:', (way) => {
  /** The short form tries every other row of a table in each way, and so all of them in one. */
  const rowsOf = <T>(rows: readonly T[]): readonly T[] =>
    rows.filter((_, index) => isLong || index % ways.length === ways.indexOf(way))

  beforeEach(async () => {
    if (way === 'sinceCheckpoint') await audit().sinceCheckpoint(bucket)
  })

  test.each(rowsOf(figures))('a figure (%s) that was changed (%s)', async (figure, owner) => {
    const key = figureKeys[owner]()
    const was = Number(await world.redis.hget(key, `${figure}|${window}`))
    await world.redis.hincrby(key, `${figure}|${window}`, 1)
    const found = await said(way)
    expect(found[0]).toBe(`${places[owner]}: ${figure} is ${was + 1}, by the journal ${was}`)
    const other = `${places.account}: pending beside all open holds is ${was + 1}, by the journal ${was}`
    expect(found.slice(1)).toEqual(figure === 'pending' && owner === 'account' ? [other] : [])
  })

  test('a figure that nobody ever made', async () => {
    await world.redis.hset(world.keys.account(account), 'posted|once', 5)
    expect(await said(way)).toEqual([`${bucket}, ${account}, once: posted is 5, by the journal 0`])
  })

  test('a figure of an account that has been given a limit and nothing else', async () => {
    await giveBudget(world, 5, neighbour)
    await world.redis.hset(world.keys.account(neighbour), 'posted|once', 5)
    expect(await said(way)).toEqual([`${bucket}, ${neighbour}, once: posted is 5, by the journal 0`])
  })

  test('the spend of a day that was changed, and one that nobody ever made', async () => {
    const key = world.keys.spend(account, day)
    const was = Number(await world.redis.hget(key, `${member.id}|music`))
    await world.redis.hincrby(key, `${member.id}|music`, 1)
    await world.redis.hset(key, 'member-9|tts', 7)
    expect(await said(way)).toEqual([
      `${bucket}, ${account}, member ${member.id}, ${day}, music: spent is ${was + 1}, by the journal ${was}`,
      `${bucket}, ${account}, member member-9, ${day}, tts: spent is 7, by the journal 0`,
    ])
  })

  test('a spend of its day that a job does not remember', async () => {
    await world.redis.hdel(world.keys.hold(posted.id), 'spent')
    const text = `${bucket}, ${account}, ${window}, job ${posted.id}: spent is 0, by the journal 120000`
    expect(await said(way)).toEqual(way === 'whole' ? [text] : [])
  })

  test('a figure that is no number', async () => {
    await world.redis.hset(world.keys.scope(account, member), `granted|${window}`, 'many')
    expect(await said(way)).toEqual([`${places.member}: granted is many, by the journal 0`])
  })

  test('figures that are gone before their time', async () => {
    await world.redis.del(world.keys.scope(account, member))
    expect((await said(way)).every((line) => line.startsWith(`${places.member}: `))).toBe(true)
    expect(await said(way)).toHaveLength(2)
  })

  const atJob = () => `${bucket}, ${account}, ${window}, job ${accepted.id}`
  const hold = () => world.keys.hold(accepted.id)
  const record = () => world.keys.job(accepted.id)

  const corruptions: readonly [string, () => Promise<unknown>, string][] = [
    ['hold', () => world.redis.del(hold()), 'hold is missing, by the journal 200000'],
    ['record', () => world.redis.del(record()), 'record is missing, by the journal there'],
    ['amount', () => world.redis.hincrby(hold(), 'amount', 1), 'held is 200001, by the journal 200000'],
    [
      'window of the hold',
      () => world.redis.hset(hold(), 'window', 'once'),
      `window is once, by the journal ${window}`,
    ],
    [
      'account of the hold',
      () => world.redis.hset(hold(), 'account', 'slack:1'),
      `account is slack:1, by the journal ${account}`,
    ],
    ['version', () => world.redis.hincrby(record(), 'money', 1), 'version is 2, by the journal 1'],
    [
      'settled amount of a record that is not settled',
      () => world.redis.hset(record(), 'settled', 7),
      'record settled is 7, by the journal nothing',
    ],
    [
      'scopes',
      () => world.redis.hset(record(), 'scopes', JSON.stringify([member])),
      `scopes is member ${member.id}, by the journal channel ${channel.id}, member ${member.id}, feature music`,
    ],
    [
      'state',
      () => world.redis.hset(record(), 'state', 'posted'),
      'state is posted, by the journal requested or accepted or submitting or submitted or uncertain',
    ],
    [
      'place in the to-do list',
      () => world.redis.zrem(world.keys.open(bucket), accepted.id),
      'open set is not listed, by the journal listed',
    ],
  ]

  test.each(rowsOf(corruptions))('a job whose %s is wrong or missing', async (_, corrupt, text) => {
    await corrupt()
    expect(await said(way)).toEqual([`${atJob()}: ${text}`])
  })

  test('a hold that was freed without a line', async () => {
    await world.redis.hset(hold(), { state: 'void', settled: 0 })
    expect(await said(way)).toEqual([`${atJob()}: hold is closed, by the journal open`])
  })

  test('a hold without any line', async () => {
    const { id } = jobRequest()
    await world.redis.hset(world.keys.hold(id), { state: 'open', amount: 5, window, account })
    await world.redis.zadd(world.keys.open(bucket), 1, id)
    expect(await said(way)).toEqual([`${bucket}, job ${id}: hold is open, 5, by the journal no line at all`])
  })

  test('a change of money without its line', async () => {
    await world.store.void(accepted, 'cancelled')
    await removeLine(accepted, 1)
    const found = (await said(way)).join('\n')
    expect(found).toContain(`${atJob()}: hold is closed, by the journal open`)
    expect(found).toContain(`${atJob()}: version is 2, by the journal 1`)
    expect(found).toContain(`${places.account}: pending is`)
    expect(found).toContain(`${places.member}: pending is`)
  })

  test('a line that is there twice', async () => {
    await world.store.void(accepted, 'cancelled')
    await repeatLine(accepted, 1)
    const [, , line] = await linesOf(accepted)
    const where = `${atJob()}, line ${line}`
    expect(await said(way)).toEqual([
      `${where}: version is 2, by the lines before it 3`,
      `${where}: before is 200000, by the lines before it 0`,
    ])
  })

  test('a line that is missing among those of long ago', async () => {
    await removeLine(posted, 1)
    const count = await world.redis.xlen(world.keys.journal(bucket))
    const found = await said(way)
    if (way === 'sinceCheckpoint')
      expect(found).toEqual([`${bucket}: lines is ${count}, by the journal ${count + 1}`])
    else expect(found.join('\n')).toMatch(/: version is 3, by the lines before it 2/)
  })
})

describe('a checkpoint', () => {
  test('stays where it is as long as there is a difference, and moves on when it is mended', async () => {
    await audit().sinceCheckpoint(bucket)
    const before = await checkpoint()
    await jobIn(world, 'posted')
    await world.redis.hincrby(world.keys.account(account), `posted|${window}`, 5)
    for (let time = 0; time < 2; time += 1) expect(await said('sinceCheckpoint')).toHaveLength(1)
    expect(await checkpoint()).toEqual(before)
    await world.redis.hincrby(world.keys.account(account), `posted|${window}`, -5)
    expect(await said('sinceCheckpoint')).toEqual([])
    expect((await checkpoint()).last).not.toBe(before.last)
  })

  test('of another journal is named', async () => {
    await audit().sinceCheckpoint(bucket)
    const { last } = await checkpoint()
    await world.redis.xdel(world.keys.journal(bucket), last ?? '')
    expect(await said('sinceCheckpoint')).toContain(
      `${bucket}: line of the checkpoint is missing, by the journal ${last}`,
    )
  })

  test('is all that is written', async () => {
    const before = await dump(world)
    await audit().sinceCheckpoint(bucket)
    const { [world.keys.checkpoint(bucket)]: written, ...others } = await dump(world)
    expect(written).toBeDefined()
    expect(others).toEqual(before)
  })
})
