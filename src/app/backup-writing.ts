import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { link, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { AppError } from '../core/errors.ts'
import { type BackupHead, inspectBackup } from './backup-file.ts'

/** Only the owner may read it: it has what members wrote. */
const ownerOnly = 0o600

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined

/** Throws AppError `configuration` for a name that is taken. */
export const taken = (file: string): AppError =>
  new AppError('configuration', `${file} exists already. Give another name.`)

/** Only an AppError is from Redis; the others are from the disk. */
const unwritten = (file: string, error: unknown): unknown => {
  if (error instanceof AppError) return error
  const why = error instanceof Error ? error.message : String(error)
  return new AppError('configuration', `The backup can't be written to ${file}: ${why}.`, { cause: error })
}

/** Packs snapshots into files of their own, all at the same time. Returns how many bytes they had. */
const packAll = async (
  parts: readonly { file: string; snapshot: AsyncIterable<Buffer> }[],
  first: Buffer,
): Promise<number> => {
  let bytes = 0
  async function* counted(snapshot: AsyncIterable<Buffer>, before: Buffer): AsyncGenerator<Buffer> {
    if (before.length > 0) yield before
    for await (const chunk of snapshot) {
      bytes += chunk.length
      yield chunk
    }
  }
  const controller = new AbortController()
  const pack = async ({ file, snapshot }: (typeof parts)[number], index: number): Promise<void> => {
    const source = Readable.from(counted(snapshot, index === 0 ? first : Buffer.alloc(0)))
    const target = createWriteStream(file, { flags: 'wx', mode: ownerOnly, flush: true })
    await pipeline(source, createGzip(), target, { signal: controller.signal })
  }
  let failure: { error: unknown } | undefined
  await Promise.all(
    parts.map((part, index) =>
      pack(part, index).catch((error: unknown) => {
        failure ??= { error }
        controller.abort()
      }),
    ),
  )
  if (failure !== undefined) throw failure.error
  return bytes
}

/** What is packed in pieces is read as if it were packed at once. */
const append = (file: string, target: string): Promise<void> =>
  pipeline(createReadStream(file), createWriteStream(target, { flags: 'a', flush: true }))

/** Gives a file its name unless there is one, also on a disk that can't give it two. */
const name = async (partial: string, file: string): Promise<void> => {
  try {
    await link(partial, file)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw taken(file)
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(String(codeOf(error)))) throw error
    const reserved = await open(file, 'wx').catch((cause: unknown) => {
      throw codeOf(cause) === 'EEXIST' ? taken(file) : cause
    })
    await reserved.close()
    await rename(partial, file)
  }
  const folder = await open(dirname(file)).catch(() => undefined)
  await folder?.sync().catch(() => undefined) // some disks can't
  await folder?.close()
}

/**
 * Writes a backup of all these snapshots, which are read at the same time, and reads it back. It has its name only once it
 * is whole and on the disk; of a failure nothing stays. Returns the number of its keys. Throws AppError `configuration` for
 * a file that is there already or can't be written or has nothing of Tunesmith's, and what reading the snapshots throws.
 */
export const writeBackup = async (
  file: string,
  about: Pick<BackupHead, 'madeAtMs' | 'database'>,
  snapshots: readonly AsyncIterable<Buffer>[],
): Promise<number> => {
  const partial = `${file}.${randomUUID().slice(0, 8)}.part`
  const parts = snapshots.map((snapshot, index) => ({
    snapshot,
    file: index === 0 ? partial : `${partial}${index}`,
  }))
  const head: BackupHead = { format: 'tunesmith-backup', version: 1, ...about, snapshots: snapshots.length }
  try {
    const written = await packAll(parts, Buffer.from(`${JSON.stringify(head)}\n`))
    for (const part of parts.slice(1)) await append(part.file, partial)
    const { keyCount, bytes } = await inspectBackup(partial, 'What the Redis in REDIS_URL sent')
    if (bytes !== written) throw new Error('it is another one when it is read back')
    await name(partial, file)
    return keyCount
  } catch (error) {
    throw unwritten(file, error)
  } finally {
    for (const part of parts) await rm(part.file, { force: true })
  }
}
