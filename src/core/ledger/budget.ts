import type { Microcredits } from '../credits.ts'
import type { AccountId } from '../target.ts'
import type { Period } from './budget-window.ts'

/** A server's budget and how much of its current window is used. `limit` undefined: no admin has set one yet. */
export interface BudgetState {
  limit: Microcredits | undefined
  period: Period
  zone: string
  /** The day on which a week begins: 0 is Sunday, 6 is Saturday. */
  weekStart: number
  /** What every member without a limit of their own may use of it; undefined: as much as there is. */
  memberLimit: Microcredits | undefined
  /** Settled in this window. */
  spent: Microcredits
  /** Held for jobs that have not ended. */
  held: Microcredits
  /** What admins gave on top of the limit in this window, less what they took. */
  granted: number
  /** What a new request may still cost; negative after an overrun. */
  left: number
  resetsAtMs: number | undefined
}

/** What one member may use of a server's budget in its current window. `limit` undefined: as much as the server has. */
export interface MemberBudget {
  limit: Microcredits | undefined
  /** Whether the limit is this member's own, or the one for every member. */
  isOwn: boolean
  spent: Microcredits
  held: Microcredits
  /** What admins gave this member on top in this window, less what they took. */
  granted: number
}

/** Who changes what: the same `eventId` twice is one change. */
export interface BudgetChange {
  account: AccountId
  eventId: string
  actor: string
}

/** The servers' budgets. Throws AppError `store_unavailable` when Redis can't answer. */
export interface Budgets {
  read(account: AccountId): Promise<BudgetState>
  readMember(account: AccountId, member: string): Promise<MemberBudget>
  /** Sets the limit from now on; `zone` is an IANA zone. */
  setLimit(change: BudgetChange & { limit: Microcredits; period: Period; zone: string }): Promise<BudgetState>
  /** Limits one member, or every member without a limit of their own; undefined lifts the limit. */
  setMemberLimit(
    change: BudgetChange & { member: string | undefined; limit: Microcredits | undefined },
  ): Promise<void>
  /** Whether an admin named this member to look after the budget too. */
  isManager(account: AccountId, member: string): Promise<boolean>
  setManager(change: BudgetChange & { member: string; allowed: boolean }): Promise<void>
}
