import { AppError } from '../../../core/errors.ts'
import { type Attempt, mayHavePosted } from '../../../core/job/platform.ts'
import { idIn } from '../incoming/id.ts'
import { limits, nonceMs } from '../render/limits.ts'
import type { Calls } from './calls.ts'
import type { Content, Contents } from './content.ts'
import { isUnknownMessage, wasNotDone } from './errors.ts'
import { createFindMessage } from './find-message.ts'
import { contentIn, createMessage, editMessage } from './requests.ts'

interface PostOptions {
  calls: Calls
  /** Milliseconds since the epoch. */
  now: () => number
}

/** Which message of the job's this is: those before it are deleted, or cannot be edited any more. */
const roundOf = ({ notes }: Attempt): number => Number(notes.post_round ?? 0)

/** Discord's own key for a message that is made once. The nonce of a deleted message makes none any more. */
const nonceOf = (attempt: Attempt): string => {
  const round = roundOf(attempt)
  const key = attempt.key.slice(0, limits.nonce)
  return round === 0 ? key : `${key.slice(0, limits.nonce - 3)}~${round}`
}

const markLength = 10

/** What a new message ends with, in small print: it can be found by that, and asked about. */
const markOf = (attempt: Attempt): string => {
  const round = roundOf(attempt)
  return `-# Request ${attempt.key.slice(0, markLength)}${round === 0 ? '' : `-${round}`}`
}

const triedMsOf = ({ notes }: Attempt): number | undefined =>
  (notes.post_tried ?? '') === '' ? undefined : Number(notes.post_tried)

/** From now on another message takes its place. */
export const beginAnew = async (attempt: Attempt): Promise<void> => {
  await attempt.note('post_round', String(roundOf(attempt) + 1))
  await attempt.note('posted', '')
  await attempt.note('post_tried', '')
}

/** The id of the message that was posted, as far as that is noted. */
export const postedOf = ({ notes }: Attempt): string | undefined =>
  (notes.posted ?? '') === '' ? undefined : notes.posted

/** Whether the message was posted to the channel rather than sent as an interaction's answer. */
export const isPosted = (attempt: Attempt): boolean => mayHavePosted(attempt) || roundOf(attempt) > 0

const deletedMeanwhile = (cause: unknown): AppError =>
  new AppError('cannot_post', 'Discord: the message was posted, and deleted before we learnt of it', {
    cause,
  })

/** It was the job's first message, which is posted under the same key: a new one may take its place. */
const deletedBefore = (cause: unknown): AppError =>
  new AppError('platform_unavailable', 'Discord: an earlier message of the job is deleted', {
    cause,
    retryable: true,
    retryAfterMs: 1,
  })

/**
 * Posts once, however often it is tried. Before a message leaves, the attempt is noted with its time; while
 * Discord knows its nonce a repeat is the same message, and after that the channel is looked through first.
 * What was there already is edited where it shows something else.
 */
export const createPostOnce = ({ calls, now }: PostOptions) => {
  const find = createFindMessage(calls)

  const edit = (channel: string, message: string, content: Content): Promise<unknown> =>
    calls.make({ kind: 'edit', place: channel, urgency: 'result', subject: message }, (rest) =>
      editMessage(rest, channel, message, content),
    )

  /** The message that an attempt from before Discord's memory made. */
  const findEarlier = async (channel: string, attempt: Attempt): Promise<string | undefined> => {
    const sinceMs = triedMsOf(attempt)
    if (sinceMs === undefined || now() < sinceMs + nonceMs) return undefined
    const found = await find({ channel, mark: markOf(attempt), sinceMs })
    await (found === undefined ? attempt.note('post_tried', '') : attempt.note('posted', found))
    return found
  }

  const create = async (channel: string, content: Content, attempt: Attempt): Promise<unknown> => {
    const isRepeat = triedMsOf(attempt) !== undefined
    if (!isRepeat) await attempt.note('post_tried', String(now()))
    try {
      return await calls.make({ kind: 'create', place: channel, urgency: 'result' }, (rest) =>
        createMessage(rest, channel, content, nonceOf(attempt)),
      )
    } catch (error) {
      if (isUnknownMessage(error)) {
        await beginAnew(attempt)
        throw isRepeat ? deletedMeanwhile(error) : deletedBefore(error)
      }
      if (!isRepeat && wasNotDone(error)) await attempt.note('post_tried', '')
      throw error
    }
  }

  return async (channel: string, contents: Contents, attempt: Attempt): Promise<string> => {
    const earlier = await findEarlier(channel, attempt)
    if (earlier !== undefined) {
      await contents.send((content) => edit(channel, earlier, content))
      return earlier
    }
    return contents.send(async (content) => {
      const answer = await create(channel, content, attempt)
      const message = idIn(answer, 'message')
      await attempt.note('posted', message)
      const shown = contentIn(answer)
      if (shown !== undefined && shown.trim() !== content.body.content.trim())
        await edit(channel, message, content)
      return message
    }, markOf(attempt))
  }
}
