import { Cluster, type Redis } from 'ioredis'
import { AppError } from '../../core/errors.ts'
import type { StoreConnection } from '../address.ts'
import { infoField, type Primary } from '../startup-check.ts'

/** The number of the database that a connection uses; a cluster has only one. */
export const databaseOf = (redis: StoreConnection): number =>
  redis instanceof Cluster ? 0 : (redis.options.db ?? 0)

/** Redis sends a sign of life every few seconds while it prepares the snapshot. */
const silentMsMax = 60_000

const newline = 0x0a

const refused = (name: string, said: string): AppError =>
  new AppError(
    'store_refused',
    `${name} doesn't hand out a copy of its data ("${said}"). A managed Redis often allows that to nobody: then use its provider's backups.`,
    { cause: new Error(said) },
  )

/** https://redis.io/docs/latest/commands/info/ */
const persistenceOf = async ({ redis }: Primary): Promise<string> => redis.info('persistence').catch(() => '')

/** Redis refuses writes after a failed snapshot if it has "save" points; one that was sent without its disk doesn't count. */
const failedSnapshot = (name: string): string =>
  `The last snapshot of ${name} failed, usually for lack of disk or memory; its log says which. If it has "save" points, it takes no writes until one succeeds: make room, then type "redis-cli BGSAVE".`

const brokenOff = async (primary: Primary, cause?: unknown): Promise<AppError> => {
  const hasFailed = infoField(await persistenceOf(primary), 'rdb_last_bgsave_status') === 'err'
  const why = hasFailed
    ? failedSnapshot(primary.name)
    : 'Try again. If it lacks memory for the copy, its log says so.'
  return new AppError(
    'store_unavailable',
    `${primary.name} broke off while it made the copy of its data. ${why}`,
    { cause },
  )
}

/**
 * A snapshot that goes through the disk of a Redis that is short of it would only fail once more. Throws AppError
 * `store_refused`.
 */
const refuseWithoutRoom = async (primary: Primary): Promise<void> => {
  const setting: unknown = await primary.redis.config('GET', 'repl-diskless-sync').catch(() => [])
  if (!Array.isArray(setting) || setting[1] !== 'no') return
  if (infoField(await persistenceOf(primary), 'rdb_last_bgsave_status') === 'err')
    throw new AppError(
      'store_refused',
      `${failedSnapshot(primary.name)} Or let it send its copy without its disk: CONFIG SET repl-diskless-sync yes.`,
    )
}

/** The first line that says something: Redis sends empty ones while it works. */
const lineIn = (bytes: Buffer): { line: string; rest: Buffer } | undefined => {
  let start = 0
  while (bytes[start] === newline) start += 1
  const end = bytes.indexOf(newline, start)
  return end < 0
    ? undefined
    : { line: bytes.toString('utf8', start, end).trim(), rest: bytes.subarray(end + 1) }
}

const concat = (first: Buffer, second: Buffer): Buffer =>
  first.length === 0 ? second : Buffer.concat([first, second])

/** How the bytes of a snapshot end: after so many, or with a mark that Redis made up for this one. */
type End = { left: number } | { mark: Buffer }

/** What Redis answers to SYNC. https://github.com/redis/redis/blob/7.2/src/replication.c */
const endIn = (line: string): End | undefined => {
  const [, length] = /^\$(\d+)$/.exec(line) ?? []
  const [, mark] = /^\$EOF:(.{40})$/.exec(line) ?? []
  if (length !== undefined) return { left: Number(length) }
  return mark === undefined ? undefined : { mark: Buffer.from(mark) }
}

/** The snapshot in what follows the first line. Ends early if the bytes do. */
async function* upTo(end: End, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, boolean> {
  if ('left' in end) {
    let { left } = end
    for await (const chunk of chunks) {
      const part = chunk.subarray(0, left)
      left -= part.length
      if (part.length > 0) yield part
      if (left === 0) return true
    }
    return false
  }
  let held: Buffer = Buffer.alloc(0)
  for await (const chunk of chunks) {
    held = concat(held, chunk)
    const before = Math.max(0, held.length - end.mark.length)
    const isWhole = held.subarray(before).equals(end.mark)
    if (before > 0) yield held.subarray(0, before)
    if (isWhole) return true
    held = held.subarray(before)
  }
  return false
}

/** Splits the first line off. */
const firstLine = async (
  chunks: AsyncIterator<Buffer>,
): Promise<{ line: string; rest: Buffer } | undefined> => {
  let read: Buffer = Buffer.alloc(0)
  for (;;) {
    const { done, value } = await chunks.next()
    if (done === true) return undefined
    read = concat(read, value)
    const found = lineIn(read)
    if (found !== undefined) return found
  }
}

async function* after(first: Buffer, others: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  if (first.length > 0) yield first
  yield* { [Symbol.asyncIterator]: () => others }
}

/** One that fetches only a copy counts for none that confirms writes, and one with `eof` costs Redis no disk. */
const asCopier = ['rdb-only', '1', 'capa', 'eof'] as const

/**
 * A snapshot of a primary as Redis makes it for a new replica: everything as it is at one moment, while it goes on working.
 * Throws AppError `store_refused` or `store_unavailable`. https://redis.io/docs/latest/commands/sync/
 */
export async function* snapshotOf(primary: Primary): AsyncGenerator<Buffer> {
  await refuseWithoutRoom(primary)
  const copy: Redis = primary.redis.duplicate({ lazyConnect: true, retryStrategy: () => null })
  copy.on('error', () => undefined) // reading says it
  try {
    await copy.connect()
    await copy.call('REPLCONF', ...asCopier).catch((error: unknown) => {
      // Any other error is a lost connection.
      if (!(error instanceof Error) || error.name !== 'ReplyError') throw error
      throw refused(primary.name, error.message)
    })
    const { stream } = copy
    stream.removeAllListeners('data') // from now on they are no replies
    stream.setTimeout(silentMsMax, () => stream.destroy(new Error('no sign of life')))
    stream.write('SYNC\r\n')
    const chunks: AsyncIterator<Buffer> = stream[Symbol.asyncIterator]()
    const first = await firstLine(chunks)
    if (first === undefined) throw await brokenOff(primary)
    const end = endIn(first.line)
    if (end === undefined) throw refused(primary.name, first.line.replace(/^-/, ''))
    const isWhole = yield* upTo(end, after(first.rest, chunks))
    if (!isWhole) throw await brokenOff(primary)
  } catch (error) {
    throw error instanceof AppError ? error : await brokenOff(primary, error)
  } finally {
    copy.disconnect()
  }
}
