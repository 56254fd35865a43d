import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { microcredits, noCredits } from '../../src/core/credits.ts'
import type { JobState } from '../../src/core/job/job.ts'
import { accountOf } from '../../src/core/target.ts'
import { figuresKeptMs } from '../../src/redis/budget-reading.ts'
import { target } from '../support/commands/invocation.ts'
import { cost, estimate, jobIn, readJob } from '../support/jobs/job-states.ts'
import { replayMembers } from '../support/ledger/journal-replay.ts'
import {
  bound,
  dump,
  giveBudget,
  jobRequest,
  journalOf,
  limitMember,
  memberShare,
  openStoreWorld,
  type StoreWorld,
} from '../support/redis/store-world.ts'
import { twoTakes } from '../support/service/outcome.ts'

const account = accountOf(target())
const dayMs = 24 * 60 * 60 * 1000
let world: StoreWorld

beforeEach(async () => {
  world = openStoreWorld()
  await giveBudget(world, 1_000_000_000)
})
afterEach(() => world.close())

const requestOf = (member: string, millionths: number = bound) =>
  jobRequest({ bound: microcredits(millionths) }, { member })

const ask = (member: string, millionths?: number) => world.store.request(requestOf(member, millionths))

const usedBy = async (member: string, by: Pick<StoreWorld, 'budgets'> = world) => {
  const { spent, held } = await memberShare(by, member)
  return { spent, held }
}

describe('a member with a limit', () => {
  test('may take the very last of it, and not a millionth more', async () => {
    await limitMember(world, 'member-1', bound + bound)
    await ask('member-1')
    expect(await ask('member-1', bound + 1)).toEqual({
      status: 'exceeds_member',
      id: 'member-1',
      left: bound,
      limit: bound + bound,
      held: bound,
      resetsAtMs: Date.UTC(2026, 6, 1),
    })
    expect(await ask('member-1')).toMatchObject({ status: 'created' })
    expect(await usedBy('member-1')).toEqual({ spent: 0, held: bound + bound })
  })

  test('of nothing may ask for nothing', async () => {
    await limitMember(world, 'member-1', 0)
    expect(await ask('member-1', 1)).toMatchObject({ status: 'exceeds_member', left: 0, limit: 0 })
    expect(await ask('member-2', 1)).toMatchObject({ status: 'created' })
  })

  test('is refused without a trace', async () => {
    await limitMember(world, 'member-1', bound - 1)
    const before = await dump(world)
    expect(await ask('member-1')).toMatchObject({ status: 'exceeds_member' })
    expect(await dump(world)).toEqual(before)
  })

  test('who used more already is told so, and refused', async () => {
    await ask('member-1')
    await limitMember(world, 'member-1', bound - 1)
    expect(await ask('member-1', 0)).toMatchObject({ status: 'exceeds_member', left: -1, limit: bound - 1 })
  })

  test('is told by the limit that leaves least, and by the server where nothing leaves less', async () => {
    await giveBudget(world, bound - 1)
    await limitMember(world, 'member-1', 0)
    expect(await ask('member-1')).toMatchObject({ status: 'exceeds_member', left: 0 })
    await limitMember(world, 'member-1', bound - 1)
    expect(await ask('member-1')).toMatchObject({ status: 'exceeds_server', left: bound - 1 })
  })

  test('still needs a server that was given credits', async () => {
    const server = 'server-2'
    await limitMember(world, 'member-1', 5_000_000, `discord:${server}`)
    expect(await world.store.request(jobRequest({}, { server }))).toEqual({ status: 'no_budget' })
  })

  test('has it again in the next window', async () => {
    await limitMember(world, 'member-1', bound)
    await ask('member-1')
    world.clock.advanceTo(Date.UTC(2026, 6, 1) - 1)
    expect(await ask('member-1')).toMatchObject({ status: 'exceeds_member' })
    world.clock.advanceTo(Date.UTC(2026, 6, 1))
    expect(await ask('member-1')).toMatchObject({ status: 'created' })
  })

  test('is limited on this server alone', async () => {
    await limitMember(world, 'member-1', 0)
    await giveBudget(world, bound, 'slack:server-1')
    const elsewhere = jobRequest({}, { platform: 'slack', member: 'member-1' })
    expect(await world.store.request(elsewhere)).toMatchObject({ status: 'created' })
  })

  test('knows an event again also when nothing is left', async () => {
    await limitMember(world, 'member-1', bound)
    const request = requestOf('member-1')
    await world.store.request(request)
    expect(await world.store.request(request)).toMatchObject({ status: 'exists' })
  })

  test('that cannot be read may ask for nothing, and leaves no trace in the account', async () => {
    const ofAccount = async () =>
      Object.entries(await dump(world)).filter(([key]) => !key.includes('{operator}'))
    await world.redis.hset(world.keys.account(account), 'member_limit|member-1', 'a lot')
    const before = await ofAccount()
    await expect(ask('member-1')).rejects.toThrow('Redis')
    expect(await ofAccount()).toEqual(before)
  })

  test('who costs more than was held is refused from then on', async () => {
    await limitMember(world, 'member-1', 1_000_000)
    const job = await jobIn(world, 'submitted')
    await world.store.ready(job, twoTakes, { amount: microcredits(1_000_001), source: 'final' })
    expect(await world.store.request(jobRequest({ bound: noCredits }))).toMatchObject({
      status: 'exceeds_member',
      left: -1,
    })
  })
})

