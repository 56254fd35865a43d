import { REST, type RESTOptions, Routes } from 'discord.js'
import type { Download, FetchFile } from '../../core/clip/download.ts'
import type { FilesLog } from '../../core/clip/files-log.ts'
import type { Effect } from '../../core/effect.ts'
import type { OneBot } from '../../core/job/platform.ts'
import type { Log } from '../../core/log.ts'
import { aloneAtCalling, type JoinCallers } from '../../core/pacing/share.ts'
import { createWorkInHand, within } from '../../core/waiting.ts'
import { createOtherCopy } from './answers/other-copy.ts'
import { lookAtChannel } from './incoming/channel-look.ts'
import { createGateway, type Gateway, type ShardRange } from './incoming/gateway.ts'
import { idIn } from './incoming/id.ts'
import { listenForEvents } from './incoming/listen.ts'
import { ifThere } from './incoming/membership.ts'
import { createVisibility } from './incoming/visibility.ts'
import { createCalls, requestWith } from './outgoing/calls.ts'
import { createDelivery } from './outgoing/deliver.ts'
import { findChannel } from './outgoing/find-channel.ts'
import { createNotify } from './outgoing/notify.ts'
import { createOpen } from './outgoing/open.ts'
import { accessError, checkAccess, publishError } from './setup/access.ts'
import { commandDrift } from './setup/command-drift.ts'
import { commandBodies } from './setup/commands.ts'

interface DiscordOptions {
  token: string
  /** REST base without a version, such as https://discord.com/api. */
  apiUrl: string
  /** Origins that members' files are read from. */
  fileOrigins: readonly string[]
  /** How files are fetched; by default wherever their hosts' names lead. */
  fetchFile?: FetchFile
  /** Whether to request messages that do not mention us; dropped with a warning if Discord refuses. */
  messageContent: boolean
  /** Shards this process runs; all of them when undefined. */
  shards: ShardRange | undefined
  download: Download
  /** Log of failed files; by default this platform has its own. */
  filesLog?: FilesLog
  effect: Effect
  log: Log
  /** Milliseconds since the epoch. */
  now: () => number
  /** Resolves after `spanMs` milliseconds. */
  wait: (spanMs: number) => Promise<void>
  /** The processes that call Discord with this token; by default this is the only one. */
  join?: JoinCallers
}

const apiVersion = '10'

/**
 * A 429 without a retry time is a Cloudflare ban of our address. discord.js would keep asking fifty times a
 * second and prolong it; here the request fails and is retried at our own pace.
 * https://docs.discord.com/developers/topics/rate-limits#invalid-request-limit-aka-cloudflare-bans
 */
const rejectOnRateLimit: RESTOptions['rejectOnRateLimit'] = ({ retryAfter }) => retryAfter <= 0

/** An answer must arrive within three seconds, so a slower call is useless. */
const answerTimeoutMs = 2_500
/** An answer waits for it. */
const channelTimeoutMs = 700
const askTimeoutMs = 15_000
const fileAnswerTimeoutMs = 15_000

const publish = async (rest: REST, commands: Parameters<OneBot['publish']>[0]): Promise<string> => {
  const applicationId = idIn(await rest.get(Routes.currentApplication()), 'application')
  const published = await rest.put(Routes.applicationCommands(applicationId), {
    body: commandBodies(commands),
  })
  return `Discord now offers ${Array.isArray(published) ? published.length : 0} commands.`
}

const shortcomings = async (rest: REST, commands: Parameters<OneBot['shortcomings']>[0]) => {
  const applicationId = idIn(await rest.get(Routes.currentApplication()), 'application')
  const query = new URLSearchParams({ with_localizations: 'true' })
  const published = await rest.get(Routes.applicationCommands(applicationId), { query })
  const drift = commandDrift(commandBodies(commands), Array.isArray(published) ? published : [])
  return drift === undefined ? [] : [drift]
}

/** Discord: the gateway for incoming events, REST for outgoing calls. A worker never connects to the gateway. */
export const createDiscord = (options: DiscordOptions): OneBot => {
  const { token, apiUrl, fileOrigins, fetchFile, effect, log, now, wait, join = aloneAtCalling } = options
  const makeRequest = requestWith(effect)
  const rested = { api: apiUrl, version: apiVersion }
  const calls = createCalls({ token, rest: { ...rested, makeRequest }, log, now, wait, join })
  const common = { ...rested, makeRequest: calls.counted(makeRequest), rejectOnRateLimit }
  // Fails with Discord's retry time instead of waiting silently.
  const asker = new REST({ ...common, rejectOnRateLimit: () => true, timeout: askTimeoutMs, retries: 0 })
  /** discord.js forgets the token after a 401; a process that keeps running may need it again. */
  const rest = () => asker.setToken(token)
  const open = createOpen({ rest, fileOrigins, fetchFile, answerTimeoutMs: fileAnswerTimeoutMs })
  const work = createWorkInHand((error) => log.error('an event from Discord failed', { error }))
  const otherCopy = createOtherCopy({ log, now })
  const state = { isToListen: false, isStopped: false }
  let gateway: Gateway | undefined
  const connectionProblem = () =>
    state.isToListen && gateway?.isOpen() !== true ? 'is not connected' : undefined
  return {
    name: 'discord',
    async connect(dispatch, claim) {
      state.isToListen ||= dispatch !== undefined
      const bot = await checkAccess(rest())
      await claim?.(bot)
      if (dispatch === undefined || state.isStopped) return
      const { track } = work
      gateway = createGateway({
        ...options,
        track,
        rest: { ...common, timeout: answerTimeoutMs, retries: 1 },
        attach: (client, readsContent) =>
          listenForEvents({ client, token, dispatch, log, otherCopy, readsContent, track }),
      })
      await gateway.open()
    },
    async stop(part) {
      state.isStopped = true
      gateway?.refuse()
      await work.drained()
      await gateway?.close()
      if (part === 'all') calls.close()
    },
    problem: () => calls.problem() ?? gateway?.problem() ?? otherCopy.problem() ?? connectionProblem(),
    serverNames: async () => (server) => gateway?.client()?.guilds.cache.get(server)?.name,
    publish: (commands) => publish(rest(), commands).catch((error) => Promise.reject(publishError(error))),
    shortcomings: (commands) =>
      shortcomings(rest(), commands).catch((error) => Promise.reject(accessError(error))),
    // https://docs.discord.com/developers/resources/guild#get-guild
    isRemovedFrom: async ({ server }) => (await ifThere(rest(), Routes.guild(server))) === undefined,
    open: (clip) => effect('discord.open', () => open(clip)),
    ...createDelivery({ ...options, calls }),
    notify: createNotify({ calls, now }),
    async findChannel(asker, channel) {
      const client = gateway?.client()
      const found = client && (await within(channelTimeoutMs, findChannel(client, asker, channel)))
      return found ?? { status: 'unanswered' }
    },
    ...createVisibility({ client: () => gateway?.client(), now, log }),
    lookAtChannel: async (asker, place) => lookAtChannel(gateway?.client(), asker, place),
  }
}
