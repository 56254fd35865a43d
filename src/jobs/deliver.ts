import { AppError, type ErrorCode } from '../core/errors.ts'
import type { Feature } from '../core/feature.ts'
import { effectKey, type JobRecord } from '../core/job.ts'
import type { MoveResult } from '../core/job-store.ts'
import type { ResultMessage } from '../core/message.ts'
import type { Attempt } from '../core/platform.ts'
import type { MessageRef, ReplyRef } from '../core/target.ts'
import { rememberPosted } from './clips.ts'
import { retryDelayMs } from './deadlines.ts'
import { withoutGoneFiles } from './gone-files.ts'
import type { JobDeps } from './job-deps.ts'
import {
  closingMessage,
  goneMessage,
  keptBackMessage,
  lastMessage,
  readyMessage,
  runsOnMessage,
  unshownMessage,
} from './messages.ts'
import { lateLookAtMs } from './own-task.ts'
import { type Later, laterAfter, tellPrivately, wasToldPrivately } from './private-word.ts'
import { leaveLine, lookAgain, wakeAfter } from './wake.ts'

/** With this many tries behind it a file is linked instead of attached. */
const triesBeforeLinks = 3
const triesMax = 12

/** An attempt at showing something in the job's own place. */
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

const confirmedForMs = 5_000

/**
 * Refused when we slept while another worker went on; the answer does not count either when we slept before we read it.
 * Throws AppError `step_over`.
 */
const confirmOurs = async ({ store, now }: JobDeps, job: JobRecord): Promise<void> => {
  const sinceMs = now()
  await store.note(job, 'progress', job.state)
  if (now() - sinceMs > confirmedForMs)
    throw new AppError('step_over', 'another worker may have the job by now')
}

const deliveringTriesMax = 30
const deliveringPauseMs = 1_000

/**
 * Whoever stood still in the middle of its edit, or was overtaken there by a callback, may have put old news over what
 * another worker said since: that is said again.
 */
const mendOldNews = async (deps: JobDeps, { id, epoch }: JobRecord): Promise<void> => {
  let job = await deps.store.read(id)
  if (job?.epoch === epoch) return
  for (let tries = 0; job?.state === 'ready' && tries < deliveringTriesMax; tries += 1) {
    await deps.pause(deliveringPauseMs)
    job = await deps.store.read(id)
  }
  const word = job && lastMessage(job, deps.features.get(job.feature))
  if (job !== undefined && word !== undefined) await editOrPost(deps, job, word)
}

/**
 * Edits the job's message if it is there. For news whose loss costs nothing: a failure is only logged. Answers whether
 * people see it; `unknown` where the platform gave no answer.
 */
export const showIfPossible = async (
  deps: JobDeps,
  job: JobRecord,
  message: ResultMessage,
): Promise<'shown' | 'not_shown' | 'unknown'> => {
  const ref = messageOf(job)
  const platform = deps.platforms.get(job.target.platform)
  if (ref === undefined || platform === undefined) return 'not_shown'
  try {
    await confirmOurs(deps, job)
    await platform.edit(ref, message, attemptFor(deps, job))
    await mendOldNews(deps, job)
    return 'shown'
  } catch (error) {
    deps.log.warn('progress could not be shown', { error, job: job.id })
    return isCode(error, 'cannot_post') || isCode(error, 'message_gone') ? 'not_shown' : 'unknown'
  }
}

/** `refused`: the place cannot be used any more. `given_up`: the platform was away for too long. */
type Shown =
  | { status: 'shown'; message: MessageRef | undefined }
  | { status: 'refused' }
  | { status: 'given_up' }
  | Later

const isLastTry = ({ deliverTries }: JobRecord): boolean => deliverTries >= triesMax

const tryToShow = async (deps: JobDeps, job: JobRecord, message: ResultMessage): Promise<Shown> => {
  try {
    return { status: 'shown', message: await editOrPost(deps, job, message) }
  } catch (error) {
    if (isCode(error, 'step_over')) throw error
    deps.log.warn('a message could not be shown', { error, job: job.id, tries: job.deliverTries })
    if (isCode(error, 'cannot_post')) return { status: 'refused' }
    const later = laterAfter(error)
    return isLastTry(job) && later.afterMs === undefined ? { status: 'given_up' } : later
  }
}

/** How much later than asked a try may come, so that not all that waited come at once. */
const spread = 0.25

/** Whoever was only told to come back later has not failed: however long that goes on, nothing is given up for it. */
const tryAgain = (deps: JobDeps, job: JobRecord, afterMs?: number): Promise<void> =>
  afterMs === undefined
    ? lookAgain(deps, job, retryDelayMs(job.deliverTries, deps.random), 'deliverTries')
    : lookAgain(deps, job, afterMs * (1 + spread * deps.random()))

const logUntold = ({ log }: JobDeps, job: JobRecord): void =>
  log.warn('a member could not be told', { job: job.id, state: job.state })

