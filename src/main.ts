import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { createChats } from './chats.ts'
import { createCommands } from './commands/index.ts'
import { createJobLists } from './commands/job/suggest.ts'
import { actingDownload, actingLook, actingQueue, actingService, actingStores } from './core/acting-ports.ts'
import { createAudioService } from './core/api/client.ts'
import { createVoiceList } from './core/api/voice-list.ts'
import { callbackPath } from './core/callbacks.ts'
import { clipBytesMax } from './core/clip.ts'
import { type Effect, performed } from './core/effect.ts'
import { AppError, unreachable } from './core/errors.ts'
import type { Feature } from './core/feature.ts'
import { languages } from './core/languages.ts'
import type { Log } from './core/log.ts'
import { createKeys, jobIdFor } from './core/redis/keys.ts'
import { createStores } from './core/redis/stores.ts'
import { type Role, readTask } from './core/runtime/arguments.ts'
import { createCallbackAddresses } from './core/runtime/callback-addresses.ts'
import { speakWithCatalogues } from './core/runtime/catalogues.ts'
import { createClipReader } from './core/runtime/clip-reader.ts'
import {
  type Config,
  configProblemsText,
  readConfig,
  readLanguage,
  readSlackAddress,
  secretsOf,
} from './core/runtime/config.ts'
import { createDownload } from './core/runtime/download.ts'
import { healthChecks } from './core/runtime/health.ts'
import { type CallbackRoute, startHttpServer } from './core/runtime/http-server.ts'
import { createLog } from './core/runtime/log.ts'
import { exitCodeOf, reportOf } from './core/runtime/report.ts'
import {
  createStopping,
  defaultStopSpans,
  type Running,
  type Stopping,
  type StopSpans,
} from './core/runtime/running.ts'
import { accountOf } from './core/target.ts'
import { runDoctor } from './core/tasks/doctor.ts'
import { exportJournal } from './core/tasks/export-journal.ts'
import { grantCredits } from './core/tasks/grant.ts'
import { lookAfterJobs } from './core/tasks/jobs.ts'
import type { WakeQueue } from './core/wake-queue.ts'
import { startAuditor } from './jobs/audit.ts'
import { createBullQueue, defaultQueueSpans, type QueueSpans } from './jobs/bullmq-queue.ts'
import { createCallbackHearing } from './jobs/callbacks.ts'
import { createJobControl } from './jobs/control.ts'
import { type Deadlines, defaultDeadlines } from './jobs/deadlines.ts'
import { createDispatch } from './jobs/dispatch.ts'
import { createIntake } from './jobs/intake.ts'
import type { JobDeps } from './jobs/job-deps.ts'
import { startSweeper } from './jobs/sweep.ts'
import { createWakeHandler } from './jobs/work.ts'
import { publishCommands, slackManifestText } from './publishing.ts'
import { type Connections, connectRedis, keepTime, watchDurability } from './redis.ts'

/** What a process runs among, besides its settings. */
export interface Surroundings {
  /** Performs whatever can be seen outside the process or outlives it. */
  effect: Effect
  deadlines: Deadlines
  queueSpans: QueueSpans
  stopSpans: StopSpans
}

const production: Surroundings = {
  ...{ effect: performed, deadlines: defaultDeadlines, queueSpans: defaultQueueSpans },
  stopSpans: defaultStopSpans,
}

/** Somebody waits before a screen for it. */
const redisLookMs = 5_000
const stepsAtOnce = 20
const clockToleranceMs = 5 * 60_000

const wait = async (spanMs: number): Promise<void> => {
  await pause(spanMs)
}

const openLog = (config: Config): Log =>
  createLog(config.logLevel, secretsOf(config), (line) => process.stdout.write(line))

const write = (text: string): void => {
  process.stdout.write(text)
}

const loadEnvironmentFile = (): void => {
  if (existsSync('.env')) process.loadEnvFile('.env')
}

const loadConfig = (): Config => {
  loadEnvironmentFile()
  const read = readConfig(process.env)
  if (read.ok) {
    speakWithCatalogues(read.config.language)
    return read.config
  }
  throw new AppError('configuration', configProblemsText(read.problems))
}

