import { existsSync } from 'node:fs'
import { createCommands } from './commands/index.ts'
import { performed } from './core/effect.ts'
import { AppError, unreachable } from './core/errors.ts'
import type { Log } from './core/log.ts'
import { type Role, readTask } from './core/runtime/arguments.ts'
import { speakWithCatalogues } from './core/runtime/catalogues.ts'
import {
  type Config,
  configProblemsText,
  readConfig,
  readLanguage,
  readSlackAddress,
  secretsOf,
} from './core/runtime/config.ts'
import { healthChecks } from './core/runtime/health.ts'
import { startHttpServer } from './core/runtime/http-server.ts'
import { createLog } from './core/runtime/log.ts'
import { exitCodeOf, reportOf } from './core/runtime/report.ts'
import { createStopping, defaultStopSpans, type Running, type Stopping } from './core/runtime/running.ts'
import { runDoctor } from './core/tasks/doctor.ts'
import { exportJournal } from './core/tasks/export-journal.ts'
import { grantCredits } from './core/tasks/grant.ts'
import { lookAfterJobs } from './core/tasks/jobs.ts'
import { defaultQueueSpans } from './jobs/bullmq-queue.ts'
import { createJobControl } from './jobs/control.ts'
import { defaultDeadlines } from './jobs/deadlines.ts'
import { clockToleranceMs, createPorts, type Surroundings, wait } from './ports.ts'
import { publishCommands, slackManifestText } from './publishing.ts'
import { connectRedis, keepTime, watchDurability } from './redis.ts'
import { callbackRoute, fileRoute, startBots, startWorker } from './roles.ts'

const production: Surroundings = {
  ...{ effect: performed, deadlines: defaultDeadlines, queueSpans: defaultQueueSpans },
  stopSpans: defaultStopSpans,
}

/** Somebody waits before a screen for it. */
const redisLookMs = 5_000

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
  const ports = createPorts(surroundings, { config, log, redis, now, running })
  const commands = createCommands({ ...ports, jobControl: createJobControl(ports) })
  const features = commands.filter((command) => command.kind === 'feature')
  const { platforms, mounts } = ports.chats
  const checks = healthChecks({ ping: () => redis.store.ping(), platforms, role, isStopping })
  const server = await startHttpServer({
    ...{ ...config.http, checks, callbacks: callbackRoute(ports), files: fileRoute(ports, features) },
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
