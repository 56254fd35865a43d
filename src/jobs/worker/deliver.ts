import type { Feature } from '../../core/command/feature.ts'
import { sampleText } from '../../core/command/voice-samples.ts'
import { isForRequesterAlone, type JobRecord } from '../../core/job/job.ts'
import type { MoveResult } from '../../core/job/job-store.ts'
import { ownersNote } from '../../core/job/lineage.ts'
import type { ResultMessage } from '../../core/message/message.ts'
import type { MessageRef } from '../../core/target.ts'
import { rememberPosted } from '../clip-memory.ts'
import { retryDelayMs } from '../deadlines.ts'
import type { JobDeps } from '../job-deps.ts'
import {
  closingMessage,
  goneMessage,
  keptBackMessage,
  unshownMessage,
  withOnceMore,
} from '../messages/closing.ts'
import { type PaidJob, withLeft, withVoiceNames } from '../messages/job-facts.ts'
import { readyMessage } from '../messages/messages.ts'
import { type Later, laterAfter, notifyPrivately } from '../messages/notify-privately.ts'
import { editOrPost, isCode, noteInTime, sayNews, tryToSay, wasNotifiedPrivately } from '../messages/show.ts'
import { leaveLine, lookAgain, wakeAfter } from '../wake.ts'
import { lateLookAtMs } from './find-own-task.ts'
import { resultNow } from './gone-files.ts'
import { keepSample } from './keep-sample.ts'

const triesMax = 12

/** `refused`: the place can't be used any more. `given_up`: the platform was unavailable for too long. */
type Shown =
  | { status: 'shown'; message: MessageRef | undefined }
  | { status: 'refused' }
  | { status: 'given_up' }
  | Later

const isLastTry = ({ deliverTries }: JobRecord): boolean => deliverTries >= triesMax

const tryToShow = async (
  deps: JobDeps,
  job: JobRecord,
  showing: Promise<MessageRef | undefined>,
): Promise<Shown> => {
  try {
    return { status: 'shown', message: await showing }
  } catch (error) {
    if (isCode(error, 'step_over', 'program_fault')) throw error
    const later = laterAfter(error)
    if (later.afterMs !== undefined) deps.log.debug('a message waits for its turn', { job: job.id })
    else deps.log.warn('a message could not be shown', { error, job: job.id, tries: job.deliverTries })
    if (isCode(error, 'cannot_post')) return { status: 'refused' }
    return isLastTry(job) && later.afterMs === undefined ? { status: 'given_up' } : later
  }
}

/** Spreads later tries, so that they do not coincide and jobs with a turn keep their order. */
const spreadMs = 250

/** Being told to come back later is not a failure: it never leads to giving up, however long it lasts. */
const tryAgain = (deps: JobDeps, job: JobRecord, afterMs?: number): Promise<void> =>
  afterMs === undefined
    ? lookAgain(deps, job, retryDelayMs(job.deliverTries, deps.random), 'deliverTries')
    : lookAgain(deps, job, afterMs + spreadMs * deps.random())

const logUntold = ({ log }: JobDeps, job: JobRecord): void =>
  log.warn('a member could not be told', { job: job.id, state: job.state })

/** Tells the requester in private; returns what to retry, if anything. */
const tellAlone = async (
  deps: JobDeps,
  job: JobRecord,
  message: ResultMessage,
): Promise<Later | undefined> => {
  const told = await notifyPrivately(deps, job, message)
  if (told.status === 'later' && (!isLastTry(job) || told.afterMs !== undefined)) return told
  if (told.status !== 'told') logUntold(deps, job)
  return undefined
}

/** The result stays hidden until requested. */
const keepBack = (deps: JobDeps, job: JobRecord): Promise<MoveResult> =>
  job.state === 'withheld' ? deps.store.told(job) : deps.store.finish(job, 'withheld', undefined)

const notSaid = { seen: 'not_shown', afterMs: undefined } as const

/** Note that the place refused the result, which is only announced from then on. */
const refusedNote = 'result_refused'

/**
 * A result that can't be shown: its message says so if it still can, otherwise the requester is told in
 * private, never both. If it is unknown whether the message says it, `/jobs` does.
 */
