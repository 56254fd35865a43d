import type { Download, FetchFile } from '../core/clip/download.ts'
import { createFilesLog } from '../core/clip/files-log.ts'
import type { Effect } from '../core/effect.ts'
import { AppError } from '../core/errors.ts'
import type { Installations } from '../core/installation.ts'
import type { LeftServers } from '../core/job/left-servers.ts'
import type { Dispatch, Platform } from '../core/job/platform.ts'
import type { Log } from '../core/log.ts'
import type { JoinCallers } from '../core/pacing/share.ts'
import type { AccountId, PlatformName } from '../core/target.ts'
import type { ChatClaim } from './chat-claim.ts'
import type { ChatConfig } from './chat-settings.ts'
import type { Config } from './config.ts'
import type { HealthCheck, Mount } from './http/http-server.ts'
import type { Running } from './running.ts'

/** Path below which Slack's signed requests arrive. */
export const slackPath = '/slack'

interface Chats {
  platforms: readonly Platform[]
  mounts: readonly Mount[]
}

interface SharedOptions {
  download: Download
  fetchFile?: FetchFile
  effect: Effect
  log: Log
  /** Resolves after `spanMs` milliseconds. */
  wait: (spanMs: number) => Promise<void>
  /** The processes that call a platform with the same token. */
  callers: (platform: PlatformName) => JoinCallers
  /** Workspaces that installed our app; by default none, for programs that call none of them. */
  installs?: {
    installations: Installations
    leftServers: Pick<LeftServers, 'returned'>
    isLetIn: (account: AccountId) => Promise<boolean>
    operator: Pick<Config['operator'], 'servers' | 'blocked'>
  }
}

const noInstalls: NonNullable<SharedOptions['installs']> = {
  installations: {
    find: () => Promise.resolve(undefined),
    keep: () => Promise.resolve(),
    replace: () => Promise.resolve(false),
    takeTurn: () => Promise.resolve(false),
    useState: () => Promise.resolve(false),
    all: () => Promise.resolve([]),
  },
  leftServers: { returned: () => Promise.resolve() },
  isLetIn: () => Promise.resolve(false),
  operator: { servers: [], blocked: [] },
}

type SlackConfig = NonNullable<ChatConfig['slack']>
type SlackDeps = Omit<SharedOptions, 'callers' | 'installs'> & { join: JoinCallers; now: () => number }

const createSlackBot = async (slack: Extract<SlackConfig, { botToken: string }>, deps: SlackDeps) =>
  (await import('../bots/slack/slack.ts')).createSlack({ ...slack, ...deps })

const createSlackApp = async (
  { app, ...slack }: Extract<SlackConfig, { app: object }>,
  deps: SlackDeps,
  installs: NonNullable<SharedOptions['installs']>,
) => {
  const { createInstalledSlack } = await import('../bots/slack/installed.ts')
  const { createAdmission, installPageText: pageText, withReturns } = await import('./slack-installs.ts')
  const { visitorOf } = await import('./http/visitor.ts')
  const { operator, leftServers, isLetIn } = installs
  const installations = withReturns(installs.installations, leftServers)
  const admission = createAdmission(operator, isLetIn)
  const access = { installations, isLetIn, admission, pageText, visitorOf }
  return createInstalledSlack({ ...app, ...slack, ...deps, ...access })
}

/**
 * The chat platforms that have a token, and their HTTP handlers. A platform without a token is not even loaded:
 * its library alone takes up to a third of a second.
 */
export const createChats = async (
  { discord, slack }: ChatConfig,
  { callers, installs = noInstalls, ...given }: SharedOptions,
): Promise<Chats> => {
  const shared = { ...given, filesLog: createFilesLog(given.log) }
  const platforms: Platform[] = []
  const mounts: Mount[] = []
  if (discord !== undefined) {
    const { createDiscord } = await import('../bots/discord/discord.ts')
    platforms.push(createDiscord({ ...discord, ...shared, join: callers('discord'), now: Date.now }))
  }
  if (slack !== undefined) {
    const deps = { ...shared, join: callers('slack'), now: Date.now }
    const platform =
      'app' in slack ? await createSlackApp(slack, deps, installs) : await createSlackBot(slack, deps)
    platforms.push(platform)
    if (platform.httpHandler !== undefined) mounts.push({ path: slackPath, handle: platform.httpHandler })
  }
  return { platforms, mounts }
}

