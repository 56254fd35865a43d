import { randomUUID } from 'node:crypto'
import { AppError } from '../core/errors.ts'
import {
  type Archived,
  type ArchiveFolder,
  type Archiver,
  type ArchiveStep,
  jobsIn,
  monthEndMs,
  type StreamEntry,
  utcMonthOf,
} from '../core/ledger/archive.ts'
import type { Books } from '../core/ledger/replay.ts'
import { archivedFields, oldestEntryMs, operatorJournal, readArchived } from './archived.ts'
import { type AuditOptions, auditTo } from './audit.ts'
import { booksFields } from './checkpoint.ts'
import { fromStore } from './connection.ts'
import { bucketLines, lineOf, storedLines } from './journal.ts'
import { buckets } from './keys.ts'
import { auditTotal } from './operator-audit.ts'
import { dropForgotten, forgetRetired, prepareHiding, withoutPerson } from './pseudonyms.ts'
import { plainScript, runScript } from './scripts.ts'

const archiveScript = plainScript('archive')
/** Leaves of the holds of jobs whose records are removed only that these existed. */
export const dropHoldsScript = plainScript('drop-holds')

export interface ArchiverOptions extends AuditOptions {
  archive: ArchiveFolder
  /** How long a month stays in Redis after its end: see `archivedAfterMs`. */
  afterMs: number
}

/** A killed process blocks the others for this long. */
const turnMs = 30 * 60_000

const holdsPerCall = 200

/** The field of `keys.archived` with the last month whose holds were dropped. */
const holdsDropped = 'holds'

/** New entries may be as much older than now: the clocks of Redis and of this process differ. */
const apartMs = 10 * 60_000

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

/** Reduces the holds of these jobs to a mark, but for those that have entries in Redis, or a record. */
const reduceHolds = async (options: ArchiverOptions, journal: string, jobs: Set<string>): Promise<void> => {
  if (jobs.size === 0) return
  const { redis, keys } = options
  for await (const line of bucketLines(options, journal)) for (const job of jobsIn([line])) jobs.delete(job)
  const all = [...jobs].map(keys.hold)
  for (let first = 0; first < all.length; first += holdsPerCall)
    await runScript(redis, dropHoldsScript, all.slice(first, first + holdsPerCall), [])
}

/** Does so for the jobs of the month that was archived last, and for those whose records were removed later. */
const dropHolds = async (options: ArchiverOptions, journal: string): Promise<void> => {
  const { redis, keys, archive } = options
  const late = await fromStore(redis.smembers(keys.lateHolds(journal)))
  await reduceHolds(options, journal, new Set(late))
  if (late.length > 0) await fromStore(redis.srem(keys.lateHolds(journal), ...late))
  const { months } = await readArchived(options, journal)
  const [month, file] = [...months].at(-1) ?? []
  if (month === undefined || file === undefined) return
  if ((await fromStore(redis.hget(keys.archived(journal), holdsDropped))) === month) return
  const jobs = new Set<string>()
  for await (const [id, fields] of archive.read(journal, month, file))
    for (const job of jobsIn([lineOf([id, [...fields]])])) jobs.add(job)
  await reduceHolds(options, journal, jobs)
  await fromStore(redis.hset(keys.archived(journal), holdsDropped, month))
}

/** The entries of the month that was archived last. */
const lastMonth = ({ archive }: ArchiverOptions, journal: string, { months }: Archived) =>
  async function* (): AsyncGenerator<StreamEntry> {
    const [month, file] = [...months].at(-1) ?? []
    if (month !== undefined && file !== undefined) yield* archive.read(journal, month, file)
  }

const step = async (options: ArchiverOptions, journal: string): Promise<ArchiveStep> => {
  const { redis, keys, archive, afterMs, now } = options
  if (journal !== operatorJournal) await dropHolds(options, journal)
  const archived = await readArchived(options, journal)
  const oldestMs = await oldestEntryMs(options, journal)
  if (journal !== operatorJournal) await dropForgotten(options, journal, oldestMs ?? now() - apartMs)
  const month = oldestMs === undefined ? undefined : utcMonthOf(oldestMs)
  if (month === undefined || monthEndMs(month) + afterMs > now()) return { status: 'nothing' }
  if (archived.months.has(month))
    throw new AppError('archive_unusable', `${month} of journal ${journal} is archived, and has more entries`)
  const cut = `${monthEndMs(month)}-0`
  const books = await booksAt(options, journal, cut)
  if (books === undefined) return { status: 'differs' }
  const stored = () => storedLines(redis, keys.journal(journal), '-', `(${cut}`)
  const hide =
    journal === operatorJournal
      ? withoutPerson
      : await prepareHiding(
          options,
          journal,
          stored,
          monthEndMs(month),
          lastMonth(options, journal, archived),
        )
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
  if (journal !== operatorJournal) await dropHolds(options, journal)
  return { status: 'archived', month, count: file.count }
}

/** Lists pseudonyms without a member in the folder, so that an older backup can't bring the members back. */
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
        await forgetRetired(options, buckets, await options.archive.retired())
        await run(isMine)
      } finally {
        if ((await fromStore(redis.get(keys.archiving))) === self)
          await fromStore(redis.unlink(keys.archiving))
      }
      return true
    },
  }
}
