import { stat } from 'node:fs/promises'
import { Cluster } from 'ioredis'
import { AppError } from '../../core/errors.ts'
import { grouped } from '../../core/text/text.ts'
import type { StoreConnection } from '../../redis/address.ts'
import { createAudit } from '../../redis/audit.ts'
import type { SnapshotEntry } from '../../redis/backup/rdb.ts'
import { snapshotsOf } from '../../redis/backup/snapshot.ts'
import { fromStore } from '../../redis/connection.ts'
import { booksChecks } from '../../redis/doctor/books.ts'
import { bytesText } from '../../redis/doctor/findings.ts'
import { createKeys } from '../../redis/keys.ts'
import { primariesOf } from '../../redis/startup-check.ts'
import { openBackup, writeBackup } from '../backup-file.ts'
import { type BesideTheBot, onRedis } from './beside-the-bot.ts'

interface BackupDeps extends BesideTheBot {
  write: (text: string) => void
  now: () => number
}

const secretsText = 'Keep it with a copy of .env, on another machine: without ENCRYPTION_KEY its secrets are lost.\n'

const usualName = (atMs: number): string =>
  `tunesmith-${new Date(atMs).toISOString().slice(0, 16).replace(':', '-')}Z.backup`

/** An error of the system that has the file's name in it already. */
const isOfFiles = (error: unknown): error is Error => error instanceof Error && 'syscall' in error && 'path' in error

const countEntries = async (file: string): Promise<number> => {
  const { entries } = await openBackup(file)
  let count = 0
  for await (const _ of entries) count += 1
  return count
}

/**
 * Writes everything in Redis as it is at one moment to a file, reads it back, and notes the time for the doctor. The bot
 * goes on. Throws what `onRedis` and `snapshotsOf` throw, and AppError `configuration` if the file can't be written.
 */
export const backUp = ({ write, now, ...deps }: BackupDeps, asked: string | undefined): Promise<void> =>
  onRedis(deps, async (redis) => {
    const madeAtMs = now()
    const file = asked ?? usualName(madeAtMs)
    try {
      if (await stat(file).catch(() => undefined))
        throw new AppError('configuration', `${file} exists already. Give another name.`)
      const database = redis instanceof Cluster ? 0 : (redis.options.db ?? 0)
      await writeBackup(file, { madeAtMs, database }, snapshotsOf(redis))
      const keyCount = await countEntries(file)
      const { size } = await stat(file)
      await fromStore(redis.set(createKeys().lastBackup, String(madeAtMs)))
      write(`Wrote ${file} and read it back: ${grouped(keyCount)} keys, ${bytesText(size)}.\n${secretsText}`)
    } catch (error) {
      throw isOfFiles(error) ? new AppError('configuration', `The backup can't be written: ${error.message}.`, { cause: error }) : error
    }
  })

const atOnce = 500

/** Keys whose time was over are left out. Returns whether it was restored. */
const restoreOne = async (
  redis: StoreConnection,
  { key, payload, expiresAtMs }: SnapshotEntry,
  nowMs: number,
): Promise<boolean> => {
  if (expiresAtMs !== undefined && expiresAtMs <= nowMs) return false
  await fromStore(redis.call('RESTORE', key, String(expiresAtMs ?? 0), payload, 'ABSTTL'))
  return true
}

const restoreAll = async (
  redis: StoreConnection,
  entries: AsyncIterable<SnapshotEntry>,
  nowMs: number,
): Promise<number> => {
  let count = 0
  let batch: Promise<boolean>[] = []
  const settle = async () => {
    for (const isRestored of await Promise.all(batch)) if (isRestored) count += 1
    batch = []
  }
  for await (const entry of entries) {
    batch.push(restoreOne(redis, entry, nowMs))
    if (batch.length >= atOnce) await settle()
  }
  await settle()
  return count
}

const refuseUnlessEmpty = async (redis: StoreConnection): Promise<void> => {
  for (const primary of primariesOf(redis)) {
    const count = await fromStore(primary.redis.dbsize())
    if (count > 0)
      throw new AppError(
        'configuration',
        `${primary.name} is not empty: it has ${grouped(count)} keys. A backup is restored into an empty Redis or database only, before anything is started.`,
      )
  }
}

/** What differs between the balances and the journal, in lines for the operator. */
const differencesIn = async (redis: StoreConnection, now: () => number): Promise<readonly string[]> => {
  const keys = createKeys()
  const checks = booksChecks({ redis, keys, now, audit: createAudit({ redis, keys, now }) })
  const lines: string[] = []
  for (const check of checks)
    for (const finding of await check.run())
      if (finding.verdict !== 'ok') lines.push(`${finding.what}: ${finding.why}`)
  return lines
}

/**
 * Restores a backup into an empty Redis, and compares the balances with the journal. The whole file is read before anything
 * is written. Returns the exit code. Throws what `onRedis` and `openBackup` throw.
 */
export const restore = async ({ write, now, ...deps }: BackupDeps, file: string): Promise<number> => {
  const keyCount = await countEntries(file)
  return onRedis(deps, async (redis) => {
    await refuseUnlessEmpty(redis)
    const { head, entries } = await openBackup(file)
    const count = await restoreAll(redis, entries, now())
    const expired = keyCount - count
    write(
      `Restored ${grouped(count)} keys as of ${new Date(head.madeAtMs).toISOString()}${expired === 0 ? '' : `; ${grouped(expired)} had expired`}.\n`,
    )
    const differences = await differencesIn(redis, now)
    write(
      differences.length === 0
        ? 'All balances match the journal.\nBefore you start the workers, read "Restoring a backup" in docs/operating/redis.md: what waited is bought again.\n'
        : `The books differ, see "When the books differ" in docs/operating/money.md:\n${differences.join('\n')}\n`,
    )
    return differences.length === 0 ? 0 : 1
  })
}
