import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { prepareFolder, soundsFolder } from '../../studio/kit/caches.ts'
import type { Child } from '../../studio/kit/children.ts'
import { type Clock, startClock } from '../../studio/kit/clock.ts'
import { startRedis } from '../../studio/kit/redis/redis.ts'
import type { RunningStudio } from '../../studio/server.ts'
import { type BotSwitch, startControl } from '../control/control.ts'
import { createRedisFaults } from '../control/redis-faults.ts'
import { type DiscordOptions, type DiscordStandIn, startDiscord } from '../discord/stand-in.ts'
import { type SlackOptions, type SlackStandIn, startSlack } from '../slack/stand-in.ts'
import { createWire, type Wire } from '../wire.ts'
import type { Addresses } from './addresses.ts'
import { readBooks } from './books.ts'
import { type Bot, type BotStart, type RunBot, startBot } from './bot.ts'
import { cleanUp, type Ground, keepIn, killIn, spawnIn } from './ground.ts'
import { followStudio, type RemoteStudio, reachStudio } from './remote-studio.ts'

/** Everything that runs, and how to end it. */
export interface World {
  addresses: Addresses
  clock: Clock
  wire: Wire
  /** To switch privileged intents. */
  discord: DiscordStandIn
  /** To install the app by its manifest, and to say where signed requests go. */
  slack: SlackStandIn
  /** To let it fail, and to say which plan it holds its callers to. */
  studio: RemoteStudio
  /** The child processes by name; a bot that is started again takes the place of the one before. */
  children: ReadonlyMap<string, Child>
  /**
   * Starts a bot on the same Redis, with these settings besides the usual ones; resolves when it is ready.
   */
  startBot(start?: BotStart): Promise<Bot>
  /** Every process that was started, also those that are gone. */
  processIds(): readonly number[]
  /** Settles with a report as soon as a child ends that was not asked to. */
  broken: Promise<string>
  /** Ends every process, the bot first, and removes what they wrote. */
  stop(): Promise<void>
}

export interface WorldOptions {
  /** Whether the bot runs too, and how it is started; the stand-ins run alone otherwise. */
  bot: boolean | BotStart
  /** Changes to the usual Discord. */
  discord?: Pick<DiscordOptions, 'heartbeatIntervalMs'>
  /** Changes to the usual Slack. */
  slack?: Pick<SlackOptions, 'hasThird'>
  /** How many more members the first server and workspace have. */
  crowd?: number
  /** Publishes the commands on Discord; by default the bot's own program does. */
  publish?: (addresses: Addresses) => Promise<void>
  /**
   * Makes Slack's manifest in English, for signed requests to this address, or for Socket Mode without one. `installs` is
   * for an app that workspaces install. By default, and for other languages, the bot's own program makes it.
   */
  slackManifest?: (
    address: string | undefined,
    installs?: { redirectUrl: string; rotatesTokens: boolean },
  ) => string
  /** Settings of every bot, unless it is started with others. */
  settings?: Readonly<Record<string, string>>
  /**
   * Starts the studio, which keeps its tasks in this Redis and its files in this folder; by default it is a
   * process of its own.
   */
  startStudio?: (redisUrl: string, folder: string) => Promise<RunningStudio>
  /** Runs a bot that needs no process of its own; by default every bot gets one. */
  runBot?: RunBot
  /** How long the studio's songs are; its usual length by default. */
  musicSeconds?: number | undefined
  /** Sees every line of every child. */
  onLine?: (child: string, line: string) => void
}

const studioProgram = fileURLToPath(new URL('../../studio/cli.ts', import.meta.url))
const studioSchema = z.object({
  baseUrl: z.string(),
  apiKey: z.string(),
  cdnUrl: z.string(),
  controlUrl: z.string(),
})

/** What a bot assumes of its plan where its settings say nothing: docs/operating/settings.md. */
const usualLimits = { parallelMax: 1, lookUpsPerMinute: 20 }

/** A read-only checkout has no cache: everything is rendered. */
const cacheArgs = async (): Promise<readonly string[]> => {
  try {
    await prepareFolder(soundsFolder)
    return ['--cache', soundsFolder]
  } catch {
    return []
  }
}

const startStudioProcess = async (ground: Ground, redisUrl: string): Promise<Addresses['studio']> => {
  const args = [studioProgram, '--port', '0', '--redis', redisUrl, ...(await cacheArgs())]
  return studioSchema.parse(
    await keepIn(ground, spawnIn(ground, { name: 'studio', args, ipc: true })).message(),
  )
}

