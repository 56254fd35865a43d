import { type Microcredits, microcredits } from '../credits.ts'
import type { AccountId } from '../target.ts'
import type { GrantScope } from './budget.ts'

/** A share of an account's budget with a bonus that has expired. */
export interface ExpiredShare {
  account: AccountId
  scope: GrantScope
}

/** A bonus of a share: what was given of it, and what of the share was used or held then. */
interface GivenBonus {
  credits: Microcredits
  used: number
}

/**
 * What is unused of each of a share's bonuses, the next to expire first, if so much of the share is used or held by now.
 * lapse.lua calculates the same.
 */
export const unusedOf = (bonuses: readonly GivenBonus[], usedByNow: number): readonly Microcredits[] => {
  const [next, ...others] = bonuses
  if (next === undefined) return []
  const used = Math.max(0, Math.min(next.credits, usedByNow - next.used))
  const rest = others.map((other) => {
    const usedMeanwhile = Math.max(0, other.used - next.used)
    return { ...other, used: other.used + Math.max(0, used - usedMeanwhile) }
  })
  return [microcredits(next.credits - used), ...unusedOf(rest, usedByNow)]
}

/** Bonuses with an expiry, kept until they expire. Throws AppError `store_unavailable` when Redis can't answer. */
export interface Bonuses {
  /** All shares with a bonus that has expired, of every account. */
  due(): Promise<readonly ExpiredShare[]>
  /**
   * Takes back what is unused of a share's expired bonuses, each once. A bonus is used before the limit below it, and of
   * several the one that expires next. Credits held for a job count as used, even if the job gives them back later.
   */
  lapse(share: ExpiredShare): Promise<void>
}
