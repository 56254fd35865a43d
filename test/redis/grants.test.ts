import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { amountMax, creditsMax, microcredits } from '../../src/core/credits.ts'
import type { GrantScope, LimitOf } from '../../src/core/ledger/budget.ts'
import { parseJournalLine } from '../../src/core/ledger/journal-entries.ts'
import { accountOf } from '../../src/core/target.ts'
import { figuresKeptMs } from '../../src/redis/budget-reading.ts'
import { target } from '../support/commands/invocation.ts'
import { cost, jobIn } from '../support/jobs/job-states.ts'
import {
  bound,
  dump,
  giveBudget,
  jobRequest,
  journalOf,
  openStoreWorld,
  type StoreWorld,
} from '../support/redis/store-world.ts'
import { twoTakes } from '../support/service/outcome.ts'

const account = accountOf(target())
let world: StoreWorld
let events = 0

beforeEach(async () => {
  world = openStoreWorld()
  await giveBudget(world, 10_000_000)
})
afterEach(() => world.close())

const change = (eventId?: string) => {
  events += 1
  return { account, eventId: eventId ?? `grant-${events}`, actor: 'admin-1' }
}

const grant = (
  scope: GrantScope,
  way: 'give' | 'take',
  millionths: number,
  overrides: { eventId?: string; reason?: string } = {},
) =>
  world.budgets.grant({
    ...change(overrides.eventId),
    scope,
    way,
    credits: microcredits(millionths),
    reason: overrides.reason,
  })

const limit = async (of: LimitOf, millionths: number) => {
  await world.budgets.setShareLimit({ ...change(), of, limit: microcredits(millionths) })
}

const server: GrantScope = { kind: 'server' }

/** Every kind of share, with the limit that a grant changes. */
const shares: readonly [name: string, scope: GrantScope, of: LimitOf | undefined][] = [
  ['server', server, undefined],
  ['channel', { kind: 'channel', id: 'channel-1' }, { kind: 'channel', id: 'channel-1' }],
  ['channel', { kind: 'channel', id: 'channel-1' }, { kind: 'channel', id: undefined }],
  ['group', { kind: 'group', id: 'group-1' }, { kind: 'group', id: 'group-1', share: 'together' }],
  ['member', { kind: 'member', id: 'member-1' }, { kind: 'member', id: 'member-1' }],
  ['member', { kind: 'member', id: 'member-1' }, { kind: 'member', id: undefined }],
  ['member', { kind: 'member', id: 'member-1' }, { kind: 'group', id: 'group-1', share: 'each' }],
  ['feature', { kind: 'feature', id: 'music' }, { kind: 'feature', id: 'music' }],
  ['model', { kind: 'model', id: 'v7' }, { kind: 'model', id: 'v7' }],
]

const setUp = (of: LimitOf | undefined, millionths: number) =>
  of === undefined ? giveBudget(world, millionths) : limit(of, millionths)

const ask = (millionths: number) =>
  world.store.request(
    jobRequest({ bound: microcredits(millionths), groups: ['group-1'], values: { model: 'v7' } }),
  )

