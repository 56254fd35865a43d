/**
 * Called for every wake-up; one that arrives twice, late or never does no harm. Where it throws AppError
 * `left_to_others`, the wake-up is handed out again, a moment later.
 */
export type WakeHandler = (jobId: string, wake: number) => Promise<void>

/**
 * Wakes jobs and spreads the work over processes. It knows nothing of a job but
 * its id: the record is the truth.
 */
export interface WakeQueue {
  /**
   * Takes a second at most and never fails: a wake-up that cannot be queued is lost, and the sweeper makes it
   * good. Answers whether it is queued for certain.
   */
  wake(jobId: string, wake: number, delayMs: number): Promise<boolean>
  /** Hands wake-ups to `handler`, as many at once as `concurrency`. */
  work(handler: WakeHandler, concurrency: number): Promise<void>
  /**
   * Takes no new wake-ups; resolves when those in hand are done, or after so
   * long, with the jobs that are left.
   */
  rest(withinMs: number): Promise<readonly string[]>
  /** Takes no new wake-ups and waits for those in hand. */
  close(): Promise<void>
}
