import type { JobRecord } from '../core/job.ts'
import type { MoveResult, WakeUp } from '../core/job-store.ts'
import type { JobDeps } from './job-deps.ts'

type WakeDeps = Pick<JobDeps, 'store' | 'queue' | 'now'>

/** Queues a wake-up for when it is due. */
export const queueWakeUp = (
  { queue, now }: Pick<JobDeps, 'queue' | 'now'>,
  jobId: string,
  { wake, dueMs }: WakeUp,
): Promise<void> => queue.wake(jobId, wake, Math.max(0, dueMs - now()))

/** Queues the wake-up that a transition asked for; a refused one means that somebody else has the job by now. */
export const wakeAfter = async (
  deps: Pick<JobDeps, 'queue' | 'now'>,
  job: Pick<JobRecord, 'id'>,
  moved: MoveResult,
): Promise<void> => {
  if (moved.status === 'moved') await queueWakeUp(deps, job.id, moved)
}

/** Leaves the job as it is and looks again after `delayMs`. */
export const lookAgain = async (
  deps: WakeDeps,
  job: JobRecord,
  delayMs: number,
  counts?: 'deliverTries',
): Promise<void> => {
  await wakeAfter(deps, job, await deps.store.wakeAt(job, deps.now() + delayMs, counts))
}

/** Gives the place back that the job took under `epoch`, and wakes whoever is next in line. */
export const releasePlace = async (
  { places, store, queue, now }: JobDeps,
  job: JobRecord,
  epoch: number,
): Promise<void> => {
  const nextId = await places.release(job.id, epoch)
  if (nextId === undefined) return
  const next = await store.read(nextId)
  if (next !== undefined) await wakeAfter({ queue, now }, next, await store.wakeAt(next, now()))
}
