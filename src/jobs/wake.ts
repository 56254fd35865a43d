import { isUnreadable } from '../core/job/dead-letters.ts'
import { isRunning, type JobRecord } from '../core/job/job.ts'
import type { MoveResult, WakeUp } from '../core/job/job-store.ts'
import type { JobDeps } from './job-deps.ts'

type WakeDeps = Pick<JobDeps, 'store' | 'queue' | 'now'>

/** Queues a wake-up for when it is due; returns whether it is certainly queued. */
export const queueWakeUp = (
  { queue, now }: Pick<JobDeps, 'queue' | 'now'>,
  jobId: string,
  { wake, dueMs }: WakeUp,
): Promise<boolean> => queue.wake(jobId, wake, Math.max(0, dueMs - now()))

/** Queues the wake-up that a transition asked for; a refused transition means that another worker has the job. */
export const wakeAfter = async (
  deps: Pick<JobDeps, 'queue' | 'now'>,
  job: Pick<JobRecord, 'id'>,
  moved: MoveResult,
): Promise<void> => {
  if (moved.status === 'moved') await queueWakeUp(deps, job.id, moved)
}

/** Leaves the job as it is and looks again after `delayMs`; see `JobStore.wakeAt` for `how`. */
export const lookAgain = async (
  deps: WakeDeps,
  job: JobRecord,
  delayMs: number,
  how?: 'deliverTries' | 'only_sooner',
): Promise<void> => {
  await wakeAfter(deps, job, await deps.store.wakeAt(job, deps.now() + delayMs, how))
}

/** Dependencies for waking jobs whose turn has come. */
export type LineDeps = Pick<JobDeps, 'places' | 'store' | 'queue' | 'now' | 'log'>

/** An unreadable record is handled elsewhere and must not block the others. */
export const readIfPossible = async (
  { store }: { store: Pick<JobDeps['store'], 'read'> },
  jobId: string,
): Promise<JobRecord | 'unreadable' | undefined> => {
  try {
    return await store.read(jobId)
  } catch (error) {
    if (isUnreadable(error)) return 'unreadable'
    throw error
  }
}

const isOver = (job: JobRecord): boolean =>
  job.state !== 'requested' && job.state !== 'accepted' && !isRunning(job)

/**
 * Returns the jobs called instead if this one is over, and whether the queue still works. An unreadable record
 * is left to the worker that takes it up: that worker makes a dead letter of it, or can read it.
 */
const wakeOne = async (
  { places, store, queue, now }: LineDeps,
  jobId: string,
  takesMore: boolean,
): Promise<{ called: readonly string[]; takesMore: boolean }> => {
  const job = await readIfPossible({ store }, jobId)
  if (job !== undefined && job !== 'unreadable' && isOver(job))
    return { called: await places.leave(job), takesMore }
  const isWanted = job === 'unreadable' || job?.state === 'accepted'
  const wakeUp = takesMore && isWanted ? await store.call(jobId) : undefined
  if (wakeUp === undefined) return { called: [], takesMore }
  return { called: [], takesMore: await queueWakeUp({ queue, now }, jobId, wakeUp) }
}

/**
 * Wakes jobs that were offered a place; one that is over passes it to the next. The sweeper repairs failures
 * here. A queue that failed once is not tried again: each try would take as long.
 */
export const wakeCalled = async (deps: LineDeps, called: readonly string[]): Promise<void> => {
  const waking = [...called]
  let takesMore = true
  for (let jobId = waking.shift(); jobId !== undefined; jobId = waking.shift()) {
    try {
      const woken = await wakeOne(deps, jobId, takesMore)
      takesMore = woken.takesMore
      waking.push(...woken.called)
    } catch (error) {
      deps.log.warn('a job whose turn it is could not be woken yet', { error, job: jobId })
    }
  }
}

/** Returns the place that the job took under `epoch`, and wakes the next job in line. */
export const releasePlace = async (deps: LineDeps, { id }: JobRecord, epoch: number): Promise<void> =>
  wakeCalled(deps, await deps.places.release(id, epoch))

/**
 * Ends a job's wait: gives back what it held, leaves the line if it never got a place, and wakes the next job.
 * For steps that are repeated until they succeed: a job left in the line blocks all others.
 */
export const leaveLine = async (deps: LineDeps, job: JobRecord): Promise<void> =>
  wakeCalled(deps, await deps.places.leave(job))
