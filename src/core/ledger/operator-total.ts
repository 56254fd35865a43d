import type { Microcredits } from '../credits.ts'
import type { AccountId } from '../target.ts'

/** What is left of an account's ceiling, and how much its running jobs hold. */
interface AllowanceLeft {
  left: number
  limit: Microcredits
  held: Microcredits
}

/**
 * Why the operator's total refuses a hold: the operator has not allowed the account; too little is left of its
 * ceiling, or of the limit for all accounts; the rest of that limit is kept for other accounts;
 * the operator has paused all spending, with a notice that may be empty; or the request came too late to count.
 */
export type OperatorRefusal =
  | { status: 'not_allowed' }
  | ({ status: 'exceeds_ceiling'; resetsAtMs: number | undefined } & AllowanceLeft)
  | { status: 'exceeds_operator'; left: number; limit: Microcredits; resetsAtMs: number | undefined }
  | { status: 'exceeds_share'; resetsAtMs: number | undefined }
  | { status: 'paused_everywhere'; notice: string }
  | { status: 'late' }

/**
 * `held`: by this call or by an earlier one for the same job. After `untilMs` the hold no longer counts for a job
 * without a record; `window` is where it counts; `left` is what remains of the account's ceiling, and `totalLeft` of
 * the limit for all accounts, if there is one. `ownKeyId`: set if the account's own API key pays, so none of
 * the operator's limits apply. `differs`: the job held another amount before.
 */
export type OperatorHold =
  | {
      status: 'held'
      untilMs: number
      window: string
      left: number | undefined
      totalLeft: number | undefined
      ownKeyId: string | undefined
    }
  | { status: 'differs' }
  | OperatorRefusal

/** A job's part of the operator's total, by its record: a fact. A higher version replaces a lower one. */
export interface OperatorFact {
  version: number
  amount: Microcredits
  /** `open` means held, `closed` means spent. */
  state: 'open' | 'closed'
  /** The window of the job's hold in the operator's total. */
  window: string
  /** Undefined in facts of older versions. */
  account: AccountId | undefined
}

/** What all servers together use in the current month. `limit` undefined: as much as there is. */
export interface OperatorState {
  limit: Microcredits | undefined
  held: Microcredits
  spent: Microcredits
  resetsAtMs: number | undefined
}

/**
 * What all servers together can use in a month. Every method can be repeated, and facts can arrive in any order;
 * docs/ledger.md says why that is enough. Throws AppError `store_unavailable` when the outcome is not known.
 */
export interface OperatorTotal {
  /**
   * Taken before the account's own hold. The first answer stays, unless it is a refusal. A hold that `isFree` is
   * granted to every account, whatever is left. `again`: also after the sweeper gave an earlier hold back, which
   * otherwise makes every later one `late`.
   */
  hold(
    jobId: string,
    amount: Microcredits,
    account: AccountId,
    isFree?: boolean,
    again?: boolean,
  ): Promise<OperatorHold>
  /**
   * Gives back the hold of a job that came to nothing. A hold with a fact stays. `isSpent`: the account's own
   * budget has nothing left for such a job, so no part of the limit is kept for it.
   */
  release(jobId: string, isSpent?: boolean): Promise<void>
  /** Keeps part of the limit for a server from now on. */
  keepShare(account: AccountId): Promise<void>
  /** Reports a fact. It overrides a released hold, tombstones and the limit. */
  mirror(jobId: string, fact: OperatorFact): Promise<void>
  /** The jobs whose hold should have had a fact by `beforeMs` but has none. */
  unconfirmed(beforeMs: number): Promise<readonly string[]>
  /** Gives such a hold back and leaves a tombstone. False if a fact came meanwhile. */
  expire(jobId: string, beforeMs: number): Promise<boolean>
  read(): Promise<OperatorState>
}
