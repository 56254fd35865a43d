import type { RateLimitFault } from '../faults/rate-limits.ts'
import type { RateScope } from './rate-limited.ts'
import type { Window } from './windows.ts'

/** Until when nobody may come back, as a fault has told them. */
export type Block = {
  readonly scope: RateScope
  readonly sinceMs: number
  readonly untilMs: number
}

/** What has been used up of every limit. */
export type Rates = {
  readonly windows: Map<string, Window>
  readonly blocks: Map<string, Block>
  /** When answers went out that count as invalid, lately. */
  readonly invalidAtMs: number[]
  /** How many of them in one window ban the address. */
  readonly invalidMax: number
  bannedUntilMs: number
  /** Limits that a fault reports as exceeded although they are not. */
  readonly faults: RateLimitFault[]
}

/** Nothing is used up. */
export const newRates = (invalidMax: number): Rates => ({
  windows: new Map(),
  blocks: new Map(),
  invalidAtMs: [],
  invalidMax,
  bannedUntilMs: 0,
  faults: [],
})
