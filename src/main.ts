import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createDiscord } from './bots/discord/discord.ts'
import { createCommands } from './commands/index.ts'
import { createAudioService } from './core/api/client.ts'
import { createVoiceList } from './core/api/voice-list.ts'
import { AppError } from './core/errors.ts'
import type { Feature } from './core/feature.ts'
import type { Log } from './core/log.ts'
import { createBudgets } from './core/redis/budgets.ts'
import { connectQueue, connectStore } from './core/redis/connection.ts'
import { createJobStore } from './core/redis/job-store.ts'
import { createKeys, jobIdFor, providerKeyId } from './core/redis/keys.ts'
import { createPlaces } from './core/redis/places.ts'
import { checkDurability } from './core/redis/startup-check.ts'
import { waitForRedis } from './core/redis/wait.ts'
import { type Config, configProblemsText, readConfig } from './core/runtime/config.ts'
import { createDownload } from './core/runtime/download.ts'
import { type HealthCheck, startHttpServer } from './core/runtime/http-server.ts'
import { createLog } from './core/runtime/log.ts'
import { accountOf } from './core/target.ts'
import { createBullQueue } from './jobs/bullmq-queue.ts'
import { defaultDeadlines } from './jobs/deadlines.ts'
import { createDispatch } from './jobs/dispatch.ts'
import { createIntake } from './jobs/intake.ts'
import type { JobDeps } from './jobs/job-deps.ts'
import { startSweeper } from './jobs/sweep.ts'
import { createWakeHandler } from './jobs/work.ts'

/** Standard exit code for a program that is set up wrongly (sysexits.h). */
const exitConfiguration = 78
const redisWaitMs = 30_000
const stopMs = 25_000
const stepsAtOnce = 20
const clockToleranceMs = 5 * 60_000

const wait = async (spanMs: number): Promise<void> => {
  await pause(spanMs)
}

const roles = ['all', 'bots', 'worker'] as const
type Role = (typeof roles)[number]

/** Something that was started, and how to stop it; stopped in reverse order. */
interface Running {
  name: string
  stop(): Promise<unknown>
}

const secretsOf = ({ discord, audio, redis }: Config): string[] =>
  [discord.token, audio.apiKey, new URL(redis.url).password].filter((secret) => secret !== '')

const openLog = (config: Config): Log =>
  createLog(config.logLevel, secretsOf(config), (line) => process.stdout.write(line))

const loadConfig = (): Config => {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const read = readConfig(process.env)
  if (read.ok) return read.config
  throw new AppError('configuration', configProblemsText(read.problems))
}

const connectRedis = async (config: Config, log: Log, running: Running[]) => {
  const store = connectStore(config.redis.url, (error) => log.warn('Redis', { error }))
  running.push({ name: 'Redis', stop: async () => store.disconnect() })
  await waitForRedis(store, redisWaitMs)
  await checkDurability(store, config.redis.acceptsEverysec)
  const queue = connectQueue(config.redis.url, (error) => log.warn('Redis (queue)', { error }))
  running.push({ name: 'Redis (queue)', stop: async () => queue.disconnect() })
  return { store, queue }
}

const createPorts = (
  config: Config,
  log: Log,
  redis: Awaited<ReturnType<typeof connectRedis>>,
  running: Running[],
) => {
  const now = Date.now
  const keys = createKeys()
  const { defaultZone, audio } = config
  const storeOptions = { redis: redis.store, keys, now, defaultZone }
  const service = createAudioService({ baseUrl: audio.apiUrl, apiKey: audio.apiKey })
  const download = createDownload({ origins: audio.fileOrigins })
  const queue = createBullQueue({ connection: redis.queue, prefix: keys.queuePrefix, log })
  running.push(
    { name: 'audio service', stop: () => service.close() },
    { name: 'downloads', stop: () => download.close() },
    { name: 'wake queue', stop: () => queue.close() },
  )
  return {
    now,
    service,
    queue,
    download,
    log,
    budgets: createBudgets(storeOptions),
    store: createJobStore({ ...storeOptions, clockToleranceMs }),
    places: createPlaces({
      redis: redis.store,
      keys,
      now,
      providerKeyId: providerKeyId(audio.apiKey),
      parallel: audio.parallel,
      lookupsPerMinute: audio.lookupsPerMinute,
    }),
    discord: createDiscord({ ...config.discord, download, log, wait }),
  }
}
type Ports = ReturnType<typeof createPorts>