/** What is not done in time is taken up by other workers, once nobody renews its lock any more. */
const finishSteps = async (queue: WakeQueue, log: Log, withinMs: number): Promise<void> => {
  const jobs = await queue.rest(withinMs)
  if (jobs.length > 0) log.warn('steps are left to other workers', { jobs })
}

const createPorts = (
  { effect, deadlines, queueSpans, stopSpans }: Surroundings,
  config: Config,
  log: Log,
  redis: Connections,
  now: () => number,
  running: Running[],
) => {
  const keys = createKeys()
  const { audio } = config
  const { longestMinutes } = audio
  const stores = createStores({
    waitingRedis: redis.waiting,
    ...{ redis: redis.store, keys, now, wait, log, clockToleranceMs, defaultZone: config.defaultZone },
    operator: { ...config.operator, holdMs: deadlines.operatorHoldMs },
    provider: audio,
    waitingMax: config.waitingMax,
  })
  const acting = actingStores(effect, stores)
  const service = createAudioService({
    ...{ baseUrl: audio.apiUrl, apiKey: audio.apiKey },
    reads: { spendLookup: acting.places.spendLookup, random: Math.random, wait },
    warn: (warning) => log.info('a request goes beyond what the service promises to follow', { warning }),
  })
  const download = createDownload({ origins: audio.fileOrigins })
  const clipReader = createClipReader({ bytesMax: clipBytesMax, secondsMax: longestMinutes * 60, now })
  const queue = createBullQueue({ connection: redis.queue, prefix: keys.queuePrefix, spans: queueSpans, log })
  running.push(
    { name: 'audio service', kind: 'rest', stop: () => service.close() },
    { name: 'downloads', kind: 'rest', stop: () => download.close() },
    { name: 'clips', kind: 'rest', stop: () => clipReader.close() },
    { name: 'wake queue', kind: 'rest', stop: () => queue.close() },
    { name: 'clips in hand', kind: 'intake', stop: async () => clipReader.giveUp() },
    { name: 'steps', kind: 'intake', stop: () => finishSteps(queue, log, stopSpans.stepsMs) },
  )
  const callbacks = config.callbacks === undefined ? undefined : createCallbackAddresses(config.callbacks)
  return {
    ...{ ...stores, ...acting, now, clipReader, longestMinutes, callbacks, log, deadlines },
    service: actingService(effect, service),
    queue: actingQueue(effect, queue),
    isGone: actingLook(effect, download.isGone),
    chats: createChats(config, { download: actingDownload(effect, download), effect, log, wait }),
  }
}
type Ports = ReturnType<typeof createPorts>

const startWorker = async (
  ports: Ports,
  features: readonly Feature[],
  running: Running[],
  isStopping: () => boolean,
): Promise<void> => {
  const deps: JobDeps = {
    ...{ ...ports, isStopping },
    features: new Map(features.map((feature) => [feature.name, feature])),
    platforms: new Map(ports.chats.platforms.map((platform) => [platform.name, platform])),
    random: Math.random,
    pause: wait,
  }
  await ports.queue.work(createWakeHandler(deps), stepsAtOnce)
  running.push({ name: 'sweeper', kind: 'intake', ...startSweeper(deps) })
  running.push({ name: 'auditor', kind: 'intake', ...startAuditor(ports, deps.deadlines.auditMs) })
}

/** Callbacks are heard in every process: which of them the outside reaches is the operator's choice. */
const callbackRoute = (ports: Ports): CallbackRoute | undefined => {
  const { callbacks: addresses } = ports
  if (addresses === undefined) return undefined
  return { path: callbackPath, hear: createCallbackHearing({ ...ports, addresses }) }
}

const startBots = async (ports: Ports, commands: ReturnType<typeof createCommands>): Promise<void> => {
  const { store, queue, service, prices, longestMinutes, places, now, log, chats } = ports
  const lists = {
    ...{ voices: createVoiceList({ service, now, log }), languages: async () => languages },
    ...createJobLists(ports),
  }
  const intake = createIntake({
    ...{ store, queue, lists, prices, longestMinutes, places, log, now },
    jobIdFor: ({ target, eventId }) => jobIdFor(accountOf(target), eventId),
  })
  const dispatch = createDispatch({
    ...ports,
    commands,
    intake,
    lists,
    answerMs: ports.deadlines.answerMs,
  })
  for (const platform of chats.platforms) await platform.listen(dispatch)
}

