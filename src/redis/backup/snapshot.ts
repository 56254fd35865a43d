import type { Redis } from 'ioredis'
import { AppError } from '../../core/errors.ts'
import { type Primary, primariesOf } from '../startup-check.ts'
import type { StoreConnection } from '../address.ts'

/** Redis sends a sign of life every few seconds while it writes the snapshot. */
const silentMsMax = 60_000

const newline = 0x0a

const refused = (name: string, said: string): AppError =>
  new AppError(
    'store_refused',
    `${name} doesn't hand out a copy of its data ("${said}"). The user in REDIS_URL needs +sync. A managed Redis often allows it to nobody: use its provider's backups.`,
  )

const brokenOff = (name: string, cause?: unknown): AppError =>
  new AppError('store_unavailable', `${name} broke off while it sent the copy of its data. Try again.`, { cause })

/** The first line that says something: Redis sends empty ones while it works. */
const lineIn = (bytes: Buffer): { line: string; rest: Buffer } | undefined => {
  let start = 0
  while (bytes[start] === newline) start += 1
  const end = bytes.indexOf(newline, start)
  return end < 0
    ? undefined
    : { line: bytes.toString('utf8', start, end).trim(), rest: bytes.subarray(end + 1) }
}

/**
 * A snapshot of a primary as Redis makes it for a new replica: everything as it is at one moment, while it goes on working.
 * Throws AppError `store_refused` or `store_unavailable`. https://redis.io/docs/latest/commands/sync/
 */
async function* snapshotOf({ redis, name }: Primary): AsyncGenerator<Buffer> {
  const copy: Redis = redis.duplicate({ lazyConnect: true, retryStrategy: () => null })
  copy.on('error', () => undefined) // reading says it
  try {
    await copy.connect()
    const { stream } = copy
    stream.removeAllListeners('data') // from now on they are no replies
    stream.setTimeout(silentMsMax, () => stream.destroy(new Error('no sign of life')))
    stream.write('SYNC\r\n')
    let head: Buffer | undefined = Buffer.alloc(0)
    let left = 0
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      let bytes = chunk
      if (head !== undefined) {
        const found = lineIn(Buffer.concat([head, chunk]))
        if (found === undefined) {
          head = Buffer.concat([head, chunk])
          continue
        }
        if (!/^\$\d+$/.test(found.line)) throw refused(name, found.line.replace(/^-/, ''))
        left = Number(found.line.slice(1))
        bytes = found.rest
        head = undefined
      }
      const part = bytes.subarray(0, left)
      left -= part.length
      if (part.length > 0) yield part
      if (left === 0) return
    }
    throw brokenOff(name)
  } catch (error) {
    throw error instanceof AppError ? error : brokenOff(name, error)
  } finally {
    copy.disconnect()
  }
}

/** One after the other, the snapshots of all that accept writes. Throws what `snapshotOf` throws. */
export async function* snapshotsOf(redis: StoreConnection): AsyncGenerator<Buffer> {
  for (const primary of primariesOf(redis)) yield* snapshotOf(primary)
}
