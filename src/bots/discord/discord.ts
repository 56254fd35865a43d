import { Client, Events, GatewayIntentBits, REST, type RESTOptions, Routes } from 'discord.js'
import type { Download } from '../../core/download.ts'
import { AppError } from '../../core/errors.ts'
import type { Log } from '../../core/log.ts'
import type { Platform } from '../../core/platform.ts'
import type { ShardRange } from '../../core/runtime/config.ts'
import { checkAccess } from './access.ts'
import { commandBody } from './commands.ts'
import { createDelivery } from './deliver.ts'
import { idIn } from './id.ts'
import { listenForInteractions } from './listen.ts'

interface DiscordOptions {
  token: string
  /** REST base without a version, such as https://discord.com/api. */
  apiUrl: string
  /** Shards this process runs; all of them when undefined. */
  shards: ShardRange | undefined
  download: Download
  log: Log
  /** Resolves after so many milliseconds. */
  wait: (spanMs: number) => Promise<void>
}

const apiVersion = '10'

/**
 * discord.js's own undici cannot send a form through the dispatcher that a newer undici in the same process installs;
 * Node's fetch can. https://discord.js.org/docs/packages/rest/stable/RESTOptions:Interface
 */
const makeRequest = fetch as unknown as RESTOptions['makeRequest']

/** An answer has to arrive within three seconds, so a call that takes longer is of no use. */
const answerTimeoutMs = 2_500
const uploadTimeoutMs = 120_000

const shardOptions = (shards: DiscordOptions['shards']) =>
  shards === undefined
    ? { shards: 'auto' as const }
    : {
        shards: Array.from({ length: shards.to - shards.from + 1 }, (_, index) => shards.from + index),
        shardCount: shards.total,
      }

const createClient = ({ apiUrl, shards, log }: DiscordOptions): Client => {
  const client = new Client({
    intents: [GatewayIntentBits.Guilds],
    allowedMentions: { parse: [] },
    rest: { api: apiUrl, version: apiVersion, timeout: answerTimeoutMs, retries: 1, makeRequest },
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

const publish = async (rest: REST, commands: Parameters<Platform['publish']>[0]): Promise<number> => {
  const applicationId = idIn(await rest.get(Routes.currentApplication()), 'application')
  const published = await rest.put(Routes.applicationCommands(applicationId), {
    body: commands.map(commandBody),
  })
  return Array.isArray(published) ? published.length : 0
}

/** Discord: the gateway for what comes in, REST for what goes out. A worker never connects to the gateway. */
export const createDiscord = (options: DiscordOptions): Platform => {
  const { token, apiUrl, download, log, wait } = options
  const sender = new REST({
    api: apiUrl,
    version: apiVersion,
    timeout: uploadTimeoutMs,
    retries: 0,
    makeRequest,
  })
  /** discord.js forgets the token after a 401; a process that runs on may need it again. */
  const rest = () => sender.setToken(token)
  let client: Client | undefined
  let interactions: ReturnType<typeof listenForInteractions> | undefined
  return {
    name: 'discord',
    checkAccess: () => checkAccess(rest(), wait),
    async listen(dispatch) {
      const connecting = createClient(options)
      client = connecting
      interactions = listenForInteractions({ client: connecting, dispatch, log })
      const ready = new Promise<void>((resolve) => connecting.once(Events.ClientReady, () => resolve()))
      await connecting.login(token).catch((error: unknown) => Promise.reject(loginError(error)))
      await ready
    },
    isListening: () => client?.isReady() ?? false,
    async stop() {
      client?.removeAllListeners()
      await interactions?.drained()
      await client?.destroy()
    },
    publish: (commands) => publish(rest(), commands),
    ...createDelivery({ rest, download, log }),
  }
}
