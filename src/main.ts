import { hostname } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { speakWithCatalogues } from './app/catalogues.ts'
import { type Role, readTask } from './app/command-line/read-task.ts'
import {
  type Config,
  configProblemsText,
  type Read,
  readConfig,
  readLanguage,
  readPublishing,
} from './app/config.ts'
import { chatSecrets, exposedSettings, secretsOf } from './app/config-secrets.ts'
import { loadEnvironmentFile } from './app/environment-file.ts'
import { createLog } from './app/log.ts'
import { outliveLog, outliveOutput } from './app/lost-output.ts'
import type { Surroundings } from './app/ports.ts'
import { clockToleranceMs, unusedRedisSettings } from './app/redis-settings.ts'
import { exitCodeOf, reportOf } from './app/report.ts'
import { createStopping, type Running, type Stopping, stopAll } from './app/running.ts'
import { type Environment, ignoredSettings } from './app/setting-names.ts'
import { performed } from './core/effect.ts'
import { AppError, unreachable } from './core/errors.ts'
import type { Log } from './core/log.ts'
import { sourceLanguage } from './core/text/say.ts'

/** An operator is waiting at a terminal. */
const redisLookMs = 5_000

const openLog = (
  { logLevel }: Pick<Config, 'logLevel'>,
  secrets: readonly string[],
  of: { role?: Role } = {},
): Log =>
  createLog(logLevel, secrets, (line) => process.stdout.write(line), {
    ...of,
    host: hostname(),
    pid: process.pid,
  })

const write = (text: string): void => {
  process.stdout.write(text)
}

const environmentFile = '.env'
const loadEnvironment = (): void => loadEnvironmentFile(environmentFile, process.env)

const loadConfig = <T extends Pick<Config, 'language'>>(reader: (environment: Environment) => Read<T>): T => {
  loadEnvironment()
  const read = reader(process.env)
  if (read.ok) {
    speakWithCatalogues(read.config.language)
    return read.config
  }
  throw new AppError('configuration', configProblemsText(read.problems))
}

const stopOnSignals = (running: readonly Running[], log: Log, withinMs: number): Stopping => {
  const exit = (code: number) => process.exit(code)
  const stopping = createStopping({ running, log, withinMs, wait, now: Date.now, exit })
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stopping.stop)
  return stopping
}

const start = async (role: Role, composed: Surroundings | undefined): Promise<void> => {
  const config = loadConfig(readConfig)
  const log = openLog(config, secretsOf(config), { role })
  const doubtful = [
    ...ignoredSettings(process.env),
    ...exposedSettings(config),
    ...unusedRedisSettings(config.redis),
  ]
  for (const { name, text } of doubtful) log.warn(`${name} ${text}`)
  const { production, serve } = await import('./app/serve.ts')
  const surroundings = composed ?? production
  const running: Running[] = []
  const { isStopping } = stopOnSignals(running, log, surroundings.stopSpans.allMs)
  try {
    await serve(role, surroundings, { config, log, running, isStopping })
  } catch (error) {
    await Promise.race([stopAll(running, log), wait(surroundings.stopSpans.allMs)])
    throw error
  }
}

const publish = async (): Promise<void> => {
  const config = loadConfig(readPublishing)
  const { publishCommands } = await import('./app/publishing.ts')
  const log = openLog(config, chatSecrets(config))
  await publishCommands(config, { effect: performed, log, wait }, write)
}

/** Available before there is any token: the manifest is the first step to a Slack app. */
const printSlackManifest = async (): Promise<void> => {
  loadEnvironment()
  speakWithCatalogues(readLanguage(process.env))
  const { readSlackAddress, readSlackInstalls } = await import('./app/manifest-settings.ts')
  const { slackManifestText } = await import('./app/slack-manifest.ts')
  write(slackManifestText(readSlackAddress(process.env), readSlackInstalls(process.env)))
}

/** Dependencies of tasks that use only Redis and run beside the bot. Operators read them in English. */
const besideTheBot = () => {
  loadEnvironment()
  speakWithCatalogues(sourceLanguage)
  return { environment: process.env, redisWaitMs: redisLookMs, write, now: Date.now, clockToleranceMs }
}

/** Nobody can answer unless both ends are a terminal. */
const terminal = () => ({
  terminal:
    process.stdin.isTTY && process.stdout.isTTY
      ? { input: process.stdin, output: process.stdout }
      : undefined,
  stdin: process.stdin,
})

const endWithFailure = (): void => {
  process.on('exit', () => {
    process.exitCode ||= 1
  })
}

/** Each task loads only what it needs: an operator is waiting for its answer. */
const runTask = async (args: readonly string[], composed: Surroundings | undefined): Promise<void> => {
  const task = readTask(args)
  if (task.kind === 'run') outliveLog(process)
  else outliveOutput(process, endWithFailure)
  switch (task.kind) {
    case 'run':
      return start(task.role, composed)
    case 'publish_commands':
      return publish()
    case 'print_slack_manifest':
      return printSlackManifest()
    case 'doctor': {
      const { runDoctor } = await import('./app/tasks/doctor.ts')
      const { outsideChecks } = await import('./app/doctor/outside-lanes.ts')
      const { readMachine, readVersion } = await import('./app/doctor/machine.ts')
      const { columns } = process.stdout
      const deps = { ...besideTheBot(), environmentFile, columns, outsideChecks }
      const here = { machine: readMachine(), version: readVersion() }
      process.exitCode = await runDoctor({ ...deps, ...here }, task.wish)
      return
    }
    case 'export_journal': {
      const { exportJournal } = await import('./app/tasks/export-journal.ts')
      return exportJournal({ ...besideTheBot(), output: process.stdout }, task.range, task.format)
    }
    case 'grant': {
      const { grantCredits } = await import('./app/tasks/grant.ts')
      return grantCredits(besideTheBot(), task.grant)
    }
    case 'jobs': {
      const { lookAfterJobs } = await import('./app/tasks/jobs.ts')
      return lookAfterJobs(besideTheBot(), task.wish)
    }
    case 'verify': {
      const { verifyFile } = await import('./app/tasks/verify.ts')
      process.exitCode = await verifyFile(besideTheBot(), task.wish)
      return
    }
    case 'servers': {
      const { lookAfterServers } = await import('./app/tasks/servers.ts')
      return lookAfterServers(besideTheBot(), task.wish)
    }
    case 'backup': {
      const { backUp } = await import('./app/tasks/backup.ts')
      return backUp(besideTheBot(), task.file)
    }
    case 'restore': {
      const { restore } = await import('./app/tasks/backup.ts')
      process.exitCode = await restore({ ...besideTheBot(), wait }, task.file)
      return
    }
    case 'setup': {
      const { exitCancelled, setUp } = await import('./app/tasks/setup.ts')
      process.exitCode = await setUp({ environment: process.env, ...terminal(), write }, task.wish)
      // An interrupted test may still wait for its answer.
      if (process.exitCode === exitCancelled) process.exit()
      return
    }
    case 'help':
      process.stdout.write(task.text)
      return
    default:
      return unreachable(task)
  }
}

/**
 * Runs the program with these arguments, in production unless composed otherwise; a failure ends the process
 * with a report.
 */
export const run = async (args: readonly string[], composed?: Surroundings): Promise<void> => {
  try {
    await runTask(args, composed)
  } catch (error) {
    process.stderr.write(`${reportOf(error)}\n`)
    process.exit(exitCodeOf(error))
  }
}

if (import.meta.main) await run(process.argv.slice(2))
