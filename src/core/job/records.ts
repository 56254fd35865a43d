import type { JobsOf, ListedJob } from './job-list.ts'

/**
 * Until when a job has to have ended that is forgotten; where the truth about it may still come,
 * `lateBeforeMs` counts.
 */
export interface ForgetTimes {
  beforeMs: number
  lateBeforeMs: number
}

/**
 * What may be forgotten by now, where records are kept for so long; the truth
 * about a job may come for `lateMs`.
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

/**
 * What became of the wish to forget a job. `kept`: it is not over yet, or not for long enough. `unknown`:
 * there never was such a job.
 */
export type Forgotten = { status: 'forgotten' } | { status: 'kept' } | { status: 'unknown' }

/**
 * The records of jobs as what is kept of people: to walk through them, and to remove them with all their
 * entries. What a job did cost stays in the books. Throws AppError `store_unavailable`.
 */
export interface Records {
  /**
   * Jobs that may be old enough, the oldest first, of a part of all jobs; the next `turn` is
   * about the next part. One that is forgotten as it was found here, and has to stay, is found
   * again when it may be old enough.
   */
  aged(turn: number, beforeMs: number, countMax: number): Promise<readonly AgedJob[]>
  /** The jobs of the same account that show this one's result once more. */
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
