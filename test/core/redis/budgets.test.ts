import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { microcredits } from '../../../src/core/credits.ts'
import { accountOf } from '../../../src/core/target.ts'
import { target } from '../../support/invocation.ts'
import { jobIn } from '../../support/job-states.ts'
import {
  bound,
  dump,
  giveBudget,
  journalOf,
  openStoreWorld,
  type StoreWorld,
} from '../../support/store-world.ts'

const account = accountOf(target())
let world: StoreWorld

beforeEach(() => {
  world = openStoreWorld()
})
afterEach(() => world.close())

const change = (overrides: Partial<Parameters<StoreWorld['budgets']['setLimit']>[0]> = {}) =>
  world.budgets.setLimit({
    ...{ account, eventId: 'event-a', actor: 'admin-1', limit: microcredits(5_000_000), period: 'month' },
    zone: 'UTC',
    ...overrides,
  })

test('a server that nobody gave credits has no limit, and nothing is written by looking', async () => {
  expect(await world.budgets.read(account)).toMatchObject({
    ...{ limit: undefined, period: 'month', zone: 'UTC', spent: 0, held: 0, left: 0 },
    resetsAtMs: Date.UTC(2026, 6, 1),
  })
  expect(await dump(world)).toEqual({})
})

describe('a limit', () => {
  test('is set from now on, and says so', async () => {
    expect(await change({ period: 'week' })).toMatchObject({
      ...{ limit: 5_000_000, period: 'week', zone: 'UTC', left: 5_000_000 },
      resetsAtMs: Date.UTC(2026, 5, 22),
    })
  })

  test('is journalled with who set it', async () => {
    await change()
    expect(await journalOf(world)).toEqual([
      {
        ...{ operation: 'limit', account, credits: '5000000', window: 'month', zone: 'UTC' },
        ...{ at: String(world.clock.now()), actor: 'admin-1' },
      },
    ])
  })

  test('set by one event twice is set once', async () => {
    await change()
    const before = await dump(world)
    await change()
    expect(await dump(world)).toEqual(before)
  })

  test('set by one event is not set again by its echo, after another event has changed it', async () => {
    await change({ eventId: 'event-a', limit: microcredits(5_000_000) })
    await change({ eventId: 'event-b', limit: microcredits(1_000_000) })
    await change({ eventId: 'event-a', limit: microcredits(5_000_000) })
    expect(await world.budgets.read(account)).toMatchObject({ limit: 1_000_000 })
  })

  test('below what is used refuses the next request, and takes nothing back', async () => {
    await giveBudget(world, 1_000_000)
    await jobIn(world, 'accepted')
    expect(await change({ limit: microcredits(50_000) })).toMatchObject({ held: bound, left: 50_000 - bound })
  })

  test('of one server is not that of another, also of the other platform', async () => {
    await change()
    expect(await world.budgets.read('slack:server-1')).toMatchObject({ limit: undefined })
    expect(await world.budgets.read('discord:server-2')).toMatchObject({ limit: undefined })
  })
})

describe('another period', () => {
  test('begins a window of its own; what was held in the old one is settled there', async () => {
    await giveBudget(world, 1_000_000)
    await jobIn(world, 'accepted')
    expect(await change({ period: 'day' })).toMatchObject({ held: 0, left: 5_000_000 })
    expect(await change({ eventId: 'event-b', period: 'month' })).toMatchObject({ held: bound })
  })

  test('"once" never starts anew', async () => {
    await change({ period: 'once' })
    await jobIn(world, 'posted')
    world.clock.advance(10 * 365 * 86_400_000)
    expect(await world.budgets.read(account)).toMatchObject({ spent: 120_000, resetsAtMs: undefined })
  })

  test.each([
    ['day', Date.UTC(2026, 5, 16)],
    ['week', Date.UTC(2026, 5, 22)],
    ['month', Date.UTC(2026, 6, 1)],
  ] as const)('"%s" starts anew at its end', async (period, endMs) => {
    await change({ period })
    await jobIn(world, 'posted')
    world.clock.advanceTo(endMs - 1)
    expect(await world.budgets.read(account)).toMatchObject({ spent: 120_000 })
    world.clock.advanceTo(endMs)
    expect(await world.budgets.read(account)).toMatchObject({ spent: 0, left: 5_000_000 })
  })
})

test('a server without a zone of its own goes by the operator’s', async () => {
  const kathmandu = openStoreWorld({ defaultZone: 'Asia/Kathmandu' })
  const { zone, resetsAtMs } = await kathmandu.budgets.read(account)
  kathmandu.close()
  expect({ zone, resetsAtMs }).toEqual({
    zone: 'Asia/Kathmandu',
    resetsAtMs: Date.parse('2026-07-01T00:00+05:45'),
  })
})

test.each([
  ['limit', 'a lot'],
  ['limit', '-5'],
  ['period', 'fortnight'],
  ['zone', 'Europe/Atlantis'],
])('an account with %s = %j is reported as a bug, not made up', async (name, value) => {
  await change()
  await world.redis.hset(world.keys.account(account), name, value)
  await expect(world.budgets.read(account)).rejects.toThrow()
})
