import type { Microcredits } from '../credits.ts'
import type { AccountId } from '../target.ts'

/** What an account has of the operator's money this month. */
interface MonthFigures {
  spent: Microcredits
  /** Held for jobs that have not ended. */
  held: Microcredits
}

/**
 * Whether the operator lets an account spend, and at most how much in a month. `ceiling` undefined: as much as
 * its own admins allow. `isTrial`: it is not let in, and has what every new server can try.
 */
export type Allowance =
  | ({ status: 'allowed'; ceiling: Microcredits | undefined; isTrial?: true } & MonthFigures)
  | { status: 'not_allowed' }

/** A server or workspace on the allowlist, with what it holds and has spent this month. */
export interface AllowedAccount extends MonthFigures {
  account: AccountId
  ceiling: Microcredits | undefined
}

/**
 * The servers and workspaces that can spend the operator's money. The first one of each platform is let in
 * automatically, unless the operator named any. A member's own account is always allowed, because only the operator
 * gives it credits. Throws AppError `store_unavailable` when Redis can't answer.
 */
export interface Allowlist {
  /** Lets nobody in. */
  peek(account: AccountId): Promise<Allowance>
  /** Lets the account in where it is the first of its platform. */
  admit(account: AccountId): Promise<Allowance>
  /** Lets an account in, or changes its ceiling; undefined lifts it. */
  allow(account: AccountId, ceiling: Microcredits | undefined): Promise<void>
  /** Lets an account spend no more, not even where the settings name it. Jobs that were sent go on. */
  remove(account: AccountId): Promise<void>
  list(): Promise<readonly AllowedAccount[]>
  /** The accounts that were removed and not let in again. */
  removed(): Promise<readonly AccountId[]>
}
