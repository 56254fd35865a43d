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

/**
 * Jobs that ended before these times may be forgotten; `lateBeforeMs` counts for those whose true outcome may still
 * come.
 */
export interface ForgetTimes {
  beforeMs: number
  lateBeforeMs: number
}

/**
 * What may be forgotten by now, if records are kept for `retentionMs`. The true outcome of a job may come for
 * `lateMs`.
 */
export const forgetTimes = (nowMs: number, { lateMs }: { lateMs: number }, retentionMs = 0): ForgetTimes => ({
  beforeMs: nowMs - retentionMs,
  lateBeforeMs: nowMs - Math.max(retentionMs, lateMs),
})

/** A job, and where it was found by its age. */
export interface AgedJob {
  jobId: string
  entry?: string
}

/** Whether a job was forgotten. `kept`: it is not over, or not for long enough. `unknown`: there never was such a job. */
export type Forgotten = { status: 'forgotten' } | { status: 'kept' } | { status: 'unknown' }

/**
 * Job records as the data that is kept of people: to walk through them, and to remove them with all their entries.
 * What a job cost stays in the books. Throws AppError `store_unavailable`.
 */
export interface Records {
  /**
   * Jobs that may be old enough, the oldest first, of a part of all jobs; the next `turn` is
   * about the next part. One that is forgotten as it was found here, and has to stay, is found
   * again when it may be old enough.
   */
  aged(turn: number, beforeMs: number, countMax: number): Promise<readonly AgedJob[]>
  /** The jobs of the same account that show this one's result again. */
  copiesOf(jobId: string): Promise<readonly string[]>
  /** Removes one job that is over. The same again does no harm. */
  forget(job: AgedJob, times: ForgetTimes): Promise<Forgotten>
  /**
   * Jobs from the oldest on, behind `after` (from the first on, where it is undefined). `next` is
   * where to go on; undefined at the end.
   */
  walk(
    of: JobsOf,
    after: string | undefined,
    countMax: number,
  ): Promise<{ jobs: readonly ListedJob[]; next: string | undefined }>
}

/**
 * Finds the job that made a task or an output, by the service's own name for it, for as long as the job's record is
 * kept. Throws AppError `store_unavailable`.
 */
export interface TaskOwners {
  /** The job of this account that made it. Other accounts' tasks are unknown here. */
  jobOf(account: AccountId, name: string): Promise<FoundJob>
  /** Whether any account made it. */
  hasOwner(name: string): Promise<boolean>
}

/** Dependencies for finding the owner of a result at the service. */
export interface TaskOwnerDeps {
  taskOwners: TaskOwners
  /** Whether the operator lets members look up tasks that were made elsewhere with the same key. */
  resultsFromElsewhere: boolean
}

/** Whether an account can look up a task that it did not make: the operator allows it, and no other account made it. */
export const isOpenToAll = async (
  { taskOwners, resultsFromElsewhere }: TaskOwnerDeps,
  name: string,
): Promise<boolean> => resultsFromElsewhere && !(await taskOwners.hasOwner(name))
