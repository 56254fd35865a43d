import { DiscordAPIError, RESTJSONErrorCodes } from 'discord.js'
import { AppError } from '../../core/errors.ts'

/** The message, or our short-lived right to edit it, is no more. */
const goneCodes = new Set<number | string>([
  RESTJSONErrorCodes.UnknownMessage,
  RESTJSONErrorCodes.UnknownWebhook,
  RESTJSONErrorCodes.UnknownInteraction,
  RESTJSONErrorCodes.InvalidWebhookToken,
  RESTJSONErrorCodes.MaximumNumberOfEditsToMessagesOlderThanOneHourReached,
])

const isRetryable = (error: unknown): boolean =>
  !(error instanceof DiscordAPIError) || error.status >= 500 || error.status === 401 || error.status === 429

/** Whether Discord refused the files for their size. */
export const isTooLarge = (error: unknown): boolean =>
  error instanceof DiscordAPIError &&
  (error.status === 413 || error.code === RESTJSONErrorCodes.RequestEntityTooLarge)

/** What an error of Discord's means for a message of ours. The token in its URL never gets into the text. */
export const postError = (error: unknown): AppError => {
  if (error instanceof AppError) return error
  const what =
    error instanceof DiscordAPIError ? `${error.status} ${error.code} ${error.message}` : 'no answer'
  if (error instanceof DiscordAPIError && goneCodes.has(error.code)) {
    return new AppError('message_gone', `Discord: ${what}`, { cause: error })
  }
  if (isRetryable(error))
    return new AppError('platform_unavailable', `Discord: ${what}`, { cause: error, retryable: true })
  return new AppError('cannot_post', `Discord: ${what}`, { cause: error })
}
