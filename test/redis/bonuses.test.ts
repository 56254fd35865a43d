import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { microcredits } from '../../src/core/credits.ts'
import { bonusesMax } from '../../src/core/ledger/bonuses.ts'
import type { GrantScope, LimitOf } from '../../src/core/ledger/budget.ts'
import { parseJournalLine } from '../../src/core/ledger/journal-entries.ts'
import { accountOf } from '../../src/core/target.ts'
import { takeBackExpired } from '../../src/jobs/worker/upkeep/lapses.ts'
import { target } from '../support/commands/invocation.ts'
import { jobIn } from '../support/jobs/job-states.ts'
import { replay } from '../support/ledger/journal-replay.ts'
import {
  dump,
  giveBudget,
  jobRequest,
  journalOf,
  openStoreWorld,
  type StoreWorld,
} from '../support/redis/store-world.ts'

const account = accountOf(target())
const dayMs = 24 * 60 * 60_000
const server: GrantScope = { kind: 'server' }
const member: GrantScope = { kind: 'member', id: 'member-1' }
let world: StoreWorld
let events = 0

beforeEach(async () => {
  world = openStoreWorld()
  await giveBudget(world, 1_000)
})
afterEach(() => world.close())

const change = (eventId?: string) => {
  events += 1
  return { account, eventId: eventId ?? `bonus-${events}`, actor: 'admin-1' }
}

interface Given {
  scope?: GrantScope
  days?: number
  eventId?: string
  actor?: string
}

const give = (millionths: number, { scope = server, days, eventId, actor = 'admin-1' }: Given = {}) =>
  world.budgets.grant({
    ...change(eventId),
    actor,
    scope,
    way: 'give',
    credits: microcredits(millionths),
    expiresInMs: days === undefined ? undefined : days * dayMs,
  })

const take = (millionths: number, scope: GrantScope = server) =>
  world.budgets.grant({ ...change(), scope, way: 'take', credits: microcredits(millionths) })

const limit = async (of: LimitOf, millionths: number | undefined) => {
  const limited = millionths === undefined ? undefined : microcredits(millionths)
  await world.budgets.setShareLimit({ ...change(), of, limit: limited })
}

const hold = (millionths: number, groups: readonly string[] = ['group-1']) =>
  world.store.request(jobRequest({ bound: microcredits(millionths), groups }))

const lapse = (through: StoreWorld = world) => takeBackExpired(through.bonuses)

const daysPass = (days: number) => world.clock.advance(days * dayMs)

const grantedTo = async (scope: GrantScope): Promise<number> =>
  scope.kind === 'server'
    ? (await world.budgets.read(account)).granted
    : (await world.budgets.readShare(account, scope)).share.granted

/** Every kind of share, with the limit that a bonus is on top of. */
const shares: readonly [scope: GrantScope, of: LimitOf | undefined][] = [
  [server, undefined],
  [
    { kind: 'channel', id: 'channel-1' },
    { kind: 'channel', id: 'channel-1' },
  ],
  [
    { kind: 'group', id: 'group-1' },
    { kind: 'group', id: 'group-1', share: 'together' },
  ],
  [member, { kind: 'member', id: undefined }],
  [
    { kind: 'feature', id: 'music' },
    { kind: 'feature', id: 'music' },
  ],
  [
    { kind: 'model', id: 'a model|of spaces' },
    { kind: 'model', id: 'a model|of spaces' },
  ],
]

