import { AppError } from '../../core/errors.ts'
import type { StoreConnection } from '../address.ts'
import { fromStore } from '../connection.ts'
import type { Keys } from '../keys.ts'
import { primariesOf, unfinishedRestore } from '../startup-check.ts'
import type { SnapshotEntry } from './rdb.ts'

/** What is on the way to Redis at the same time, so that neither side holds much more. */
const atOnce = { keys: 500, bytes: 8 * 2 ** 20 } as const

const foreignText =
  "The Redis in REDIS_URL can't read what the Redis of the backup wrote: it is older, or one of them is Redis and the other Valkey. Use the same kind, of the same or a newer version."

const busyText =
  'A key of the backup is there already: either something else writes to this Redis, or slots moved while a cluster was backed up.'

const refusalOf = (error: unknown): unknown => {
  const said = error instanceof Error ? error.message : ''
  if (/DUMP payload version or checksum|Bad data format/i.test(said))
    return new AppError('configuration', foreignText, { cause: error })
  return /\bBUSYKEY\b/.test(said) ? new AppError('configuration', busyText, { cause: error }) : error
}

/** Keys whose time was over are left out. Returns whether it was restored. */
const restoreOne = async (
  redis: StoreConnection,
  { key, payload, expiresAtMs }: SnapshotEntry,
  nowMs: number,
): Promise<boolean> => {
  if (expiresAtMs !== undefined && expiresAtMs <= nowMs) return false
  await fromStore(redis.restore(key, expiresAtMs ?? 0, payload(), 'ABSTTL'))
  return true
}

const restoreAll = async (
  redis: StoreConnection,
  entries: AsyncIterable<SnapshotEntry>,
  nowMs: number,
): Promise<number> => {
  let count = 0
  let failure: { error: unknown } | undefined
  let batch: Promise<void>[] = []
  let batchBytes = 0
  const settle = async (): Promise<void> => {
    await Promise.all(batch)
    if (failure !== undefined) throw refusalOf(failure.error)
    batch = []
    batchBytes = 0
  }
  for await (const entry of entries) {
    if (batch.length >= atOnce.keys || batchBytes + entry.valueBytes > atOnce.bytes) await settle()
    batchBytes += entry.valueBytes
    batch.push(
      restoreOne(redis, entry, nowMs).then(
        (isRestored) => {
          if (isRestored) count += 1
        },
        (error: unknown) => {
          failure ??= { error }
        },
      ),
    )
  }
  await settle()
  return count
}

/** Whether a restore was begun and not finished. */
export const isRestoring = async (redis: StoreConnection, keys: Keys): Promise<boolean> =>
  (await fromStore(redis.exists(keys.restoring))) > 0

/** Throws AppError `configuration` for a Redis that has something, with how many keys. */
export const refuseUnlessEmpty = async (redis: StoreConnection, keys: Keys): Promise<void> => {
  if (await isRestoring(redis, keys)) throw new AppError('configuration', unfinishedRestore)
  for (const primary of primariesOf(redis)) {
    const count = await fromStore(primary.redis.dbsize())
    if (count > 0)
      throw new AppError(
        'configuration',
        `${primary.name} is not empty: it has ${count} keys. A backup is restored only into an empty Redis or database, before anything is started.`,
      )
  }
}

/** A backup, for a Redis that is empty. */
export interface Restorable {
  entries: AsyncIterable<SnapshotEntry>
  madeAtMs: number
}

/**
 * Restores all entries but those that have expired, and returns how many. Until it is finished, nothing starts on this Redis.
 * Throws AppError `configuration` for one that can't read them, and `store_unavailable`.
 */
export const restoreInto = async (
  { redis, keys, now }: { redis: StoreConnection; keys: Keys; now: () => number },
  { entries, madeAtMs }: Restorable,
): Promise<number> => {
  await fromStore(redis.set(keys.restoring, String(now())))
  const count = await restoreAll(redis, entries, now())
  await fromStore(redis.set(keys.lastBackup, String(madeAtMs)))
  await fromStore(redis.del(keys.restoring))
  return count
}
