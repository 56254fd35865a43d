import type { Download } from './core/clip/download.ts'
import type { Effect } from './core/effect.ts'
import { AppError } from './core/errors.ts'
import type { Log } from './core/log.ts'
import type { Platform } from './core/platform.ts'
import type { Config } from './core/runtime/config.ts'
import type { HealthCheck, Mount } from './core/runtime/http-server.ts'
import type { Running } from './core/runtime/running.ts'
import { slackPath } from './slack-path.ts'

interface Chats {
  platforms: readonly Platform[]
  mounts: readonly Mount[]
}

interface SharedOptions {
  download: Download
  effect: Effect
  log: Log
  /** Resolves after so many milliseconds. */
  wait: (spanMs: number) => Promise<void>
}

/**
 * The chat platforms that have a token, and what of them is reached over HTTP. One without a token is not even
 * loaded: its library alone takes up to a third of a second.
 */
export const createChats = async (
  { discord, slack }: Pick<Config, 'discord' | 'slack'>,
  shared: SharedOptions,
): Promise<Chats> => {
  const platforms: Platform[] = []
  const mounts: Mount[] = []
  if (discord !== undefined) {
    const { createDiscord } = await import('./bots/discord/discord.ts')
    platforms.push(createDiscord({ ...discord, ...shared, now: Date.now }))
  }
  if (slack !== undefined) {
    const { createSlack } = await import('./bots/slack/slack.ts')
    const platform = createSlack({ ...slack, ...shared, now: Date.now })
    platforms.push(platform)
    if (platform.httpHandler !== undefined) mounts.push({ path: slackPath, handle: platform.httpHandler })
  }
  return { platforms, mounts }
}

/** A chat that comes up by itself, however long that takes. */
export interface ChatStart {
  /** Settles once it is up, or is known to be away. Rejects where it cannot come up: with AppError `configuration`. */
  readonly tried: Promise<void>
  readonly check: HealthCheck
}

interface StartingOptions {
  /** Lets it in: resolves once it does its work. */
  connect: () => Promise<void>
  /** Whether events have to arrive. */
  listens: boolean
  log: Log
  wait: (spanMs: number) => Promise<void>
  running: Running[]
}

type Startable = Pick<Platform, 'name' | 'stop' | 'stopListening' | 'isListening' | 'problem'>

const firstPauseMs = 1_000
const longestPauseMs = 60_000

const isAway = (error: unknown): error is AppError =>
  error instanceof AppError && error.code === 'platform_unavailable'

/**
 * Connects a chat, and tries again with growing pauses while it is away. Where it refuses us later, it alone stays down:
 * the other chat goes on.
 */
export const startChat = (
  platform: Startable,
  { connect, listens, log, wait, running }: StartingOptions,
): ChatStart => {
  const { name } = platform
  const tried = Promise.withResolvers<void>()
  const state: { problem: string | undefined; hasBeenAway: boolean; isStopped: boolean } = {
    problem: 'is starting',
    hasBeenAway: false,
    isStopped: false,
  }
  running.push(
    { name, kind: 'rest', stop: () => platform.stop() },
    { name: `events of ${name}`, kind: 'intake', stop: () => platform.stopListening() },
    {
      name: `start of ${name}`,
      kind: 'intake',
      async stop() {
        state.isStopped = true
      },
    },
  )

  const fail = (error: unknown): void => {
    const text = error instanceof AppError ? error.message : `${name} cannot be started.`
    if (state.hasBeenAway) log.error(`${name} stays down until a restart: ${text}`, { error })
    state.problem = text
    tried.reject(error)
  }

  const run = async (): Promise<void> => {
    for (let pauseMs = firstPauseMs; !state.isStopped; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      try {
        await connect()
        if (state.hasBeenAway) log.info(`${name} is back`)
        state.problem = undefined
        return tried.resolve()
      } catch (error) {
        if (!isAway(error)) return fail(error)
        if (!state.hasBeenAway) log.warn(`${name} is away; everything else goes on`, { error })
        state.hasBeenAway = true
        state.problem = error.message
        tried.resolve()
        await wait(Math.max(pauseMs, error.retryAfterMs ?? 0))
      }
    }
  }
  void run()

  const connection = (): string | undefined =>
    listens && !platform.isListening() ? 'is not connected' : undefined
  const problem = async () => state.problem ?? platform.problem() ?? connection()
  return { tried: tried.promise, check: { name, problem } }
}
