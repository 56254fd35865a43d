import { onChange } from '../../../core/log.ts'
import type { JobDeps } from '../../job-deps.ts'
import { queueWakeUp } from '../../wake.ts'
import { repeat } from './repeat.ts'
import { sweepLine } from './sweep-line.ts'

type SweepDeps = Pick<
  JobDeps,
  'store' | 'queue' | 'places' | 'deadlines' | 'log' | 'now' | 'keyId' | 'keyRing'
>

const repairOperator = async ({ store, deadlines, log, now }: SweepDeps): Promise<void> => {
  const { voided } = await store.repairOperator({
    changesMs: now() - deadlines.unmirroredMs,
    holdsMs: now() - deadlines.operatorLateMs,
  })
  for (const job of voided)
    log.info("a hold of the operator's total had no record and was given back", { job })
}

/** Wake-ups queued together: an unresponsive queue costs the time of one. */
const wokenTogether = 50

/** Whether all could be queued; the rest are overdue again by the next sweep but one. */
const wakeOverdue = async (
  { store, queue, deadlines, now }: SweepDeps,
  tellFull: (jobs: number) => void,
): Promise<boolean> => {
  const overdue = await store.rewake(now() - deadlines.overdueMs)
  for (let first = 0; first < overdue.length; first += wokenTogether) {
    const some = overdue.slice(first, first + wokenTogether)
    const queued = await Promise.all(
      some.map(({ jobId, ...wakeUp }) => queueWakeUp({ queue, now }, jobId, wakeUp)),
    )
    if (queued.every((isQueued) => isQueued)) continue
    tellFull(overdue.length - first - queued.filter((isQueued) => isQueued).length)
    return false
  }
  return true
}

/** Tells how many jobs the wake queue does not take, when that starts and while it lasts. */
const tellFullWith = ({ log, now }: Pick<SweepDeps, 'log' | 'now'>): ((jobs: number) => void) =>
  onChange(
    (jobs) => log.warn('the wake queue takes nothing now: the rest is woken by a later sweep', { jobs }),
    now,
    () => '',
  )

/**
 * Wakes every job that should have been touched: its wake-up, or its worker, was lost. Then maintains the line,
 * unless the queue is failing, and brings the operator's total up to date.
 */
export const sweep = async (deps: SweepDeps, tellFull = tellFullWith(deps)): Promise<void> => {
  if (await wakeOverdue(deps, tellFull)) await sweepLine(deps)
  await repairOperator(deps)
}

/** Sweeps at once and then repeatedly, one sweep at a time. Returns how to stop. */
export const startSweeper = (deps: SweepDeps): { stop(): Promise<void> } => {
  const { log, deadlines, now } = deps
  const tell = onChange((error) => log.warn('a sweep failed', { error }), now)
  const tellFull = tellFullWith(deps)
  const step = () => sweep(deps, tellFull).catch(tell)
  const { runNow, stop } = repeat(step, deadlines.sweepMs)
  runNow()
  return { stop }
}