describe.each(shares)('a grant to a %s, %j, limited by %j,', (name, scope, of) => {
  beforeEach(() => setUp(of, 1_000))

  test('lets exactly so much more be asked for', async () => {
    expect(await ask(1_001)).toMatchObject({ status: `exceeds_${name}`, left: 1_000, limit: 1_000 })
    expect(await grant(scope, 'give', 500)).toEqual({ status: 'changed', granted: 500 })
    expect(await ask(1_501)).toMatchObject({ status: `exceeds_${name}`, left: 1_500, limit: 1_500 })
    expect(await ask(1_500)).toMatchObject({ status: 'created' })
  })

  test('that is taken back leaves the limit', async () => {
    await grant(scope, 'give', 500)
    expect(await grant(scope, 'take', 700)).toEqual({ status: 'changed', granted: -200 })
    expect(await ask(801)).toMatchObject({ status: `exceeds_${name}`, left: 800, limit: 800 })
    expect(await ask(800)).toMatchObject({ status: 'created' })
  })

  test('takes all that there is, and not a millionth more', async () => {
    const before = await dump(world)
    expect(await grant(scope, 'take', 1_001)).toEqual({ status: 'too_much', most: 1_000, allowed: amountMax })
    expect(await dump(world)).toEqual(before)
    expect(await grant(scope, 'take', 1_000)).toEqual({ status: 'changed', granted: -1_000 })
    expect(await ask(1)).toMatchObject({ status: `exceeds_${name}`, left: 0, limit: 0 })
  })

  test('may be taken of what is used already, which stays used', async () => {
    await ask(900)
    expect(await grant(scope, 'take', 600)).toEqual({ status: 'changed', granted: -600 })
    expect(await ask(0)).toMatchObject({ status: `exceeds_${name}`, left: -500, limit: 400 })
  })

  test('counts once, and has its first answer whatever came between', async () => {
    const first = await grant(scope, 'give', 500, { eventId: 'event-a', reason: 'the fair' })
    await setUp(of, 5)
    await grant(scope, 'take', 100)
    const before = await dump(world)
    expect(first).toEqual({ status: 'changed', granted: 500 })
    expect(await grant(scope, 'give', 500, { eventId: 'event-a', reason: 'the fair' })).toEqual({
      status: 'repeated',
      granted: 500,
    })
    expect(await grant(scope, 'give', 501, { eventId: 'event-a' })).toEqual({ status: 'differs' })
    expect(await grant(scope, 'take', 500, { eventId: 'event-a' })).toEqual({ status: 'differs' })
    expect(await dump(world)).toEqual(before)
  })

  test('is journalled with who gave it, where, how much, and why', async () => {
    await grant(scope, 'give', 500, { reason: 'the fair' })
    await grant(scope, 'take', 700)
    const lines = (await journalOf(world)).map((line) => parseJournalLine('1-1', line)).slice(-2)
    const about = {
      id: '1-1',
      account,
      atMs: world.clock.now(),
      actor: 'admin-1',
      window: 'month:2026-06',
      scope: scope.kind === 'server' ? undefined : scope,
    }
    expect(lines).toEqual([
      { ...about, operation: 'grant', credits: 500, granted: 500, reason: 'the fair' },
      { ...about, operation: 'take', credits: 700, granted: -200, reason: undefined },
    ])
  })

  test('ends with the window in which it was given', async () => {
    await grant(scope, 'give', 500)
    world.clock.advanceTo(Date.UTC(2026, 6, 1))
    expect(await ask(1_001)).toMatchObject({ status: `exceeds_${name}`, limit: 1_000 })
    expect(await grant(scope, 'take', 1_001)).toEqual({ status: 'too_much', most: 1_000, allowed: amountMax })
  })

  test('counts with others that come at the same time', async () => {
    const other = openStoreWorld({ prefix: world.prefix })
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 === 0 ? world : other).budgets.grant({
          ...change(),
          scope,
          way: index < 15 ? 'give' : 'take',
          credits: microcredits(10),
        }),
      ),
    )
    other.close()
    expect(await grant(scope, 'give', 0)).toEqual({ status: 'changed', granted: 100 })
  })
})