const openStudio = async (
  ground: Ground,
  redisUrl: string,
  startStudio: WorldOptions['startStudio'],
): Promise<Addresses['studio']> => {
  if (startStudio === undefined) return startStudioProcess(ground, redisUrl)
  const { close, ...addresses } = await startStudio(redisUrl, join(ground.tempDir, 'studio'))
  ground.cleanUps.push(close)
  return addresses
}

const createBotSwitch = (ground: Ground) => {
  let startAgain: (() => Promise<Bot>) | undefined
  let isStarting = false
  return {
    kill: () => killIn(ground, 'bot'),
    async start() {
      if (startAgain === undefined || isStarting || ground.children.has('bot')) return false
      isStarting = true
      try {
        await startAgain()
      } finally {
        isStarting = false
      }
      return true
    },
    /** Says how a bot is started in the place of the one that was killed. */
    startsBy(how: () => Promise<Bot>) {
      startAgain = how
    },
  }
}

type StandIns = Pick<World, 'addresses' | 'clock' | 'wire' | 'discord' | 'slack' | 'studio'>

const startStandIns = async (
  ground: Ground,
  {
    discord: differences,
    slack: slackDifferences,
    crowd: crowdSize = 0,
    musicSeconds,
    startStudio,
  }: WorldOptions,
  bot: BotSwitch,
): Promise<StandIns> => {
  const redis = await startRedis()
  if (redis.pid !== undefined) ground.processIds.push(redis.pid)
  ground.cleanUps.push(redis.stop)
  const studio = await openStudio(ground, redis.url, startStudio)
  const clock = startClock()
  const wire = createWire(clock)
  ground.cleanUps.push(clock.stop)
  const crowd = Array.from({ length: crowdSize }, (_, index) => `Fan${index + 1}`)
  const discord = await startDiscord({ clock, wire, crowd, ...differences })
  ground.cleanUps.push(discord.close)
  const slack = await startSlack({ clock, wire, crowd, ...slackDifferences })
  ground.cleanUps.push(slack.close)
  const remoteStudio = reachStudio(studio.controlUrl, wire)
  await remoteStudio.limit(usualLimits)
  if (musicSeconds !== undefined) await remoteStudio.setMusicSeconds(musicSeconds)
  ground.cleanUps.push(followStudio(studio.controlUrl, wire).close)
  const onStart = (pid: number): void => void ground.processIds.push(pid)
  const failing = {
    redis: { faults: createRedisFaults({ redis, clock, wire, onStart }) },
    studio: remoteStudio,
  }
  const openBooks = () => readBooks(redis.url, clock)
  const control = await startControl({ discord, slack, ...failing, bot, openBooks, wire, clock })
  ground.cleanUps.push(control.close)
  const addresses = { redis: { url: redis.url }, studio, control: { url: control.url } }
  const platforms = { discord: discord.addresses, slack: slack.addresses }
  return { addresses: { ...addresses, ...platforms }, clock, wire, discord, slack, studio: remoteStudio }
}

/**
 * Starts everything that the bot talks to, on this machine, and the bot itself when asked.
 *
 * @throws Error with the last words of the process that did not start; nothing stays behind then
 */
export const startWorld = async (options: WorldOptions): Promise<World> => {
  const tempDir = await mkdtemp(join(tmpdir(), 'tunesmith-world-'))
  const { promise: broken, resolve: onExit } = Promise.withResolvers<string>()
  const ground: Ground = {
    tempDir,
    children: new Map(),
    ending: new Set(),
    processIds: [],
    onExit,
    cleanUps: [() => rm(tempDir, { recursive: true, force: true })],
    onLine: options.onLine ?? (() => {}),
  }
  const stop = () => cleanUp(ground)
  try {
    const botSwitch = createBotSwitch(ground)
    const standIns = await startStandIns(ground, options, botSwitch)
    const { publish, slackManifest, runBot, settings } = options
    const surroundings = {
      ...standIns,
      ground,
      publish,
      slackManifest,
      runBot,
      settings,
      installed: new Set<string>(),
      usualLimits,
    }
    const start = (how?: BotStart) => startBot(surroundings, how)
    const how = options.bot === true ? {} : options.bot
    const bot = how === false ? {} : { bot: { httpUrl: (await start(how)).httpUrl } }
    // At the address of the first, where it is called back.
    const httpPort = 'bot' in bot ? { httpPort: Number(new URL(bot.bot.httpUrl).port) } : {}
    botSwitch.startsBy(() => start({ ...(how === false ? {} : how), ...httpPort }))
    return {
      ...standIns,
      addresses: { ...standIns.addresses, ...bot },
      children: ground.children,
      processIds: () => ground.processIds,
      startBot: start,
      broken,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Ends the program with a report instead of a stack; for a world that could not be started. */
export const exitWithReport = (error: unknown): never => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
