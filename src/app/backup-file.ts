import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'
import { AppError } from '../core/errors.ts'
import { parseJson } from '../core/text/text.ts'
import { entriesIn, type SnapshotEntry } from '../redis/backup/rdb.ts'
import { createKeys, isOwnKey } from '../redis/keys.ts'

/** The first line of a backup; so many snapshots of Redis follow, packed together with it. */
const head = z.object({
  format: z.literal('tunesmith-backup'),
  version: z.literal(1),
  madeAtMs: z.number(),
  /** Redis' number of the database that Tunesmith uses; the snapshots have all. */
  database: z.number(),
  /** One of each primary. */
  snapshots: z.number().int().positive(),
})
export type BackupHead = z.output<typeof head>

/** A backup that was opened. Reading the entries throws AppError `configuration` if they are damaged. */
export interface OpenBackup {
  head: BackupHead
  /** Those of Tunesmith's database. */
  entries: AsyncGenerator<SnapshotEntry>
  /** How many bytes of the snapshots were read. */
  bytesRead: () => number
}

const headLengthMax = 1_000
const chunkBytes = 2 ** 20

const broken = (what: string, cause: unknown): AppError => {
  const why = cause instanceof Error ? cause.message : String(cause)
  return new AppError('configuration', `${what} can't be used as a backup: ${why}.`, { cause })
}

const unpack = (file: string): AsyncIterator<Buffer> => {
  const unpacked = createGunzip({ chunkSize: chunkBytes })
  const source = createReadStream(file, { highWaterMark: chunkBytes })
  source.once('error', (error) => unpacked.destroy(error))
  unpacked.once('close', () => source.destroy())
  return source.pipe(unpacked)[Symbol.asyncIterator]()
}

const readHead = async (chunks: AsyncIterator<Buffer>): Promise<{ head: BackupHead; rest: Buffer }> => {
  let start = Buffer.alloc(0)
  while (!start.includes('\n')) {
    const { done, value } = await chunks.next()
    if (done === true || start.length > headLengthMax) throw new Error('it was not made by "npm run backup"')
    start = Buffer.concat([start, value])
  }
  const end = start.indexOf('\n')
  const read = head.safeParse(parseJson(start.toString('utf8', 0, end)))
  if (!read.success) throw new Error('it was made by another program or a newer version')
  return { head: read.data, rest: start.subarray(end + 1) }
}

/** Opens a backup. Throws AppError `configuration`, which begins with `what`, if the file is none or can't be read. */
export const openBackup = async (file: string, what = file): Promise<OpenBackup> => {
  const chunks = unpack(file)
  let bytesRead = 0
  async function* counted(first: Buffer): AsyncGenerator<Buffer> {
    bytesRead += first.length
    yield first
    for await (const chunk of { [Symbol.asyncIterator]: () => chunks }) {
      bytesRead += chunk.length
      yield chunk
    }
  }
  async function* own({ database, snapshots }: BackupHead, rest: Buffer): AsyncGenerator<SnapshotEntry> {
    try {
      for await (const entry of entriesIn(counted(rest), snapshots))
        if (entry.database === database) yield entry
    } catch (error) {
      throw broken(what, error)
    }
  }
  try {
    const read = await readHead(chunks)
    return { head: read.head, entries: own(read.head, read.rest), bytesRead: () => bytesRead }
  } catch (error) {
    await chunks.return?.()
    throw broken(what, error)
  }
}

const { lastBackup } = createKeys()

/**
 * Reads a whole backup, and counts its keys. Throws what `openBackup` throws, also if it is damaged or has nothing of
 * Tunesmith's.
 */
export const inspectBackup = async (
  file: string,
  what = file,
): Promise<{ keyCount: number; bytes: number }> => {
  const { head: about, entries, bytesRead } = await openBackup(file, what)
  let keyCount = 0
  let hasOwn = false
  for await (const { key } of entries) {
    keyCount += 1
    const name = key.toString('latin1')
    hasOwn ||= isOwnKey(name) && name !== lastBackup
  }
  if (!hasOwn) throw broken(what, `it has nothing of Tunesmith's in database ${about.database}`)
  return { keyCount, bytes: bytesRead() }
}
