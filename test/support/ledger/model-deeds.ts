import fc from 'fast-check'
import { arrows, type JobOperation } from '../../../src/core/job/job-transitions.ts'
import { anyFirstLimit, anySettingsChange } from './model-admin.ts'
import { type Contents, groups, slotCount } from './model-calls.ts'

const asks = ['all that is left', 'one too many'] as const

/**
 * Which epoch a step goes by: that of the job, of who sent the paid request, of a
 * worker that lost it, or of nobody.
 */
const epochs = ['own', 'sender', 'lost', 'none'] as const
export type EpochName = (typeof epochs)[number]

const operations: readonly JobOperation[] = [...new Set(arrows.map(({ operation }) => operation))]

const slot = fc.nat(slotCount - 1)
export const anyAmount = fc.oneof(fc.constantFrom(0, 1), fc.nat(400_000))

const contents: fc.Arbitrary<Contents> = fc.record({
  word: fc.oneof({ arbitrary: fc.constant('' as const), weight: 4 }, fc.constant('other' as const)),
  credits: fc.option(anyAmount, { nil: undefined, freq: 5 }),
  source: fc.constantFrom('hold', 'estimate', 'final', 'final'),
})

const epoch = fc.oneof(
  { arbitrary: fc.constant('own' as const), weight: 5 },
  fc.constantFrom('sender', 'lost', 'none'),
)

const someGroups = fc.oneof({ arbitrary: fc.subarray([...groups]), weight: 8 }, fc.constant(undefined))

const request = fc.record({
  kind: fc.constant('request' as const),
  slot,
  amount: fc.oneof({ arbitrary: anyAmount, weight: 3 }, fc.constantFrom(...asks)),
  isFree: fc.oneof({ arbitrary: fc.constant(false), weight: 4 }, fc.constant(true)),
  word: fc.oneof({ arbitrary: fc.constant('' as const), weight: 6 }, fc.constant('other' as const)),
  groups: someGroups,
  leave: fc.oneof(
    { arbitrary: fc.constant('none' as const), weight: 6 },
    fc.constantFrom('approved', 'approved', 'declined'),
  ),
  overtakenBy: fc.option(anySettingsChange, { nil: undefined, freq: 8 }),
})

const due = fc.record({
  kind: fc.constant('a step that is due' as const),
  pick: fc.nat(1_000),
  contents,
  takesFirst: fc.boolean(),
})

const steps = fc.record({
  kind: fc.constant('any step' as const),
  slot,
  operation: fc.constantFrom(...operations),
  epoch,
  contents,
})

const again = fc.record({ kind: fc.constant('again' as const), otherwise: fc.boolean() })

const onTheSide = fc.oneof(
  fc.record({ kind: fc.constant('take' as const), slot, isLate: fc.boolean() }),
  fc.record({ kind: fc.constant('told' as const), slot, epoch }),
  fc.record({ kind: fc.constant('wake at' as const), slot, epoch, counts: fc.boolean() }),
  fc.record({ kind: fc.constant('note' as const), slot, epoch }),
  fc.record({ kind: fc.constant('cancel' as const), slot, by: fc.constantFrom('member-1', 'admin-1') }),
)

const correct = fc.record({
  kind: fc.constant('correct' as const),
  slot,
  credits: anyAmount,
  source: fc.constantFrom('hold', 'estimate', 'final'),
})

const time = fc.oneof(
  fc.record({
    kind: fc.constant('hours pass' as const),
    hours: fc.oneof(fc.integer({ min: 1, max: 24 * 50 }), fc.constantFrom(1, 72)),
  }),
  fc.record({ kind: fc.constant('the window ends' as const), earlyMs: fc.constantFrom(0, 1) }),
)

/**
 * Any deed; most steps come at a wrong time and have to be refused, so many of
 * those that are due are thrown in.
 */
const anyDeed = fc.oneof(
  { arbitrary: request, weight: 32 },
  { arbitrary: due, weight: 56 },
  { arbitrary: steps, weight: 20 },
  { arbitrary: again, weight: 20 },
  { arbitrary: onTheSide, weight: 24 },
  { arbitrary: correct, weight: 12 },
  { arbitrary: time, weight: 8 },
  { arbitrary: anySettingsChange, weight: 16 },
  { arbitrary: fc.record({ kind: fc.constant('nonsense' as const), slot, pick: fc.nat(1_000) }), weight: 4 },
  fc.constant({ kind: 'rewake' as const }),
)

/** One thing that may happen to the ledger, before it is known what the ledger looks like then. */
export type Deed = typeof anyDeed extends fc.Arbitrary<infer D> ? D : never

/**
 * Ordinary days, and some around which calendars do something: summer time, the end of a year, a leap day.
 */
const starts = [
  '2026-06-15T12:00:00Z',
  '2026-03-28T22:30:00Z',
  '2026-10-24T21:59:00Z',
  '2026-12-31T22:59:59Z',
  '2028-02-28T23:30:00Z',
] as const

/** What may happen to a server from its first day on. */
export interface History {
  startMs: number
  newServerCredits: number
  operatorLimit: number | undefined
  ceiling: number | undefined
  deeds: readonly Deed[]
}

/** Most servers begin with a limit, for without one nothing else is taken. */
export const anyHistory: fc.Arbitrary<History> = fc.record({
  startMs: fc.constantFrom(...starts).map((start) => Date.parse(start)),
  newServerCredits: fc.oneof({ arbitrary: fc.constant(0), weight: 5 }, fc.constant(1_000_000)),
  operatorLimit: fc.option(fc.nat(2_000_000), { nil: undefined, freq: 2 }),
  ceiling: fc.option(fc.nat(2_000_000), { nil: undefined, freq: 2 }),
  deeds: fc
    .tuple(
      fc.oneof({ arbitrary: fc.tuple(anyFirstLimit), weight: 9 }, fc.constant([])),
      fc.array(anyDeed, { maxLength: 160, size: 'max' }),
    )
    .map((parts) => parts.flat()),
})
