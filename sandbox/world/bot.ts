import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Child, exitReport, rejectOnExit } from '../../studio/kit/children.ts'
import { freePort } from '../../studio/kit/free-port.ts'
import type { SlackStandIn } from '../slack/stand-in.ts'
import { type Addresses, type ChatPlatform, chatPlatforms } from './addresses.ts'
import { type Ground, keepIn, spawnIn } from './ground.ts'
import type { PlanLimits, RemoteStudio } from './remote-studio.ts'
import type { WorldOptions } from './world.ts'

/** How a bot is started. */
export interface BotStart {
  /** The program instead of the bot's own, such as a test's entry that composes it otherwise. */
  program?: string
  /**
   * Where it answers HTTP: one that is started again at the same address is
   * called there; a free one unless told.
   */
  httpPort?: number
  args?: readonly string[]
  /**
   * Runs the bot in a process of its own, as one that is killed needs. A bot with its own program, arguments or
   * language always gets one.
   */
  isProcess?: boolean
  /** Starts it by `npm start`, whose process gets the signals. */
  byNpm?: boolean
  /** Besides the usual ones. */
  settings?: Readonly<Record<string, string>>
  /** Those that the bot has a token for; all unless told. */
  platforms?: readonly ChatPlatform[]
  /** How Slack's requests reach the bot; by Socket Mode unless told. */
  slack?: 'socket' | 'http'
  /** Whether workspaces install the Slack app themselves; otherwise the bot has one workspace's token. */
  isSlackApp?: boolean
  /** Whether the audio service may call back, as with Slack over HTTP; unless told it is polled only. */
  callbacks?: boolean
}

/** A running bot, and where it answers HTTP. */
export interface Bot {
  process: Child
  httpUrl: string
}

type Environment = Readonly<Record<string, string>>

/** Starts a bot that knows this environment alone, and tells each line of its log. */
export type RunBot = (env: Environment, onLine: (line: string) => void) => Child

/** Everything that a bot is started among. */
export interface Surroundings {
  ground: Ground
  addresses: Addresses
  slack: SlackStandIn
  studio: Pick<RemoteStudio, 'limit'>
  /** Publishes the commands on Discord; by default the bot's own program does. */
  publish?: ((addresses: Addresses) => Promise<void>) | undefined
  /** See `WorldOptions`. */
  slackManifest?: WorldOptions['slackManifest'] | undefined
  /** See `WorldOptions`. */
  runBot?: RunBot | undefined
  /** Settings of every bot, unless it is started with others. */
  settings?: Readonly<Record<string, string>> | undefined
  /** The plan that a bot assumes where it is told nothing. */
  usualLimits: PlanLimits
  /** What is installed already: an installation outlives the bot that came with it. */
  installed: Set<string>
}

const project = new URL('../..', import.meta.url)
const botProgram = fileURLToPath(new URL('src/main.ts', project))
/** The same for every bot: one that is started again knows what was made before. */
export const encryptionKey = Buffer.alloc(32, 'sandbox').toString('base64')
/** What a container is given to end, by what the bot's documentation asks for. */
const graceMs = 25_000
const readyTimeoutMs = 30_000
const readyPollMs = 100

const discordSettings = ({ discord }: Addresses): Environment => ({
  DISCORD_TOKEN: discord.token,
  DISCORD_API_URL: discord.api,
  DISCORD_FILE_HOSTS: discord.cdn,
})

const appSettings = ({ slack }: Addresses, httpUrl: string): Environment => ({
  SLACK_CLIENT_ID: slack.clientId,
  SLACK_CLIENT_SECRET: slack.clientSecret,
  SLACK_AUTHORIZE_URL: new URL('/oauth/v2/authorize', slack.api).href,
  PUBLIC_URL: httpUrl,
})

const slackSettings = (
  addresses: Addresses,
  { slack: transport, isSlackApp = false }: BotStart,
  httpUrl: string,
): Environment => {
  const { slack } = addresses
  return {
    ...(isSlackApp ? appSettings(addresses, httpUrl) : { SLACK_BOT_TOKEN: slack.botToken }),
    SLACK_API_URL: slack.api,
    SLACK_FILE_HOSTS: slack.filesOrigin,
    ...(transport === 'http'
      ? { SLACK_SIGNING_SECRET: slack.signingSecret, PUBLIC_URL: httpUrl }
      : { SLACK_APP_TOKEN: slack.appToken }),
  }
}

/** The bot is told where everything is by its environment alone, as in production. */
const environmentOf = (
  { addresses, settings }: Surroundings,
  start: BotStart,
  httpUrl: string,
): Environment => {
  const { platforms = chatPlatforms } = start
  return {
    ...(platforms.includes('discord') && discordSettings(addresses)),
    ...(platforms.includes('slack') && slackSettings(addresses, start, httpUrl)),
    ...(start.callbacks && { PUBLIC_URL: httpUrl }),
    ENCRYPTION_KEY: encryptionKey,
    AUDIO_API_URL: addresses.studio.baseUrl,
    AUDIO_API_KEY: addresses.studio.apiKey,
    AUDIO_FILE_HOSTS: new URL(addresses.studio.cdnUrl).origin,
    REDIS_URL: addresses.redis.url,
    HTTP_PORT: new URL(httpUrl).port,
    ...settings,
    ...start.settings,
  }
}

