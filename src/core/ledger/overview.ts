import type { Microcredits } from '../credits.ts'
import type { AccountId } from '../target.ts'
import type { GrantScope } from './budget.ts'
import type { Scope } from './scope.ts'
import type { SpendEntry } from './spend.ts'

/** A limit that admins set for one channel, group, member, feature or model. */
export interface SetLimit {
  scope: Scope
  limit: Microcredits
  /** A group's limit for each of its members. */
  isForEach?: true
}

/** A bonus that expires before the current window ends. */
export interface ExpiringBonus {
  scope: GrantScope
  /** What is unused of it: that is taken back then. */
  credits: Microcredits
  expiresAtMs: number
}

/** What an account's admins look at besides its budget. Throws AppError `store_unavailable`. */
export interface BudgetOverview {
  /** What was spent on these days of the account's calendar. A day is known for some hundred days. */
  spentOn(account: AccountId, days: readonly string[]): Promise<readonly SpendEntry[]>
  /** All limits of single groups, channels, members, features and models, in this order, the highest first. */
  limits(account: AccountId): Promise<readonly SetLimit[]>
  /** Bonuses that expire before the current window ends, the next first: all of them, or those of one share. */
  expiring(account: AccountId, of?: Scope): Promise<readonly ExpiringBonus[]>
}
