import { AppError } from './core/errors.ts'
import type { Log } from './core/log.ts'
import { connectQueue, connectStore, type StoreConnection } from './core/redis/connection.ts'
import { checkDurability } from './core/redis/startup-check.ts'
import { createStoreClock } from './core/redis/store-clock.ts'
import { waitForRedis } from './core/redis/wait.ts'
import type { Config } from './core/runtime/config.ts'
import type { Running } from './core/runtime/running.ts'
import { repeat } from './jobs/upkeep/repeat.ts'

const redisWaitMs = 30_000
const clockMeasureMs = 60_000
const durabilityCheckMs = 60_000

/** The connections of a process to Redis. */
export interface Connections {
  /** Ours, which fails fast. */
  store: StoreConnection
  /** BullMQ's, which is patient. */
  queue: StoreConnection
  /** On which replicas are waited for. */
  waiting: StoreConnection
}

/** Connects to a Redis that keeps what it is told. Throws AppError `configuration`. */
export const connectRedis = async (
  { url, acceptsEverysec }: Config['redis'],
  log: Log,
  running: Running[],
): Promise<Connections> => {
  const store = connectStore(url, (error) => log.warn('the connection to Redis has a problem', { error }))
  running.push({ name: 'Redis', kind: 'rest', stop: async () => store.disconnect() })
  await waitForRedis(store, redisWaitMs)
  await checkDurability(store, acceptsEverysec)
  const waiting = connectStore(url, (error) =>
    log.warn('the connection to Redis has a problem', { error, of: 'replicas' }),
  )
  running.push({ name: 'Redis (replicas)', kind: 'rest', stop: async () => waiting.disconnect() })
  await waitForRedis(waiting, redisWaitMs)
  const queue = connectQueue(url, (error) =>
    log.warn('the connection to Redis has a problem', { error, of: 'queue' }),
  )
  running.push({ name: 'Redis (queue)', kind: 'rest', stop: async () => queue.disconnect() })
  return { store, queue, waiting }
}

/** After a failover another one is the primary, with settings of its own; to end for it would help nobody. */
export const watchDurability = (
  redis: StoreConnection,
  acceptsEverysec: boolean,
  log: Log,
  running: Running[],
): void => {
  const step = () =>
    checkDurability(redis, acceptsEverysec).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'configuration')
        log.error('Redis may forget what it is told', { error })
    })
  running.push({ name: 'durability', kind: 'rest', ...repeat(step, durabilityCheckMs) })
}

/** Every process goes by Redis' clock: by it they judge which of them has a job in hand. */
export const keepTime = async (
  options: { redis: StoreConnection; toleranceMs: number },
  log: Log,
  running: Running[],
): Promise<() => number> => {
  const { now, measure } = createStoreClock({ ...options, now: Date.now })
  await measure()
  const step = () => measure().catch((error: unknown) => log.warn('Redis did not tell the time', { error }))
  running.push({ name: 'clock', kind: 'rest', ...repeat(step, clockMeasureMs) })
  return now
}
