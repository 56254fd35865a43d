import type { Allowlist } from '../ledger/allowlist.ts'
import type { AccountId } from '../target.ts'
import type { JobFacts } from './access.ts'
import type { JobRecord } from './job.ts'

/** Whose jobs are listed: everybody's in an account, or one member's. */
export interface JobsOf {
  account: AccountId
  member: string | undefined
}

/** Whose results are listed, and of which feature; undefined: everybody's, of all features. */
export interface ResultsOf {
  member: string | undefined
  feature: string | undefined
}

/** A job in a list; `job` is undefined if its record is unreadable and the operator has to check it. */
export interface ListedJob {
  id: string
  job: JobRecord | undefined
}

/** What decides who may have a job's result, and its age. Of its values, it has only who sees it. */
export type ListedFacts = JobFacts & Pick<JobRecord, 'createdAtMs'>

/** A job of which only this was read; `facts` is undefined if its record is unreadable, or gone. */
export interface ListedResult {
  id: string
  facts: ListedFacts | undefined
}

/** `ambiguous`: several jobs have this name. `unreadable`: its record is, and the operator has to check it. */
export type FoundJob =
  | { status: 'found'; job: JobRecord }
  | { status: 'ambiguous' }
  | { status: 'unknown' }
  | { status: 'unreadable' }

/** Looks jobs up for members. Another account's jobs are unknown here. Throws AppError `store_unavailable`. */
export interface JobList {
  /** Jobs, newest first: at most `countMax` of them after the first `skipped`. */
  latest(of: JobsOf, skipped: number, countMax: number): Promise<readonly ListedJob[]>
  /**
   * Jobs whose result was shown or withheld, by time of request, newest first, as in `latest`. Free jobs are left
   * out. Their records, which can be long, are not read.
   */
  results(
    account: AccountId,
    of: ResultsOf,
    skipped: number,
    countMax: number,
  ): Promise<readonly ListedResult[]>
  /** The same of these jobs of one account. */
  facts(ids: readonly string[]): Promise<readonly ListedResult[]>
  /** The job with this id, or whose short name is this or begins with it. */
  find(account: AccountId, name: string): Promise<FoundJob>
}

/**
 * Jobs that ended before these times can be forgotten; `lateBeforeMs` is for those whose true outcome may still
 * come.
 */
export interface ForgetTimes {
  beforeMs: number
  lateBeforeMs: number
}

/** What can be forgotten now, if records are kept for `retentionMs`. A job's true outcome may come for `lateMs`. */
export const forgetTimes = (nowMs: number, { lateMs }: { lateMs: number }, retentionMs = 0): ForgetTimes => ({
  beforeMs: nowMs - retentionMs,
  lateBeforeMs: nowMs - Math.max(retentionMs, lateMs),
})

/** A job, and where it was found by its age. */
export interface AgedJob {
  jobId: string
  entry?: string
}

/** Whether a job was forgotten. `kept`: it is not over, or not for long enough. `unknown`: it never existed. */
export type Forgotten = { status: 'forgotten' } | { status: 'kept' } | { status: 'unknown' }

/**
 * Job records as personal data: lists them, and removes them with all their entries. What a job cost stays in the
 * books. Throws AppError `store_unavailable`.
 */
export interface Records {
  /**
   * Jobs that may be old enough, oldest first, from one part of all jobs; the next `turn` reads the next part. A
   * job that is passed to `forget` as found here and has to stay comes up again when it may be old enough.
   */
  aged(turn: number, beforeMs: number, countMax: number): Promise<readonly AgedJob[]>
  /** The same for jobs that had to stay when a member wanted them forgotten. */
  asked(turn: number, beforeMs: number, countMax: number): Promise<readonly AgedJob[]>
  /** The jobs of the same account that show this job's result again, or `countMax` of them after the job `after`. */
  copiesOf(jobId: string, countMax?: number, after?: string): Promise<readonly string[]>
  /**
   * Removes one finished job. Repeating it is harmless. Without an entry a member wants it removed: if the step that
   * sent its request may still report, it has to stay, and `asked` finds it.
   */
  forget(job: AgedJob, times: ForgetTimes): Promise<Forgotten>
  /**
   * Jobs, oldest first, after `after` (undefined: from the start). `next` is where to continue; undefined at the
   * end.
   */
  walk(
    of: JobsOf,
    after: string | undefined,
    countMax: number,
  ): Promise<{ jobs: readonly ListedJob[]; next: string | undefined }>
}

/**
 * Finds the job that made a task or an output, by the service's own name for it, while the job's record is kept.
 * Throws AppError `store_unavailable`.
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
  allowlist: Pick<Allowlist, 'lets'>
}

/**
 * Whether an account can look up a task that it did not make: the operator allows that and lets the account spend, and no
 * other account made it.
 */
export const isOpenTo = async (
  { taskOwners, resultsFromElsewhere, allowlist }: TaskOwnerDeps,
  account: AccountId,
  name: string,
): Promise<boolean> =>
  resultsFromElsewhere && (await allowlist.lets(account)) && !(await taskOwners.hasOwner(name))
