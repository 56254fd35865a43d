import type { BudgetChange, ChangeResult } from '../ledger/budget.ts'
import type { AccountId, Target } from '../target.ts'

/** What is counted: a `request` is one that costs credits, a `command` is anything that a member does. */
export type GateUse = 'request' | 'command'

/** Who has an allowance of their own. */
export type AllowanceOwner = 'member' | 'server'

/** How many of a use there are for an owner in any minute, which may come at once; 0 is as many as they like. */
export type Allowances = Readonly<Record<GateUse, Readonly<Record<AllowanceOwner, number>>>>

/** Whether a member may do something now. `limit`: how many there are in a minute. */
export type Admission =
  | { status: 'admitted' }
  | { status: 'blocked' }
  | { status: 'too_many'; of: AllowanceOwner; limit: number; waitMs: number }

/** Keeps out members who were blocked, and those who are too quick. Throws AppError `store_unavailable`. */
export interface Gate {
  /** Counts one more, unless it is refused. `isExempt`: no block holds here. */
  admit(target: Target, use: GateUse, isExempt: boolean): Promise<Admission>
}

/** The members whom a server's admins have blocked. Throws AppError `store_unavailable`. */
export interface Blocks {
  /** All of them, in no particular order. */
  all(account: AccountId): Promise<readonly string[]>
  has(account: AccountId, member: string): Promise<boolean>
  set(change: BudgetChange & { member: string; isBlocked: boolean }): Promise<ChangeResult<object>>
}
