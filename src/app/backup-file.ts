import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'
import { AppError } from '../core/errors.ts'
import { parseJson } from '../core/text/text.ts'
import { entriesIn, type SnapshotEntry } from '../redis/backup/rdb.ts'

/** The first line of a backup; snapshots of Redis follow, packed together with it. */
const head = z.object({
  format: z.literal('tunesmith-backup'),
  version: z.literal(1),
  madeAtMs: z.number(),
  /** Redis' number of the database that Tunesmith uses; the snapshots have all. */
  database: z.number(),
})
export type BackupHead = z.output<typeof head>

/** A backup that was opened. Reading the entries throws AppError `configuration` if they are damaged. */
export interface OpenBackup {
  head: BackupHead
  entries: AsyncGenerator<SnapshotEntry>
}

const headLengthMax = 1_000

/** Only the owner may read it: it has what members wrote. */
const ownerOnly = 0o600

async function* after<T>(first: T, others: AsyncIterable<T>): AsyncGenerator<T> {
  yield first
  yield* others
}

/**
 * Writes a backup, which has its name only once it is whole and on the disk. Throws the system's error, such as for a file
 * that is there already, and what reading `snapshots` throws.
 */
export const writeBackup = async (
  file: string,
  about: Pick<BackupHead, 'madeAtMs' | 'database'>,
  snapshots: AsyncIterable<Buffer>,
): Promise<void> => {
  const partial = `${file}.part`
  const written: BackupHead = { format: 'tunesmith-backup', version: 1, ...about }
  const first = Buffer.from(`${JSON.stringify(written)}\n`)
  const target = createWriteStream(partial, { flags: 'wx', mode: ownerOnly, flush: true })
  try {
    await pipeline(Readable.from(after(first, snapshots)), createGzip(), target)
    await rename(partial, file)
  } catch (error) {
    // Another backup may be writing a file of this name.
    const isOthers = error instanceof Error && 'code' in error && error.code === 'EEXIST'
    if (!isOthers) await rm(partial, { force: true })
    throw error
  }
}

const broken = (file: string, cause: unknown): AppError => {
  const why = cause instanceof Error ? cause.message : String(cause)
  return new AppError('configuration', `${file} can't be used as a backup: ${why}.`, { cause })
}

async function* ownEntries(
  file: string,
  { database }: BackupHead,
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<SnapshotEntry> {
  try {
    for await (const entry of entriesIn(chunks)) if (entry.database === database) yield entry
  } catch (error) {
    throw broken(file, error)
  }
}

/** Opens a backup. Throws AppError `configuration` if the file is none, or can't be read. */
export const openBackup = async (file: string): Promise<OpenBackup> => {
  const unpacked = createGunzip()
  const source = createReadStream(file)
  source.once('error', (error) => unpacked.destroy(error))
  const chunks: AsyncIterator<Buffer> = source.pipe(unpacked)[Symbol.asyncIterator]()
  try {
    let start = Buffer.alloc(0)
    while (!start.includes('\n')) {
      const { done, value } = await chunks.next()
      if (done === true || start.length > headLengthMax) throw new Error('it was not made by "npm run backup"')
      start = Buffer.concat([start, value])
    }
    const end = start.indexOf('\n')
    const read = head.safeParse(parseJson(start.toString('utf8', 0, end)))
    if (!read.success) throw new Error('it was made by another program or a newer version')
    const others = { [Symbol.asyncIterator]: () => chunks }
    return { head: read.data, entries: ownEntries(file, read.data, after(start.subarray(end + 1), others)) }
  } catch (error) {
    unpacked.destroy()
    throw broken(file, error)
  }
}
