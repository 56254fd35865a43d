/** The provider's limits: tasks at once and look-ups per minute, shared by every process that uses one API key. */
export interface Places {
  /**
   * A place for the job's submission, kept until released or until `untilMs`. Taking it again moves its end; a later
   * try of the job gives up the place of an earlier one.
   */
  take(
    jobId: string,
    epoch: number,
    untilMs: number,
  ): Promise<{ status: 'taken' } | { status: 'waiting'; position: number }>
  /** Gives the place back, or leaves the line; answers with the job that is next. */
  release(jobId: string, epoch: number): Promise<string | undefined>
  spendLookup(): Promise<{ status: 'spent' } | { status: 'wait'; waitMs: number }>
}
