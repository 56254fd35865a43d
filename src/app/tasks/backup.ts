import { stat } from 'node:fs/promises'
import { grouped } from '../../core/text/text.ts'
import type { StoreConnection } from '../../redis/address.ts'
import { createAudit } from '../../redis/audit.ts'
import { restoreInto, takeAlone } from '../../redis/backup/restoring.ts'
import { databaseOf, snapshotOf } from '../../redis/backup/snapshot.ts'
import { booksChecks } from '../../redis/doctor/books.ts'
import { bytesText } from '../../redis/doctor/findings.ts'
import { buckets, createKeys } from '../../redis/keys.ts'
import { forgetRetired } from '../../redis/pseudonyms.ts'
import { primariesOf, unfinishedRestore } from '../../redis/startup-check.ts'
import { inspectBackup, openBackup } from '../backup-file.ts'
import { taken, writeBackup } from '../backup-writing.ts'
import { archiveBesideTheBot, type BesideTheBot, onRedis } from './beside-the-bot.ts'

interface BackupDeps extends BesideTheBot {
  write: (text: string) => void
  now: () => number
}

const keepText =
  'Copy it to another machine, and keep .env elsewhere: its ENCRYPTION_KEY reads the secrets in the file, which are lost without it.\n'

const usualName = (atMs: number): string =>
  `tunesmith-${new Date(atMs).toISOString().slice(0, 16).replace(':', '-')}Z.backup`

/** A backup counts whether its time could be noted or not. */
const noteTime = async (redis: StoreConnection, atMs: number): Promise<string> => {
  try {
    await redis.set(createKeys().lastBackup, String(atMs))
    return ''
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return `Its time could not be noted for the doctor: ${why}.\n`
  }
}

/**
 * Writes everything in Redis, as it is at one moment, to a file, reads it back, and notes the time for the doctor. The bot
 * goes on. Throws what `onRedis`, `snapshotOf` and `writeBackup` throw.
 */
export const backUp = ({ write, now, ...deps }: BackupDeps, asked: string | undefined): Promise<void> =>
  onRedis(deps, async (redis) => {
    const madeAtMs = now()
    const file = asked ?? usualName(madeAtMs)
    if (await stat(file).catch(() => undefined)) throw taken(file)
    const keyCount = await writeBackup(
      file,
      { madeAtMs, database: databaseOf(redis) },
      primariesOf(redis).map(snapshotOf),
    )
    const { size } = await stat(file)
    write(
      `Wrote ${file} and read it back: ${grouped(keyCount)} keys, ${size < 2 ** 20 ? 'under 1 MiB' : bytesText(size)}.\n${keepText}`,
    )
    write(await noteTime(redis, madeAtMs))
  })

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

interface RestoreDeps extends BackupDeps {
  wait: (delayMs: number) => Promise<unknown>
}

/** A value of hundreds of megabytes takes its time on a slow network, and none may be restored twice. */
const restoreTimeoutMs = 5 * 60_000

/**
 * Restores a backup into an empty Redis on which nothing runs, and compares the balances with the journal. The whole file is
 * read before anything is written. Returns the exit code. Throws what `onRedis`, `openBackup`, `takeAlone` and `restoreInto`
 * throw.
 */
export const restore = async ({ write, now, wait, ...deps }: RestoreDeps, file: string): Promise<number> => {
  const { keyCount } = await inspectBackup(file)
  const special = { commandTimeoutMs: restoreTimeoutMs, isPartTaken: true }
  return onRedis({ ...deps, ...special }, async (redis) => {
    const target = { redis, keys: createKeys(), now }
    write('Looking for 12 seconds whether anything still runs on this Redis.\n')
    await takeAlone(target, wait)
    const { head, entries } = await openBackup(file)
    const count = await restoreInto(target, { entries, madeAtMs: head.madeAtMs }).catch((error: unknown) => {
      write(`${unfinishedRestore}\n`)
      throw error
    })
    const expired = keyCount - count
    write(
      `Restored ${grouped(count)} keys as of ${new Date(head.madeAtMs).toISOString()}${expired === 0 ? '' : `; ${grouped(expired)} had expired`}.\n`,
    )
    const archive = archiveBesideTheBot(deps)
    if (archive !== undefined) await forgetRetired(target, buckets, await archive.retired())
    const differences = await differencesIn(redis, now)
    write(
      differences.length === 0
        ? 'All balances match the journal.\nBefore you start the workers, read "Restoring a backup" in docs/operating/redis.md: what waited is bought again.\n'
        : `The books differ, see "When the books differ" in docs/operating/money.md:\n${differences.join('\n')}\n`,
    )
    return differences.length === 0 ? 0 : 1
  })
}
