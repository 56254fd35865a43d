import { AppError } from '../../../core/errors.ts'
import { makeOnce } from '../../../core/job/make-once.ts'
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

/**
 * The message was deleted before we learnt of it. `isRepeat`: this very one; else the job's first message, which is posted
 * under the same key, so a new one may take its place.
 */
const deleted = (cause: unknown, isRepeat: boolean): AppError =>
  isRepeat
    ? new AppError('cannot_post', 'Discord: the message was posted, and deleted before we learnt of it', {
        cause,
      })
    : new AppError('platform_unavailable', 'Discord: an earlier message of the job is deleted', {
        cause,
        retryable: true,
        retryAfterMs: 1,
      })

interface Created {
  answer: unknown
  content: Content
}

/** Whether Discord answers with what was sent, and not with what an earlier try said. */
const isShown = ({ answer, content }: Created): boolean => {
  const shown = contentIn(answer)
  return shown === undefined || shown.trim() === content.body.content.trim()
}

/**
 * Posts once, however often it is tried: while Discord knows its nonce a repeat is the same message, and after that the
 * channel is looked through first. What was there already is edited where it shows something else.
 */
export const createPostOnce = ({ calls, now }: PostOptions) => {
  const find = createFindMessage(calls)

  const edit = (channel: string, message: string, content: Content): Promise<unknown> =>
    calls.make({ kind: 'edit', place: channel, urgency: 'result', subject: message }, (rest) =>
      editMessage(rest, channel, message, content),
    )

  const create = async (
    channel: string,
    content: Content,
    attempt: Attempt,
    isRepeat: boolean,
  ): Promise<Created> => {
    const answer = await calls
      .make({ kind: 'create', place: channel, urgency: 'result' }, (rest) =>
        createMessage(rest, channel, content, nonceOf(attempt)),
      )
      .catch(async (error: unknown) => {
        if (!isUnknownMessage(error)) throw error
        await beginAnew(attempt)
        throw deleted(error, isRepeat)
      })
    return { answer, content }
  }

  return async (channel: string, contents: Contents, attempt: Attempt): Promise<string> => {
    const mark = markOf(attempt)
    const { id, made } = await makeOnce(attempt, {
      tried: 'post_tried',
      made: 'posted',
      now,
      keyKnownMs: nonceMs,
      async find(sinceMs) {
        const found = await find({ channel, mark, sinceMs })
        if (found !== undefined) await attempt.note('posted', found)
        return found
      },
      make: (isRepeat) => contents.send((content) => create(channel, content, attempt, isRepeat), mark),
      idOf: ({ answer }) => idIn(answer, 'message'),
      wasNotMade: wasNotDone,
    })
    if (made === undefined) await contents.send((content) => edit(channel, id, content))
    else if (!isShown(made)) await edit(channel, id, made.content)
    return id
  }
}
