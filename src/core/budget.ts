import type { Period } from './budget-window.ts'
import type { Microcredits } from './credits.ts'
import type { AccountId } from './target.ts'

/** A server's budget and how much of its current window is used. `limit` undefined: no admin has set one yet. */
export interface BudgetState {
  limit: Microcredits | undefined
  period: Period
  zone: string
  /** Settled in this window. */
  spent: Microcredits
  /** Held for jobs that have not ended. */
  held: Microcredits
  /** What a new request may still cost; negative after an overrun. */
  left: number
  resetsAtMs: number | undefined
}

/** The servers' budgets. Throws AppError `store_unavailable` when Redis can't answer. */
export interface Budgets {
  read(account: AccountId): Promise<BudgetState>
  /** Sets the limit from now on. The same `eventId` twice is one change. */
  setLimit(change: {
    account: AccountId
    eventId: string
    actor: string
    limit: Microcredits
    period: Period
  }): Promise<BudgetState>
}
