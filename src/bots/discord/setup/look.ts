import { ApplicationFlags, REST, Routes } from 'discord.js'
import type { Effect } from '../../../core/effect.ts'
import { isRecord } from '../incoming/id.ts'
import { invitedRights } from '../incoming/rights.ts'
import { requestWith } from '../outgoing/calls.ts'
import { accessError, notDiscord } from './access.ts'

/** An application as its token shows it to an operator. */
export interface DiscordApplication {
  id: string
  /** The name of its bot. */
  bot: string
  /** Whether Message Content Intent is switched on. */
  readsContent: boolean
}

/** Reads what a token belongs to. Both throw AppError `configuration` or `platform_unavailable`. */
export interface DiscordLook {
  application(): Promise<DiscordApplication>
  /** The names of the servers that the bot is in; of a bot in many, the first 200. */
  servers(): Promise<readonly string[]>
}

interface LookOptions {
  token: string
  /** REST base without a version, such as https://discord.com/api. */
  apiUrl: string
  effect: Effect
}

/** An operator is waiting, and the doctor gives each check ten seconds. */
const timeoutMs = 8_000

const textIn = (answer: unknown, field: string): string => {
  const value = isRecord(answer) ? answer[field] : undefined
  if (typeof value === 'string' && value !== '') return value
  throw notDiscord()
}

/** Bots in up to 100 servers are "limited": https://docs.discord.com/developers/resources/application#application-object-application-flags */
const contentFlags = ApplicationFlags.GatewayMessageContent | ApplicationFlags.GatewayMessageContentLimited

/** Whether an application may read what others write. */
export const readsContent = (application: unknown): boolean =>
  isRecord(application) && typeof application.flags === 'number' && (application.flags & contentFlags) !== 0

/** Requests to Discord for an operator: each is made once and gives up soon. */
export const createLookRest = ({ apiUrl, effect }: Omit<LookOptions, 'token'>): REST =>
  new REST({
    api: apiUrl,
    version: '10',
    makeRequest: requestWith(effect),
    rejectOnRateLimit: () => true,
    timeout: timeoutMs,
    retries: 0,
  })

/** Looks at Discord with a token that may be wrong. */
export const createLook = ({ token, ...access }: LookOptions): DiscordLook => {
  const rest = createLookRest(access)
  // discord.js forgets the token after a 401.
  const read = (route: `/${string}`): Promise<unknown> =>
    rest
      .setToken(token)
      .get(route)
      .catch((error: unknown) => Promise.reject(accessError(error)))
  return {
    async application() {
      const user = await read(Routes.user('@me'))
      const application = await read(Routes.currentApplication())
      return {
        id: textIn(application, 'id'),
        bot: textIn(user, 'username'),
        readsContent: readsContent(application),
      }
    },
    async servers() {
      const guilds = await read(Routes.userGuilds())
      if (!Array.isArray(guilds)) throw notDiscord()
      return guilds.map((guild: unknown) => textIn(guild, 'name'))
    },
  }
}

/** The address at which an admin adds the bot to a server: https://docs.discord.com/developers/topics/oauth2#bot-authorization-flow */
export const inviteLink = (applicationId: string): string =>
  `https://discord.com/oauth2/authorize?client_id=${applicationId}&permissions=${invitedRights}&scope=bot%20applications.commands`

/** Other values of the developer portal by their form, and of other programs, with where each is from. */
const otherKinds: readonly (readonly [RegExp, string])[] = [
  [/^[0-9a-f]{64}$/i, 'the public key, from General Information'],
  [/^\d{15,20}$/, 'an ID, such as the application ID from General Information'],
  [/^[\w-]{32}$/, 'the client secret, from OAuth2'],
  [/^https?:\/\//, 'an address'],
  [/^x(?:ox|app)/, 'a token of Slack'],
]

/** What a value is instead of a bot token; undefined if it may be one. */
export const otherThanToken = (value: string): string | undefined =>
  otherKinds.find(([form]) => form.test(value))?.[1]
