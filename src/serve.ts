import { type ChatStart, startChat } from './chats.ts'
import { createCommands } from './commands/index.ts'
import { performed } from './core/effect.ts'
import type { Log } from './core/log.ts'
import { createStoreClock } from './core/redis/store-clock.ts'
import type { Role } from './core/runtime/arguments.ts'
import type { Config } from './core/runtime/config.ts'
import { healthChecks } from './core/runtime/health.ts'
import { startHttpServer } from './core/runtime/http-server.ts'
import { defaultStopSpans, type Running } from './core/runtime/running.ts'
import { defaultQueueSpans } from './jobs/bullmq-queue.ts'
import { createJobControl } from './jobs/control.ts'
import { defaultDeadlines } from './jobs/deadlines.ts'
import { createPorts, type Surroundings } from './ports.ts'
import { keepTime, openRedis, reachRedis, watchDurability } from './redis.ts'
import { callbackRoute, dispatchFor, fileRoute, startWorker } from './roles.ts'
import { clockToleranceMs, wait } from './time.ts'

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

/**
 * Runs this part of the program until it is stopped. It answers HTTP at once; Redis and each chat are waited for, for as
 * long as they are away. Throws AppError `configuration` where waiting mends nothing.
 */
export const serve = async (
  role: Role,
  surroundings: Surroundings,
  { config, log, running, isStopping }: Means,
): Promise<void> => {
  const redis = openRedis(config.redis, log, running)
  const clock = createStoreClock({ redis: redis.store, now: Date.now, toleranceMs: clockToleranceMs })
  const ports = await createPorts(surroundings, { config, log, redis, now: clock.now, running })
  const commands = createCommands({ ...ports, jobControl: createJobControl(ports) })
  const features = commands.filter((command) => command.kind === 'feature')
  const { platforms, mounts } = ports.chats
  const state = { isUp: false, chats: [] as readonly ChatStart[] }
  const server = await startHttpServer({
    ...config.http,
    checks: healthChecks({ ping: () => redis.store.ping(), isUp: () => state.isUp, isStopping }),
    chats: platforms.map(({ name }) => ({
      name,
      problem: async () =>
        state.chats.find(({ check }) => check.name === name)?.check.problem() ?? 'is starting',
    })),
    callbacks: callbackRoute(ports),
    files: fileRoute(ports, features),
    mounts: role === 'worker' ? [] : mounts,
  })
  running.push({ name: 'HTTP', kind: 'rest', stop: () => server.close() })
  await reachRedis(redis, { acceptsEverysec: config.redis.acceptsEverysec, clock }, log)
  watchDurability(redis.store, config.redis.acceptsEverysec, log, running)
  keepTime(clock, log, running)
  if (role !== 'bots') await startWorker(ports, features, running, isStopping)
  const listens = role !== 'worker'
  const dispatch = listens ? dispatchFor(ports, commands) : undefined
  state.chats = platforms.map((platform) => {
    const connect = async (): Promise<void> => {
      await platform.checkAccess()
      if (dispatch !== undefined) await platform.listen(dispatch)
    }
    return startChat(platform, { connect, listens, log, wait, running })
  })
  await Promise.all(state.chats.map(({ tried }) => tried))
  state.isUp = true
  log.info('Tunesmith is up', { role, http: server.url })
}
