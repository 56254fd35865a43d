import { webApi } from '@slack/bolt'
import { AppError, longestTurnMs } from '../../../core/errors.ts'
import { unreachedText } from '../../../core/network-faults.ts'
import { say } from '../../../core/text/say.ts'
import { spanText } from '../../../core/text/text.ts'
import { refusalCode, retryAfterMsOf, tokenCodes, translated } from '../outgoing/errors.ts'
import { missingScopes } from './scopes.ts'

/** Our identity in the workspace. */
export interface Identity {
  /** The workspace. */
  server: string
  /** The user that members mention. */
  userId: string
  botId: string | undefined
  /** The workspace's name, as its admins wrote it, if Slack says it. */
  name?: string
  /** Rights that Slack did not grant; empty if Slack does not say. */
  missing: readonly string[]
}

/**
 * Whether we wrote a message: Slack names its author, which no other app can choose.
 * https://docs.slack.dev/reference/events/message/bot_message
 */
export const isOurs = (
  { userId, botId }: Pick<Identity, 'userId' | 'botId'>,
  { user, bot_id }: { user?: string | undefined; bot_id?: string | undefined },
): boolean => user === userId || (bot_id !== undefined && bot_id === botId)

/** Slack knows the token, but a bot can't use it. */
const otherTokenCodes = new Set(['missing_scope', 'no_permission', 'not_allowed_token_type'])

/** Slack's own code in an answer with an error status, as proxies pass it on. */
const codeInBody = (body: unknown): string | undefined =>
  typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string'
    ? body.error
    : undefined

const statusOf = (cause: unknown): number | undefined =>
  cause instanceof webApi.WebAPIHTTPError ? cause.statusCode : undefined

const memberText = (): string => say("I can't reach Slack right now.")

/**
 * Translates Slack's error for the token in this setting. A refused token and an address without Slack are
 * final; anything else may pass: proxies answer 403, 408 and the like in an outage.
 */
export const accessError = (cause: unknown, setting: string): AppError => {
  const status = statusOf(cause)
  const code = cause instanceof webApi.WebAPIHTTPError ? codeInBody(cause.body) : refusalCode(cause)
  if (code !== undefined && (tokenCodes.has(code) || otherTokenCodes.has(code))) {
    return new AppError('configuration', `Slack does not accept this token (${code}). Check ${setting}.`, {
      cause,
    })
  }
  if (status === 404) {
    return new AppError('configuration', 'Slack answered HTTP 404. Check SLACK_API_URL.', { cause })
  }
  const retryAfterMs = retryAfterMsOf(cause)
  const answer = status === undefined ? refusalCode(cause) : `HTTP ${status} at SLACK_API_URL`
  const away = answer === undefined ? unreachedText(cause, 'SLACK_API_URL') : `answered ${answer}.`
  const what =
    retryAfterMs === undefined
      ? away
      : `takes no requests at SLACK_API_URL for ${spanText(retryAfterMs)} (HTTP 429).`
  return new AppError('platform_unavailable', `Slack ${what}`, {
    cause,
    retryable: (retryAfterMs ?? 0) <= longestTurnMs,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    memberText: memberText(),
  })
}

/**
 * Checks that Slack accepts us before anything is bought for its members. The app's own token is not tried:
 * Slack grants about one socket a minute, and the next start may need it. Throws AppError `configuration` with
 * the name of the setting, or `platform_unavailable`.
 */
export const checkAccess = async (web: webApi.WebClient): Promise<Identity> => {
  const us = await translated(web.auth.test(), (error) => accessError(error, 'SLACK_BOT_TOKEN'))
  const { team_id: server, team: name, user_id: userId, bot_id: botId } = us
  if (server === undefined || userId === undefined) {
    throw new AppError('platform_unavailable', 'Something other than Slack answers at SLACK_API_URL.', {
      retryable: true,
      memberText: memberText(),
    })
  }
  if (botId === undefined) {
    throw new AppError('configuration', 'SLACK_BOT_TOKEN is not the token of a bot. It begins with xoxb-.')
  }
  const granted = us.response_metadata?.scopes
  const missing = granted === undefined ? [] : missingScopes(granted)
  return { server, userId, botId, missing, ...(name !== undefined && { name }) }
}
