import fc from 'fast-check'
import { members, type SettingsChange } from './ledger-model-calls.ts'

const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Pacific/Apia', 'Asia/Kathmandu'] as const

const limit = fc.record({
  change: fc.constant('limit' as const),
  limit: fc.nat(2_000_000),
  period: fc.constantFrom('day', 'week', 'month', 'once'),
  zone: fc.constantFrom(...zones),
})

const maybeLimit = fc.option(fc.oneof(fc.constant(0), fc.nat(1_000_000)), { nil: undefined })

const memberLimit = fc.record({
  change: fc.constant('member limit' as const),
  member: fc.constantFrom(...members, undefined),
  limit: maybeLimit,
})

const anyChange: fc.Arbitrary<SettingsChange> = fc.oneof(limit, memberLimit)

/** An admin changes something. */
export const anySettingsChange = fc.record({
  kind: fc.constant('settings' as const),
  settings: anyChange,
})

/** Every limit that a history begins with. */
export const anyFirstLimit = limit.map((settings) => ({ kind: 'settings' as const, settings }))
