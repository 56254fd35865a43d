import { randomUUID } from 'node:crypto'
import { AppError } from '../core/errors.ts'
import {
  type ArchiveFolder,
  type Archiver,
  type ArchiveStep,
  jobsIn,
  monthAt,
  monthEndMs,
} from '../core/ledger/archive.ts'
import type { Books } from '../core/ledger/replay.ts'
import { archivedFields, operatorJournal, readArchived } from './archived.ts'
import { type AuditOptions, auditTo } from './audit.ts'
import { booksFields } from './checkpoint.ts'
import { fromStore } from './connection.ts'
import { bucketLines, lineOf, storedLines } from './journal.ts'
import { buckets } from './keys.ts'
import { auditTotal } from './operator-audit.ts'
import { dropForgotten, readHiding, withoutPerson } from './pseudonyms.ts'
import { plainScript, runScript } from './scripts.ts'

const archiveScript = plainScript('archive')
/** Removes the holds of jobs whose records are removed. */
export const dropHoldsScript = plainScript('drop-holds')

export interface ArchiverOptions extends AuditOptions {
  archive: ArchiveFolder
  /** How long a month stays in Redis after its end: see `archivedAfterMs`. */
  afterMs: number
}

/** A process that was killed while it archived keeps others from it for so long. */
const turnMs = 10 * 60_000

const holdsPerCall = 200

/** The field of `keys.archived` that says of which month no holds are left. */
const holdsDropped = 'holds'

/** New entries may be as much older than now: the clocks of Redis and of this process differ. */
const apartMs = 10 * 60_000

/** When the oldest entry was made that isn't archived, by Redis' clock. */
const oldestEntryMs = async (
  { redis, keys }: ArchiverOptions,
  journal: string,
): Promise<number | undefined> => {
  const [first] = await fromStore(redis.xrange(keys.journal(journal), '-', '+', 'COUNT', 1))
  return first === undefined ? undefined : Number(first[0].split('-')[0])
}

/** The books at the start of entry `cut`; undefined if there are differences, or entries that can't be read. */
const booksAt = async (
  options: ArchiverOptions,
  journal: string,
  cut: string,
): Promise<Books | 'none' | undefined> => {
  if (journal === operatorJournal) return (await auditTotal(options)).length === 0 ? 'none' : undefined
  const { differences, unknownLines, booksAtCut } = await auditTo(options, journal, cut)
  return differences.length + unknownLines.length === 0 ? booksAtCut : undefined
}

/** Removes the holds of jobs whose entries are all archived. Those that still have a record keep theirs. */
const dropHolds = async (options: ArchiverOptions, journal: string): Promise<void> => {
  const { redis, keys, archive } = options
  const { months } = await readArchived(options, journal)
  const [month, file] = [...months].at(-1) ?? []
  if (month === undefined || file === undefined) return
  if (journal === operatorJournal) return
  if ((await fromStore(redis.hget(keys.archived(journal), holdsDropped))) === month) return
  const jobs = new Set<string>()
  for await (const [id, fields] of archive.read(journal, month, file))
    for (const job of jobsIn([lineOf([id, [...fields]])])) jobs.add(job)
  for await (const line of bucketLines(options, journal)) for (const job of jobsIn([line])) jobs.delete(job)
  const all = [...jobs].map(keys.hold)
  for (let first = 0; first < all.length; first += holdsPerCall)
    await runScript(redis, dropHoldsScript, all.slice(first, first + holdsPerCall), [])
  await fromStore(redis.hset(keys.archived(journal), holdsDropped, month))
}

const step = async (options: ArchiverOptions, journal: string): Promise<ArchiveStep> => {
  const { redis, keys, archive, afterMs, now } = options
  await dropHolds(options, journal)
  const archived = await readArchived(options, journal)
  const oldestMs = await oldestEntryMs(options, journal)
  if (journal !== operatorJournal) await dropForgotten(options, journal, oldestMs ?? now() - apartMs)
  const month = oldestMs === undefined ? undefined : monthAt(oldestMs)
  if (month === undefined || monthEndMs(month) + afterMs > now()) return { status: 'nothing' }
  if (archived.months.has(month))
    throw new AppError('archive_unusable', `${month} of journal ${journal} is archived, and has more entries`)
  const cut = `${monthEndMs(month)}-0`
  const books = await booksAt(options, journal, cut)
  if (books === undefined) return { status: 'differs' }
  const stored = () => storedLines(redis, keys.journal(journal), '-', `(${cut}`)
  const hide = journal === operatorJournal ? withoutPerson : await readHiding(options, journal, stored())
  let lastId = ''
  const entries = async function* () {
    for await (const entry of stored()) {
      yield hide(entry)
      lastId = entry[0]
    }
  }
  const file = await archive.write(journal, month, entries())
  const [status] = await runScript(
    redis,
    archiveScript,
    [keys.journal(journal), keys.archived(journal), keys.archivedBooks(journal), keys.checkpoint(journal)],
    [
      archived.lastId ?? '',
      cut,
      JSON.stringify(archivedFields(month, file, lastId)),
      JSON.stringify(books === 'none' ? {} : booksFields(books, lastId, 0)),
    ],
  )
  if (status !== 'archived') return { status: 'nothing' }
  await dropHolds(options, journal)
  return { status: 'archived', month, count: file.count }
}

/** Notes in the folder which pseudonyms stand for nobody, so that an older backup doesn't bring their members back. */
const noteRetired = async ({ redis, keys, archive }: ArchiverOptions): Promise<void> => {
  for (const bucket of buckets) {
    const retired = await fromStore(redis.smembers(keys.retiredPseudonyms(bucket)))
    if (retired.length === 0) continue
    await archive.retire(retired)
    await fromStore(redis.srem(keys.retiredPseudonyms(bucket), ...retired))
  }
}

/** Makes sure that the folder is the one that has what was archived before. */
const settleFolder = async ({ redis, keys, archive }: ArchiverOptions): Promise<void> => {
  const known = await fromStore(redis.get(keys.archive))
  const there = await archive.identity()
  if (known !== null && known !== there)
    throw new AppError(
      'archive_unusable',
      there === undefined
        ? 'ARCHIVE_DIR is empty, but something was archived before: set it to the folder that has the archive'
        : 'ARCHIVE_DIR has the archive of another Redis: set it to the folder that has the archive of this one',
    )
  if (known !== null) return
  const identity = there ?? randomUUID()
  if (there === undefined) await archive.claim(identity)
  await fromStore(redis.set(keys.archive, identity))
}

/** Creates the archiver of this process. */
export const createArchiver = (options: ArchiverOptions): Archiver => {
  const { redis, keys } = options
  const self = randomUUID()
  return {
    journals: [...buckets, operatorJournal],
    step: (journal) => step(options, journal),
    async alone(run) {
      if ((await fromStore(redis.set(keys.archiving, self, 'PX', turnMs, 'NX'))) === null) return false
      const isMine = async () =>
        (await fromStore(redis.get(keys.archiving))) === self &&
        (await fromStore(redis.pexpire(keys.archiving, turnMs))) === 1
      try {
        await settleFolder(options)
        await noteRetired(options)
        await run(isMine)
      } finally {
        if ((await fromStore(redis.get(keys.archiving))) === self)
          await fromStore(redis.unlink(keys.archiving))
      }
      return true
    },
  }
}
