import type { Feature } from '../../core/command/feature.ts'
import { AppError } from '../../core/errors.ts'
import { isForRequesterAlone } from '../../core/job/audience.ts'
import type { JobRecord } from '../../core/job/job.ts'
import { type Attempt, mayHavePosted } from '../../core/job/platform.ts'
import type { JobDeps } from '../job-deps.ts'
import { unreadMinutesBeforeSent } from '../messages/held.ts'
import { beginningMessage, standsAlone } from '../messages/private-job.ts'
import { attemptFor, isCode } from '../messages/show.ts'
import { lookAgain, wakeAfter } from '../wake.ts'

/** Whoever cannot be written to for good is told so, and nothing is bought. */
const giveUp = async (deps: JobDeps, job: JobRecord): Promise<void> =>
  wakeAfter(deps, job, await deps.store.void(job, 'not_reachable'))

/** Posts the job's message in the direct messages with its requester, once. */
const postAlone = async (
  deps: JobDeps,
  job: JobRecord,
  feature: Feature,
  attempt: Attempt,
): Promise<JobRecord> => {
  const { platform: name, server, member } = job.target
  const platform = deps.platforms.get(name)
  if (platform === undefined) throw new AppError('cannot_post', `${name} is not connected`)
  const message = await platform.post(
    { platform: name, server, member, isDirect: true },
    beginningMessage(job, feature, unreadMinutesBeforeSent(deps, job, feature)),
    attempt,
  )
  await deps.store.putMessage(job, message)
  return { ...job, message, replyToken: undefined, notes: attempt.notes }
}

/**
 * What is known of a job whose message stands where it is to stand; undefined where it does not stand there
 * yet.
 */
export const withMessageAlone = async (
  deps: JobDeps,
  job: JobRecord,
  feature: Feature,
): Promise<JobRecord | undefined> => {
  if (!isForRequesterAlone(job) || standsAlone(job)) return job
  const attempt = attemptFor(deps, job)
  try {
    return await postAlone(deps, job, feature, attempt)
  } catch (error) {
    if (isCode(error, 'step_over', 'program_fault')) throw error
    deps.log.warn('a message for its requester alone could not be posted', { error, job: job.id })
    const isLate = deps.now() - job.changedAtMs >= deps.deadlines.reachMs
    // A message that may stand there would promise news for ever.
    if (isCode(error, 'cannot_post') || (isLate && !mayHavePosted(attempt))) await giveUp(deps, job)
    else await lookAgain(deps, job, retryAfterMsOf(error) ?? deps.deadlines.reachRetryMs)
    return undefined
  }
}

const retryAfterMsOf = (error: unknown): number | undefined =>
  error instanceof AppError ? error.retryAfterMs : undefined
