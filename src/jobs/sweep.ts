import type { JobDeps } from './job-deps.ts'
import { repeat } from './repeat.ts'
import { sweepLine } from './sweep-line.ts'
import { queueWakeUp } from './wake.ts'

type SweepDeps = Pick<JobDeps, 'store' | 'queue' | 'places' | 'deadlines' | 'log' | 'now'>

const repairOperator = async ({ store, deadlines, log, now }: SweepDeps): Promise<void> => {
  const { voided } = await store.repairOperator({
    changesMs: now() - deadlines.unmirroredMs,
    holdsMs: now() - deadlines.operatorLateMs,
  })
  for (const job of voided)
    log.info("a hold of the operator's total had no record and was given back", { job })
}

/**
 * Wakes every job that should have been touched by now: its wake-up, or its worker, was lost. Then sees to
 * the line, and brings the operator's total up to date.
 */
export const sweep = async (deps: SweepDeps): Promise<void> => {
  const { store, queue, deadlines, now } = deps
  for (const { jobId, ...wakeUp } of await store.rewake(now() - deadlines.overdueMs))
    await queueWakeUp({ queue, now }, jobId, wakeUp)
  await sweepLine(deps)
  await repairOperator(deps)
}

/** Sweeps at once and then again and again, one sweep at a time. Returns how to stop. */
export const startSweeper = (deps: SweepDeps): { stop(): Promise<void> } => {
  const { log, deadlines } = deps
  const step = () => sweep(deps).catch((error: unknown) => log.warn('a sweep failed', { error }))
  const { runNow, stop } = repeat(step, deadlines.sweepMs)
  runNow()
  return { stop }
}