describe('the limit for everyone', () => {
  test('holds for each member by itself', async () => {
    await limitMember(world, undefined, bound)
    const results = [await ask('member-1'), await ask('member-1'), await ask('member-2')]
    expect(results.map(({ status }) => status)).toEqual(['created', 'exceeds_member', 'created'])
  })

  test.each([
    ['higher', bound * 2],
    ['lower', 0],
  ])('gives way to a %s one of the member', async (_, own) => {
    await limitMember(world, undefined, bound)
    await limitMember(world, 'member-1', own)
    expect(await ask('member-1', own + 1)).toMatchObject({ status: 'exceeds_member', limit: own })
    expect(await ask('member-1', own)).toMatchObject({ status: 'created' })
  })

  test('is back when the one of the member is lifted, and gone when it is lifted itself', async () => {
    await limitMember(world, undefined, 0)
    await limitMember(world, 'member-1', bound)
    await limitMember(world, 'member-1', undefined)
    expect(await ask('member-1')).toMatchObject({ status: 'exceeds_member', limit: 0 })
    await limitMember(world, undefined, undefined)
    expect(await ask('member-1')).toMatchObject({ status: 'created' })
  })

  test('is not that of a member who is called so', async () => {
    for (const member of ['', 'limit', 'member_limit']) await limitMember(world, member, 0)
    expect(await ask('member-1')).toMatchObject({ status: 'created' })
    expect(await world.budgets.read(account)).toMatchObject({ limit: 1_000_000_000 })
  })
})

describe('many requests of one member at once', () => {
  const attempts = 40

  test('never pass the limit, also when two processes take them', async () => {
    await limitMember(world, undefined, bound * 7 + 1)
    const other = openStoreWorld({ prefix: world.prefix })
    const results = await Promise.all(
      Array.from({ length: attempts }, (_, index) =>
        (index % 2 === 0 ? world : other).store.request(requestOf('member-1')),
      ),
    )
    other.close()
    expect(results.filter(({ status }) => status === 'created')).toHaveLength(7)
    expect(results.filter(({ status }) => status === 'exceeds_member')).toHaveLength(attempts - 7)
    expect(await usedBy('member-1')).toEqual({ spent: 0, held: bound * 7 })
  })

  test('do not pass one that was set before them, however late they come to it', async () => {
    const other = openStoreWorld({ prefix: world.prefix })
    const early = Array.from({ length: attempts }, () => world.store.request(requestOf('member-1')))
    await limitMember(other, 'member-1', 0)
    const heldWhenSet = (await usedBy('member-1')).held
    const late = Array.from({ length: attempts }, () => other.store.request(requestOf('member-1')))
    expect(new Set((await Promise.all(late)).map(({ status }) => status))).toEqual(
      new Set(['exceeds_member']),
    )
    await Promise.all(early)
    other.close()
    expect((await usedBy('member-1')).held).toBe(heldWhenSet)
  })

  test('leave others theirs', async () => {
    await limitMember(world, undefined, bound * 5)
    const members = ['member-1', 'member-2', 'member-3']
    await Promise.all(members.flatMap((member) => Array.from({ length: 10 }, () => ask(member))))
    for (const member of members) expect(await usedBy(member)).toEqual({ spent: 0, held: bound * 5 })
  })
})

const uses: Readonly<Record<JobState, { spent: number; held: number }>> = {
  requested: { spent: 0, held: bound },
  accepted: { spent: 0, held: bound },
  submitting: { spent: 0, held: bound },
  uncertain: { spent: 0, held: bound },
  submitted: { spent: 0, held: estimate },
  ready: { spent: cost, held: 0 },
  posted: { spent: cost, held: 0 },
  withheld: { spent: cost, held: 0 },
  voided: { spent: 0, held: 0 },
  failed: { spent: 0, held: 0 },
  booked: { spent: bound, held: 0 },
  expired: { spent: estimate, held: 0 },
}