const withhold = async (deps: JobDeps, job: PaidJob, feature: Feature): Promise<void> => {
  const message = unshownMessage(job, feature)
  const { seen, afterMs } = wasNotifiedPrivately(job) ? notSaid : await tryToSay(deps, job, message)
  if (seen === 'unknown' && (afterMs !== undefined || !isLastTry(job))) {
    if (job.state === 'ready') await noteInTime(deps, job, refusedNote, 'yes')
    return tryAgain(deps, job, afterMs)
  }
  if (seen === 'unknown') logUntold(deps, job)
  const isUnshown = seen === 'not_shown' || seen === 'over'
  const later = isUnshown ? await tellAlone(deps, job, message) : undefined
  if (later !== undefined) return tryAgain(deps, job, later.afterMs)
  await keepBack(deps, job)
}

/** A result that should not be shown (any more): says so in the job's one message instead. */
const closeUnshown = async (deps: JobDeps, job: JobRecord, message: ResultMessage): Promise<void> => {
  const said = await sayClosing(deps, job, message)
  if (said.status === 'later') return tryAgain(deps, job, said.afterMs)
  await keepBack(deps, job)
}

/** An attempt notes how far it came. */
const withNotesSince = async ({ store }: JobDeps, job: PaidJob): Promise<PaidJob> => {
  const read = await store.read(job.id)
  return read === undefined ? job : { ...job, notes: read.notes }
}

/** Shows a result in the job's one message. */
const showResult = async (
  deps: JobDeps,
  job: PaidJob,
  feature: Feature,
  view: ResultMessage,
): Promise<void> => {
  const message = readyMessage(job, view, deps.features)
  const shown = await tryToShow(deps, job, editOrPost(deps, job, message))
  switch (shown.status) {
    case 'shown':
      if (shown.message !== undefined) await rememberPosted(deps, job, shown.message.message, message)
      if (
        (job.state === 'ready' && deps.now() - job.createdAtMs > deps.deadlines.noticeAfterMs) ||
        job.notes[ownersNote] !== undefined
      )
        await wakeAfter(deps, job, await deps.store.finish(job, 'posted', shown.message, true))
      else await deps.store.finish(job, 'posted', shown.message)
      return
    case 'refused':
    case 'given_up':
      return withhold(deps, await withNotesSince(deps, job), feature)
    case 'later':
      return tryAgain(deps, job, shown.afterMs)
  }
}

/** Addresses of files may have expired by then, while the chat was away or a result was hidden. */
const newForMs = 5 * 60_000

/**
 * A ready job, or a hidden result that was requested again: shows it, unless it was cancelled or its files
 * disappeared while it was hidden.
 */
export const deliverStep = async (deps: JobDeps, made: JobRecord): Promise<void> => {
  await leaveLine(deps, made)
  if (made.removal !== undefined) {
    await keepBack(deps, made)
    return
  }
  const feature = deps.features.get(made.feature)
  const prepared = feature?.prepare((await withVoiceNames(deps, made)).values)
  if (feature === undefined || !prepared?.ok || made.outcome === undefined) {
    await keepBack(deps, made)
    return
  }
  const { view: viewOf } = prepared.prepared
  const job = { ...(await withLeft(deps, made)), outcome: made.outcome }
  const isReady = job.state === 'ready'
  if (isReady && job.cancelledBy !== undefined) return closeUnshown(deps, job, keptBackMessage(job, feature))
  if (wasNotifiedPrivately(job)) return withhold(deps, job, feature)
  if (isReady && job.notes[refusedNote] !== undefined) return withhold(deps, job, feature)
  if (isReady && job.values.text === sampleText) await keepSample(deps, made, viewOf(job.outcome))
  const isNew = job.deliverTries === 0 && deps.now() - job.changedAtMs < newForMs
  if (isReady && isNew) return showResult(deps, job, feature, viewOf(job.outcome))
  const { outcome, left, isCertain } = await resultNow(deps, job, feature, viewOf)
  if (!isCertain && !isLastTry(job)) return tryAgain(deps, job)
  const now = { ...job, outcome }
  if (isReady) return showResult(deps, now, feature, viewOf(outcome))
  return left.gone === 'all'
    ? closeUnshown(deps, job, goneMessage(job, feature))
    : showResult(deps, now, feature, left.view)
}

