import { AppError, type ErrorCode } from '../core/errors.ts'
import { effectKey, type JobRecord } from '../core/job.ts'
import type { ResultMessage } from '../core/message.ts'
import type { Attempt } from '../core/platform.ts'
import type { MessageRef, ReplyRef } from '../core/target.ts'
import { rememberPosted } from './clips.ts'
import { retryDelayMs } from './deadlines.ts'
import type { JobDeps } from './job-deps.ts'
import { closingMessage, readyMessage, unshownMessage } from './messages.ts'
import { lookAgain, releasePlace } from './wake.ts'

/** With this many tries behind it a file is linked instead of attached. */
const triesBeforeLinks = 3
const triesMax = 12

const attemptFor = ({ store }: JobDeps, job: JobRecord): Attempt => {
  const notes: Record<string, string> = { ...job.notes }
  return {
    key: effectKey(job.id),
    notes,
    async note(name, value) {
      await store.note(job, name, value)
      notes[name] = value
    },
    fileBytesMax: job.fileBytesMax,
    linksAllowed: job.deliverTries >= triesBeforeLinks,
  }
}

/** The job's one message: by its id, or by the right to edit it while its id is not known. */
const messageOf = ({ message, replyToken, target }: JobRecord): MessageRef | ReplyRef | undefined => {
  if (message !== undefined || replyToken === undefined || replyToken === '') return message
  const { platform, channel, thread } = target
  return { platform, channel, replyToken, ...(thread !== undefined && { thread }) }
}

const isCode = (error: unknown, code: ErrorCode): boolean => error instanceof AppError && error.code === code

/** Edits the job's message; where it is gone, a new one takes its place. Answers with its id if that is known. */
const editOrPost = async (
  deps: JobDeps,
  job: JobRecord,
  message: ResultMessage,
): Promise<MessageRef | undefined> => {
  const platform = deps.platforms.get(job.target.platform)
  if (platform === undefined) throw new AppError('cannot_post', `${job.target.platform} is not connected`)
  const ref = messageOf(job)
  const attempt = attemptFor(deps, job)
  if (ref !== undefined) {
    try {
      await platform.edit(ref, message, attempt)
      return job.message
    } catch (error) {
      if (!isCode(error, 'message_gone')) throw error
    }
  }
  return platform.post(job.target, message, attempt)
}

/** Edits the job's message if it is there. For news whose loss costs nothing: a failure is only logged. */
export const showIfPossible = async (
  deps: JobDeps,
  job: JobRecord,
  message: ResultMessage,
): Promise<void> => {
  const ref = messageOf(job)
  if (ref === undefined) return
  try {
    await deps.store.note(job, 'progress', job.state) // refused when we slept while another worker went on
    await deps.platforms.get(job.target.platform)?.edit(ref, message, attemptFor(deps, job))
  } catch (error) {
    deps.log.warn('progress could not be shown', { error, job: job.id })
  }
}

type Shown =
  | { status: 'shown'; message: MessageRef | undefined }
  | { status: 'impossible' }
  | { status: 'later' }

const tryToShow = async (deps: JobDeps, job: JobRecord, message: ResultMessage): Promise<Shown> => {
  try {
    return { status: 'shown', message: await editOrPost(deps, job, message) }
  } catch (error) {
    if (isCode(error, 'step_over')) throw error
    deps.log.warn('a message could not be shown', { error, job: job.id, tries: job.deliverTries })
    return isCode(error, 'cannot_post') || job.deliverTries >= triesMax
      ? { status: 'impossible' }
      : { status: 'later' }
  }
}

const tryAgain = (deps: JobDeps, job: JobRecord): Promise<void> =>
  lookAgain(deps, job, retryDelayMs(job.deliverTries, deps.random), 'deliverTries')

/**
 * The task is over, so its place is free for the next job; a job that never got one leaves the line, where it would
 * hold up everybody else. Here, because this step is repeated until it succeeds.
 */
const freePlace = (deps: JobDeps, job: JobRecord): Promise<void> =>
  releasePlace(deps, job, job.submitEpoch ?? job.epoch)

/** A ready job: shows the result in the job's one message. */
export const deliverStep = async (deps: JobDeps, job: JobRecord): Promise<void> => {
  await freePlace(deps, job)
  const feature = deps.features.get(job.feature)
  const prepared = feature?.prepare(job.values)
  if (feature === undefined || !prepared?.ok || job.outcome === undefined) {
    await deps.store.finish(job, 'withheld', undefined)
    return
  }
  const view = prepared.prepared.view(job.outcome)
  const shown = await tryToShow(deps, job, readyMessage(job, view))
  switch (shown.status) {
    case 'shown':
      if (shown.message !== undefined) await rememberPosted(deps, job, shown.message.message, view)
      await deps.store.finish(job, 'posted', shown.message)
      return
    case 'impossible':
      await showIfPossible(deps, job, unshownMessage(job, feature))
      await deps.store.finish(job, 'withheld', undefined)
      return
    case 'later':
      return tryAgain(deps, job)
  }
}

/** Whoever finds out that an answer came too late tells the member; a second word from here would be one too many. */
const wasTold = ({ ending, message }: JobRecord): boolean =>
  message === undefined && ending === 'ack_too_late'

/**
 * Nobody knows whether an answer was shown. Where there is a right to edit it, that is all there is to do: without an
 * answer the platform itself has told the member. To a message that mentions us nobody else answers.
 */
const mayOnlyEdit = ({ ending, message, replyToken = '' }: JobRecord): boolean =>
  message === undefined && ending === 'interrupted' && replyToken !== ''

/** A job that ended without a result: says so in the job's one message. */
export const closeStep = async (deps: JobDeps, job: JobRecord): Promise<void> => {
  await freePlace(deps, job)
  const message = closingMessage(job, deps.features.get(job.feature))
  if (mayOnlyEdit(job)) await showIfPossible(deps, job, message)
  else if (!wasTold(job) && (await tryToShow(deps, job, message)).status === 'later')
    return tryAgain(deps, job)
  await deps.store.told(job)
}
