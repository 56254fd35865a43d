import { AppError, type ErrorCode } from '../../core/errors.ts'
import { isForRequesterAlone, type JobRecord } from '../../core/job/job.ts'
import { type Attempt, privateChannelNote } from '../../core/job/platform.ts'
import { effectKey } from '../../core/job-id.ts'
import type { ResultMessage } from '../../core/message/message.ts'
import type { EditRef, Home, MessageRef } from '../../core/target.ts'
import type { JobDeps, PostingPlatform } from '../job-deps.ts'
import { queueWakeUp } from '../wake.ts'
import { lastWord } from './closing.ts'
import { withLeft, withVoiceNames } from './job-facts.ts'
import { withAsker } from './messages.ts'
import { directTarget, standsAlone } from './private-job.ts'

/** After this many tries a file is linked instead of attached. */
const triesBeforeLinks = 3

const confirmedForMs = 5_000

/** Awaits a write that confirms our step, and ends the step if that took too long. */
const inTime = async (now: JobDeps['now'], confirm: () => Promise<unknown>): Promise<void> => {
  const sinceMs = now()
  await confirm()
  if (now() - sinceMs > confirmedForMs)
    throw new AppError('step_over', 'another worker may have the job by now')
}

/**
 * Keeps a note under our step's epoch. If the write came too late, another worker may have the job, so the step
 * ends. Throws AppError `step_over`.
 */
export const noteInTime = (
  { store, now }: Pick<JobDeps, 'store' | 'now'>,
  job: JobRecord,
  name: string,
  value: string,
): Promise<void> => inTime(now, () => store.note(job, name, value))

/** Name of the note about a private notification. A later state is separate news. */
export const privateNoteName = ({ state }: JobRecord, name: string): string => `private_${state}_${name}`

/** Whether this was told in private, or may have been; it is then told nowhere else. */
export const wasNotifiedPrivately = (job: JobRecord): boolean =>
  (job.notes[privateNoteName(job, 'told')] ?? '') !== ''

/** An attempt to show something in the job's own place. */
export const attemptFor = (deps: JobDeps, job: JobRecord): Attempt => {
  const notes: Record<string, string> = { ...job.notes }
  return {
    key: effectKey(job.id),
    notes,
    async note(name, value) {
      await noteInTime(deps, job, name, value)
      notes[name] = value
    },
    askedAtMs: job.createdAtMs,
    fileBytesMax: job.fileBytesMax,
    linksAllowed: job.deliverTries >= triesBeforeLinks,
  }
}

/** The job's one message: by its id, its reply token, or both. */
const messageOf = ({ message, replyToken, target }: JobRecord): EditRef | undefined => {
  if (replyToken === undefined || replyToken === '') return message
  if (message !== undefined) return { ...message, replyToken }
  const { platform, channel, thread } = target
  return { platform, channel, replyToken, ...(thread !== undefined && { thread }) }
}

/** Whether an error is an AppError with one of these codes. */
export const isCode = (error: unknown, ...codes: ErrorCode[]): error is AppError =>
  error instanceof AppError && codes.includes(error.code)

/** Edits a message. Returns the message that replaces it, if any; undefined if there was nothing to edit. */
const edited = async (
  platform: PostingPlatform,
  { ref, home }: { ref: EditRef | undefined; home: Home },
  message: ResultMessage,
  attempt: Attempt,
): Promise<{ moved: MessageRef | undefined } | undefined> => {
  if (ref === undefined) return undefined
  try {
    return { moved: await platform.edit(ref, message, attempt, home) }
  } catch (error) {
    if (isCode(error, 'message_gone', 'not_posted', 'reply_over')) return undefined
    throw error
  }
}

/**
 * Where the message may be although its post was never confirmed. Members known to accept no direct messages
 * are not written to again.
 */
const directChannelOf = (job: JobRecord): string | undefined => {
  if (standsAlone(job)) return job.message.channel
  return job.ending === 'not_reachable' ? undefined : job.notes[privateChannelNote]
}

/** Shows something to the requester only: in direct messages, or where they asked. */
const showAlone = async (
  platform: PostingPlatform,
  job: JobRecord,
  message: ResultMessage,
  attempt: Attempt,
): Promise<MessageRef | undefined> => {
  const channel = directChannelOf(job)
  const alone = standsAlone(job)
    ? await edited(platform, { ref: job.message, home: job.target }, message, attempt)
    : undefined
  if (alone !== undefined) return alone.moved ?? job.message
  if (channel !== undefined) {
    try {
      return await platform.post(directTarget(job.target, channel), message, attempt)
    } catch (error) {
      if (standsAlone(job) || !isCode(error, 'cannot_post')) throw error
    }
  }
  const answer = await edited(platform, { ref: messageOf(job), home: job.target }, message, attempt)
  if (answer === undefined) await platform.notify(job.target, message, attempt, 'ephemeral')
  return answer?.moved ?? job.message
}

/** Edits the job's message, or posts a new one if it is gone. Returns its id if known. */
export const editOrPost = async (
  deps: JobDeps,
  job: JobRecord,
  words: ResultMessage,
): Promise<MessageRef | undefined> => {
  const platform = deps.platforms.get(job.target.platform)
  if (platform === undefined) throw new AppError('cannot_post', `${job.target.platform} is not connected`)
  const attempt = attemptFor(deps, job)
  if (isForRequesterAlone(job)) return showAlone(platform, job, words, attempt)
  const message = withAsker(words, job)
  const there = await edited(platform, { ref: messageOf(job), home: job.target }, message, attempt)
  if (there !== undefined) return there.moved ?? job.message
  return platform.post(job.target, message, attempt)
}

