import { DiscordAPIError, RateLimitError, RESTJSONErrorCodes } from 'discord.js'
import { AppError, isProgramFault, programFault } from '../../../core/errors.ts'

/**
 * The message, or our right to edit it, is gone. Nothing can be edited in an archived thread, but a new message
 * reopens it.
 */
const goneCodes = new Set<number | string>([
  RESTJSONErrorCodes.UnknownMessage,
  RESTJSONErrorCodes.UnknownWebhook,
  RESTJSONErrorCodes.UnknownInteraction,
  RESTJSONErrorCodes.MaximumNumberOfEditsToMessagesOlderThanOneHourReached,
  RESTJSONErrorCodes.InvalidActionOnArchivedThread,
])

const isRetryable = (error: unknown): boolean =>
  !(error instanceof DiscordAPIError) || error.status >= 500 || error.status === 401 || error.status === 429

/** Whether Discord refused the files for their size. */
export const isTooLarge = (error: unknown): boolean =>
  error instanceof DiscordAPIError &&
  (error.status === 413 || error.code === RESTJSONErrorCodes.RequestEntityTooLarge)

/** Whether Discord refused because a right is missing, such as the one to attach files. */
export const isNotPermitted = (error: unknown): boolean =>
  error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.MissingPermissions

/** Whether no response came, such as before an upload's timeout. */
export const isUnanswered = (error: unknown): boolean =>
  !(error instanceof DiscordAPIError || error instanceof RateLimitError || error instanceof AppError) &&
  !isProgramFault(error)

/** Whether the message is deleted. */
export const isUnknownMessage = (error: unknown): boolean =>
  error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.UnknownMessage

/** Whether Discord, or what we know of its limits, refused before anything was done. */
export const wasNotDone = (error: unknown): boolean =>
  error instanceof AppError ||
  error instanceof RateLimitError ||
  (error instanceof DiscordAPIError && error.status < 500)

/** A ban does not say when it ends. */
const banPauseMs = 60_000

/** How long Discord wants us to wait, if it says so: the request was not carried out. */
export const retryAfterMsOf = (error: unknown): number | undefined => {
  if (!(error instanceof RateLimitError)) return undefined
  return error.retryAfter > 0 ? error.retryAfter : banPauseMs
}

const whatOf = (error: unknown): string => {
  if (error instanceof DiscordAPIError) return `${error.status} ${error.code} ${error.message}`
  return error instanceof RateLimitError ? '429, asks us to wait' : 'no answer'
}

/** https://docs.discord.com/developers/interactions/receiving-and-responding#followup-messages */
const isTokenOver = (error: unknown): boolean =>
  error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.InvalidWebhookToken

/** Translates a Discord error about one of our messages. The token in its URL never gets into the text. */
export const postError = (error: unknown): AppError => {
  if (error instanceof AppError) return error
  if (isProgramFault(error)) return programFault(error)
  const what = `Discord: ${whatOf(error)}`
  if (error instanceof DiscordAPIError && goneCodes.has(error.code))
    return new AppError('message_gone', what, { cause: error })
  if (isTokenOver(error)) return new AppError('reply_over', what, { cause: error })
  if (!isRetryable(error)) return new AppError('cannot_post', what, { cause: error })
  const retryAfterMs = retryAfterMsOf(error)
  return new AppError('platform_unavailable', what, {
    cause: error,
    retryable: true,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  })
}