/** The process that finds its answer too late tells the member; a second message from here would be redundant. */
const wasTold = ({ ending, message }: JobRecord): boolean =>
  message === undefined && ending === 'ack_too_late'

/**
 * It is unknown whether an answer was shown. If we have the right to edit it, editing reveals it: without an
 * answer, the platform itself has told the member. Only we answer a message that mentions us.
 */
const mayNotBeShown = ({ ending, message, replyToken = '' }: JobRecord): boolean =>
  message === undefined && ending === 'interrupted' && replyToken !== ''

/** Result of sending a job's final message: finished, perhaps with the message that says it, or to be retried. */
type Said = { status: 'over'; message?: MessageRef | undefined } | Later

const over: Said = { status: 'over' }

/** Says how a job ended in its one message, otherwise in private. Throws AppError `step_over`. */
const sayClosing = async (deps: JobDeps, job: JobRecord, message: ResultMessage): Promise<Said> => {
  if (wasNotifiedPrivately(job)) return (await tellAlone(deps, job, message)) ?? over
  const show = () => editOrPost(deps, job, message)
  const shown = await tryToShow(deps, job, sayNews(deps, job, show))
  switch (shown.status) {
    case 'shown':
      return { status: 'over', message: shown.message }
    case 'refused':
      return (await tellAlone(deps, job, message)) ?? over
    case 'given_up':
      logUntold(deps, job)
      return over
    case 'later':
      return shown
  }
}

/** Note that an ephemeral answer is being or was edited: its id is never known. */
const mendingNote = 'mending_answer'

/**
 * Says how a job ended whose answer may still say that it is queued. Once the right to edit the answer has
 * expired, it is unknown whether the answer exists: the requester is told in private, unless the answer says it
 * already or an edit with unknown outcome may have.
 */
const mendAnswer = async (deps: JobDeps, job: JobRecord, message: ResultMessage): Promise<Said> => {
  if (wasNotifiedPrivately(job)) return (await tellAlone(deps, job, message)) ?? over
  const isAlone = isForRequesterAlone(job)
  if (isAlone) await noteInTime(deps, job, mendingNote, 'yes')
  const { seen, afterMs } = await tryToSay(deps, job, message)
  switch (seen) {
    case 'shown':
    case 'not_shown':
      return over
    case 'over':
      if (job.notes[mendingNote] === 'yes') return over
      return (await tellAlone(deps, job, message)) ?? over
    case 'unknown':
      if (isAlone) await noteInTime(deps, job, mendingNote, '')
      if (afterMs !== undefined || !isLastTry(job)) return { status: 'later', afterMs }
      logUntold(deps, job)
      return over
  }
}

const sayEnd = async (deps: JobDeps, job: JobRecord): Promise<Said> => {
  if (wasTold(job) || job.removal !== undefined) return over
  const message = withOnceMore(closingMessage(job, deps.features.get(job.feature)), job, deps.features)
  return mayNotBeShown(job) ? mendAnswer(deps, job, message) : sayClosing(deps, job, message)
}

/** A job that ended without a result: says so in the job's one message. */
export const closeStep = async (deps: JobDeps, job: JobRecord): Promise<void> => {
  await leaveLine(deps, job)
  const said = await sayEnd(deps, job)
  if (said.status === 'later') return tryAgain(deps, job, said.afterMs)
  const againAtMs = lateLookAtMs(deps, job)
  const isOwnDue =
    job.cancelledBy === undefined && deps.now() - job.createdAtMs > deps.deadlines.noticeAfterMs
  // Of a job that was never sent, nobody's clip was used.
  const isNoticeDue = isOwnDue || (job.state !== 'voided' && job.notes[ownersNote] !== undefined)
  const about = { againAtMs, message: said.message, notice: isNoticeDue ? ('due' as const) : undefined }
  const told = await deps.store.told(job, about)
  if (againAtMs !== undefined || isNoticeDue) await wakeAfter(deps, job, told)
}
