import {
  Client,
  Events,
  GatewayCloseCodes,
  GatewayIntentBits,
  Options,
  Partials,
  type RESTOptions,
  Status,
} from 'discord.js'
import { AppError, isProgramFault } from '../../../core/errors.ts'
import type { Log } from '../../../core/log.ts'
import { notDiscord } from '../setup/access.ts'

/** Shards `from` to `to` of `total`, as Discord numbers them. */
export interface ShardRange {
  from: number
  to: number
  total: number
}

interface GatewayOptions {
  token: string
  shards: ShardRange | undefined
  /** Whether to request messages that do not mention us. */
  messageContent: boolean
  rest: Partial<RESTOptions>
  log: Log
  /** Adds listeners to a new client before it connects. */
  attach: (client: Client, readsContent: boolean) => void
  /** Tracks pending work until it is done. */
  track: (work: Promise<void>) => void
  /** Resolves after `spanMs` milliseconds. */
  wait: (spanMs: number) => Promise<void>
}

/** The connection for incoming events. */
export interface Gateway {
  /** Throws AppError `configuration` with the name of the setting, or `platform_unavailable`. */
  open(): Promise<void>
  isOpen(): boolean
  /** The connected client, with everything that Discord has told it. */
  client(): Client | undefined
  /** Why Discord closed the connection permanently, while we try to reconnect. */
  problem(): string | undefined
  /** Accepts nothing new; pending work can still be answered. */
  refuse(): void
  close(): Promise<void>
}

/** The longest that an unavailable server can delay the others. */
const guildsWaitMs = 5_000

const shardOptions = (shards: ShardRange | undefined) =>
  shards === undefined
    ? { shards: 'auto' as const }
    : {
        shards: Array.from({ length: shards.to - shards.from + 1 }, (_, index) => shards.from + index),
        shardCount: shards.total,
      }

const createClient = ({ shards, rest, log }: GatewayOptions, readsContent: boolean): Client => {
  const intents = [
    GatewayIntentBits.Guilds,
    GatewayIntentBits.GuildMessages,
    GatewayIntentBits.DirectMessages,
  ]
  const isUs = ({ id }: { id: string }): boolean => id === client.user?.id
  const client: Client = new Client({
    intents: readsContent ? [...intents, GatewayIntentBits.MessageContent] : intents,
    allowedMentions: { parse: [] },
    // Discord does not announce direct message channels before a member writes there.
    partials: [Partials.Channel, Partials.Message], // of a deleted message the id is enough
    // Events bring what they need, such as the message replied to, so nothing is kept for long. discord.js limits
    // messages by channel alone and the others not at all: the owner of one server with 1,500 channels and threads
    // could fill the memory. Nothing here uses a server's own emojis and stickers, a sixth of what it takes.
    makeCache: Options.cacheWithLimits({
      GuildEmojiManager: 0,
      GuildStickerManager: 0,
      MessageManager: 3,
      GuildMemberManager: { maxSize: 200, keepOverLimit: isUs },
      UserManager: { maxSize: 5_000, keepOverLimit: isUs },
    }),
    sweepers: {
      threads: { interval: 60, filter: () => (thread) => thread.archived === true },
      messages: { interval: 30, filter: () => () => true },
      guildMembers: { interval: 3_600, filter: () => (member) => !isUs(member) },
      users: { interval: 600, filter: () => (user) => !isUs(user) },
    },
    rest,
    ...shardOptions(shards),
    waitGuildTimeout: guildsWaitMs,
  })
  client.on(Events.Error, (error) => log.warn('the connection to Discord has a problem', { error }))
  client.on(Events.ShardDisconnect, ({ code }, shard) =>
    log.warn('a shard is disconnected for good', { shard, code }),
  )
  client.on(Events.ShardReconnecting, (shard) => log.info('a shard reconnects', { shard }))
  return client
}

/**
 * Sessions are limited to a thousand a day.
 * https://docs.discord.com/developers/events/gateway#session-start-limit-object
 */
const comeBackMinMs = 5_000
const comeBackMaxMs = 5 * 60_000

/** Close codes that a setting fixes. */
const settingCodes: ReadonlySet<number> = new Set([
  GatewayCloseCodes.AuthenticationFailed,
  GatewayCloseCodes.InvalidShard,
  GatewayCloseCodes.ShardingRequired,
])

/**
 * Close codes that retrying alone can't fix, with what can.
 * https://docs.discord.com/developers/topics/opcodes-and-status-codes#gateway-gateway-close-event-codes
 */
const mendByCode: ReadonlyMap<number, string> = new Map([
  [
    GatewayCloseCodes.AuthenticationFailed,
    'the token was reset or is wrong. Set DISCORD_TOKEN to the new one and restart',
  ],
  [GatewayCloseCodes.InvalidShard, 'it does not accept these shards. Fix DISCORD_SHARDS and restart'],
  [
    GatewayCloseCodes.ShardingRequired,
    'the bot is in too many servers for so few shards. Fix DISCORD_SHARDS and restart',
  ],
  [
    GatewayCloseCodes.InvalidAPIVersion,
    'it no longer accepts this version of its API. Update Tunesmith and restart',
  ],
  [
    GatewayCloseCodes.InvalidIntents,
    'it does not know an intent of this version. Update Tunesmith and restart',
  ],
  [
    GatewayCloseCodes.DisallowedIntents,
    'an intent is not allowed. Look at "Privileged Gateway Intents" in the Developer Portal under Bot',
  ],
])

