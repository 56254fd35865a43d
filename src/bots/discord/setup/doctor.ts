import { type REST, Routes } from 'discord.js'
import type { Command } from '../../../core/command/command.ts'
import { type Check, check, type Finding, ok, problemIn } from '../../../core/doctor-check.ts'
import type { Effect } from '../../../core/effect.ts'
import { once } from '../../../core/waiting.ts'
import type { ShardRange } from '../incoming/gateway.ts'
import { idIn, isRecord, maybeIdIn } from '../incoming/id.ts'
import { accessError, publishError } from './access.ts'
import { commandDrift } from './command-drift.ts'
import { commandBodies } from './commands.ts'
import { createServersChecks } from './doctor-servers.ts'
import { createLookRest, readsContent } from './look.ts'

/** Dependencies of the doctor's look at Discord. */
export interface DiscordDoctorOptions {
  token: string
  /** REST base without a version. */
  apiUrl: string
  messageContent: boolean
  shards: ShardRange | undefined
  commands: readonly Command[]
  effect: Effect
}

const what = 'Discord'
const portal = 'https://discord.com/developers/applications'

const accessFinding = (error: unknown): Finding => {
  const { code, message } = accessError(error)
  const mend = code === 'configuration' ? 'See docs/discord.md.' : 'Wait, or check the network.'
  return { verdict: 'failed', what, ...problemIn(message, mend) }
}

type Fields = Readonly<Record<string, unknown>>

const textOf = (value: unknown, other: string): string => (typeof value === 'string' ? value : other)

/** https://docs.discord.com/developers/resources/application#application-object */
const eventsFinding = ({ interactions_endpoint_url: url }: Fields): Finding =>
  typeof url === 'string' && url !== ''
    ? {
        verdict: 'failed',
        what: 'Interactions Endpoint URL',
        why: `Discord sends commands and buttons to ${url} instead of the bot, so members see "The application did not respond".`,
        mend: `Clear it at ${portal} under General Information.`,
      }
    : ok('interactions come over the gateway')

const intentsFinding = (application: Fields, isWanted: boolean): Finding => {
  if (readsContent(application) || !isWanted)
    return ok(isWanted ? 'the message content intent is on' : 'the message content intent is not requested')
  return {
    verdict: 'warning',
    what: 'Message Content Intent',
    why: "It is off, so replies to messages of others can't be used as clips.",
    mend: `Switch it on at ${portal} under Bot, or set DISCORD_MESSAGE_CONTENT=off.`,
  }
}

const sessionsWarning = 50

/** https://docs.discord.com/developers/events/gateway#get-gateway-bot */
const gatewayFinding = (told: unknown, shards: ShardRange | undefined): Finding => {
  const { shards: recommended, session_start_limit: limit } = isRecord(told) ? told : {}
  const { remaining, total, reset_after: resetMs } = isRecord(limit) ? limit : {}
  if (typeof recommended !== 'number' || typeof remaining !== 'number')
    return { verdict: 'failed', what, why: 'It does not say where its gateway is.', mend: 'Wait.' }
  if (remaining < sessionsWarning)
    return {
      verdict: remaining === 0 ? 'failed' : 'warning',
      what: 'sessions of the gateway',
      why: `Of ${String(total)} a day, ${remaining} are left for ${Math.ceil(Number(resetMs) / 3_600_000)} h. When none is left, Discord resets the token.`,
      mend: 'Find out what keeps restarting the bot.',
    }
  if (shards !== undefined && shards.total < recommended)
    return {
      verdict: 'warning',
      what: 'DISCORD_SHARDS',
      why: `It names ${shards.total} shards in all, and Discord recommends ${recommended}.`,
      mend: 'Raise the total in every process, and restart all.',
    }
  return ok(`the gateway can be reached; session starts left today: ${remaining}`)
}

/** Discord's answer as a finding; what can't be read is left to the check of the token. */
const readable = async (look: () => Promise<Finding>): Promise<Finding> => {
  try {
    return await look()
  } catch (error) {
    return accessFinding(error)
  }
}

const tokenCheck = (readUs: () => Promise<unknown>) =>
  check('discord.token', () =>
    readable(async () => {
      const us = await readUs()
      if (maybeIdIn(us) === undefined)
        return {
          verdict: 'failed',
          what,
          why: 'Something other than Discord answers at DISCORD_API_URL.',
          mend: 'Check DISCORD_API_URL.',
        }
      return ok(`Discord accepts our token, that of ${textOf(isRecord(us) ? us.username : '', 'the bot')}`)
    }),
  )

const commandsFinding = async (
  rest: REST,
  application: string,
  commands: readonly Command[],
): Promise<Finding> => {
  const bodies = commandBodies(commands)
  const query = new URLSearchParams({ with_localizations: 'true' })
  const published = await rest.get(Routes.applicationCommands(application), { query })
  const drift = commandDrift(bodies, Array.isArray(published) ? published : [])
  if (drift === undefined) return ok(`Discord offers our ${bodies.length} commands`)
  return {
    verdict: 'warning',
    what: "Discord's commands",
    ...problemIn(drift, 'Run npm run publish-commands.'),
    fix: {
      async make() {
        try {
          await rest.put(Routes.applicationCommands(application), { body: bodies })
        } catch (error) {
          throw publishError(error)
        }
        return `published ${bodies.length} commands to Discord`
      },
    },
  }
}

/** Everything that a bot's token can learn of its own state. All of it is read, and nothing opens a session. */
export const discordChecks = ({
  token,
  apiUrl,
  messageContent,
  shards,
  commands,
  effect,
}: DiscordDoctorOptions): readonly Check[] => {
  const rest = createLookRest({ apiUrl, effect }).setToken(token)
  const application = once(async (): Promise<Fields> => {
    const told = await rest.get(Routes.currentApplication())
    return isRecord(told) ? told : {}
  })
  const readUs = once(() => rest.get(Routes.user('@me')))
  const isKnown = (): Promise<boolean> =>
    readUs().then(
      (us) => maybeIdIn(us) !== undefined,
      () => false,
    )
  /** With a wrong token, one line is enough. */
  const ifKnown = (each: Check): Check => ({
    ...each,
    run: async () => ((await isKnown()) ? each.run() : []),
  })
  const others = [
    check('discord.events', () => readable(async () => eventsFinding(await application()))),
    check('discord.intents', () => readable(async () => intentsFinding(await application(), messageContent))),
    check('discord.commands', () =>
      readable(async () => commandsFinding(rest, idIn(await application(), 'application'), commands)),
    ),
    check('discord.gateway', () =>
      readable(async () => gatewayFinding(await rest.get(Routes.gatewayBot()), shards)),
    ),
    ...createServersChecks(rest, readUs),
  ]
  return [tokenCheck(readUs), ...others.map(ifKnown)]
}
