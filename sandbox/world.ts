import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { type Child, type ChildOptions, exitReport, spawnChild } from './children.ts'
import { type Clock, startClock } from './clock.ts'
import { startControl } from './control.ts'
import { type DiscordStandIn, startDiscord } from './discord/stand-in.ts'
import { freePort, startRedis } from './redis.ts'
import { type SlackStandIn, startSlack } from './slack/stand-in.ts'
import { createWire, type Wire } from './wire.ts'

const studioSchema = z.object({ baseUrl: z.string(), apiKey: z.string(), cdnUrl: z.string() })

/** Where everything is, as `npm run sandbox -- --ready FILE` writes it. */
export interface Addresses {
  redis: { url: string }
  studio: z.infer<typeof studioSchema>
  control: { url: string }
  discord: DiscordStandIn['addresses']
  slack: SlackStandIn['addresses']
  /** Absent when only the stand-ins run. */
  bot?: { httpUrl: string }
}

/** Everything that runs, and how to end it. */
export interface World {
  addresses: Addresses
  clock: Clock
  wire: Wire
  /** To install the app by its manifest, and to say where signed requests go. */
  slack: SlackStandIn
  /** The child processes by name; a bot that is started again takes the place of the one before. */
  children: ReadonlyMap<string, Child>
  /** Starts a bot on the same Redis, with these settings besides the usual ones; resolves when it is ready. */
  startBot(start?: BotStart): Promise<Bot>
  /** Every process that was started, also those that are gone. */
  processIds(): readonly number[]
  /** Settles with a report as soon as a child ends that was not asked to. */
  broken: Promise<string>
  /** Ends every process, the bot first, and removes what they wrote. */
  stop(): Promise<void>
}

/** How a bot is started: arguments, and settings besides the usual ones. */
export interface BotStart {
  args?: readonly string[]
  settings?: Readonly<Record<string, string>>
}

/** A bot's process, and where it answers HTTP. */
export interface Bot {
  process: Child
  httpUrl: string
}

export interface WorldOptions {
  /** Whether the bot runs too, or the stand-ins alone. */
  bot: boolean
  /** Sees every line of every child. */
  onLine?: (child: string, line: string) => void
}

const program = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const studioProgram = program('studio/cli.ts')
const botProgram = program('../src/main.ts')
const readyTimeoutMs = 30_000
const readyPollMs = 100

/** What has been started so far, so that it can be ended in the opposite order. */
interface Ground {
  tempDir: string
  children: Map<string, Child>
  processIds: number[]
  onExit(report: string): void
  cleanUps: (() => Promise<unknown>)[]
  onLine: NonNullable<WorldOptions['onLine']>
}

/** Away from the checkout, so that a developer's own .env is not read. */
const spawnIn = (ground: Ground, options: Omit<ChildOptions, 'onLine' | 'cwd'>): Child => {
  const child = spawnChild({
    ...options,
    cwd: ground.tempDir,
    env: { ...options.env, TMPDIR: ground.tempDir },
    onLine: (line) => ground.onLine(options.name, line),
  })
  if (child.pid !== undefined) ground.processIds.push(child.pid)
  return child
}

/** A child that belongs to the world until it is stopped. */
const keepIn = (ground: Ground, options: Omit<ChildOptions, 'onLine' | 'cwd'>): Child => {
  const child = spawnIn(ground, options)
  let stopping = false
  ground.children.set(child.name, child)
  ground.cleanUps.push(() => {
    stopping = true
    return child.stop()
  })
  void child.exited.then((exit) => {
    if (!stopping) ground.onExit(exitReport(child.name, exit, child.lastLines()))
  })
  return child
}

const startStudio = async (ground: Ground): Promise<Addresses['studio']> => {
  const args = [studioProgram, '--port', '0']
  return studioSchema.parse(await keepIn(ground, { name: 'studio', args, ipc: true }).message())
}

