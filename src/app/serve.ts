import { hostname } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { commands } from '../commands/index.ts'
import { withPorts } from '../core/command/command.ts'
import { performed } from '../core/effect.ts'
import type { Dispatch } from '../core/job/platform.ts'
import type { Log } from '../core/log.ts'
import type { PlatformName } from '../core/target.ts'
import { defaultDeadlines } from '../jobs/deadlines.ts'
import { createApprovalControl } from '../jobs/request/decide.ts'
import { createSettingsLook } from '../jobs/request/settings-here.ts'
import { defaultQueueSpans } from '../jobs/worker/bullmq-queue.ts'
import { createJobControl } from '../jobs/worker/control.ts'
import { startServiceLook } from '../jobs/worker/upkeep/service-look.ts'
import { createStoreClock } from '../redis/scripts.ts'
import { createChatClaim } from './chat-claim.ts'
import { type ChatStart, startChat } from './chats.ts'
import type { Role } from './command-line/read-task.ts'
import type { Config } from './config.ts'
import { type Connections, keepTime, openRedis, reachRedis, watchDurability } from './connections.ts'
import { createEcho } from './http/echo.ts'
import { chatsUp, createReadiness, type ProcessState } from './http/health.ts'
import { type DashboardRoute, type Readiness, startHttpServer } from './http/http-server.ts'
import type { MetricsRoute } from './http/metrics-route.ts'
import { tellIfUnreachable, tellShortcomings } from './outside.ts'
import { createPorts, type Ports, type Surroundings } from './ports.ts'
import { clockToleranceMs } from './redis-settings.ts'
import { callbackRoute, dispatchFor, fileRoute, known, startWorker } from './roles.ts'
import { defaultStopSpans, type Running } from './running.ts'
import { type HearStep, logSteps } from './telemetry/job-steps.ts'
import type { Metrics, Readings } from './telemetry/metrics.ts'
import type { Tracing } from './telemetry/tracing.ts'

/** The environment of a process, unless composed otherwise. */
export const production: Surroundings = {
  effect: performed,
  deadlines: defaultDeadlines,
  queueSpans: defaultQueueSpans,
  stopSpans: defaultStopSpans,
}

/**
 * Chats that are up within this time can show what the workers finish; a wrong token is usually known by then,
 * too.
 */
const chatsFirstMs = 3_000

interface Means {
  config: Config
  log: Log
  /** Anything that must be stopped is added here as it starts. */
  running: Running[]
  isStopping: () => boolean
}

/** What was used before it is up for the first time is not welcomed later. */
const noteFirstUse = ({ welcomes, log }: Ports, name: PlatformName): void => {
  welcomes
    .since(name)
    .catch((error: unknown) => log.warn('could not note when welcoming servers began', { error }))
}

/** What measures this process; undefined, and not even loaded, unless Prometheus has a token. */
const openMetrics = async ({ metricsToken }: Config): Promise<Metrics | undefined> =>
  metricsToken === undefined ? undefined : (await import('./telemetry/metrics.ts')).createMetrics(Date.now)

/** The log hears of every step, and the metrics if there are any. */
const hearStepWith = (log: Log, metrics: Metrics | undefined): HearStep => {
  const write = logSteps(log)
  if (metrics === undefined) return write
  return (step) => {
    write(step)
    metrics.hearStep(step)
  }
}

interface Scraped {
  ports: Ports
  redis: Connections
  state: ProcessState
  readiness: () => Promise<Readiness>
}

const metricsRoute = (
  { metricsToken: token }: Config,
  metrics: Metrics | undefined,
  { ports, redis, state, readiness }: Scraped,
): MetricsRoute | undefined => {
  if (token === undefined || metrics === undefined) return undefined
  const readings: Readings = {
    ping: () => redis.store.ping(),
    countJobs: ports.countJobs,
    operator: ports.operator.read,
    pausedFor: ports.places.pausedFor,
    isReady: async () => (await readiness()).isReady,
    chatsUp: () => chatsUp({ ports, state }),
    queue: ports.queueMetrics,
  }
  return { token, text: () => metrics.text(readings) }
}

/** The operator's pages; undefined, and not even loaded, unless the operator has a token for them. */
const openDashboard = async (
  config: Config,
  opened: Omit<Scraped, 'state'>,
): Promise<DashboardRoute | undefined> =>
  config.adminToken === undefined
    ? undefined
    : (await import('./dashboard/open.ts')).openDashboard(config.adminToken, { config, ...opened })