const retryAfterMsOf = (error: unknown): number | undefined =>
  error instanceof AppError ? error.retryAfterMs : undefined

/** Skipped news is routine if the rate limits leave no capacity or another worker already reports on the job. */
const logUnseen = ({ log }: JobDeps, { id }: JobRecord, error: unknown): void => {
  if (isCode(error, 'program_fault')) log.error('progress could not be shown', { error, job: id })
  else if (!isCode(error, 'step_over') && retryAfterMsOf(error) === undefined)
    log.warn('progress could not be shown', { error, job: id })
  else log.debug('progress was left out', { job: id })
}

const newsOver = async (
  deps: JobDeps,
  job: JobRecord,
  event: 'over' | 'repeated' = 'over',
): Promise<void> => {
  const wakeUp = await deps.store.news(job, event)
  if (wakeUp !== undefined) await queueWakeUp(deps, job.id, wakeUp)
}

/** Whether an unanswered edit may still reach its message. */
const mayArrive = (error: unknown): boolean =>
  isCode(error, 'platform_unavailable') && retryAfterMsOf(error) === undefined

/**
 * Edits the job's message by `edit`. A worker that dies, stalls or is overtaken meanwhile may overwrite another
 * worker's final message, which is then repeated. Throws AppError `step_over` if another worker has the job.
 */
export const sayNews = async <T>(deps: JobDeps, job: JobRecord, edit: () => Promise<T>): Promise<T> => {
  await inTime(deps.now, () => deps.store.news(job, 'begins'))
  const said = await edit().catch(async (error: unknown) => {
    if (!mayArrive(error)) await newsOver(deps, job)
    throw error
  })
  await newsOver(deps, job)
  return said
}

const sayLastWord = async (deps: JobDeps, job: JobRecord): Promise<void> => {
  if (job.removal !== undefined || wasNotifiedPrivately(job)) return
  const platform = deps.platforms.get(job.target.platform)
  const word = lastWord(await withLeft(deps, await withVoiceNames(deps, job)), deps.features)
  if (platform === undefined || word === undefined) return
  const message = isForRequesterAlone(job) ? word : withAsker(word, job)
  const said = await edited(
    platform,
    { ref: messageOf(job), home: job.target },
    message,
    attemptFor(deps, job),
  )
  if (said?.moved !== undefined) await deps.store.putMessage(job, said.moved)
}

const repeatMaxMs = 10 * 60_000

/**
 * Repeats a job's final message, which older news may have overwritten. If that fails, it counts as news that
 * may still arrive, and the message is repeated again after it, for ten minutes.
 */
export const repeatLastWord = async (deps: JobDeps, job: JobRecord): Promise<void> => {
  await deps.store.news(job, 'begins')
  try {
    await sayLastWord(deps, job)
  } catch (error) {
    logUnseen(deps, job, error)
    if (isCode(error, 'platform_unavailable') && deps.now() < job.changedAtMs + repeatMaxMs) return
  }
  await newsOver(deps, job, 'repeated')
}

/** Edits the job's message, or posts the first one if the channel was too busy when the job was requested. */
const showNews = async (
  deps: JobDeps,
  platform: PostingPlatform,
  job: JobRecord,
  { ref, message }: { ref: EditRef; message: ResultMessage },
): Promise<void> => {
  const attempt = attemptFor(deps, job)
  const shown = await platform.edit(ref, message, attempt, job.target).catch((error: unknown) => {
    if (!isCode(error, 'not_posted') || isForRequesterAlone(job)) throw error
    return platform.post(job.target, message, attempt)
  })
  if (shown !== undefined) await deps.store.putMessage(job, shown)
}

/**
 * Whether members see a text; `unknown` if the platform did not answer, `over` if there may be a message that
 * can't be edited.
 */
type Seen = 'shown' | 'not_shown' | 'over' | 'unknown'

const seenAfter = (error: unknown): Seen => {
  if (isCode(error, 'reply_over')) return 'over'
  return isCode(error, 'cannot_post', 'message_gone', 'not_posted', 'program_fault') ? 'not_shown' : 'unknown'
}

/**
 * Edits the job's message if it is there, or posts the first one; failures are only logged. Returns whether
 * members see it, and when to come back if the platform says so.
 */
export const tryToSay = async (
  deps: JobDeps,
  job: JobRecord,
  words: ResultMessage,
): Promise<{ seen: Seen; afterMs: number | undefined }> => {
  const ref = messageOf(job)
  const platform = deps.platforms.get(job.target.platform)
  if (ref === undefined || platform === undefined) return { seen: 'not_shown', afterMs: undefined }
  try {
    const news = { ref, message: withAsker(words, job) }
    await sayNews(deps, job, () => showNews(deps, platform, job, news))
    return { seen: 'shown', afterMs: undefined }
  } catch (error) {
    logUnseen(deps, job, error)
    return { seen: seenAfter(error), afterMs: retryAfterMsOf(error) }
  }
}
