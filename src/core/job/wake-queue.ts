/**
 * Called for every wake-up; duplicate, late or lost ones are harmless. If it throws AppError `left_to_others`, the
 * wake-up is handed out again a moment later.
 */
export type WakeHandler = (jobId: string, wake: number) => Promise<void>

/** Wakes jobs and spreads the work over processes. It knows only a job's id: the record is the truth. */
export interface WakeQueue {
  /**
   * Takes a second at most and never fails: a wake-up that can't be queued is lost, and the sweeper makes up for
   * it. Returns whether it is certainly queued.
   */
  wake(jobId: string, wake: number, delayMs: number): Promise<boolean>
  /** Passes wake-ups to `handler`, up to `concurrency` at once. */
  work(handler: WakeHandler, concurrency: number): Promise<void>
  /** Takes no new wake-ups; resolves when current ones are done, or after `withinMs` with the jobs that are left. */
  rest(withinMs: number): Promise<readonly string[]>
  /** Takes no new wake-ups and waits for current ones. */
  close(): Promise<void>
}
