import { webApi } from '@slack/bolt'
import type { Log } from '../../core/log.ts'
import type { ResultMessage } from '../../core/message.ts'
import type { Attempt, Platform } from '../../core/platform.ts'
import { postError, translated, unavailable } from './errors.ts'
import { postJobMessage } from './job-message.ts'
import { render } from './render.ts'

/** Whether Slack said no: then nothing was said. */
const isRefused = (error: unknown): boolean =>
  error instanceof webApi.WebAPIPlatformError || error instanceof webApi.WebAPIRateLimitedError

const isInDoubt = ({ notes }: Attempt): boolean => (notes.told ?? '') !== ''

const say = async (
  web: webApi.WebClient,
  channel: string,
  message: ResultMessage,
  attempt: Attempt,
  now: () => number,
): Promise<void> => {
  await attempt.note('told', String(now()))
  try {
    await postJobMessage(web, { channel, thread: undefined }, render(message), attempt.key)
  } catch (error) {
    if (isRefused(error)) await attempt.note('told', '')
    throw error
  }
}

/**
 * A direct message to the one who asked: https://docs.slack.dev/reference/methods/conversations.open. Slack knows no
 * key that would keep a second one away, so one that may have been posted is not repeated.
 */
export const createTell =
  (options: { web: webApi.WebClient; log: Log; now: () => number }): Platform['tell'] =>
  async (target, message, attempt) => {
    const { web, log, now } = options
    if (isInDoubt(attempt)) return true
    try {
      const { channel } = await translated(web.conversations.open({ users: target.member }))
      if (channel?.id === undefined) throw unavailable('a conversation without an id')
      await say(web, channel.id, message, attempt, now)
      return true
    } catch (error) {
      const failure = postError(error)
      if (failure.code !== 'cannot_post') throw failure
      log.info('a member takes no direct message from us', { reason: failure.message })
      return false
    }
  }
