import fc from 'fast-check'
import type { GrantScope, LimitOf, PauseOf } from '../../../src/core/ledger/budget.ts'
import { channels, features, groups, members, models, type SettingsChange } from './model-calls.ts'

const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Pacific/Apia', 'Asia/Kathmandu'] as const

const asBefore = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 3 })

const limit = fc.record({
  change: fc.constant('limit' as const),
  limit: fc.nat(2_000_000),
  period: asBefore(fc.constantFrom('day', 'week', 'month', 'once')),
  zone: asBefore(fc.constantFrom(...zones)),
  weekStart: asBefore(fc.nat(6)),
})

const share: fc.Arbitrary<LimitOf> = fc.constantFrom<LimitOf[]>(
  ...[...members, undefined].map((id) => ({ kind: 'member', id }) as const),
  ...[...channels, undefined].map((id) => ({ kind: 'channel', id }) as const),
  ...groups.map((id) => ({ kind: 'group', id, share: 'together' }) as const),
  ...groups.map((id) => ({ kind: 'group', id, share: 'each' }) as const),
  ...features.map((id) => ({ kind: 'feature', id }) as const),
  ...models.map((id) => ({ kind: 'model', id }) as const),
)

const shareLimit = fc.record({
  change: fc.constant('share limit' as const),
  of: share,
  limit: fc.option(fc.oneof(fc.constant(0), fc.nat(1_000_000)), { nil: undefined, freq: 2 }),
})

const grantScope: fc.Arbitrary<GrantScope> = fc.constantFrom<GrantScope[]>(
  ...Array.from({ length: 6 }, () => ({ kind: 'server' }) as const),
  ...members.map((id) => ({ kind: 'member', id }) as const),
  ...channels.map((id) => ({ kind: 'channel', id }) as const),
  ...groups.map((id) => ({ kind: 'group', id }) as const),
  ...features.map((id) => ({ kind: 'feature', id }) as const),
  ...models.map((id) => ({ kind: 'model', id }) as const),
)

const grant = fc.record({
  change: fc.constant('grant' as const),
  scope: grantScope,
  way: fc.constantFrom('give', 'give', 'take'),
  credits: fc.oneof({ arbitrary: fc.nat(500_000), weight: 9 }, fc.constantFrom(0, 1e12)),
  expiresInMs: fc.constantFrom(undefined, 600_000, 3 * 24 * 3_600_000),
})

/** What has expired is taken back. */
const lapse = fc.constant({ change: 'lapse' as const })

const pauseOf: fc.Arbitrary<PauseOf> = fc.constantFrom<PauseOf[]>(
  { kind: 'server' },
  { kind: 'channel', id: channels[0] },
  { kind: 'member', id: members[0] },
)

/** Resuming is likelier than pausing: what is paused takes nothing. */
const pause = fc.record({
  change: fc.constant('pause' as const),
  of: pauseOf,
  isPaused: fc.constantFrom(true, false, false),
})

const sponsoring = fc.record({
  change: fc.constant('sponsoring' as const),
  isAllowed: fc.constantFrom(true, true, true, false),
})

const pairs = members.flatMap((giver) =>
  members.flatMap((receiver) => (giver === receiver ? [] : [{ giver, receiver }])),
)

/** A member gives another what is left of theirs, if that is so much. */
const sponsor = fc
  .record({
    pair: fc.constantFrom(...pairs),
    groups: fc.oneof({ arbitrary: fc.subarray([...groups]), weight: 8 }, fc.constant(undefined)),
    credits: fc.oneof({ arbitrary: fc.integer({ min: 1, max: 500_000 }), weight: 9 }, fc.constant(1e12)),
    asks: fc.constantFrom(undefined, 'all that is left' as const, 'one too many' as const),
  })
  .map(({ pair, ...rest }) => ({ change: 'sponsor' as const, ...pair, ...rest }))

const anyChange: fc.Arbitrary<SettingsChange> = fc.oneof(
  { arbitrary: limit, weight: 3 },
  { arbitrary: shareLimit, weight: 3 },
  { arbitrary: grant, weight: 5 },
  { arbitrary: lapse, weight: 4 },
  { arbitrary: pause, weight: 1 },
  { arbitrary: sponsoring, weight: 1 },
  { arbitrary: sponsor, weight: 2 },
)

/** An admin changes something. */
export const anySettingsChange = fc.record({ kind: fc.constant('settings' as const), settings: anyChange })

/** Every limit that a history begins with. */
export const anyFirstLimit = limit.map((settings) => ({ kind: 'settings' as const, settings }))
