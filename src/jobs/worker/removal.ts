import { AppError } from '../../core/errors.ts'
import type { JobRecord } from '../../core/job/job.ts'
import { clipPlaceOf } from '../clip-memory.ts'
import { retryDelayMs } from '../deadlines.ts'
import type { JobDeps } from '../job-deps.ts'
import { isCode } from '../messages/show.ts'
import { lookAgain, wakeAfter } from '../wake.ts'

const removeTriesMax = 12

/** Removed posts can't be pointed at any more. This is a convenience, so failures are only logged. */
const forgetClips = async ({ clips, log }: JobDeps, job: JobRecord): Promise<void> => {
  if (job.message === undefined) return
  await clips
    .remember(clipPlaceOf(job), job.message.message, [])
    .catch((error: unknown) => log.warn('clips of a message that is gone are still known', { error }))
}

/** Removes a job's message. If that is refused, the message stays and is left alone. */
export const removeStep = async (deps: JobDeps, job: JobRecord): Promise<void> => {
  const platform = deps.platforms.get(job.target.platform)
  try {
    if (job.message !== undefined) await platform?.remove(job.message, job.notes)
  } catch (error) {
    const isForGood = isCode(error, 'cannot_post') || job.deliverTries >= removeTriesMax
    const afterMs = error instanceof AppError ? error.retryAfterMs : undefined
    if (isForGood || afterMs === undefined)
      deps.log.warn('a message could not be taken away', { error, job: job.id, tries: job.deliverTries })
    if (!isForGood && afterMs !== undefined) return lookAgain(deps, job, afterMs)
    if (!isForGood) return lookAgain(deps, job, retryDelayMs(job.deliverTries, deps.random), 'deliverTries')
  }
  await forgetClips(deps, job)
  const removed = await deps.store.removed(job)
  if (job.state === 'booked' || job.state === 'expired') await wakeAfter(deps, job, removed)
}