const stopOnSignals = (running: readonly Running[], log: Log, withinMs: number): Stopping => {
  const exit = (code: number) => process.exit(code)
  const stopping = createStopping({ running, log, withinMs, wait, exit })
  process.on('SIGTERM', stopping.stop)
  process.on('SIGINT', stopping.stop)
  return stopping
}

const start = async (role: Role, surroundings: Surroundings): Promise<void> => {
  const config = loadConfig()
  const log = openLog(config)
  const running: Running[] = []
  const { isStopping } = stopOnSignals(running, log, surroundings.stopSpans.allMs)
  const redis = await connectRedis(config.redis, log, running)
  watchDurability(redis.store, config.redis.acceptsEverysec, log, running)
  const now = await keepTime({ redis: redis.store, toleranceMs: clockToleranceMs }, log, running)
  const ports = createPorts(surroundings, config, log, redis, now, running)
  const commands = createCommands({ ...ports, jobControl: createJobControl(ports) })
  const features = commands.filter((command) => command.kind === 'feature')
  const { platforms, mounts } = ports.chats
  const checks = healthChecks({ ping: () => redis.store.ping(), platforms, role, isStopping })
  const server = await startHttpServer({
    ...{ ...config.http, checks, callbacks: callbackRoute(ports) },
    mounts: role === 'worker' ? [] : mounts,
  })
  running.push({ name: 'HTTP', kind: 'rest', stop: () => server.close() })
  for (const platform of platforms) {
    running.push(
      { name: platform.name, kind: 'rest', stop: () => platform.stop() },
      { name: `events of ${platform.name}`, kind: 'intake', stop: () => platform.stopListening() },
    )
    await platform.checkAccess()
  }
  if (role !== 'bots') await startWorker(ports, features, running, isStopping)
  if (role !== 'worker') await startBots(ports, commands)
  log.info('Tunesmith is up', { role, http: server.url })
}

const publish = (): Promise<void> => {
  const config = loadConfig()
  return publishCommands(config, { effect: performed, log: openLog(config), wait }, write)
}

/** To be had before there is any token: the manifest is where a Slack app begins. */
const printSlackManifest = (): void => {
  loadEnvironmentFile()
  speakWithCatalogues(readLanguage(process.env))
  write(slackManifestText(readSlackAddress(process.env)))
}

/** What tasks get that look at Redis alone, and run beside the bot. */
const besideTheBot = () => {
  loadEnvironmentFile()
  return { environment: process.env, redisWaitMs: redisLookMs, write, now: Date.now, clockToleranceMs }
}

const runTask = async (args: readonly string[], surroundings: Surroundings): Promise<void> => {
  const task = readTask(args)
  switch (task.kind) {
    case 'run':
      return start(task.role, surroundings)
    case 'publish_commands':
      return publish()
    case 'print_slack_manifest':
      return printSlackManifest()
    case 'doctor':
      process.exitCode = await runDoctor(besideTheBot())
      return
    case 'export_journal':
      return exportJournal({ ...besideTheBot(), output: process.stdout }, task.range, task.format)
    case 'grant':
      return grantCredits(besideTheBot(), task.grant)
    case 'jobs':
      return lookAfterJobs(besideTheBot(), task.wish)
    case 'help':
      process.stdout.write(task.text)
      return
    default:
      return unreachable(task)
  }
}

/** Runs the program with these arguments; what goes wrong ends the process with a report. */
export const run = async (args: readonly string[], surroundings: Surroundings): Promise<void> => {
  try {
    await runTask(args, surroundings)
  } catch (error) {
    process.stderr.write(`${reportOf(error)}\n`)
    process.exit(exitCodeOf(error))
  }
}

if (import.meta.main) await run(process.argv.slice(2), production)
