import { performance } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { perCredit } from '../../core/credits.ts'
import type { Effect } from '../../core/effect.ts'
import { type PauseReason, pauseReasons } from '../../core/job/concurrency.ts'
import { type CountJobs, countedStates } from '../../core/job/job-counts.ts'
import type { OperatorState } from '../../core/ledger/operator-total.ts'
import type { PlatformName } from '../../core/target.ts'
import { within } from '../../core/waiting.ts'
import { createInstruments, type Instruments } from './instruments.ts'
import type { HearStep } from './job-steps.ts'
import { createStepCounter, measuring, watchingAudits } from './measuring.ts'

/** What is read when somebody asks for the metrics. Each may throw while Redis is away. */
export interface Readings {
  ping(): Promise<unknown>
  countJobs: CountJobs
  operator(): Promise<OperatorState>
  pausedFor(): Promise<PauseReason | undefined>
  isReady(): Promise<boolean>
  chatsUp(): Promise<readonly { name: PlatformName; isUp: boolean }[]>
  /** BullMQ's own metrics of the wake queue. */
  queue(): Promise<string>
}

/** Two scrapers within this time get the same answer. */
const cachedMs = 5_000
/** Prometheus gives up after ten seconds. */
const readMs = 3_000

/** Gauges that are named like counters. */
const misnamed = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
]

const readJobs = async (
  { jobs, oldestJob, openJobs, overdue, deadLetters, clipStops }: Instruments,
  { countJobs }: Readings,
  now: () => number,
): Promise<void> => {
  const counts = await countJobs()
  for (const state of countedStates) {
    const { jobs: count, oldestMs } = counts.byState[state]
    jobs.set({ state }, count)
    oldestJob.set({ state }, oldestMs === undefined ? 0 : Math.max(0, now() - oldestMs) / 1000)
  }
  openJobs.set(counts.open)
  overdue.set(counts.overdueMs / 1000)
  deadLetters.set(counts.deadLetters)
  clipStops.set(counts.clipStops)
}

const readOperator = async (
  { limit, spent, held, servicePaused }: Instruments,
  { operator, pausedFor }: Readings,
): Promise<void> => {
  const [state, paused] = await Promise.all([operator(), pausedFor()])
  limit.remove()
  if (state.limit !== undefined) limit.set(state.limit / perCredit)
  spent.set(state.spent / perCredit)
  held.set(state.held / perCredit)
  for (const why of pauseReasons) servicePaused.set({ why }, paused === why ? 1 : 0)
}

/** Measures this process for Prometheus. Loaded only with METRICS_TOKEN. */
export interface Metrics {
  hearStep: HearStep
  /** The same effects, measured. */
  measured(effect: Effect): Effect
  watchAudits: <Given extends Parameters<typeof watchingAudits>[1]>(given: Given) => Given
  /** In Prometheus' text format. */
  text(readings: Readings): Promise<string>
}

/** See `Metrics`. */
export const createMetrics = (now: () => number): Metrics => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  for (const name of misnamed) registry.removeSingleMetric(name)
  const instruments = createInstruments(registry)
  instruments.heapLimit.set(getHeapStatistics().heap_size_limit)

  const readRedis = async (readings: Readings): Promise<string> => {
    const startMs = performance.now()
    await readings.ping()
    instruments.redisPing.set((performance.now() - startMs) / 1000)
    await Promise.all([readJobs(instruments, readings, now), readOperator(instruments, readings)])
    return readings.queue()
  }

  /** What can't be read keeps its last value; `tunesmith_redis_up` says so. */
  const read = async (readings: Readings): Promise<string> => {
    const reading = within(readMs, readRedis(readings)).catch(() => undefined)
    const [queue, isReady, chats] = await Promise.all([reading, readings.isReady(), readings.chatsUp()])
    instruments.redisUp.set(queue === undefined ? 0 : 1)
    instruments.ready.set(isReady ? 1 : 0)
    for (const { name, isUp } of chats) instruments.chatUp.set({ platform: name }, isUp ? 1 : 0)
    return `${await registry.metrics()}${queue === undefined ? '' : `${queue}\n`}`
  }

  let last: { text: Promise<string>; atMs: number } | undefined
  return {
    hearStep: createStepCounter(instruments),
    measured: (effect) => measuring(instruments, effect, now),
    watchAudits: (given) => watchingAudits(instruments, given, now),
    text(readings) {
      if (last === undefined || performance.now() - last.atMs > cachedMs)
        last = { text: read(readings), atMs: performance.now() }
      return last.text
    },
  }
}