describe.each(shares)('a bonus with an expiry for %j', (scope, of) => {
  beforeEach(() => (of === undefined ? undefined : limit(of, 1_000)))

  test('is there until it expires, and then taken back', async () => {
    const expiresAtMs = world.clock.now() + dayMs
    expect(await give(500, { scope, days: 1 })).toEqual({ status: 'changed', granted: 500, expiresAtMs })
    const expiring = [{ scope, credits: 500, expiresAtMs }]
    expect(await world.overview.expiring(account)).toEqual(expiring)
    if (scope.kind !== 'server') expect(await world.overview.expiring(account, scope)).toEqual(expiring)
    expect(await world.overview.expiring(account, { kind: 'member', id: 'member-2' })).toEqual([])
    world.clock.advance(dayMs - 1)
    await lapse()
    expect(await grantedTo(scope)).toBe(500)
    world.clock.advance(1)
    await lapse()
    expect(await grantedTo(scope)).toBe(0)
    expect(await world.overview.expiring(account)).toEqual([])
    expect(await world.bonuses.due()).toEqual([])
  })

  test('is taken back with a line in the journal, by who gave it', async () => {
    await give(500, { scope, days: 1, actor: 'manager-1' })
    daysPass(1)
    await lapse()
    const lines = await journalOf(world)
    expect(parseJournalLine('1-1', lines.at(-1) ?? {})).toEqual({
      id: '1-1',
      operation: 'take',
      account,
      atMs: world.clock.now(),
      actor: 'manager-1',
      reason: 'Bonus expired',
      window: 'month:2026-06',
      scope: scope.kind === 'server' ? undefined : scope,
      credits: 500,
      granted: 0,
    })
    expect(() => replay(lines)).not.toThrow()
  })
})

/** What happened before a bonus of 500 on top of a limit of 1,000 expired, and what is granted afterwards. */
const before: readonly [name: string, happened: () => Promise<unknown>, granted: number][] = [
  ['nothing', () => Promise.resolve(), 0],
  ['a part of it was used', () => hold(200), 200],
  ['all of it was used', () => hold(500), 500],
  ['all of it and a part of the limit was used', () => hold(1_200), 500],
  ['it was taken by hand', () => take(500), 0],
  ['more than it was taken by hand', () => take(700), -200],
  ['a part of it was taken by hand', () => take(200), 0],
  ['other credits were given, and as many taken by hand', () => give(500).then(() => take(500)), 500],
  ['other credits were given', () => give(300), 300],
  ['a part was used, and the rest taken by hand', () => hold(200).then(() => take(300)), 200],
  ['the limit was lowered, and a part was used', () => hold(200).then(() => giveBudget(world, 100)), 200],
]

const give1 = () => give(500, { days: 1 })
const give3 = () => give(400, { days: 3 })
const use = (millionths: number) => () => hold(millionths)