describe('what a member uses', () => {
  test.each(Object.entries(uses))(
    'with a job that is %s is %j, and so says the journal',
    async (state, used) => {
      await jobIn(world, state as JobState)
      expect(await usedBy('member-1')).toEqual(used)
      expect(await usedBy('member-2')).toEqual({ spent: 0, held: 0 })
      expect(replayMembers(await journalOf(world))).toEqual({
        [`${account}|month:2026-06|member-1`]: { posted: used.spent, pending: used.held },
      })
    },
  )

  test('is settled in the window in which it was held', async () => {
    const job = await jobIn(world, 'submitted')
    world.clock.advanceTo(Date.UTC(2026, 6, 1, 0, 5))
    await ask('member-1', 7)
    await world.store.ready(job, twoTakes, { amount: cost, source: 'final' })
    expect(await usedBy('member-1')).toEqual({ spent: 0, held: 7 })
    const inJune = openStoreWorld({ prefix: world.prefix, now: () => Date.UTC(2026, 5, 30) })
    expect(await usedBy('member-1', inJune)).toEqual({ spent: cost, held: 0 })
    inJune.close()
  })
})

describe('the figures of a member', () => {
  const key = () => world.keys.scope(account, { kind: 'member', id: 'member-1' })
  const windows = async () =>
    Object.keys(await world.redis.hgetall(key()))
      .filter((name) => name.startsWith('pending|'))
      .map((name) => name.slice('pending|'.length))
      .sort()
  const lapsesInMs = () => world.redis.pttl(key())
  const period = async (value: 'day' | 'month' | 'once') => {
    const limit = microcredits(1_000_000_000)
    const change = { account, eventId: `period-${value}`, actor: 'admin-1', limit, zone: 'UTC' }
    await world.budgets.setLimit({ ...change, period: value })
  }

  test('lapse some weeks after the end of the window, so that the memory is not filled by those who left', async () => {
    await ask('member-1')
    const expectedMs = Date.UTC(2026, 6, 1) - world.clock.now() + figuresKeptMs
    expect(await lapsesInMs()).toBeGreaterThan(expectedMs - 60_000)
    expect(await lapsesInMs()).toBeLessThanOrEqual(expectedMs)
  })

  test('stay as long as the longest window needs them', async () => {
    await ask('member-1')
    const forTheMonthMs = await lapsesInMs()
    await period('day')
    await ask('member-1')
    expect(await lapsesInMs()).toBeGreaterThan(forTheMonthMs - 60_000)
  })

  test('stay forever where a budget never resets', async () => {
    await period('once')
    await ask('member-1')
    expect(await lapsesInMs()).toBe(-1)
    await period('day')
    await ask('member-1')
    expect(await lapsesInMs()).toBe(-1)
  })

  test('stay for ever also when the budget comes to that only later', async () => {
    await ask('member-1')
    await period('once')
    await ask('member-1')
    expect(await lapsesInMs()).toBe(-1)
  })

  test('of windows long over make room for those of the next', async () => {
    await period('day')
    for (let day = 0; day < 100; day += 1) {
      await ask('member-1')
      world.clock.advance(dayMs)
    }
    expect((await windows()).length).toBeLessThanOrEqual(figuresKeptMs / dayMs + 2)
    expect((await windows()).at(-1)).toBe('day:2026-09-22')
    expect(await lapsesInMs()).toBeGreaterThan(figuresKeptMs - 60_000)
  })

  test('are kept for "once", however long ago it was', async () => {
    await period('once')
    await ask('member-1', 5)
    await period('day')
    await ask('member-1')
    world.clock.advance(400 * dayMs)
    await ask('member-1')
    expect(await windows()).toEqual(['day:2027-07-20', 'once'])
    await world.budgets.setLimit({
      account,
      eventId: 'again',
      actor: 'admin-1',
      limit: microcredits(10),
      period: 'once',
      zone: 'UTC',
    })
    expect(await usedBy('member-1')).toEqual({ spent: 0, held: 5 })
  })

  test('that lapsed are not made again by the end of an old job', async () => {
    const job = await jobIn(world, 'submitted')
    await world.redis.del(key())
    await world.store.ready(job, twoTakes, { amount: cost, source: 'final' })
    expect(await world.redis.exists(key())).toBe(0)
    expect(await world.budgets.read(account)).toMatchObject({ spent: cost, held: 0 })
    expect(await readJob(world, job.id)).toMatchObject({ state: 'ready', settled: cost })
  })
})
