import { createHash, type Hash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { StringDecoder } from 'node:string_decoder'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'
import { AppError } from '../core/errors.ts'
import {
  type ArchivedFile,
  type ArchiveFolder,
  cannotReadOlder,
  type StreamEntry,
} from '../core/ledger/archive.ts'
import { parseJson } from '../core/text/text.ts'
import { isMissing } from './clip-folder.ts'

/** Says whose folder it is, so that an empty disk in its place is noticed. */
const identityFile = 'tunesmith-archive.json'
const identitySchema = z.object({ version: z.literal(1), id: z.string().min(1) })

/** A line per pseudonym whose member was forgotten, for backups that still know them. */
const retiredFile = 'forgotten.txt'

/** Enough of a digest to tell files apart. */
const digestLength = 12

const headSchema = z.object({ version: z.literal(1), journal: z.string(), month: z.string() })
const entrySchema = z.tuple([z.string()], z.string())

const unusable = (folder: string, why: unknown): AppError =>
  new AppError(
    'archive_unusable',
    `The archive in ${folder} can't be used: ${why instanceof Error ? why.message : String(why)}.`,
    { cause: why, retryable: true, memberText: cannotReadOlder() },
  )

const using = async <T>(folder: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw error instanceof AppError ? error : unusable(folder, error)
  }
}

const readIfThere = (path: string): Promise<string | undefined> =>
  readFile(path, 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })

/** Makes a folder in one that exists: if a disk is gone, its mount point must not be filled instead. */
const makeFolder = (path: string): Promise<void> =>
  mkdir(path, { mode: 0o700 }).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  })

/** Waits until a file, or the names in a folder, are on the disk. */
const flush = async (path: string): Promise<void> => {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const lineOf = ([id, fields]: StreamEntry): string => `${JSON.stringify([id, ...fields])}\n`

/** The lines of a compressed file. */
const linesIn = async function* (path: string): AsyncGenerator<string> {
  const packed = createReadStream(path)
  const unpacked = createGunzip()
  packed.once('error', (error) => unpacked.destroy(error))
  unpacked.once('close', () => packed.destroy())
  const decoder = new StringDecoder('utf8')
  let rest = ''
  for await (const chunk of packed.pipe(unpacked)) {
    const lines = (rest + decoder.write(chunk as Buffer)).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') throw new Error(`${path} ends in the middle of a line`)
}

const readEntries = async function* (
  path: string,
  journal: string,
  month: string,
): AsyncGenerator<StreamEntry, ArchivedFile> {
  const sum = createHash('sha256')
  let count = -1
  for await (const line of linesIn(path)) {
    count += 1
    if (count === 0) {
      const head = headSchema.parse(parseJson(line))
      if (head.journal !== journal || head.month !== month) throw new Error(`${path} is another file`)
      continue
    }
    sum.update(`${line}\n`)
    const [id, ...fields] = entrySchema.parse(parseJson(line))
    yield [id, fields]
  }
  return { count, digest: sum.digest('hex') }
}

const isSame = (one: ArchivedFile, other: ArchivedFile): boolean =>
  one.count === other.count && one.digest === other.digest

/** Reads all entries and compares them with what is expected, which is known only at the end. */
const checked = async function* (
  path: string,
  journal: string,
  month: string,
  expected: ArchivedFile,
): AsyncGenerator<StreamEntry> {
  const entries = readEntries(path, journal, month)
  for (;;) {
    const next = await entries.next()
    if (next.done !== true) {
      yield next.value
      continue
    }
    if (isSame(next.value, expected)) return
    throw new Error(`${path} isn't the file that was archived`)
  }
}

const linesOf = async function* (
  head: z.output<typeof headSchema>,
  entries: AsyncIterable<StreamEntry>,
  sum: Hash,
  counted: () => void,
): AsyncGenerator<string> {
  yield `${JSON.stringify(head)}\n`
  for await (const entry of entries) {
    const line = lineOf(entry)
    sum.update(line)
    counted()
    yield line
  }
}

/** Archived months in a folder of this machine, readable by this user alone. See `ArchiveFolder`. */
export const createArchiveFolder = (folder: string): ArchiveFolder => {
  /** Named by its contents, so that a process that was overtaken while it wrote can't replace another one's file. */
  const pathOf = (journal: string, month: string, { digest }: ArchivedFile): string =>
    join(folder, month, `${journal}-${digest.slice(0, digestLength)}.jsonl.gz`)

  const write = async (
    journal: string,
    month: string,
    entries: AsyncIterable<StreamEntry>,
  ): Promise<ArchivedFile> => {
    const part = join(folder, month, `${journal}-${randomUUID()}.part`)
    await makeFolder(join(folder, month))
    const sum = createHash('sha256')
    let count = 0
    const lines = linesOf({ version: 1, journal, month }, entries, sum, () => {
      count += 1
    })
    try {
      await pipeline(Readable.from(lines), createGzip(), createWriteStream(part, { mode: 0o600 }))
      const written = { count, digest: sum.digest('hex') }
      for await (const _ of checked(part, journal, month, written)); // a disk may keep something else than it was given
      await flush(part)
      await rename(part, pathOf(journal, month, written))
      for (const changed of [join(folder, month), folder]) await flush(changed)
      return written
    } catch (error) {
      await rm(part, { force: true })
      throw error
    }
  }

  return {
    identity: () =>
      using(folder, async () => {
        const text = await readIfThere(join(folder, identityFile))
        return text === undefined ? undefined : identitySchema.parse(parseJson(text)).id
      }),
    claim: (id) =>
      using(folder, async () => {
        await mkdir(folder, { recursive: true, mode: 0o700 })
        const part = join(folder, `${identityFile}.part`)
        await pipeline(
          Readable.from([`${JSON.stringify({ version: 1, id })}\n`]),
          createWriteStream(part, { mode: 0o600 }),
        )
        await flush(part)
        await rename(part, join(folder, identityFile))
        await flush(folder)
      }),
    retire: (pseudonyms) =>
      using(folder, async () => {
        const handle = await open(join(folder, retiredFile), 'a', 0o600)
        try {
          // An earlier write may have broken off in the middle of a line.
          await handle.writeFile(`\n${pseudonyms.join('\n')}\n`)
          await handle.sync()
        } finally {
          await handle.close()
        }
        await flush(folder)
      }),
    retired: () =>
      using(folder, async () => {
        const text = await readIfThere(join(folder, retiredFile))
        return new Set(text?.split('\n').filter((line) => line !== ''))
      }),
    write: (journal, month, entries) => using(folder, () => write(journal, month, entries)),
    async *read(journal, month, expected) {
      try {
        yield* checked(pathOf(journal, month, expected), journal, month, expected)
      } catch (error) {
        throw unusable(folder, error)
      }
    },
  }
}

/** The archive in this folder; undefined if none is set. */
export const archiveIn = (folder: string | undefined): ArchiveFolder | undefined =>
  folder === undefined ? undefined : createArchiveFolder(folder)