describe('once it has expired,', () => {
  test.each(before)('only what is used of a bonus stays, if %s', async (_, happened, granted) => {
    await give(500, { days: 1 })
    await happened()
    daysPass(1)
    await lapse()
    expect(await grantedTo(server)).toBe(granted)
    const after = await dump(world)
    await lapse()
    expect(await dump(world)).toEqual(after)
  })

  test('a bonus is taken back as a whole, if only the limit was used before it was given', async () => {
    await hold(400)
    await give(500, { days: 1 })
    daysPass(1)
    await lapse()
    expect(await world.budgets.read(account)).toMatchObject({ granted: 0, left: 600 })
  })

  test('a bonus covers what was used, if the limit was lowered below that', async () => {
    await hold(900)
    await give(500, { days: 1 })
    await giveBudget(world, 100)
    daysPass(1)
    await lapse()
    expect(await grantedTo(server)).toBe(500)
  })

  test.each([
    ['of two bonuses the one that expires first is used first', [give3, give1, use(600)], [900, 600]],
    ['a bonus given later is used first if it expires first', [give3, use(100), give1, use(200)], [600, 300]],
    ['a bonus given later is used last if it expires last', [give1, use(100), give3, use(500)], [900, 600]],
    ['a bonus given once another was used up is unused', [give1, use(700), give3], [900, 500]],
  ])('%s', async (_, happened, [afterOne, afterThree]) => {
    for (const step of happened) await step()
    const expiring = await world.overview.expiring(account)
    daysPass(1)
    await lapse()
    expect(await grantedTo(server)).toBe(afterOne)
    daysPass(2)
    await lapse()
    expect(await grantedTo(server)).toBe(afterThree)
    const unused = expiring.reduce((sum, { credits }) => sum + credits, 0)
    expect(unused).toBe(900 - (await grantedTo(server)))
  })

  test('a bonus leaves what was taken by hand before it was given', async () => {
    await take(300)
    await give(500, { days: 1 })
    daysPass(1)
    await lapse()
    expect(await world.budgets.read(account)).toMatchObject({ granted: -300, left: 700 })
  })

  test('credits taken by hand came off the bonus that expires first', async () => {
    await give(400, { days: 3 })
    await give(500, { days: 1 })
    await take(600)
    expect(await world.overview.expiring(account)).toMatchObject([{ credits: 300 }])
    daysPass(1)
    await lapse()
    expect(await grantedTo(server)).toBe(300)
    daysPass(2)
    await lapse()
    expect(await grantedTo(server)).toBe(0)
  })

  test('a bonus is taken back once, however many workers see it', async () => {
    const other = openStoreWorld({ prefix: world.prefix, now: world.clock.now })
    await give(500, { days: 1 })
    await give(500)
    daysPass(1)
    const due = await world.bonuses.due()
    await Promise.all([world, other].flatMap((each) => due.map((share) => each.bonuses.lapse(share))))
    await lapse(other)
    other.close()
    expect(await grantedTo(server)).toBe(500)
  })

  test('bonuses of all shares are taken back, each by what was used of it', async () => {
    await limit({ kind: 'member', id: undefined }, 100)
    await give(500, { days: 1 })
    await give(500, { scope: member, days: 1 })
    await hold(400)
    daysPass(1)
    await lapse()
    expect([await grantedTo(server), await grantedTo(member)]).toEqual([400, 400])
  })

  test('credits that are held stay, even if the job gives them back', async () => {
    await give(500_000, { days: 1 })
    const job = await jobIn(world, 'submitted')
    daysPass(1)
    await lapse()
    expect(await world.budgets.read(account)).toMatchObject({ left: 1_000 })
    await world.store.fail(job, undefined)
    expect(await world.budgets.read(account)).toMatchObject({ granted: 150_000, left: 151_000 })
  })

  test("a member's bonus covers what they used above the lowest limit that their groups may mean", async () => {
    await limit({ kind: 'group', id: 'group-1', share: 'each' }, 300)
    await limit({ kind: 'group', id: 'group-2', share: 'each' }, 900)
    await hold(400, ['group-1', 'group-2'])
    await give(500, { scope: member, days: 1 })
    daysPass(1)
    await lapse()
    expect(await grantedTo(member)).toBe(100)
  })

  test('a bonus on top of a limit that was lifted goes as a whole', async () => {
    await limit({ kind: 'member', id: 'member-1' }, 100)
    await give(500, { scope: member, days: 1 })
    await hold(400)
    await limit({ kind: 'member', id: 'member-1' }, undefined)
    daysPass(1)
    await lapse()
    expect(await grantedTo(member)).toBe(0)
  })

  test('credits that a member gave another came off their bonus', async () => {
    await limit({ kind: 'member', id: undefined }, 100)
    await world.budgets.setSponsoring({ ...change(), isAllowed: true })
    await give(500, { scope: member, days: 1 })
    const moved = { giver: 'member-1', groups: [], receiver: 'member-2', credits: microcredits(200) }
    await world.budgets.sponsor({ account, eventId: change().eventId, ...moved })
    daysPass(1)
    await lapse()
    const other: GrantScope = { kind: 'member', id: 'member-2' }
    expect([await grantedTo(member), await grantedTo(other)]).toEqual([0, 200])
  })
})

describe('the window of a bonus', () => {
  test('ends first: then it lasts until then, like any other', async () => {
    world.clock.advanceTo(Date.UTC(2026, 5, 29))
    expect(await give(500, { days: 3 })).toEqual({ status: 'changed', granted: 500, expiresAtMs: undefined })
    expect(await world.overview.expiring(account)).toEqual([])
  })

  test('has ended when somebody looks: then nothing is taken back', async () => {
    await give(500, { days: 7 })
    const lines = (await journalOf(world)).length
    world.clock.advanceTo(Date.UTC(2026, 6, 1))
    expect(await world.overview.expiring(account)).toEqual([])
    await lapse()
    expect(await journalOf(world)).toHaveLength(lines)
    expect(await world.bonuses.due()).toEqual([])
  })

  test('was closed by a change of the period: then it is gone when it opens again', async () => {
    await give(500, { days: 1 })
    const to = { ...change(), limit: microcredits(1_000) }
    await world.budgets.setLimit({ ...to, eventId: 'to-week', period: 'week' })
    await take(100)
    daysPass(1)
    await lapse()
    expect(await world.budgets.read(account)).toMatchObject({ granted: -100 })
    await world.budgets.setLimit({ ...to, eventId: 'to-month', period: 'month' })
    expect(await world.budgets.read(account)).toMatchObject({ granted: 0 })
  })
})