const startStandIns = async (
  ground: Ground,
): Promise<Pick<World, 'addresses' | 'clock' | 'wire' | 'slack'>> => {
  const redis = await startRedis()
  if (redis.pid !== undefined) ground.processIds.push(redis.pid)
  ground.cleanUps.push(redis.stop)
  const studio = await startStudio(ground)
  const clock = startClock()
  const wire = createWire(clock)
  ground.cleanUps.push(async () => clock.stop())
  const discord = await startDiscord({ clock, wire })
  ground.cleanUps.push(discord.close)
  const slack = await startSlack({ clock, wire })
  ground.cleanUps.push(slack.close)
  const control = await startControl({ discord, slack, wire, clock })
  ground.cleanUps.push(control.close)
  const addresses = { redis: { url: redis.url }, studio, control: { url: control.url } }
  const platforms = { discord: discord.addresses, slack: slack.addresses }
  return { addresses: { ...addresses, ...platforms }, clock, wire, slack }
}

/** The bot is told where everything is by its environment alone, as in production. */
const botEnvironment = ({ redis, studio, discord }: Addresses, port: number): Record<string, string> => ({
  DISCORD_TOKEN: discord.token,
  DISCORD_API_URL: discord.api,
  AUDIO_API_URL: studio.baseUrl,
  AUDIO_API_KEY: studio.apiKey,
  AUDIO_FILE_HOSTS: new URL(studio.cdnUrl).origin,
  REDIS_URL: redis.url,
  HTTP_PORT: String(port),
})

const isReady = async (httpUrl: string): Promise<boolean> => {
  try {
    return (await fetch(`${httpUrl}/health/ready`)).ok
  } catch {
    return false
  }
}

const untilReady = async (bot: Child, httpUrl: string): Promise<void> => {
  const ended = bot.exited.then((exit) => {
    throw new Error(exitReport(bot.name, exit, bot.lastLines()))
  })
  const giveUpAtMs = Date.now() + readyTimeoutMs
  while (!(await Promise.race([isReady(httpUrl), ended]))) {
    if (Date.now() > giveUpAtMs) {
      throw new Error(['The bot did not become ready', ...bot.lastLines()].join('\n  '))
    }
    await delay(readyPollMs)
  }
}

const publishCommands = async (ground: Ground, env: Readonly<Record<string, string>>): Promise<void> => {
  const publish = spawnIn(ground, { name: 'publish-commands', args: [botProgram, 'publish-commands'], env })
  const published = await publish.exited
  if (published.code !== 0) throw new Error(exitReport(publish.name, published, publish.lastLines()))
}

const startBot = async (
  ground: Ground,
  addresses: Addresses,
  { args = [], settings = {} }: BotStart = {},
): Promise<Bot> => {
  const port = await freePort()
  const env = { ...botEnvironment(addresses, port), ...settings }
  await publishCommands(ground, env)
  const httpUrl = `http://127.0.0.1:${port}`
  const child = keepIn(ground, { name: 'bot', args: [botProgram, ...args], env, graceMs: 20_000 })
  await untilReady(child, httpUrl)
  return { process: child, httpUrl }
}

/** Undoes what was started, last first; what cannot be undone does not keep the rest running. */
const cleanUp = async (ground: Ground): Promise<void> => {
  const errors: unknown[] = []
  for (let next = ground.cleanUps.pop(); next; next = ground.cleanUps.pop()) {
    await next().catch((error: unknown) => errors.push(error))
  }
  if (errors.length > 0) throw new AggregateError(errors, 'The sandbox could not be taken down in order')
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
    processIds: [],
    onExit,
    cleanUps: [() => rm(tempDir, { recursive: true, force: true })],
    onLine: options.onLine ?? (() => {}),
  }
  const stop = () => cleanUp(ground)
  try {
    const standIns = await startStandIns(ground)
    const start = (how?: BotStart) => startBot(ground, standIns.addresses, how)
    const bot = options.bot ? { bot: { httpUrl: (await start()).httpUrl } } : {}
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
