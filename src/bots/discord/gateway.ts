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
import { AppError } from '../../core/errors.ts'
import type { Log } from '../../core/log.ts'
import type { ShardRange } from '../../core/runtime/settings.ts'

interface GatewayOptions {
  token: string
  shards: ShardRange | undefined
  /** Whether to ask for messages that do not mention us. */
  messageContent: boolean
  rest: Partial<RESTOptions>
  log: Log
  /** Listens to a new client, before it connects. */
  attach: (client: Client, readsContent: boolean) => void
  /** Keeps work in hand until it is done. */
  track: (work: Promise<void>) => void
}

/** The connection through which everything comes in. */
export interface Gateway {
  /** Throws AppError `platform_unavailable`. */
  open(): Promise<void>
  isOpen(): boolean
  /** Takes nothing new; what is in hand can still be answered. */
  refuse(): void
  close(): Promise<void>
}

/** A reply brings the message replied to along; more than the latest few are of no use to us. */
const messagesKeptMax = 50

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
  const client = new Client({
    intents: readsContent ? [...intents, GatewayIntentBits.MessageContent] : intents,
    allowedMentions: { parse: [] },
    // Discord does not tell of direct messages before somebody writes there.
    partials: [Partials.Channel],
    makeCache: Options.cacheWithLimits({
      ...Options.DefaultMakeCacheSettings,
      MessageManager: messagesKeptMax,
    }),
    rest,
    ...shardOptions(shards),
  })
  client.on(Events.Error, (error) => log.warn('the connection to Discord has a problem', { error }))
  client.on(Events.ShardDisconnect, ({ code }, shard) =>
    log.warn('a shard is disconnected for good', { shard, code }),
  )
  client.on(Events.ShardReconnecting, (shard) => log.info('a shard reconnects', { shard }))
  return client
}

const loginError = (cause: unknown): AppError => {
  const said = cause instanceof Error ? cause.message : String(cause)
  return new AppError('platform_unavailable', `Discord's gateway did not let us in: ${said}`, { cause })
}

const connect = async (client: Client, token: string): Promise<void> => {
  const ready = new Promise<void>((resolve) => client.once(Events.ClientReady, () => resolve()))
  await client.login(token)
  await ready
}

const refusedText =
  'Discord refuses the message content intent: replies to messages of others cannot be used as clips. Switch on "Message Content Intent" in the Developer Portal under Bot, or set DISCORD_MESSAGE_CONTENT=off.'

/** The library's own word stays true while a shard is away. */
const isConnected = (client: Client): boolean =>
  client.isReady() && client.ws.shards.every(({ status }) => status === Status.Ready)

/**
 * The gateway. Where Discord refuses the message content intent, at the beginning or after it was switched off, it is
 * given up with a warning, by a new client, for discord.js gives the refused one up.
 * https://docs.discord.com/developers/topics/opcodes-and-status-codes#gateway-gateway-close-event-codes
 */
export const createGateway = (options: GatewayOptions): Gateway => {
  const { token, log, attach, track } = options
  let client: Client | undefined
  let isRefusing = false

  const openWith = async (readsContent: boolean): Promise<void> => {
    const connecting = createClient(options, readsContent)
    client = connecting
    let isRefused = false
    connecting.on(Events.ShardDisconnect, ({ code }) => {
      if (!readsContent || code !== GatewayCloseCodes.DisallowedIntents) return
      isRefused = true
      if (connecting.isReady()) track(reopen(connecting))
    })
    attach(connecting, readsContent)
    try {
      await connect(connecting, token)
    } catch (error) {
      if (!isRefused) throw loginError(error)
      await reopen(connecting)
    }
  }

  const reopen = async (refused: Client): Promise<void> => {
    log.warn(refusedText)
    refused.removeAllListeners()
    await refused.destroy()
    if (!isRefusing) await openWith(false)
  }

  return {
    open: () => openWith(options.messageContent),
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
