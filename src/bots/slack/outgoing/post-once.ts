import { lookForEarlier, makeOnce, type Search } from '../../../core/job/make-once.ts'
import type { Attempt } from '../../../core/job/platform.ts'
import type { Log } from '../../../core/log.ts'
import type { MessageRef } from '../../../core/target.ts'
import type { RenderedMessage } from '../render/render.ts'
import { isTooEarly, postError, refusalCode, unavailable } from './errors.ts'
import {
  contentOf,
  deleteMessage,
  type FindOptions,
  findFirstMessage,
  findTriedMessage,
  postJobMessage,
} from './job-message.ts'
import { type Place, refAt } from './place.ts'

interface PostOptions extends FindOptions {
  log: Log
  /** Milliseconds since the epoch. */
  now: () => number
}

/** A message that can no longer be edited would promise news forever beside its replacement. */
const takeAway = async ({ web, log }: Pick<PostOptions, 'web' | 'log'>, ref: MessageRef): Promise<void> => {
  try {
    await deleteMessage(web, ref)
  } catch (error) {
    log.warn('a message that is too old to edit could not be deleted', { error })
  }
}

/** Edits one of our messages. One that can no longer be edited is deleted. Throws what Slack answers. */
export const updateMessage = async (
  options: Pick<PostOptions, 'web' | 'log'>,
  ref: MessageRef,
  rendered: RenderedMessage,
): Promise<void> => {
  try {
    await options.web.chat.update({ channel: ref.channel, ts: ref.message, ...contentOf(rendered) })
  } catch (error) {
    if (refusalCode(error) === 'edit_window_closed') await takeAway(options, ref)
    throw error
  }
}

/**
 * The job's first message, whose post may not have been confirmed. If Slack does not say, it counts as missing.
 * Throws what Slack's client throws.
 */
const findPlaceholder = async (
  options: PostOptions,
  place: Place,
  { key, askedAtMs }: Pick<Attempt, 'key' | 'askedAtMs'>,
): Promise<string | undefined> => {
  try {
    return await findFirstMessage(options, place, key, { askedAtMs, nowMs: options.now() })
  } catch (error) {
    if (postError(error).code !== 'cannot_post') throw error
    return undefined
  }
}

const searchFor = (options: PostOptions, place: Place, attempt: Attempt): Search => ({
  tried: 'post_tried',
  made: 'posted',
  now: options.now,
  find: (triedAtMs) => findTriedMessage(options, place, attempt.key, { triedAtMs, nowMs: options.now() }),
  findUnnoted: () => findPlaceholder(options, place, attempt),
})

/**
 * The message that an earlier attempt posted, or may have posted. Throws what Slack's client throws, and
 * AppError `platform_unavailable` while a call may be on its way.
 */
export const findPosted = async (
  options: PostOptions,
  place: Place,
  attempt: Attempt,
): Promise<string | undefined> => {
  const earlier = await lookForEarlier(attempt, searchFor(options, place, attempt))
  return earlier.status === 'made' ? earlier.id : undefined
}

/** A deleted message: the next attempt posts a new one without searching for this one. */
const updatePosted = async (
  options: PostOptions,
  ref: MessageRef,
  rendered: RenderedMessage,
  attempt: Attempt,
): Promise<MessageRef> => {
  try {
    await updateMessage(options, ref, rendered)
    return ref
  } catch (error) {
    if (postError(error).code !== 'message_gone') throw error
    await attempt.note('posted', '')
    await attempt.note('post_tried', '')
    throw unavailable('the message is gone again', error)
  }
}

/**
 * Posts once however often it is tried: if the outcome of a try is in doubt, Slack is asked before the next. An
 * existing message is edited, since it may show less.
 */
export const postOnce = async (
  options: PostOptions,
  place: Place,
  rendered: RenderedMessage,
  attempt: Attempt,
): Promise<MessageRef> => {
  const { id, made } = await makeOnce(attempt, {
    ...searchFor(options, place, attempt),
    make: () => postJobMessage(options.web, place, rendered, attempt.key),
    idOf: (ts) => ts,
    wasNotMade: (error) => isTooEarly(postError(error)),
  })
  const ref = refAt(place, id)
  return made === undefined ? updatePosted(options, ref, rendered, attempt) : ref
}
