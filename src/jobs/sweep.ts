import type { JobDeps } from './job-deps.ts'

type SweepDeps = Pick<JobDeps, 'store' | 'queue' | 'deadlines' | 'log' | 'now'>

/** Wakes every job that should have been touched by now: its wake-up, or its worker, was lost. */
export const sweep = async ({ store, queue, deadlines, now }: SweepDeps): Promise<void> => {
  for (const { jobId, wake } of await store.rewake(now() - deadlines.overdueMs))
    await queue.wake(jobId, wake, 0)
}

/** Sweeps at once and then again and again, one sweep at a time. Returns how to stop. */
export const startSweeper = (deps: SweepDeps): { stop(): Promise<void> } => {
  let running: Promise<void> | undefined
  const run = () => {
    running ??= sweep(deps)
      .catch((error: unknown) => deps.log.warn('a sweep failed', { error }))
      .finally(() => {
        running = undefined
      })
  }
  const timer = setInterval(run, deps.deadlines.sweepMs)
  run()
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