const startWorker = async (ports: Ports, features: readonly Feature[], running: Running[]): Promise<void> => {
  const deps: JobDeps = {
    ...ports,
    features: new Map(features.map((feature) => [feature.name, feature])),
    platforms: new Map([[ports.discord.name, ports.discord]]),
    deadlines: defaultDeadlines,
    random: Math.random,
    pause: wait,
  }
  await ports.queue.work(createWakeHandler(deps), stepsAtOnce)
  running.push({ name: 'sweeper', ...startSweeper(deps) })
}

const startBots = async (
  ports: Ports,
  commands: ReturnType<typeof createCommands>,
  running: Running[],
): Promise<void> => {
  const { store, queue, service, now, log, discord } = ports
  const lists = { voices: createVoiceList({ service, now, log }) }
  const intake = createIntake({
    store,
    queue,
    lists,
    jobIdFor: ({ target, eventId }) => jobIdFor(accountOf(target), eventId),
  })
  const dispatch = createDispatch({ commands, intake, lists, log, answerMs: defaultDeadlines.answerMs })
  running.push({ name: 'Discord', stop: () => discord.stop() })
  await discord.listen(dispatch)
}

const healthChecks = (
  redis: Awaited<ReturnType<typeof connectRedis>>,
  ports: Ports,
  role: Role,
): HealthCheck[] => [
  {
    name: 'Redis',
    problem: () =>
      redis.store.ping().then(
        () => undefined,
        () => 'does not answer',
      ),
  },
  {
    name: 'Discord',
    problem: async () => (role === 'worker' || ports.discord.isListening() ? undefined : 'is not connected'),
  },
]

const stopAll = async (running: readonly Running[], log: Log): Promise<void> => {
  for (const { name, stop } of running.toReversed()) {
    await stop().catch((error: unknown) => log.warn(`${name} did not stop cleanly`, { error }))
  }
}

const stopOnSignals = (running: readonly Running[], log: Log): void => {
  const stop = (signal: NodeJS.Signals) => {
    log.info('stopping', { signal })
    setTimeout(() => process.exit(1), stopMs).unref()
    void stopAll(running, log).then(() => process.exit(0))
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}

const start = async (role: Role): Promise<void> => {
  const config = loadConfig()
  const log = openLog(config)
  const running: Running[] = []
  stopOnSignals(running, log)
  const redis = await connectRedis(config, log, running)
  const ports = createPorts(config, log, redis, running)
  const commands = createCommands(ports)
  const features = commands.filter((command) => command.kind === 'feature')
  const server = await startHttpServer({ ...config.http, checks: healthChecks(redis, ports, role) })
  running.push({ name: 'HTTP', stop: () => server.close() })
  await ports.discord.checkAccess()
  if (role !== 'bots') await startWorker(ports, features, running)
  if (role !== 'worker') await startBots(ports, commands, running)
  log.info('Tunesmith is up', { role, http: server.url })
}

const publishCommands = async (): Promise<void> => {
  const config = loadConfig()
  const log = openLog(config)
  const download = createDownload({ origins: config.audio.fileOrigins })
  const redis = connectStore(config.redis.url, () => undefined)
  const discord = createDiscord({ ...config.discord, download, log, wait })
  const budgets = createBudgets({ redis, keys: createKeys(), now: Date.now, defaultZone: config.defaultZone })
  await discord.checkAccess()
  const count = await discord.publish(createCommands({ budgets }))
  process.stdout.write(`Discord now offers ${count} commands of Tunesmith.\n`)
  redis.disconnect()
  await download.close()
}

const readArguments = () => {
  try {
    return parseArgs({ options: { role: { type: 'string', default: 'all' } }, allowPositionals: true })
  } catch (cause) {
    throw new AppError('configuration', cause instanceof Error ? cause.message : String(cause), { cause })
  }
}

const main = async (): Promise<void> => {
  const { values, positionals } = readArguments()
  const [task, ...more] = positionals
  if (task === 'publish-commands' && more.length === 0) return publishCommands()
  if (task !== undefined) {
    throw new AppError(
      'configuration',
      `"${positionals.join(' ')}" is nothing to do; there is publish-commands.`,
    )
  }
  const role = roles.find((name) => name === values.role)
  if (role === undefined) throw new AppError('configuration', `--role must be one of ${roles.join(', ')}.`)
  return start(role)
}

const isConfigurationError = (error: unknown): error is AppError =>
  error instanceof AppError && error.code === 'configuration'

/** What an operator can mend is said plainly; anything else needs its stack. */
const reportOf = (error: unknown): string => {
  if (error instanceof AppError) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

main().catch((error: unknown) => {
  process.stderr.write(`${reportOf(error)}\n`)
  process.exit(isConfigurationError(error) ? exitConfiguration : 1)
})
