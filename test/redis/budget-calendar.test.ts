import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { microcredits } from '../../src/core/credits.ts'
import type { BudgetCalendar, BudgetState } from '../../src/core/ledger/budget.ts'
import { accountOf } from '../../src/core/target.ts'
import { target } from '../support/commands/invocation.ts'
import { cost, jobIn, readJob } from '../support/jobs/job-states.ts'
import { replay } from '../support/ledger/journal-replay.ts'
import { bound, journalOf, openStoreWorld, type StoreWorld } from '../support/redis/store-world.ts'
import { twoTakes } from '../support/service/outcome.ts'

const account = accountOf(target())
let world: StoreWorld
let events = 0

beforeEach(() => {
  world = openStoreWorld()
})
afterEach(() => world.close())

const limit = microcredits(1_000_000)

const set = (calendar: Partial<BudgetCalendar>) => {
  events += 1
  const change = { account, eventId: `calendar-${events}`, actor: 'admin-1', limit }
  return world.budgets.setLimit({ ...change, ...calendar })
}

/** At a moment in the zone's own time, with the offset that it has then. */
const at = (instant: string) => openStoreWorld({ prefix: world.prefix, now: () => Date.parse(instant) })

/**
 * Offsets and dates from the IANA time zone database (https://www.iana.org/time-zones): Cairo moves its
 * clocks at midnight, Lord Howe by half an hour, Kathmandu is 5:45 ahead, and Apia had no 30 December 2011.
 */
const ends: readonly [calendar: Omit<BudgetCalendar, 'weekStart'>, now: string, ends: string][] = [
  [{ period: 'day', zone: 'Africa/Cairo' }, '2026-04-23T23:59:59+02:00', '2026-04-24T01:00+03:00'],
  [{ period: 'day', zone: 'Africa/Cairo' }, '2026-04-24T12:00+03:00', '2026-04-25T00:00+03:00'],
  [{ period: 'month', zone: 'Africa/Cairo' }, '2026-10-30T12:00+02:00', '2026-11-01T00:00+02:00'],
  [{ period: 'day', zone: 'Australia/Lord_Howe' }, '2026-10-04T01:59+10:30', '2026-10-05T00:00+11:00'],
  [{ period: 'month', zone: 'Australia/Lord_Howe' }, '2026-04-01T00:00+11:00', '2026-05-01T00:00+10:30'],
  [{ period: 'month', zone: 'Asia/Kathmandu' }, '2028-02-29T23:59+05:45', '2028-03-01T00:00+05:45'],
  [{ period: 'week', zone: 'Asia/Kathmandu' }, '2026-06-21T23:59+05:45', '2026-06-22T00:00+05:45'],
  [{ period: 'day', zone: 'Pacific/Apia' }, '2011-12-29T12:00-10:00', '2011-12-31T00:00+14:00'],
  [{ period: 'month', zone: 'Pacific/Apia' }, '2011-12-29T12:00-10:00', '2012-01-01T00:00+14:00'],
]

describe.each(ends)('a budget by %j at %s', (calendar, now, end) => {
  test(`resets at ${end}, with grants and all, and not a millisecond before`, async () => {
    await set(calendar)
    const before = at(now)
    const last = at(new Date(Date.parse(end) - 1).toISOString())
    const after = at(end)
    const grant = { account, eventId: 'event-a', actor: 'admin-1', scope: { kind: 'server' } } as const
    await before.budgets.grant({ ...grant, way: 'give', credits: microcredits(7) })
    await jobIn(before, 'posted')
    const used = { spent: cost, granted: 7, left: limit + 7 - cost, resetsAtMs: Date.parse(end) }
    expect(await before.budgets.read(account)).toMatchObject(used)
    expect(await last.budgets.read(account)).toMatchObject(used)
    expect(await after.budgets.read(account)).toMatchObject({ spent: 0, granted: 0, left: limit })
    for (const one of [before, last, after]) one.close()
  })
})

/**
 * What an admin changes while a job runs; the tests' clock stands at noon on Monday, 15 June 2026, in UTC.
 */
