import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '../core/errors.ts'
import type { Log } from '../core/log.ts'
import { onChange } from '../core/log.ts'
import { repeat } from '../jobs/worker/upkeep/repeat.ts'
import type { Durability, StoreConnection } from '../redis/address.ts'
import { connectQueue, connectStore, storeError } from '../redis/connection.ts'
import { createKeys } from '../redis/keys.ts'
import { readinessFault } from '../redis/readiness.ts'
import { checkRights, rightsProblem } from '../redis/rights.ts'
import type { StoreClock } from '../redis/scripts.ts'
import {
  checkDurability,
  checkVersions,
  holdsPart,
  isRestoring,
  managedRisk,
  primariesOf,
  refusePart,
} from '../redis/startup-check.ts'
import { mendedTrouble, troubleIn, troubleText } from '../redis/trouble.ts'
import { waitForRedis } from '../redis/wait.ts'
import type { Config } from './config.ts'
import type { Running } from './running.ts'

const clockMeasureMs = 60_000
const durabilityCheckMs = 60_000

/** A process's connections to Redis. */
export interface Connections {
  /** Our own, which fails fast. */
  store: StoreConnection
  /** BullMQ's, which is patient. */
  queue: StoreConnection
  /** For waiting for replicas. */
  waiting: StoreConnection
}

const probeSeconds = 60

/** Throws Redis's error if it refuses writes. */
const writeProbe = async (redis: StoreConnection): Promise<void> => {
  await redis.set(createKeys().probe, 'written', 'EX', probeSeconds)
}

const problemText = (error: unknown): string => mendedTrouble(error) ?? troubleText(error)

/** Why nothing can be booked in Redis now; undefined if it can. */
export const writeProblem = async (redis: StoreConnection): Promise<string | undefined> => {
  try {
    await writeProbe(redis)
    return (await rightsProblem(redis)) ?? ((await isRestoring(redis, createKeys())) ? holdsPart : undefined)
  } catch (error) {
    return problemText(readinessFault(redis) ?? error)
  }
}

/** Why Redis can't be used now, over one of the connections; undefined if it can. */
export const redisProblem = async ({ store, waiting, queue }: Connections): Promise<string | undefined> => {
  const problem = await writeProblem(store)
  const fault = readinessFault(waiting) ?? readinessFault(queue)
  return problem ?? (fault && problemText(fault))
}

const mendIn = (error: unknown): string | undefined => {
  const trouble = mendedTrouble(error)
  return trouble && `Redis ${trouble}`
}

/** Opens the connections without waiting for any of them. */
export const openRedis = (access: Config['redis'], log: Log, running: Running[]): Connections => {
  const heard = (of: Readonly<Record<string, string>>) =>
    onChange((error) =>
      log.warn('the connection to Redis has a problem', { error, problem: mendIn(error), ...of }),
    )
  const store = connectStore(access, heard({}))
  running.push({ name: 'Redis', kind: 'rest', stop: async () => store.disconnect() })
  const waiting = connectStore(access, heard({ of: 'replicas' }))
  running.push({ name: 'Redis (replicas)', kind: 'rest', stop: async () => waiting.disconnect() })
  const queue = connectQueue(access, heard({ of: 'queue' }))
  running.push({ name: 'Redis (queue)', kind: 'rest', stop: async () => queue.disconnect() })
  return { store, queue, waiting }
}

const nextTryMs = 1_000
const slowMs = 5_000

/**
 * Waits, without limit, until Redis answers and is durable, and then sets our clock by it. Throws AppError
 * `configuration` if waiting would not help.
 */
export const reachRedis = async (
  { store, waiting, queue }: Connections,
  { durability, clock }: { durability: Durability; clock: StoreClock },
  log: Log,
): Promise<void> => {
  const heard = onChange((error) => log.warn('Redis cannot be used yet; trying again', { error }))
  const tellSlow = () => {
    const error = [store, waiting, queue].map(readinessFault).find((fault) => fault !== undefined)
    if (error === undefined) log.warn('Redis does not answer yet; check REDIS_URL')
    else heard(error)
  }
  const isSlow = setTimeout(tellSlow, slowMs).unref()
  for (;;) {
    await Promise.all([store, waiting, queue].map((connection) => waitForRedis(connection)))
    clearTimeout(isSlow)
    try {
      await checkVersions(store)
      for (const primary of primariesOf(store)) await checkRights(primary, durability)
      await checkDurability(store, durability)
      await writeProbe(store)
      await refusePart(store, createKeys())
      if (durability === 'managed-accepted') log.warn(await managedRisk(store))
      return await clock.measure()
    } catch (error) {
      const failure = error instanceof AppError ? error : storeError(error)
      if (!failure.retryable) throw failure
      if (troubleIn(error) === 'NOPERM')
        throw new AppError('configuration', `The user in REDIS_URL lacks a right. ${failure.message}`, {
          cause: error,
        })
      heard(error)
      await wait(nextTryMs)
    }
  }
}

/**
 * A failover makes another Redis the primary, with its own settings; ending the process would not help. A backup that is
 * restored under a running process would be taken up half-way.
 */
export const watchDurability = (
  redis: StoreConnection,
  durability: Durability,
  log: Log,
  running: Running[],
): void => {
  const tell = onChange((error) => log.error('Redis may lose writes', { error }))
  const tellPart = onChange((error) =>
    log.error('a backup is restored under this process: stop it', { error }),
  )
  const unlessAway = (hear: (error: unknown) => void) => (error: unknown) => {
    if (error instanceof AppError && error.code === 'configuration') hear(error)
  }
  const step = async () => {
    await checkDurability(redis, durability).catch(unlessAway(tell))
    await refusePart(redis, createKeys()).catch(unlessAway(tellPart))
  }
  running.push({ name: 'durability', kind: 'rest', ...repeat(step, durabilityCheckMs) })
}

/** All processes use Redis' clock, by which they judge which of them has a job in hand. */
export const keepTime = ({ measure }: StoreClock, log: Log, running: Running[]): void => {
  const step = () => measure().catch((error: unknown) => log.warn('Redis did not return the time', { error }))
  running.push({ name: 'clock', kind: 'rest', ...repeat(step, clockMeasureMs) })
}
