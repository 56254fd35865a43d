import type { Microcredits } from '../credits.ts'
import type { AccountId } from '../target.ts'

/** An account's use of the operator's money this month. */
interface MonthFigures {
  spent: Microcredits
  /** Held for jobs that have not ended. */
  held: Microcredits
}

/** What the operator's limit for all accounts together leaves this month. Members learn none of the figures. */
export interface TotalLeft {
  /** Negative after an overrun. */
  left: number
  held: Microcredits
}

/**
 * Whether the operator lets an account spend, and the most it can spend in a month. `ceiling` undefined: as much as
 * its own admins allow, as where its own API key pays. `total`: only from `peek`, and only where the operator limits all
 * accounts together.
 * `resetsAtMs`: only from `peek`, and only with a ceiling: when its month ends.
 * `paused`: only from `peek`, the operator's notice while all spending is paused. `mayBeFirst`: only from `peek`, for an account that is let in only if no other of its platform comes first.
 */
export type Allowance =
  | ({
      status: 'allowed'
      ceiling: Microcredits | undefined
      total?: TotalLeft | undefined
      paused?: string | undefined
      resetsAtMs?: number | undefined
      mayBeFirst?: true
    } & MonthFigures)
  | { status: 'not_allowed' }

/** A server or workspace on the allowlist, with what it holds and has spent this month. */
export interface AllowedAccount extends MonthFigures {
  account: AccountId
  /** Whether its own API key pays: then its ceiling doesn't apply. */
  hasOwnKey?: true
  ceiling: Microcredits | undefined
}

/**
 * The servers and workspaces that can spend the operator's money. The first one of each platform is added
 * automatically, unless the operator named any. A member's own account is always allowed, because only the operator
 * gives it credits. Throws AppError `store_unavailable` when Redis can't answer.
 */
export interface Allowlist {
  /** Only reads; adds no account. */
  peek(account: AccountId): Promise<Allowance>
  /** Whether `peek` allows the account to spend; one small read. */
  lets(account: AccountId): Promise<boolean>
  /** Adds the account if it is the first of its platform. */
  admit(account: AccountId): Promise<Allowance>
  /** Adds an account, or changes its ceiling; undefined lifts the ceiling. */
  allow(account: AccountId, ceiling: Microcredits | undefined): Promise<void>
  /** Stops an account's spending, even if the settings name it. Jobs that were sent continue. */
  remove(account: AccountId): Promise<void>
  /** Pauses all spending, or lifts that. Jobs that were accepted continue. */
  setPause(notice: string | undefined): Promise<void>
  /** The notice while all spending is paused; undefined if it is not. */
  pause(): Promise<string | undefined>
  list(): Promise<readonly AllowedAccount[]>
  /** The accounts that were removed and not added again. */
  removed(): Promise<readonly AccountId[]>
}