const changes: readonly [from: Partial<BudgetCalendar>, to: Partial<BudgetCalendar>, startsAnew: boolean][] =
  [
    [{ period: 'month' }, { period: 'day' }, true],
    [{ period: 'month' }, { period: 'once' }, true],
    [{ period: 'week' }, { weekStart: 0 }, true],
    [{ period: 'week', weekStart: 3 }, { weekStart: 4 }, true],
    [{ period: 'month' }, { weekStart: 0 }, false],
    [{ period: 'month' }, { zone: 'Pacific/Apia' }, false],
    [{ period: 'day', zone: 'Pacific/Pago_Pago' }, { zone: 'Pacific/Kiritimati' }, true],
    [{ period: 'day' }, { period: 'day' }, false],
  ]

/** What an admin is shown of a budget. */
const figuresOf = (budget: BudgetState) => {
  const { limit: allowed, period, zone, weekStart, spent, held, granted, left, resetsAtMs } = budget
  return { allowed, period, zone, weekStart, spent, held, granted, left, resetsAtMs }
}

describe.each(changes)('a budget that goes from %j to %j under a running job', (from, to, startsAnew) => {
  test('settles it where it was held, and says whether counting starts over', async () => {
    await set(from)
    const job = await jobIn(world, 'submitted')
    const shown = await world.budgets.preview(account, { limit, ...to })
    const { held } = await world.budgets.read(account)
    expect(shown).toMatchObject({ startsAnew, before: { held }, after: { held: startsAnew ? 0 : held } })
    expect(await set(to)).toEqual({ status: 'changed', startsAnew })
    expect(figuresOf(await world.budgets.read(account))).toEqual(figuresOf(shown.after))
    await world.store.ready(job, twoTakes, { amount: cost, source: 'final' })
    expect(await readJob(world, job.id)).toMatchObject({ window: job.window, settled: cost })
    expect(await world.budgets.read(account)).toMatchObject({ spent: startsAnew ? 0 : cost, held: 0 })
    expect(replay(await journalOf(world))).toEqual({
      [`${account}|${job.window}`]: { posted: cost, pending: 0 },
    })
  })

  test('takes the next hold in the window that is open then', async () => {
    await set(from)
    const before = await jobIn(world, 'accepted')
    await set(to)
    const after = await jobIn(world, 'accepted')
    expect(after.window !== before.window).toBe(startsAnew)
    expect(await world.budgets.read(account)).toMatchObject({ held: startsAnew ? bound : bound + bound })
  })
})

test('what an admin does not name of the calendar stays, also when another admin changes it meanwhile', async () => {
  await set({ period: 'week', zone: 'Asia/Kathmandu', weekStart: 0 })
  const other = openStoreWorld({ prefix: world.prefix })
  const change = { account, eventId: 'event-b', actor: 'admin-2', limit, zone: 'Africa/Cairo' }
  await Promise.all([set({ weekStart: 6 }), other.budgets.setLimit(change)])
  other.close()
  const { period, zone, weekStart } = await world.budgets.read(account)
  expect({ period, zone, weekStart }).toEqual({ period: 'week', zone: 'Africa/Cairo', weekStart: 6 })
})

test.each([-1, 7, 1.5])('a week that starts on day %j is a bug on our side', async (weekStart) => {
  await expect(set({ weekStart })).rejects.toThrow('is not a day of the week')
})

test('holds of requests that race with a change of the period are each in one window alone', async () => {
  await set({ period: 'month' })
  const other = openStoreWorld({ prefix: world.prefix })
  const jobs = Array.from({ length: 5 }, () => jobIn(world, 'requested'))
  events += 1
  const day = { account, eventId: `calendar-${events}`, actor: 'admin-1', limit, period: 'day' } as const
  await other.budgets.setLimit(day)
  const windows = (await Promise.all(jobs)).map(({ window }) => window)
  const held = async (period: 'day' | 'month') => {
    await set({ period })
    return (await world.budgets.read(account)).held
  }
  const inWindow = (name: string) => bound * windows.filter((window) => window === name).length
  expect(await held('day')).toBe(inWindow('day:2026-06-15'))
  expect(await held('month')).toBe(inWindow('month:2026-06'))
  other.close()
})
