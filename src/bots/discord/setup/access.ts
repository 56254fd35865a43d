import { DiscordAPIError, HTTPError, type REST, RESTJSONErrorCodes, Routes } from 'discord.js'
import { AppError, isProgramFault, longestTurnMs, programFault } from '../../../core/errors.ts'
import { unreachedText } from '../../../core/network-faults.ts'
import { say } from '../../../core/text/say.ts'
import { onOneLine, shortened, spanText } from '../../../core/text/text.ts'
import { maybeIdIn } from '../incoming/id.ts'
import { retryAfterMsOf } from '../outgoing/errors.ts'

const retryable = true
const memberText = (): string => say("I can't reach Discord right now.")

/** Something answers at DISCORD_API_URL, but it is not Discord. */
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

const isOutage = ({ status, code }: DiscordAPIError): boolean =>
  status === 408 ||
  status === 429 ||
  status >= 500 ||
  code === RESTJSONErrorCodes.CloudflareIsBlockingYourRequest

/** What Discord, or whatever answers in its place, said to a request. */
const answerIn = (cause: unknown): string | undefined => {
  if (cause instanceof HTTPError) return `HTTP ${cause.status}`
  if (!(cause instanceof DiscordAPIError)) return undefined
  return isByDiscord(cause) ? `HTTP ${cause.status} (code ${cause.code})` : `HTTP ${cause.status}`
}

/**
 * Translates an error of a request to Discord. A refused token and an address without Discord are final;
 * anything else may pass: Discord's network, and proxies before it, answer 403, 408 and the like in an outage.
 */
export const accessError = (cause: unknown): AppError => {
  if (cause instanceof AppError) return cause
  if (isProgramFault(cause)) return programFault(cause)
  const status = cause instanceof DiscordAPIError ? cause.status : undefined
  if (status === 401 && cause instanceof DiscordAPIError && isByDiscord(cause))
    return new AppError('configuration', 'Discord does not know this token. Check DISCORD_TOKEN.', { cause })
  if (status === 404)
    return new AppError('configuration', 'Discord answered HTTP 404. Check DISCORD_API_URL.', { cause })
  const retryAfterMs = retryAfterMsOf(cause)
  if (retryAfterMs !== undefined) {
    const span = spanText(retryAfterMs)
    return new AppError(
      'platform_unavailable',
      `Discord takes no requests at DISCORD_API_URL for ${span} (HTTP 429).`,
      {
        cause,
        memberText: memberText(),
        retryable: retryAfterMs <= longestTurnMs,
        retryAfterMs,
      },
    )
  }
  const answer = answerIn(cause)
  const what =
    answer === undefined ? unreachedText(cause, 'DISCORD_API_URL') : `answered ${answer} at DISCORD_API_URL.`
  return new AppError('platform_unavailable', `Discord ${what}`, {
    cause,
    memberText: memberText(),
    retryable,
  })
}

/** https://docs.discord.com/developers/topics/opcodes-and-status-codes#json */
const publishMends: ReadonlyMap<unknown, string> = new Map([
  [
    RESTJSONErrorCodes.MaximumDailyApplicationCommandCreatesReached,
    'Discord accepts 200 new commands a day. Run it again tomorrow.',
  ],
  [
    RESTJSONErrorCodes.MissingAccess,
    'Check in the Developer Portal that DISCORD_TOKEN is the token of an application that is not disabled.',
  ],
])
const otherMend =
  'Look its code up at https://docs.discord.com/developers/topics/opcodes-and-status-codes#json.'

const saidMax = 300

/** The same for a request that publishes commands: a refusal by Discord itself is final. */
export const publishError = (cause: unknown): AppError => {
  const isRefusal = cause instanceof DiscordAPIError && isByDiscord(cause) && !isOutage(cause)
  if (!isRefusal || cause.status === 401) return accessError(cause)
  const { code, message } = cause
  const said = shortened(onOneLine(message), saidMax)
  const mend = publishMends.get(code) ?? otherMend
  return new AppError(
    'platform_unavailable',
    `Discord refuses our commands (code ${code}): ${said}. ${mend}`,
    {
      cause,
      memberText: memberText(),
    },
  )
}

/**
 * Checks that Discord accepts us before anything is bought for its members. Throws AppError `configuration`
 * with the name of the setting, or `platform_unavailable`. Returns the bot's id.
 */
export const checkAccess = async (rest: REST): Promise<string> => {
  const us = await rest.get(Routes.user('@me')).catch((error: unknown) => Promise.reject(accessError(error)))
  const bot = maybeIdIn(us)
  if (bot === undefined) throw notDiscord()
  return bot
}