/** A chat that is connected independently of everything else. */
export interface ChatStart {
  /** Settles once the chat is up, or is known to be down. Rejects with AppError `configuration`. */
  readonly tried: Promise<void>
  readonly check: HealthCheck
}

type Startable = Pick<Platform, 'name' | 'connect' | 'stop' | 'problem'>

interface StartingOptions {
  /** Undefined if no events are needed, as in a worker. */
  dispatch: Dispatch | undefined
  claim: ChatClaim
  log: Log
  wait: (spanMs: number) => Promise<void>
  running: Running[]
  /** Called when it is up for the first time. */
  whenUp?: () => void
  /** A longer try counts as down, and continues. */
  slowMs?: number
}

const firstPauseMs = 1_000
const longestPauseMs = 60_000
/** Each try may cost one of the thousand daily sessions that Discord grants. */
const refusedPauseMs = 5 * 60_000
/** Discord's REST can take half of this, and its gateway a few seconds more. */
const defaultSlowMs = 30_000

/** Slack allows about one socket a minute. After a restart it may ask us to wait once; that is not an outage. */
const ownTurnMs = 60_000

const isAway = (error: unknown): error is AppError =>
  error instanceof AppError && (error.code === 'platform_unavailable' || error.code === 'store_unavailable')

/**
 * Connects a chat, and retries with growing pauses. A wrong setting is final on the first try. After an outage
 * the chat only stays down, because it must not end the process that serves the other chat.
 */
export const startChat = (
  platform: Startable,
  { dispatch, claim, log, wait, running, whenUp, slowMs = defaultSlowMs }: StartingOptions,
): ChatStart => {
  const { name } = platform
  const tried = Promise.withResolvers<void>()
  const state = {
    hasBeenUp: false,
    problem: 'is starting' as string | undefined,
    hasBeenAway: false,
    hasWaitedItsTurn: false,
    isStopped: false,
  }
  const stop = async (): Promise<void> => {
    state.isStopped = true
    await platform.stop('listening')
  }
  running.push(
    { name, kind: 'rest', stop: () => platform.stop('all') },
    { name: `events of ${name}`, kind: 'intake', stop },
  )

  const connect = async (): Promise<void> => {
    await platform.connect(dispatch, claim.make)
    if (state.isStopped) await platform.stop('listening')
  }

  const markDown = (problem: string, error?: unknown): void => {
    if (state.problem !== problem && !state.isStopped) log.warn(`${name} is down: ${problem}`, { error })
    state.problem = problem
    state.hasBeenAway = true
    tried.resolve()
  }

  const markUp = (): void => {
    if (state.hasBeenAway && !state.isStopped) log.info(`${name} is up again`)
    state.problem = undefined
    tried.resolve()
    if (!state.hasBeenUp && !state.isStopped) whenUp?.()
    state.hasBeenUp = true
  }

  /** Returns the pause before the next try; undefined if there is none. */
  const pauseAfter = (error: unknown, pauseMs: number): number | undefined => {
    if (!(isAway(error) || state.hasBeenAway)) {
      state.problem = 'is refused'
      tried.reject(error)
      return undefined
    }
    const { retryAfterMs = 0 } = error instanceof AppError ? error : {}
    if (retryAfterMs === 0 || retryAfterMs > ownTurnMs || state.hasWaitedItsTurn)
      markDown(error instanceof AppError ? error.message : 'it cannot be started', error)
    state.hasWaitedItsTurn = true
    return isAway(error) ? Math.max(pauseMs, retryAfterMs) : refusedPauseMs
  }

  const run = async (): Promise<void> => {
    for (let pauseMs = firstPauseMs; !state.isStopped; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      const connecting = connect()
      const slowTimer = setTimeout(
        () => state.hasBeenAway || markDown('it has not answered yet'),
        slowMs,
      ).unref()
      const nextMs = await connecting.then(markUp, (error: unknown) => pauseAfter(error, pauseMs))
      clearTimeout(slowTimer)
      if (nextMs === undefined) return
      await wait(nextMs)
    }
  }
  void run()

  const problem = async () => state.problem ?? claim.problem() ?? platform.problem()
  return { tried: tried.promise, check: { name, problem } }
}
