import { AppError } from '../../core/errors.ts'
import { neutral, shortened } from '../../core/text/text.ts'
import type { StoreConnection } from '../address.ts'
import { fromStore } from '../connection.ts'
import type { Keys } from '../keys.ts'
import { primariesOf, refusePart } from '../startup-check.ts'
import { deniedCommand, troubleIn } from '../trouble.ts'
import type { SnapshotEntry } from './rdb.ts'

/** What is on the way to Redis at the same time, so that neither side holds much more. */
const atOnce = { keys: 500, bytes: 8 * 2 ** 20 } as const

const foreignText =
  "The Redis in REDIS_URL can't read what the Redis of the backup wrote: it is older, or one of them is Redis and the other Valkey. Use the same kind, of the same or a newer version."

const keyLengthMax = 100

const busyText =
  'A key of the backup is there already: either something else writes to this Redis, or slots moved while a cluster was backed up.'

/** A user may be allowed only keys of some names. */
const isKeyDenied = (error: unknown): boolean =>
  troubleIn(error) === 'NOPERM' && deniedCommand(error) === undefined

const deniedText = (key: Buffer): string =>
  `The user in REDIS_URL may not write the key "${shortened(neutral(key.toString('utf8')), keyLengthMax)}". If it is another program's, which used the same Redis, empty this one and restore with a user that may write all keys (~*), such as an administrator's. If it is Tunesmith's, "Rights" in docs/operating/redis.md has the names to allow.`

const refusalOf = (error: unknown, key: Buffer): unknown => {
  if (error instanceof Error && isKeyDenied(error.cause ?? error))
    return new AppError('configuration', deniedText(key)) // with the cause, it would be told as a missing command
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
  let failure: { error: unknown; key: Buffer } | undefined
  let batch: Promise<void>[] = []
  let batchBytes = 0
  const settle = async (): Promise<void> => {
    await Promise.all(batch)
    if (failure !== undefined) throw refusalOf(failure.error, failure.key)
    batch = []
    batchBytes = 0
  }
  for await (const entry of entries) {
    const bytes = entry.key.length + entry.valueBytes
    if (batch.length >= atOnce.keys || batchBytes + bytes > atOnce.bytes) await settle()
    batchBytes += bytes
    batch.push(
      restoreOne(redis, entry, nowMs).then(
        (isRestored) => {
          if (isRestored) count += 1
        },
        (error: unknown) => {
          failure ??= { error, key: entry.key }
        },
      ),
    )
  }
  await settle()
  return count
}

/** A running process writes within ten seconds: a claim on its chat, or a look at the queue. */
const alone = { looks: 12, everyMs: 1_000 } as const

const notAloneText =
  'Something still runs on this Redis: it has just written there. Stop every process of Tunesmith, on other machines, too. Then empty Redis, in a cluster each primary, with redis-cli FLUSHDB, and run "npm run restore" again.'

interface Target {
  redis: StoreConnection
  keys: Keys
  now: () => number
}

/**
 * Marks an empty Redis, so that nothing starts on it, and watches for twelve seconds whether something runs there already.
 * Throws AppError `configuration`, and leaves no mark then.
 */
export const takeAlone = async (
  { redis, keys, now }: Target,
  wait: (delayMs: number) => Promise<unknown>,
): Promise<void> => {
  await refuseUnlessEmpty(redis, keys)
  await fromStore(redis.set(keys.restoring, String(now())))
  for (let look = 0; look < alone.looks; look += 1) {
    await wait(alone.everyMs)
    const sizes = await Promise.all(primariesOf(redis).map((primary) => fromStore(primary.redis.dbsize())))
    if (sizes.reduce((sum, size) => sum + size, 0) === 1) continue
    await fromStore(redis.del(keys.restoring))
    throw new AppError('configuration', notAloneText)
  }
}

/** Throws AppError `configuration` for a Redis that has something, with how many keys. */
const refuseUnlessEmpty = async (redis: StoreConnection, keys: Keys): Promise<void> => {
  await refusePart(redis, keys)
  for (const primary of primariesOf(redis)) {
    const count = await fromStore(primary.redis.dbsize())
    if (count > 0)
      throw new AppError(
        'configuration',
        `${primary.name} is not empty: it has ${count} keys. A backup is restored only into an empty Redis or database, before anything is started.`,
      )
  }
}

/** A backup, for a Redis that was taken. */
export interface Restorable {
  entries: AsyncIterable<SnapshotEntry>
  madeAtMs: number
}

/**
 * Restores all entries but those that have expired, and returns how many. Then the bot may start on this Redis.
 * Throws AppError `configuration` for one that can't read them, and `store_unavailable`.
 */
export const restoreInto = async (
  { redis, keys, now }: Target,
  { entries, madeAtMs }: Restorable,
): Promise<number> => {
  const count = await restoreAll(redis, entries, now())
  await fromStore(redis.set(keys.lastBackup, String(madeAtMs)))
  await fromStore(redis.del(keys.restoring))
  return count
}
