import { webApi } from '@slack/bolt'
import { AppError, isProgramFault, programFault } from '../../../core/errors.ts'

/** The message, or our right to edit it, is gone. https://docs.slack.dev/reference/methods/chat.update#errors */
const goneCodes = new Set(['message_not_found', 'cant_update_message', 'edit_window_closed'])

/**
 * The token is refused for every call: an operator may be changing it, or reinstalling the app.
 * https://docs.slack.dev/reference/methods/auth.test#errors
 */
export const tokenCodes: ReadonlySet<string> = new Set([
  'account_inactive',
  'invalid_auth',
  'not_authed',
  'org_login_required',
  'team_access_not_granted',
  'team_disabled',
  'token_expired',
  'token_revoked',
  'user_removed_from_team',
])

/**
 * A refresh token that no later try makes good: it was used or revoked, or the app was removed.
 * https://docs.slack.dev/reference/methods/oauth.v2.access#errors
 */
export const refreshCodes: ReadonlySet<string> = new Set([
  'account_inactive',
  'invalid_refresh_token',
  'team_access_not_granted',
  'token_expired',
  'token_revoked',
])

/** Slack's own failures. https://docs.slack.dev/reference/methods/chat.postMessage#errors */
const passingCodes = new Set([
  'ratelimited',
  'rate_limited',
  'internal_error',
  'fatal_error',
  'service_unavailable',
  'request_timeout',
  'team_added_to_org',
])

/**
 * https://docs.slack.dev/reference/methods/files.getUploadURLExternal#errors and
 * files.completeUploadExternal#errors
 */
const refusedFileCodes = new Set([
  'blocked_file_type',
  'file_type_not_allowed',
  'file_upload_size_restricted',
  'file_uploads_disabled',
  'file_uploads_except_images_disabled',
  'malware_detected',
  'missing_scope',
  'slack_connect_blocked_file_type',
  'slack_connect_file_upload_sharing_blocked',
  'snippet_too_large',
  'storage_limit_reached',
])

/** The client takes any 200 response for Slack's; a proxy's page has no code. */
const codeShape = /^[a-z0-9_]{1,80}$/

/** Slack's refusal code, such as "channel_not_found"; undefined if it did not answer. */
export const refusalCode = (error: unknown): string | undefined =>
  error instanceof webApi.WebAPIPlatformError && codeShape.test(error.data.error)
    ? error.data.error
    : undefined

/** Whether Slack refused a file for its type or size, or because this workspace accepts none. */
export const isFileRefused = (error: unknown): boolean => refusedFileCodes.has(refusalCode(error) ?? '')

/** What Slack objects to in our request. Never a member's text. */
const faultsIn = (error: unknown): readonly string[] =>
  error instanceof webApi.WebAPIPlatformError ? (error.data.response_metadata?.messages ?? []) : []

/** Slack did not carry out the call; another try may help. `what` is for the log. */
export const unavailable = (what: string, cause?: unknown, retryAfterMs?: number): AppError =>
  new AppError('platform_unavailable', `Slack: ${what}`, {
    cause,
    retryable: true,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  })

/**
 * By then a noted call has reached Slack, or never will: the note is confirmed within 5 s, the call waits no
 * longer than 11 s for its turn, and no longer than 10 s for its answer.
 */
const pendingMaxMs = 30_000

/**
 * Throws AppError `platform_unavailable` while a call made at `triedAtMs` may still be pending: until then, a missing
 * result proves nothing.
 */
export const throwIfPending = ({ triedAtMs, nowMs }: { triedAtMs: number; nowMs: number }): void => {
  const leftMs = triedAtMs + pendingMaxMs - nowMs
  if (leftMs > 0) throw unavailable('an earlier call may still be pending', undefined, leftMs)
}

/** How long Slack wants us to wait, if it says so: the call was not carried out. */
export const retryAfterMsOf = (error: unknown): number | undefined =>
  error instanceof webApi.WebAPIRateLimitedError ? error.retryAfter * 1_000 : undefined

/** Whether the only problem is that it is not our turn yet: the same call succeeds a little later. */
export const isTooEarly = (error: unknown): boolean =>
  error instanceof AppError && error.retryAfterMs !== undefined

/** A refusal by Slack is certain: nothing was done. */
export const isRefused = (error: unknown): boolean =>
  error instanceof AppError && (error.code !== 'platform_unavailable' || isTooEarly(error))

/** Translates a Slack error about one of our messages. */
export const postError = (error: unknown): AppError => {
  if (error instanceof AppError) return error
  if (isProgramFault(error)) return programFault(error)
  const retryAfterMs = retryAfterMsOf(error)
  if (retryAfterMs !== undefined) return unavailable('asks us to wait', error, retryAfterMs)
  if (error instanceof webApi.WebAPIHTTPError) return unavailable(`HTTP ${error.statusCode}`, error)
  const code = refusalCode(error)
  if (code === undefined) return unavailable('no answer', error)
  if (goneCodes.has(code)) return new AppError('message_gone', `Slack: ${code}`, { cause: error })
  if (passingCodes.has(code) || tokenCodes.has(code)) return unavailable(code, error)
  return new AppError('cannot_post', `Slack: ${[code, ...faultsIn(error)].join(' ')}`, { cause: error })
}

/** The same work, with Slack errors translated. */
export const translated = <T>(
  work: Promise<T>,
  translate: (error: unknown) => AppError = postError,
): Promise<T> => work.catch((error: unknown) => Promise.reject(translate(error)))
