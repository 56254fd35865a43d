import { AppError } from '../../core/errors.ts'
import type { JobRecord } from '../../core/job/job.ts'
import { clipPlaceOf, forgetMessages } from '../clip-memory.ts'
import { retryDelayMs } from '../deadlines.ts'
import type { JobDeps } from '../job-deps.ts'
import { isCode } from '../messages/show.ts'
import { lookAgain, wakeAfter } from '../wake.ts'

const removeTriesMax = 12

/** Removes a job's message. If that is refused, the message stays and is left alone. */
export const removeStep = async (deps: JobDeps, job: JobRecord): Promise<void> => {
  const platform = deps.platforms.get(job.target.platform)
  try {
    if (job.message !== undefined) await platform?.remove(job.message, job.notes, job.target)
  } catch (error) {
    const isForGood = isCode(error, 'cannot_post') || job.deliverTries >= removeTriesMax
    const afterMs = error instanceof AppError ? error.retryAfterMs : undefined
    if (isForGood || afterMs === undefined)
      deps.log.warn('a message could not be deleted', { error, job: job.id, tries: job.deliverTries })
    if (!isForGood && afterMs !== undefined) return lookAgain(deps, job, afterMs)
    if (!isForGood) return lookAgain(deps, job, retryDelayMs(job.deliverTries, deps.random), 'deliverTries')
  }
  if (job.message !== undefined) await forgetMessages(deps, clipPlaceOf(job), [job.message.message])
  const removed = await deps.store.removed(job)
  if (job.state === 'booked' || job.state === 'expired') await wakeAfter(deps, job, removed)
}
