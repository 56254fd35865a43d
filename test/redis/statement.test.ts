import fc from 'fast-check'
import { expect, test } from 'vitest'
import { microcredits } from '../../src/core/credits.ts'
import { periods } from '../../src/core/ledger/budget-window.ts'
import { type DayRange, daysIn, daysOf } from '../../src/core/ledger/days.ts'
import { journalStartMs, readStatement } from '../../src/core/ledger/statement.ts'
import { accountOf } from '../../src/core/target.ts'
import { createAudit } from '../../src/redis/audit.ts'
import { createJournal } from '../../src/redis/journal.ts'
import { bucketOf } from '../../src/redis/keys.ts'
import { target } from '../support/commands/invocation.ts'
import { jobIn } from '../support/jobs/job-states.ts'
import { giveBudget, jobRequest, openStoreWorld, type StoreWorld } from '../support/redis/store-world.ts'
import { runs } from '../support/suite/runs.ts'

const account = accountOf(target())
const hourMs = 3_600_000

/** Shortly before clocks change, months end, and a leap day. Past times: Redis names the journal's entries by its own. */
const starts = [
  '2025-03-28T20:00:00Z',
  '2025-10-24T20:00:00Z',
  '2024-02-27T12:00:00Z',
  '2024-12-30T12:00:00Z',
  '2025-06-28T12:00:00Z',
] as const
const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Pacific/Auckland', 'Asia/Kathmandu'] as const

const anyDeed = fc.oneof(
  fc.record({ kind: fc.constant('hours pass' as const), hours: fc.integer({ min: 1, max: 60 }) }),
  fc.record({
    kind: fc.constant('job' as const),
    state: fc.constantFrom('requested', 'accepted', 'submitted', 'posted', 'voided', 'failed', 'booked'),
  }),
  fc.record({ kind: fc.constant('free job' as const) }),
  fc.record({ kind: fc.constant('correct' as const), pick: fc.nat(50), credits: fc.nat(400_001) }),
)

const anyMonth = fc.record({
  start: fc.constantFrom(...starts),
  zone: fc.constantFrom(...zones),
  weekStart: fc.nat(6),
  period: fc.constantFrom(...periods),
  deeds: fc.array(anyDeed, { minLength: 5, maxLength: 30 }),
})
type Month = typeof anyMonth extends fc.Arbitrary<infer M> ? M : never

const statementOf = (world: StoreWorld, range: DayRange, zone: string) => {
  const sinceMs = journalStartMs(range)
  const lines = createJournal(world).lines({ account, ...(sinceMs !== undefined && { sinceMs }) })
  return readStatement(lines, range, zone)
}

/** Plays the month, and returns every window that was open in it with its days. */
const play = async (world: StoreWorld, { start, deeds, ...calendar }: Month) => {
  world.clock.advanceTo(Date.parse(start))
  await giveBudget(world, 1_000_000_000)
  const change = { account, eventId: 'calendar', actor: 'admin-1' }
  await world.budgets.setLimit({ ...change, limit: microcredits(1_000_000_000), ...calendar })
  const windows = new Map<string, DayRange>()
  const booked: Awaited<ReturnType<typeof jobIn>>[] = []
  for (const deed of deeds) {
    switch (deed.kind) {
      case 'hours pass':
        world.clock.advance(deed.hours * hourMs)
        break
      case 'job': {
        const job = await jobIn(world, deed.state)
        if (deed.state === 'booked') booked.push(job)
        const { period } = calendar
        const always = { from: undefined, to: '9999-12-31' }
        windows.set(job.window, period === 'once' ? always : daysOf(period, calendar, world.clock.now()))
        break
      }
      case 'free job':
        await world.store.request(jobRequest({ feature: 'result', isFree: true, bound: microcredits(0) }))
        break
      case 'correct': {
        const job = booked[deed.pick % booked.length]
        if (job !== undefined)
          await world.store.correct(job, { amount: microcredits(deed.credits), source: 'final' })
        break
      }
    }
  }
  return windows
}

test('statements of any month are what the journal says, what the balances say, and what the days were spent', async () => {
  await fc.assert(
    fc.asyncProperty(anyMonth, async (month) => {
      const world = openStoreWorld()
      try {
        const windows = await play(world, month)
        for (const [window, range] of windows) {
          const statement = await statementOf(world, range, month.zone)
          const [posted, pending] = await world.redis.hmget(
            world.keys.account(account),
            `posted|${window}`,
            `pending|${window}`,
          )
          expect([statement.charged, statement.held]).toEqual([Number(posted ?? 0), Number(pending ?? 0)])
          expect(new Set(statement.jobs.map((job) => job.window))).toEqual(new Set([window]))
          if (range.from === undefined) continue
          const days = await world.overview.spentOn(account, daysIn({ from: range.from, to: range.to }))
          expect(days.reduce((sum, { credits }) => sum + credits, 0)).toBe(statement.charged)
        }
        const audit = await createAudit({ ...world, now: world.clock.now }).whole(bucketOf(account))
        expect(audit.differences).toEqual([])
      } finally {
        world.close()
      }
    }),
    { numRuns: runs(12, 300) },
  )
})
