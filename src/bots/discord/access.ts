import { DiscordAPIError, type REST, Routes } from 'discord.js'
import { AppError } from '../../core/errors.ts'
import { say } from '../../core/texts/say.ts'

/** Turns an error of a request to Discord into ours. */
export const accessError = (cause: unknown): AppError => {
  if (!(cause instanceof DiscordAPIError)) {
    const memberText = say('Discord cannot be reached right now.')
    return new AppError('platform_unavailable', 'Discord could not be reached at DISCORD_API_URL.', {
      cause,
      memberText,
      retryable: true,
    })
  }
  return cause.status === 401
    ? new AppError('configuration', 'Discord does not know this token. Check DISCORD_TOKEN.', { cause })
    : new AppError('configuration', `Discord answered HTTP ${cause.status}. Check DISCORD_API_URL.`, {
        cause,
      })
}

/**
 * Makes sure that Discord knows us before anything is bought on its behalf. Throws AppError `configuration` with the name
 * of the setting, or `platform_unavailable`.
 */
export const checkAccess = async (rest: REST): Promise<void> => {
  await rest.get(Routes.user('@me')).catch((error: unknown) => Promise.reject(accessError(error)))
}
