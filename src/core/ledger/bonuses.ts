import type { AccountId } from '../target.ts'
import type { GrantScope } from './budget.ts'

/** A share of an account's budget with a bonus that has expired. */
export interface ExpiredShare {
  account: AccountId
  scope: GrantScope
}

/** Bonuses with an expiry, kept until they expire. Throws AppError `store_unavailable` when Redis can't answer. */
export interface Bonuses {
  /** All shares with a bonus that has expired, of every account. */
  due(): Promise<readonly ExpiredShare[]>
  /**
   * Takes back what is left of a share's expired bonuses, each once. A limit is used up before the bonus on top of it,
   * and credits held for a job count as used, even if the job gives them back later.
   */
  lapse(share: ExpiredShare): Promise<void>
}
