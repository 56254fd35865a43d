import type { BudgetChange, ChangeResult } from '../ledger/budget.ts'
import type { AccountId, Target } from '../target.ts'

/**
 * The kind of use that is counted: a `request` makes a job, a `command` is anything that a member does. `uncharged`: a job
 * that ended without a charge, because no budget limits how many records such jobs leave.
 */
export type GateUse = 'request' | 'command' | 'uncharged'

/**
 * What is counted besides, because each leaves an entry for good in a journal that accounts share: a `gift` from member to
 * member, and a `change` of what an account allows.
 */
export type AllowanceUse = GateUse | 'gift' | 'change'

/** Owners of a separate allowance. */
export type AllowanceOwner = 'member' | 'server'

/**
 * How many uses an owner has at once; they come back evenly, all of them within a minute, and `uncharged` ones,
 * gifts and changes within a day. 0 is no limit.
 */
export type Allowances = Readonly<Record<AllowanceUse, Readonly<Record<AllowanceOwner, number>>>>

/** More than an allowance has left. `limit` is per day or minute. */
export interface TooMany {
  status: 'too_many'
  of: AllowanceOwner
  limit: number
  waitMs: number
}

/** Why a member is not let through. `limit` is per minute, for `uncharged` uses per day. */
export type Refusal = { status: 'blocked' } | (TooMany & { use: GateUse })

/** Whether a member is let through. */
export type Admission = { status: 'admitted' } | Refusal

/** Keeps out members who are blocked or too quick. Throws AppError `store_unavailable`. */
export interface Gate {
  /**
   * Counts one command, unless it is refused. `isExempt`: blocks do not apply. A request is counted when it is accepted:
   * see `JobStore.request`.
   */
  admit(target: Target, isExempt: boolean): Promise<Admission>
}

/** Members blocked by a server's admins. Throws AppError `store_unavailable`. */
export interface Blocks {
  /** All of them, in no particular order. */
  all(account: AccountId): Promise<readonly string[]>
  has(account: AccountId, member: string): Promise<boolean>
  set(change: BudgetChange & { member: string; isBlocked: boolean }): Promise<ChangeResult<object>>
}