describe('a grant', () => {
  test.each([
    ['an account that nobody gave credits', server, 'slack:server-9'],
    ['a channel without a limit', { kind: 'channel', id: 'channel-1' }, account],
    ['a group without a limit', { kind: 'group', id: 'group-1' }, account],
    ['a member without a limit', { kind: 'member', id: 'member-1' }, account],
  ] as const)('to %s has nothing that it could change', async (_, scope, where) => {
    const before = await dump(world)
    const given = { ...change(), account: where, scope, way: 'give', credits: microcredits(5) } as const
    expect(await world.budgets.grant(given)).toEqual({ status: 'no_limit' })
    expect(await dump(world)).toEqual(before)
  })

  test('to a group that is only limited for each of its members has nothing to change either', async () => {
    await limit({ kind: 'group', id: 'group-1', share: 'each' }, 5)
    expect(await grant({ kind: 'group', id: 'group-1' }, 'give', 5)).toEqual({ status: 'no_limit' })
  })

  test('raises what a new server begins with', async () => {
    const fresh = openStoreWorld({ newServerCredits: 1_000 })
    const { budgets, store } = fresh
    await budgets.grant({ ...change(), scope: server, way: 'give', credits: microcredits(500) })
    expect(await budgets.read(account)).toMatchObject({ limit: 1_000, granted: 500, left: 1_500 })
    expect(await store.request(jobRequest({ bound: microcredits(1_500) }))).toMatchObject({ left: 0 })
    fresh.close()
  })

  test('goes no further than any budget may', async () => {
    const most = creditsMax * 1_000_000 - 10_000_000
    expect(await grant(server, 'give', most + 1)).toEqual({ status: 'too_much', most, allowed: amountMax })
    expect(await grant(server, 'give', most)).toEqual({ status: 'changed', granted: most })
  })

  test('still lifts a budget whose limit was lowered below what was taken', async () => {
    await grant(server, 'take', 9_000_000)
    await giveBudget(world, 1_000_000)
    expect(await world.budgets.read(account)).toMatchObject({ left: -8_000_000 })
    expect(await grant(server, 'take', 1)).toEqual({ status: 'too_much', most: 0, allowed: amountMax })
    expect(await grant(server, 'give', 8_500_000)).toEqual({ status: 'changed', granted: -500_000 })
    expect(await world.budgets.read(account)).toMatchObject({ left: 500_000 })
  })

  test('does not go below the lowest limit that the groups of a member may mean', async () => {
    await limit({ kind: 'member', id: undefined }, 900)
    await limit({ kind: 'group', id: 'group-1', share: 'each' }, 500)
    await limit({ kind: 'group', id: 'group-2', share: 'each' }, 700)
    const member: GrantScope = { kind: 'member', id: 'member-1' }
    expect(await grant(member, 'take', 501)).toEqual({ status: 'too_much', most: 500, allowed: amountMax })
    await limit({ kind: 'member', id: 'member-1' }, 2_000)
    expect(await grant(member, 'take', 501)).toEqual({ status: 'changed', granted: -501 })
  })

  test('opens the figures of its window, which lapse like those of a hold', async () => {
    await limit({ kind: 'member', id: 'member-1' }, 5)
    await grant({ kind: 'member', id: 'member-1' }, 'give', 5)
    const key = world.keys.scope(account, { kind: 'member', id: 'member-1' })
    const expectedMs = Date.UTC(2026, 6, 1) - world.clock.now() + figuresKeptMs
    expect(await world.redis.pttl(key)).toBeGreaterThan(expectedMs - 60_000)
    expect(await world.redis.pttl(key)).toBeLessThanOrEqual(expectedMs)
  })

  test('stays with a window that a change of the period closes, and is there when it opens again', async () => {
    await grant(server, 'give', 500)
    const calendar = { account, actor: 'admin-1', limit: microcredits(1_000) }
    await world.budgets.setLimit({ ...calendar, eventId: 'to-week', period: 'week' })
    expect(await world.budgets.read(account)).toMatchObject({ granted: 0, left: 1_000 })
    await world.budgets.setLimit({ ...calendar, eventId: 'to-month', period: 'month' })
    expect(await world.budgets.read(account)).toMatchObject({ granted: 500, left: 1_500 })
  })

  test('does not touch what runs: a job of before ends with its own cost', async () => {
    const job = await jobIn(world, 'submitted')
    await grant(server, 'take', 10_000_000)
    await world.store.ready(job, twoTakes, { amount: cost, source: 'final' })
    expect(await world.budgets.read(account)).toMatchObject({ spent: cost, held: 0, left: -cost })
    expect(await ask(bound)).toMatchObject({ status: 'exceeds_server' })
  })

  test('is refused while the clocks disagree', async () => {
    const wrong = openStoreWorld({ prefix: world.prefix, clockToleranceMs: 60_000 })
    const given = { ...change(), scope: server, way: 'give', credits: microcredits(5) } as const
    await expect(wrong.budgets.grant(given)).rejects.toMatchObject({ code: 'store_refused' })
    wrong.close()
    expect(await world.budgets.read(account)).toMatchObject({ granted: 0 })
  })

  test('with a reason that nobody reads to its end is a bug on our side', async () => {
    await expect(grant(server, 'give', 5, { reason: 'x'.repeat(201) })).rejects.toThrow('reason')
    expect(await grant(server, 'give', 5, { reason: '🎵'.repeat(200) })).toMatchObject({ granted: 5 })
  })
})
