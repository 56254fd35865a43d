import { webApi } from '@slack/bolt'
import { AppError } from '../../core/errors.ts'
import { say } from '../../core/texts/say.ts'
import { refusalCode, retryAfterMsOf, translated } from './errors.ts'
import { missingScopes } from './scopes.ts'

/** Who we are in the workspace. */
export interface Identity {
  /** The workspace. */
  server: string
  /** The user that members mention. */
  userId: string
  botId: string | undefined
  /** Rights that Slack did not grant; empty if Slack does not say. */
  missing: readonly string[]
}

/** `publish-commands` reports it instead of waiting longer. */
const longestRetryAfterMs = 60_000

/** https://docs.slack.dev/reference/methods/auth.test#errors */
const tokenCodes = new Set([
  'account_inactive',
  'invalid_auth',
  'missing_scope',
  'no_permission',
  'not_allowed_token_type',
  'not_authed',
  'org_login_required',
  'team_access_not_granted',
  'team_disabled',
  'token_expired',
  'token_revoked',
  'user_removed_from_team',
])

/** Slack's error for the token in this setting, as ours. */
export const accessError = (cause: unknown, setting: string): AppError => {
  const code = refusalCode(cause)
  if (code !== undefined && tokenCodes.has(code)) {
    return new AppError('configuration', `Slack does not take this token (${code}). Check ${setting}.`, {
      cause,
    })
  }
  if (cause instanceof webApi.WebAPIHTTPError && cause.statusCode < 500) {
    return new AppError('configuration', `Slack answered HTTP ${cause.statusCode}. Check SLACK_API_URL.`, {
      cause,
    })
  }
  const retryAfterMs = retryAfterMsOf(cause)
  const what = code === undefined ? 'could not be reached at SLACK_API_URL' : `answered ${code}`
  return new AppError('platform_unavailable', `Slack ${what}.`, {
    cause,
    retryable: (retryAfterMs ?? 0) <= longestRetryAfterMs,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    memberText: say('Slack cannot be reached right now.'),
  })
}

/**
 * Makes sure that Slack knows us before anything is bought on its behalf. The app's own
 * token is not tried: Slack gives out about one socket a minute, and the next start may need it. Throws AppError
 * `configuration` with the name of the setting, or `platform_unavailable`.
 */
export const checkAccess = async (web: webApi.WebClient): Promise<Identity> => {
  const us = await translated(web.auth.test(), (error) => accessError(error, 'SLACK_BOT_TOKEN'))
  const { team_id: server, user_id: userId, bot_id: botId } = us
  if (server === undefined || userId === undefined || botId === undefined) {
    throw new AppError('configuration', 'SLACK_BOT_TOKEN is not the token of a bot. It begins with xoxb-.')
  }
  const granted = us.response_metadata?.scopes
  return { server, userId, botId, missing: granted === undefined ? [] : missingScopes(granted) }
}