describe('a bonus', () => {
  test('that is given again by the same event has its first answer, with its time', async () => {
    const first = await give(500, { days: 1, eventId: 'event-a' })
    world.clock.advance(1_000)
    expect(await give(500, { days: 1, eventId: 'event-a' })).toEqual({ ...first, status: 'repeated' })
    expect(await give(500, { days: 3, eventId: 'event-a' })).toEqual({ status: 'differs' })
    expect(await world.overview.expiring(account)).toHaveLength(1)
  })

  test('of a server that the operator removed is still taken back', async () => {
    await give(500, { days: 1 })
    await world.allowlist.remove(account)
    daysPass(1)
    await lapse()
    expect(await grantedTo(server)).toBe(0)
  })

  test('is taken back although the settings change at the same time', async () => {
    await give(500, { days: 1 })
    daysPass(1)
    const of = { kind: 'group', id: 'group-1', share: 'each' } as const
    const limits = [100, 200, 300].map((millionths) => limit(of, millionths))
    await Promise.all([...limits, lapse()])
    expect(await grantedTo(server)).toBe(0)
  })

  test('waits while the clocks disagree', async () => {
    await give(500, { days: 1 })
    daysPass(1)
    const wrong = openStoreWorld({
      prefix: world.prefix,
      now: () => world.clock.now() + 3_600_000,
      clockToleranceMs: 60_000,
    })
    await expect(lapse(wrong)).rejects.toMatchObject({ code: 'store_refused' })
    wrong.close()
    expect(await grantedTo(server)).toBe(500)
    await lapse()
    expect(await grantedTo(server)).toBe(0)
  })
})

/** Stores as many bonuses of the server as a version without a limit could, each of one millionth, and grants them. */
const storeMany = async (count: number) => {
  await give(1, { days: 1 })
  const key = world.keys.account(account)
  const [one] = JSON.parse((await world.redis.hget(key, 'bonus|server|')) ?? '[]')
  await world.redis.hset(key, 'bonus|server|', JSON.stringify(Array.from({ length: count }, () => one)))
  await world.redis.hincrby(key, 'granted|month:2026-06', count - 1)
}

describe('bonuses of one share', () => {
  test('are so many: another one that expires is refused, with the limit, until one has expired', async () => {
    for (let at = 0; at < bonusesMax; at += 1) await give(1, { days: at === 0 ? 1 : 3 })
    const granted = await grantedTo(server)
    expect(await give(1, { days: 7 })).toEqual({
      status: 'too_many_bonuses',
      has: bonusesMax,
      most: bonusesMax,
    })
    expect(await grantedTo(server)).toBe(granted)
    expect(await give(1)).toMatchObject({ status: 'changed' })
    await limit({ kind: 'member', id: 'member-1' }, 1_000)
    expect(await give(1, { scope: member, days: 7 })).toMatchObject({ status: 'changed' })
    daysPass(1)
    await lapse()
    expect(await give(1, { days: 7 })).toMatchObject({ status: 'changed' })
  })

  test('of a version without that limit are all taken back, a few at a time, each as it was used', async () => {
    await storeMany(230)
    await hold(130)
    expect(await world.overview.expiring(account)).toHaveLength(100)
    daysPass(1)
    const before = (await journalOf(world)).length
    const run = vi.spyOn(world.redis, 'evalsha')
    await lapse()
    expect(run).toHaveBeenCalledTimes(5)
    expect(await grantedTo(server)).toBe(130)
    expect(await journalOf(world)).toHaveLength(before + 100)
    expect(await world.bonuses.due()).toEqual([])
  })
})
