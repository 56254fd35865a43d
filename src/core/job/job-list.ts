import type { AccountId } from '../target.ts'
import type { JobRecord } from './job.ts'

/** Whose jobs are listed: everybody's of an account, or one member's. */
export interface JobsOf {
  account: AccountId
  member: string | undefined
}

/** Whose results are listed, and of which feature; undefined: everybody's, of all features. */
export interface ResultsOf {
  member: string | undefined
  feature: string | undefined
}

/**
 * A job in a list; `job` is undefined where its record cannot be read, which the operator has to look into.
 */
export interface ListedJob {
  id: string
  job: JobRecord | undefined
}

/**
 * `ambiguous`: several jobs are called so. `unreadable`: its record is, which the operator has to look into.
 */
export type FoundJob =
  | { status: 'found'; job: JobRecord }
  | { status: 'ambiguous' }
  | { status: 'unknown' }
  | { status: 'unreadable' }

/**
 * Looks jobs up for members. What is another account's is unknown here. Throws AppError `store_unavailable`.
 */
export interface JobList {
  /** Jobs from the newest on, without the first `skipped`, and at most `countMax` of them. */
  latest(of: JobsOf, skipped: number, countMax: number): Promise<readonly ListedJob[]>
  /**
   * Jobs with a result that was shown or withheld, in the order in which they were asked for, the newest
   * first, as `latest` does. What costs nothing is not among them.
   */
  results(account: AccountId, of: ResultsOf, skipped: number, countMax: number): Promise<readonly ListedJob[]>
  /** The job with this id, or whose short name this is or begins with. */
  find(account: AccountId, name: string): Promise<FoundJob>
}
