import { DiscordAPIError, type REST, Routes } from 'discord.js'
import { AppError } from '../../../core/errors.ts'
import { say } from '../../../core/text/say.ts'
import { maybeIdIn } from '../incoming/id.ts'

const retryable = true
const memberText = (): string => say('Discord cannot be reached right now.')

/** Something answers at DISCORD_API_URL, but not as Discord does. */
export const notDiscord = (cause?: unknown): AppError =>
  new AppError('platform_unavailable', 'Something other than Discord answers at DISCORD_API_URL.', {
    cause,
    retryable,
    memberText: memberText(),
  })

/**
 * Discord's own errors have a number; a proxy's page does not.
 * https://docs.discord.com/developers/topics/opcodes-and-status-codes#json
 */
const isByDiscord = ({ code }: DiscordAPIError): boolean => typeof code === 'number'

/**
 * Turns an error of a request to Discord into ours. A token that Discord refuses and an address without Discord are
 * final; anything else may pass: Discord's network, and proxies before it, answer 403, 408 and the like in an outage.
 */
export const accessError = (cause: unknown): AppError => {
  if (!(cause instanceof DiscordAPIError)) {
    return new AppError('platform_unavailable', 'Discord could not be reached at DISCORD_API_URL.', {
      cause,
      memberText: memberText(),
      retryable,
    })
  }
  const { status, code } = cause
  if (status === 401 && isByDiscord(cause))
    return new AppError('configuration', 'Discord does not know this token. Check DISCORD_TOKEN.', { cause })
  if (status === 404)
    return new AppError('configuration', 'Discord answered HTTP 404. Check DISCORD_API_URL.', { cause })
  const answered = isByDiscord(cause) ? `HTTP ${status} (code ${code})` : `HTTP ${status}`
  return new AppError('platform_unavailable', `Discord answered ${answered} at DISCORD_API_URL.`, {
    cause,
    memberText: memberText(),
    retryable,
  })
}

/**
 * Makes sure that Discord knows us before anything is bought on its behalf. Throws AppError `configuration` with the name
 * of the setting, or `platform_unavailable`.
 */
export const checkAccess = async (rest: REST): Promise<void> => {
  const us = await rest.get(Routes.user('@me')).catch((error: unknown) => Promise.reject(accessError(error)))
  if (maybeIdIn(us) === undefined) throw notDiscord()
}
