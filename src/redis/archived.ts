import { AppError } from '../core/errors.ts'
import {
  type Archived,
  type ArchiveFolder,
  cannotReadOlder,
  monthEndMs,
  type StreamEntry,
} from '../core/ledger/archive.ts'
import type { StoreConnection } from './address.ts'
import { fromStore, repliesOf } from './connection.ts'
import type { Keys } from './keys.ts'
import { prepareShowing } from './pseudonyms.ts'

export interface ArchivedOptions {
  redis: StoreConnection
  keys: Keys
  /** Undefined: this process has no ARCHIVE_DIR. */
  archive?: ArchiveFolder | undefined
}

/** The journal of the operator's total; each bucket's has the bucket's name. */
export const operatorJournal = 'operator'

/** Entries read at once: an answer of some hundred kilobytes. */
export const linesPerRead = 500

/** Start of the entries after this one; without one, the journal's start. */
export const after = (lastId: string | undefined): string => (lastId === undefined ? '-' : `(${lastId}`)

/** Orders stream ids as Redis does: by the time, then by the number behind it. */
export const compareLineIds = (one: string, other: string): number => {
  const [oneMs = 0, oneNumber = 0] = one.split('-').map(Number)
  const [otherMs = 0, otherNumber = 0] = other.split('-').map(Number)
  return oneMs - otherMs || oneNumber - otherNumber
}

/** When the oldest entry was made that isn't archived, by Redis' clock. */
export const oldestEntryMs = async (
  { redis, keys }: ArchivedOptions,
  journal: string,
): Promise<number | undefined> => {
  const [first] = await fromStore(redis.xrange(keys.journal(journal), '-', '+', 'COUNT', 1))
  return first === undefined ? undefined : Number(first[0].split('-')[0])
}

const monthPrefix = 'month|'

/** Reads the fields of `keys.archived`. */
export const archivedOf = ({ last, ...fields }: Readonly<Record<string, string>>): Archived => {
  const months = Object.entries(fields)
    .filter(([name]) => name.startsWith(monthPrefix))
    .map(([name, value]): [string, { count: number; digest: string }] => {
      const [count = '', digest = ''] = value.split(' ')
      return [name.slice(monthPrefix.length), { count: Number(count), digest }]
    })
  return { lastId: last, months: new Map(months.toSorted(([one], [other]) => (one < other ? -1 : 1))) }
}

/** The fields of `keys.archived` for one more month, which ends with this entry. */
export const archivedFields = (
  month: string,
  { count, digest }: { count: number; digest: string },
  lastId: string,
): Readonly<Record<string, string>> => ({ last: lastId, [`${monthPrefix}${month}`]: `${count} ${digest}` })

/** Which months of a journal are archived. */
export const readArchived = async ({ redis, keys }: ArchivedOptions, journal: string): Promise<Archived> =>
  archivedOf(await fromStore(redis.hgetall(keys.archived(journal))))

/** Repeats a read until nothing was archived during it: what was read then may lack some entries. */
export const unlessArchived = async <T>(
  options: ArchivedOptions,
  journal: string,
  read: (archived: Archived) => Promise<T>,
): Promise<T> => {
  for (;;) {
    const archived = await readArchived(options, journal)
    const result = await read(archived)
    if ((await readArchived(options, journal)).lastId === archived.lastId) return result
  }
}

const unread = (): AppError =>
  new AppError('archive_unusable', 'older entries of the journal are archived, and ARCHIVE_DIR is not set', {
    memberText: cannotReadOlder(),
  })

/** Whether an entry is at or after where reading starts: `-`, a time, an id, or `(` and an id. */
const isFrom = (id: string, start: string): boolean => {
  if (start === '-') return true
  const order = compareLineIds(id, start.replace('(', ''))
  return start.startsWith('(') ? order > 0 : order >= 0
}

/** Whether an entry is before where reading ends: `+`, or `(` and an id. */
const isUntil = (id: string, end: string): boolean => end === '+' || compareLineIds(id, end.slice(1)) < 0

/** The archived entries of a range. */
const readFiles = async function* (
  options: ArchivedOptions,
  journal: string,
  { months }: Archived,
  start: string,
  end: string,
): AsyncGenerator<StreamEntry> {
  const { archive } = options
  let show: ((entry: StreamEntry) => StreamEntry) | undefined
  for (const [month, expected] of months) {
    if (!isFrom(`${monthEndMs(month) - 1}-${Number.MAX_SAFE_INTEGER}`, start)) continue
    if (archive === undefined) throw unread()
    show ??= await prepareShowing(options, journal)
    for await (const entry of archive.read(journal, month, expected)) {
      const [id] = entry
      if (!isUntil(id, end)) return
      if (isFrom(id, start)) yield show(entry)
    }
  }
}

/**
 * Entries of a journal in a range, oldest first, archived ones too; read in batches, as they are consumed. Should they
 * be archived meanwhile, none is missing and none comes twice. Throws AppError `archive_unusable` if they are archived
 * where this process can't read them.
 */
export const allLines = async function* (
  options: ArchivedOptions,
  journal: string,
  from = '-',
  to = '+',
): AsyncGenerator<StreamEntry> {
  const { redis, keys } = options
  let start = from
  for (;;) {
    const [batch, fields] = await repliesOf(
      redis.multi([
        ['xrange', keys.journal(journal), start, to, 'COUNT', linesPerRead],
        ['hgetall', keys.archived(journal)],
      ]),
    )
    const archived = archivedOf(fields as Readonly<Record<string, string>>)
    if (archived.lastId !== undefined && isFrom(archived.lastId, start)) {
      yield* readFiles(options, journal, archived, start, to)
      start = after(archived.lastId)
      if (!isUntil(archived.lastId, to)) return
      continue
    }
    const stored = batch as readonly StreamEntry[]
    yield* stored
    const last = stored.at(-1)
    if (last === undefined || stored.length < linesPerRead) return
    start = after(last[0])
  }
}
