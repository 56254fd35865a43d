import { createCommands } from './commands/index.ts'
import { performed } from './core/effect.ts'
import type { Log } from './core/log.ts'
import type { Role } from './core/runtime/arguments.ts'
import type { Config } from './core/runtime/config.ts'
import { healthChecks } from './core/runtime/health.ts'
import { startHttpServer } from './core/runtime/http-server.ts'
import { defaultStopSpans, type Running } from './core/runtime/running.ts'
import { defaultQueueSpans } from './jobs/bullmq-queue.ts'
import { createJobControl } from './jobs/control.ts'
import { defaultDeadlines } from './jobs/deadlines.ts'
import { createPorts, type Surroundings } from './ports.ts'
import { connectRedis, keepTime, watchDurability } from './redis.ts'
import { callbackRoute, fileRoute, startBots, startWorker } from './roles.ts'
import { clockToleranceMs } from './time.ts'

/** What a process runs among where nobody composes it otherwise. */
export const production: Surroundings = {
  ...{ effect: performed, deadlines: defaultDeadlines, queueSpans: defaultQueueSpans },
  stopSpans: defaultStopSpans,
}

interface Means {
  config: Config
  log: Log
  /** What has to be stopped is added here as it starts. */
  running: Running[]
  isStopping: () => boolean
}

/** Runs this part of the program until it is stopped. Throws AppError where it cannot start. */
export const serve = async (
  role: Role,
  surroundings: Surroundings,
  { config, log, running, isStopping }: Means,
): Promise<void> => {
  const redis = await connectRedis(config.redis, log, running)
  watchDurability(redis.store, config.redis.acceptsEverysec, log, running)
  const now = await keepTime({ redis: redis.store, toleranceMs: clockToleranceMs }, log, running)
  const ports = await createPorts(surroundings, { config, log, redis, now, running })
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