const startChats = (
  ports: Ports,
  dispatch: Dispatch | undefined,
  { log, running, held }: Pick<Means, 'log' | 'running'> & { held: Set<PlatformName> },
): readonly ChatStart[] =>
  ports.chats.platforms.map((platform) => {
    const claim = createChatClaim(platform, { claims: ports.chatClaims, log, running, held })
    const whenUp =
      dispatch &&
      (() => {
        void tellShortcomings(platform, commands, log)
        noteFirstUse(ports, platform.name)
      })
    return startChat(platform, { dispatch, claim, log, wait, running, ...(whenUp && { whenUp }) })
  })

/** OpenTelemetry is only loaded if the operator names a collector. */
const openTracing = async (
  role: Role,
  { traces }: Pick<Config, 'traces'>,
  log: Log,
  running: Running[],
): Promise<Tracing | undefined> => {
  if (traces === undefined) return undefined
  const { createTracing } = await import('./telemetry/tracing.ts')
  const about = { 'tunesmith.role': role, 'host.name': hostname(), 'process.pid': process.pid }
  const tracing = createTracing(traces, about, log)
  running.push({ name: 'traces', kind: 'rest', stop: tracing.stop })
  return tracing
}

/**
 * Runs this part of the program until it is stopped. Answers HTTP at once, and waits for Redis as long as
 * necessary; each chat and the workers start independently. Throws AppError `configuration` if waiting would
 * not help.
 */
export const serve = async (
  role: Role,
  surroundings: Surroundings,
  { config, log, running, isStopping }: Means,
): Promise<void> => {
  const metrics = await openMetrics(config)
  const tracing = await openTracing(role, config, log, running)
  const measured = metrics?.measured(surroundings.effect) ?? surroundings.effect
  const effect = tracing?.effect(measured) ?? measured
  const redis = openRedis(config.redis, log, running)
  const clock = createStoreClock({ redis: redis.store, now: Date.now, toleranceMs: clockToleranceMs })
  const features = commands.filter((command) => command.kind === 'feature')
  const ports = await createPorts(
    { ...surroundings, effect },
    { config, log, redis, now: clock.now, running, features, hearStep: hearStepWith(log, metrics) },
  )
  await ports.clipReader.trouble()
  const state: ProcessState = { isReached: false, waitsFor: 'Redis', chats: [] }
  const readiness = createReadiness(role, { ports, redis, state, isStopping })
  const server = await startHttpServer({
    ...config.http,
    role,
    readiness,
    callbacks: callbackRoute(ports, () => state.isReached),
    files: fileRoute(ports, features),
    metrics: metricsRoute(config, metrics, { ports, redis, state, readiness }),
    dashboard: await openDashboard(config, { ports, redis, readiness }),
    echo: config.outside && createEcho(config.outside.keys).answer,
    mounts: role === 'worker' ? [] : ports.chats.mounts,
  })
  running.push({ name: 'HTTP', kind: 'rest', stop: () => server.close() })
  await reachRedis(redis, { durability: config.redis.durability, clock }, log)
  state.isReached = true
  state.waitsFor = 'an answer from the chats'
  watchDurability(redis.store, config.redis.durability, log, running)
  keepTime(clock, log, running)
  const dispatch =
    role === 'worker'
      ? undefined
      : dispatchFor(
          ports,
          withPorts(commands, {
            ...ports,
            jobControl: createJobControl(ports),
            approvalControl: createApprovalControl({
              ...ports,
              features: known(ports, features).features,
              lookAtSettings: createSettingsLook(ports),
            }),
          }),
        )
  const held = new Set<PlatformName>()
  state.chats = startChats(ports, dispatch && (tracing?.dispatch(dispatch) ?? dispatch), {
    log,
    running,
    held,
  })
  const tried = Promise.all(state.chats.map((chat) => chat.tried))
  await Promise.race([tried, wait(chatsFirstMs)])
  if (isStopping()) return
  if (role !== 'bots') {
    state.waitsFor = "the worker's connections to Redis"
    const means = { running, isStopping, chatsHeld: held, tracing }
    await startWorker(metrics?.watchAudits(ports) ?? ports, features, means)
    running.push({ name: 'look at the audio service', kind: 'intake', ...startServiceLook(ports) })
  }
  state.waitsFor = undefined
  if (config.outside !== undefined)
    void tellIfUnreachable(effect, config.outside.publicUrl, { log, wait, isStopping })
  log.info('Tunesmith is up', { http: server.url })
  await tried
}