const loginError = (cause: unknown, code = 0): AppError => {
  const mend = mendByCode.get(code)
  if (mend !== undefined) {
    const [kind, retryable] = settingCodes.has(code)
      ? (['configuration', false] as const)
      : (['platform_unavailable', true] as const)
    return new AppError(kind, `Discord's gateway refuses us (${code}): ${mend}.`, { cause, retryable })
  }
  // The library takes any 200 response for Discord's gateway address.
  if (isProgramFault(cause)) return notDiscord(cause)
  const said = cause instanceof Error ? cause.message : String(cause)
  return new AppError('platform_unavailable', `Discord's gateway did not let us in: ${said}`, {
    cause,
    retryable: true,
  })
}

/** Shown to the operator while we try to reconnect. */
const closedText = (code: number): string => {
  const mend = mendByCode.get(code)
  return mend === undefined
    ? `Discord closed the connection for good, with code ${code}`
    : `Discord closed the connection for good (${code}): ${mend}`
}

/**
 * Ends a client permanently. discord.js reconnects a failed shard after half a second even if the client was
 * destroyed meanwhile. The shard asks for its session first, and here never gets one.
 */
export const discard = async (lost: Client | undefined): Promise<void> => {
  if (lost === undefined) return
  lost.removeAllListeners()
  const sessionInfo = { get: () => new Promise<never>(() => {}), set: () => undefined }
  for (const [id, shard] of lost.ws.shards) lost.ws.shards.set(id, Object.create(shard, { sessionInfo }))
  await lost.destroy()
}

const connect = async (client: Client, token: string): Promise<void> => {
  const ready = new Promise<void>((resolve) => client.once(Events.ClientReady, () => resolve()))
  await client.login(token)
  await ready
}

const refusedText =
  'Discord refuses the message content intent: replies to messages of others cannot be used as clips. Switch on "Message Content Intent" in the Developer Portal under Bot, or set DISCORD_MESSAGE_CONTENT=off.'

/** The library still reports ready while a shard is disconnected. */
const isConnected = (client: Client): boolean =>
  client.isReady() && client.ws.shards.every(({ status }) => status === Status.Ready)

/**
 * The gateway. If Discord refuses the message content intent, at first or after it was switched off, we drop it
 * with a warning and use a new client, since discord.js gives the refused one up.
 * https://docs.discord.com/developers/topics/opcodes-and-status-codes#gateway-gateway-close-event-codes
 */
export const createGateway = (options: GatewayOptions): Gateway => {
  const { token, log, attach, track, wait } = options
  let client: Client | undefined
  let isRefusing = false
  let problem: string | undefined

  const openWith = async (readsContent: boolean): Promise<void> => {
    const connecting = createClient(options, readsContent)
    client = connecting
    let isRefused = false
    let lastCode: number | undefined
    connecting.on(Events.ShardDisconnect, ({ code }) => {
      const isOfContent = readsContent && code === GatewayCloseCodes.DisallowedIntents
      lastCode = code
      if (isOfContent) isRefused = true
      if (!connecting.isReady()) return
      if (isOfContent) track(reopen(connecting))
      else void comeBack(connecting, code)
    })
    attach(connecting, readsContent)
    try {
      await connect(connecting, token)
    } catch (error) {
      if (!isRefused) throw loginError(error, lastCode)
      await reopen(connecting)
    }
  }

  const reopen = async (refused: Client): Promise<void> => {
    log.warn(refusedText)
    await discard(refused)
    if (!isRefusing) await openWith(false)
  }

  const openOrDiscard = async (): Promise<void> => {
    try {
      await openWith(options.messageContent)
    } catch (error) {
      await discard(client)
      client = undefined
      throw error
    }
  }

  /**
   * Retries by itself, rarely enough for the daily session limit; until then the process reports that it is not
   * ready.
   */
  const comeBack = async (lost: Client, code: number): Promise<void> => {
    if (lost !== client) return
    client = undefined
    problem = closedText(code)
    log.error('the connection to Discord is lost; reconnecting', { code, problem })
    await discard(lost)
    for (let pauseMs = comeBackMinMs; ; pauseMs = Math.min(2 * pauseMs, comeBackMaxMs)) {
      await wait(pauseMs)
      if (isRefusing) return
      try {
        await openOrDiscard()
        problem = undefined
        return
      } catch (error) {
        log.warn('Discord could not be reached again yet', { error })
      }
    }
  }

  return {
    problem: () => problem,
    open: openOrDiscard,
    client: () => client,
    isOpen: () => client !== undefined && isConnected(client),
    refuse() {
      isRefusing = true
      client?.removeAllListeners()
    },
    async close() {
      await client?.destroy()
    },
  }
}
