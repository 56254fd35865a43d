import { webApi } from '@slack/bolt'
import { AppError } from '../../../core/errors.ts'
import type { Attempt, Platform } from '../../../core/job/platform.ts'
import type { Log } from '../../../core/log.ts'
import type { ResultMessage } from '../../../core/message/message.ts'
import type { Target } from '../../../core/target.ts'
import { shownIn } from '../answers/respond.ts'
import { render } from '../render/render.ts'
import { isTooEarly, postError, refusalCode, translated, unavailable } from './errors.ts'
import { findTriedMessage, postJobMessage } from './job-message.ts'
import { type Place, postedAt } from './place.ts'
import { sayOnce } from './say-once.ts'

interface NotifyOptions {
  web: webApi.WebClient
  log: Log
  /** Milliseconds since the epoch. */
  now: () => number
}

/**
 * The direct messages with a member. Slack answers with the same conversation however often it is asked.
 * https://docs.slack.dev/reference/methods/conversations.open
 */
export const openDirectMessages = async (web: webApi.WebClient, member: string): Promise<Place> => {
  const { channel } = await web.conversations.open({ users: member })
  if (channel?.id === undefined) throw unavailable('a conversation without an id')
  return { channel: channel.id, thread: undefined }
}

/** Said of a token that was found to be good, they are about the member who is written to. */
const memberCodes: ReadonlySet<string> = new Set(['account_inactive', 'user_removed_from_team'])

/** What an error of Slack's means for direct messages with a member. */
export const directError = (error: unknown): AppError => {
  const code = refusalCode(error)
  return code !== undefined && memberCodes.has(code)
    ? new AppError('cannot_post', `Slack: ${code}`, { cause: error })
    : postError(error)
}

/** Whether Slack said no, or the call's turn did not come: then nothing was said. */
const isRefused = (error: unknown): boolean =>
  error instanceof webApi.WebAPIPlatformError || isTooEarly(postError(error))

/**
 * Whether an attempt before this one got out. Where Slack does not tell, it counts as said rather than be
 * said twice.
 */
const wasSaid = async (
  { web, log, now }: NotifyOptions,
  place: Place,
  attempt: Attempt,
): Promise<boolean> => {
  const { told = '' } = attempt.notes
  if (told === '') return false
  try {
    const about = { triedAtMs: Number(told), nowMs: now() }
    return (await findTriedMessage(web, place, attempt.key, about)) !== undefined
  } catch (error) {
    const failure = postError(error)
    if (failure.code !== 'cannot_post') throw failure
    log.warn('Slack did not tell whether a word in private was said', { error: failure })
    return true
  }
}

const say = async (
  options: NotifyOptions,
  place: Place,
  message: ResultMessage,
  attempt: Attempt,
): Promise<void> => {
  if (await wasSaid(options, place, attempt)) return
  await attempt.note('told', String(options.now()))
  try {
    await postJobMessage(options.web, place, render(message), attempt.key)
  } catch (error) {
    if (isRefused(error)) await attempt.note('told', '')
    throw error
  }
}

/** https://docs.slack.dev/reference/methods/chat.postEphemeral */
const sayWhereAsked = (
  { web, now }: NotifyOptions,
  { channel, thread, member }: Target,
  message: ResultMessage,
  attempt: Attempt,
): Promise<void> =>
  sayOnce(attempt, {
    noteName: 'whispered',
    message,
    nowMs: now(),
    isUnsaid: isRefused,
    async say() {
      const { text, blocks } = shownIn(render(message))
      await web.chat.postEphemeral({ ...postedAt({ channel, thread }), text, blocks, user: member })
    },
  })

/** A direct message that may have been posted is looked for before it is posted again. */
const sayDirectly = async (
  options: NotifyOptions,
  { member }: Target,
  message: ResultMessage,
  attempt: Attempt,
): Promise<void> => say(options, await openDirectMessages(options.web, member), message, attempt)

/** See `Platform.notify`. */
export const createNotify =
  (options: NotifyOptions): Platform['notify'] =>
  (target, message, attempt, how) =>
    how === 'direct'
      ? translated(sayDirectly(options, target, message, attempt), directError)
      : translated(sayWhereAsked(options, target, message, attempt))