/** Tells the requester alone; what is left to do where that has to be tried again. */
const tellAlone = async (
  deps: JobDeps,
  job: JobRecord,
  message: ResultMessage,
): Promise<Later | undefined> => {
  const told = await tellPrivately(deps, job, message)
  if (told.status === 'later' && (!isLastTry(job) || told.afterMs !== undefined)) return told
  if (told.status !== 'told') logUntold(deps, job)
  return undefined
}

/** The result stays kept back, to be asked for. */
const keepBack = (deps: JobDeps, job: JobRecord): Promise<MoveResult> =>
  job.state === 'withheld' ? deps.store.told(job) : deps.store.finish(job, 'withheld', undefined)

/**
 * A result that cannot be shown: its message says so where it still can, else the requester is told in private, and never
 * both. Where nobody knows whether the message says it, `/jobs` does.
 */
const withhold = async (deps: JobDeps, job: JobRecord, feature: Feature): Promise<void> => {
  const message = unshownMessage(job, feature)
  const shown = wasToldPrivately(job) ? 'not_shown' : await showIfPossible(deps, job, message)
  if (shown === 'unknown' && !isLastTry(job)) return tryAgain(deps, job)
  if (shown === 'unknown') logUntold(deps, job)
  const later = shown === 'not_shown' ? await tellAlone(deps, job, message) : undefined
  if (later !== undefined) return tryAgain(deps, job, later.afterMs)
  await keepBack(deps, job)
}

const runsOnNote = 'runs_on'

/** Says in its message, once in each state, that a cancelled job runs on. */
export const showRunsOn = async (deps: JobDeps, job: JobRecord): Promise<void> => {
  if (job.cancelledBy === undefined || job.notes[runsOnNote] === job.state) return
  await showIfPossible(deps, job, runsOnMessage(job, deps.features.get(job.feature)))
  await deps.store.note(job, runsOnNote, job.state)
}

/** A result that is not to be shown, or not any more: says so in the job's one message instead. */
const closeUnshown = async (deps: JobDeps, job: JobRecord, message: ResultMessage): Promise<void> => {
  const later = await sayClosing(deps, job, message)
  if (later !== undefined) return tryAgain(deps, job, later.afterMs)
  await keepBack(deps, job)
}

/** Shows a result in the job's one message. */
const showResult = async (
  deps: JobDeps,
  job: JobRecord,
  feature: Feature,
  view: ResultMessage,
): Promise<void> => {
  const shown = await tryToShow(deps, job, readyMessage(job, view))
  switch (shown.status) {
    case 'shown':
      if (shown.message !== undefined) await rememberPosted(deps, job, shown.message.message, view)
      await deps.store.finish(job, 'posted', shown.message)
      return
    case 'refused':
    case 'given_up':
      return withhold(deps, job, feature)
    case 'later':
      return tryAgain(deps, job, shown.afterMs)
  }
}

/** A ready job, or one whose result was kept back and asked for again: shows it, unless it was cancelled. */
export const deliverStep = async (deps: JobDeps, job: JobRecord): Promise<void> => {
  await leaveLine(deps, job)
  const feature = deps.features.get(job.feature)
  const prepared = feature?.prepare(job.values)
  if (feature === undefined || !prepared?.ok || job.outcome === undefined) {
    await keepBack(deps, job)
    return
  }
  const view = prepared.prepared.view(job.outcome)
  if (job.state === 'ready' && job.cancelledBy !== undefined)
    return closeUnshown(deps, job, keptBackMessage(job, feature))
  if (wasToldPrivately(job)) return withhold(deps, job, feature)
  if (job.state === 'ready') return showResult(deps, job, feature, view)
  const left = await withoutGoneFiles(deps, view)
  return left.gone === 'all'
    ? closeUnshown(deps, job, goneMessage(job, feature))
    : showResult(deps, job, feature, left.view)
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

/** Says how a job ended in its one message, or else in private; what is left to do where that has to be tried again. */
const sayClosing = async (
  deps: JobDeps,
  job: JobRecord,
  message: ResultMessage,
): Promise<Later | undefined> => {
  if (wasToldPrivately(job)) return tellAlone(deps, job, message)
  const shown = await tryToShow(deps, job, message)
  switch (shown.status) {
    case 'shown':
      return undefined
    case 'refused':
      return tellAlone(deps, job, message)
    case 'given_up':
      logUntold(deps, job)
      return undefined
    case 'later':
      return shown
  }
}

/** A job that ended without a result: says so in the job's one message. */
export const closeStep = async (deps: JobDeps, job: JobRecord): Promise<void> => {
  await leaveLine(deps, job)
  const message = closingMessage(job, deps.features.get(job.feature))
  if (mayOnlyEdit(job)) {
    if ((await showIfPossible(deps, job, message)) === 'unknown' && !isLastTry(job))
      return tryAgain(deps, job)
  } else if (!wasTold(job)) {
    const later = await sayClosing(deps, job, message)
    if (later !== undefined) return tryAgain(deps, job, later.afterMs)
  }
  const againAtMs = lateLookAtMs(deps, job)
  const told = await deps.store.told(job, againAtMs)
  if (againAtMs !== undefined) await wakeAfter(deps, job, told)
}