const isReady = async (httpUrl: string): Promise<boolean> => {
  try {
    return (await fetch(`${httpUrl}/health/ready`)).ok
  } catch {
    return false
  }
}

const untilReady = async (bot: Child, httpUrl: string): Promise<void> => {
  const ended = rejectOnExit(bot)
  const giveUpAtMs = Date.now() + readyTimeoutMs
  while (!(await Promise.race([isReady(httpUrl), ended]))) {
    if (Date.now() > giveUpAtMs) {
      throw new Error(['The bot did not become ready', ...bot.lastLines()].join('\n  '))
    }
    await delay(readyPollMs)
  }
}

/** Slack manifests by address and language: making one takes a process. */
const manifests = new Map<string, Promise<string>>()

const manifestFor = async (
  { ground, slackManifest }: Surroundings,
  env: Environment,
  address: string | undefined,
): Promise<string> => {
  const redirectUrl = env.SLACK_CLIENT_ID === undefined ? undefined : `${env.PUBLIC_URL}/slack/oauth_redirect`
  if (slackManifest !== undefined && env.TEXTS_LANGUAGE === undefined)
    return slackManifest(
      address,
      redirectUrl === undefined
        ? undefined
        : { redirectUrl, rotatesTokens: env.SLACK_TOKEN_ROTATION === 'on' },
    )
  const key = JSON.stringify([address, env.TEXTS_LANGUAGE, redirectUrl, env.SLACK_TOKEN_ROTATION])
  const manifest = manifests.get(key) ?? runOnce(ground, env, 'publish-commands', '--slack-manifest')
  manifests.set(key, manifest)
  manifest.catch(() => manifests.delete(key))
  return manifest
}

/** Runs the bot's program to its end. Throws Error with its last words when it ends with anything but 0. */
const runOnce = async (ground: Ground, env: Environment, ...args: string[]): Promise<string> => {
  const lines: string[] = []
  const name = args.join(' ')
  const collecting = { ...ground, onLine: (_child: string, line: string) => void lines.push(line) }
  const child = spawnIn(collecting, { name, args: [botProgram, ...args], env })
  const exit = await child.exited
  if (exit.code !== 0) throw new Error(exitReport(name, exit, child.lastLines()))
  return lines.join('\n')
}

/**
 * Installs the app in the workspace by the bot's own manifest, as an operator would before the first start.
 */
const installInSlack = async (surroundings: Surroundings, env: Environment) => {
  const { slack, installed } = surroundings
  const address = env.SLACK_APP_TOKEN === undefined ? env.PUBLIC_URL : undefined
  const installation = `slack ${address} ${env.SLACK_CLIENT_ID === undefined ? '' : env.PUBLIC_URL}`
  if (installed.has(installation)) return
  slack.setRequestUrl(undefined)
  slack.installManifest(JSON.parse(await manifestFor(surroundings, env, address)))
  for (const other of installed) if (other.startsWith('slack')) installed.delete(other)
  installed.add(installation)
}

const publishOnDiscord = async (
  { ground, addresses, installed, publish }: Surroundings,
  env: Environment,
): Promise<void> => {
  if (installed.has('discord')) return
  if (publish === undefined || env.TEXTS_LANGUAGE !== undefined)
    await runOnce(ground, env, 'publish-commands')
  else await publish(addresses)
  installed.add('discord')
}

const countIn = (text: string | undefined, usual: number): number =>
  text !== undefined && /^\d+$/.test(text) ? Number(text) : usual

/** The studio holds a bot to the plan that the bot was told of, so that overstepping it is seen. */
const agreeOnPlan = ({ studio, usualLimits }: Surroundings, env: Environment): Promise<void> =>
  studio.limit({
    parallelMax: countIn(env.AUDIO_API_PARALLEL, usualLimits.parallelMax),
    lookUpsPerMinute: countIn(env.AUDIO_API_LOOKUPS_PER_MINUTE, usualLimits.lookUpsPerMinute),
  })

const startChild = ({ ground, runBot }: Surroundings, start: BotStart, env: Environment): Child => {
  const { program, args = [], isProcess = false, byNpm = false } = start
  if (byNpm) {
    const npm = ['--prefix', fileURLToPath(project), '--silent', 'start']
    return spawnIn(ground, { name: 'bot', program: 'npm', args: npm, env, graceMs })
  }
  const needsProcess =
    isProcess || program !== undefined || args.length > 0 || env.TEXTS_LANGUAGE !== undefined
  return runBot === undefined || needsProcess
    ? spawnIn(ground, { name: 'bot', args: [program ?? botProgram, ...args], env, graceMs })
    : runBot(env, (line) => ground.onLine('bot', line))
}

/** Has the platforms know the app, and starts a bot that is ready for their people. */
export const startBot = async (surroundings: Surroundings, start: BotStart = {}): Promise<Bot> => {
  const { ground } = surroundings
  const httpUrl = `http://127.0.0.1:${start.httpPort ?? (await freePort())}`
  const env = environmentOf(surroundings, start, httpUrl)
  await agreeOnPlan(surroundings, env)
  if (env.SLACK_API_URL !== undefined) await installInSlack(surroundings, env)
  const child = keepIn(ground, startChild(surroundings, start, env))
  await Promise.all([
    env.DISCORD_TOKEN === undefined ? undefined : publishOnDiscord(surroundings, env),
    untilReady(child, httpUrl),
  ])
  return { process: child, httpUrl }
}
