import { webApi } from '@slack/bolt'
import { AppError } from '../../../core/errors.ts'
import type { Attempt, Platform } from '../../../core/job/platform.ts'
import type { Log } from '../../../core/log.ts'
import type { ResultMessage } from '../../../core/message/message.ts'
import { shownIn } from '../answers/respond.ts'
import { render } from '../render/render.ts'
import { isTooEarly, postError, refusalCode, translated, unavailable } from './errors.ts'
import { findTriedMessage, postJobMessage } from './job-message.ts'
import { type Place, postedAt } from './place.ts'
import { sayOnce } from './say-once.ts'

interface TellOptions {
  web: webApi.WebClient
  log: Log
  /** Milliseconds since the epoch. */
  now: () => number
}

/** The direct messages with a member. Slack answers with the same conversation however often it is asked. */
export const directMessage = async (web: webApi.WebClient, member: string): Promise<Place> => {
  const { channel } = await web.conversations.open({ users: member })
  if (channel?.id === undefined) throw unavailable('a conversation without an id')
  return { channel: channel.id, thread: undefined }
}

/** Said of a token that was found to be good, they are about the member who is written to. */
const memberCodes: ReadonlySet<string> = new Set(['account_inactive', 'user_removed_from_team'])

const tellError = (error: unknown): AppError => {
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
const wasSaid = async ({ web, log, now }: TellOptions, place: Place, attempt: Attempt): Promise<boolean> => {
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
  options: TellOptions,
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

/** The direct messages with the one who asked. Throws as `Platform` says. */
export const createDirectMessages =
  ({ web }: Pick<TellOptions, 'web'>): Platform['directMessages'] =>
  async ({ member }) =>
    (await translated(directMessage(web, member), tellError)).channel

/** A word that one person alone sees: https://docs.slack.dev/reference/methods/chat.postEphemeral */
export const createWhisper =
  ({ web, now }: Pick<TellOptions, 'web' | 'now'>): Platform['whisper'] =>
  ({ channel, thread, member }, message, attempt) =>
    translated(
      sayOnce(attempt, {
        noteName: 'whispered',
        message,
        nowMs: now(),
        isUnsaid: isRefused,
        async say() {
          const { text, blocks } = shownIn(render(message))
          await web.chat.postEphemeral({ ...postedAt({ channel, thread }), text, blocks, user: member })
        },
      }),
    )

/**
 * A direct message to the one who asked: https://docs.slack.dev/reference/methods/conversations.open. One
 * that may have been posted is looked for before it is posted again.
 */
export const createTell =
  (options: TellOptions): Platform['tell'] =>
  async (target, message, attempt) => {
    try {
      await say(options, await directMessage(options.web, target.member), message, attempt)
      return true
    } catch (error) {
      const failure = tellError(error)
      if (failure.code !== 'cannot_post') throw failure
      options.log.info('a member takes no direct message from us', { reason: failure.message })
      return false
    }
  }
