import { noteUsed } from '../core/caches.ts'
import type { StreamEntry } from '../core/ledger/archive.ts'
import type {
  ChangeLine,
  Journal,
  JournalLine,
  JournalPage,
  JournalRange,
  LatestChanges,
} from '../core/ledger/journal.ts'
import { parseJournalLine } from '../core/ledger/journal-entries.ts'
import type { AccountId } from '../core/target.ts'
import type { StoreConnection } from './address.ts'
import {
  type ArchivedOptions,
  after,
  allLines,
  compareLineIds,
  linesPerRead,
  readArchived,
} from './archived.ts'
import { fromStore } from './connection.ts'
import { recordFromPairs } from './job-record.ts'
import { bucketOf, buckets } from './keys.ts'
import { welcomeFields } from './welcomes.ts'

export type JournalOptions = ArchivedOptions

/** A page of an account reads at most this many batches of its bucket; older entries are left to the next page. */
const readsPerPageMax = 4

/** Reads an entry as the stream keeps it. */
export const lineOf = ([id, fields]: StreamEntry): JournalLine =>
  parseJournalLine(id, recordFromPairs(fields))

const readPage = async (
  { redis, keys }: JournalOptions,
  account: AccountId,
  linesMax: number,
  next: string | undefined,
): Promise<JournalPage> => {
  const key = keys.journal(bucketOf(account))
  const lines: JournalLine[] = []
  let from = next === undefined ? '+' : `(${next}`
  for (let read = 0; read < readsPerPageMax; read += 1) {
    const stored = await fromStore(redis.xrevrange(key, from, '-', 'COUNT', linesPerRead))
    for (const [id, fields] of stored) {
      const named = recordFromPairs(fields)
      // Those of other accounts aren't parsed: they can be most of them.
      if (named.account === account) lines.push(parseJournalLine(id, named))
      if (lines.length === linesMax) return { lines, next: id }
      from = `(${id}`
    }
    if (stored.length < linesPerRead) return { lines, next: undefined }
  }
  return { lines, next: from.slice(1) }
}

/** A search for changes reads at most this many batches of its bucket: an answer has time for no more. */
const readsPerSearchMax = 24

/** Searches that are remembered. */
const searchesMax = 200

/** What a search found, and the entry up to which it searched. */
interface Search extends LatestChanges {
  newest: string
}

/** Entries about jobs are far more, and aren't parsed. */
const changeIn = ([id, fields]: StreamEntry, account: AccountId): readonly ChangeLine[] => {
  const named = recordFromPairs(fields)
  if (named.account !== account || named.actor === undefined) return []
  const line = parseJournalLine(id, named)
  return 'actor' in line ? [line] : []
}

/** See `Journal.changes`. A search goes back to where the last one began, or else so many entries. */
const createChangeSearch = (options: JournalOptions): Journal['changes'] => {
  const { redis, keys } = options
  const known = new Map<string, Search>()

  return async (account, countMax) => {
    const name = `${countMax} ${account}`
    const before = known.get(name)
    const until = before === undefined ? '-' : `(${before.newest}`
    const found: ChangeLine[] = []
    let from = '+'
    let newest = before?.newest
    let isAtEnd = false
    for (let read = 0; read < readsPerSearchMax && !isAtEnd && found.length <= countMax; read += 1) {
      const stored = await fromStore(
        redis.xrevrange(keys.journal(bucketOf(account)), from, until, 'COUNT', linesPerRead),
      )
      for (const each of stored) found.push(...changeIn(each, account))
      const [first] = stored[0] ?? []
      if (read === 0) newest = first ?? newest
      from = `(${stored.at(-1)?.[0]}`
      isAtEnd = stored.length < linesPerRead
    }
    const isArchived = async () => (await readArchived(options, bucketOf(account))).lastId !== undefined
    const older =
      isAtEnd && before !== undefined ? before : { lines: [], hasOlder: !isAtEnd || (await isArchived()) }
    const lines = [...found, ...older.lines]
    const changes = { lines: lines.slice(0, countMax), hasOlder: older.hasOlder || lines.length > countMax }
    if (newest !== undefined) noteUsed(known, name, { ...changes, newest }, searchesMax)
    return changes
  }
}

/** The entries of a stream that aren't archived, from an id on, oldest first; read in batches, as they are consumed. */
export const storedLines = async function* (
  redis: StoreConnection,
  key: string,
  from = '-',
  to = '+',
): AsyncGenerator<StreamEntry> {
  let start = from
  for (;;) {
    const stored = await fromStore(redis.xrange(key, start, to, 'COUNT', linesPerRead))
    yield* stored
    const last = stored.at(-1)
    if (last === undefined || stored.length < linesPerRead) return
    start = after(last[0])
  }
}

/** The entries of one bucket that aren't archived, from an id on, oldest first. */
export const bucketLines = async function* (
  { redis, keys }: JournalOptions,
  bucket: string,
  from?: string,
  to?: string,
): AsyncGenerator<JournalLine> {
  for await (const line of storedLines(redis, keys.journal(bucket), from, to)) yield lineOf(line)
}

/** An account's entries, oldest first. Those of others in its bucket aren't parsed: they can be most of them. */
const accountLines = async function* (
  options: JournalOptions,
  account: AccountId,
  from: string,
  to: string,
): AsyncGenerator<JournalLine> {
  for await (const [id, fields] of allLines(options, bucketOf(account), from, to)) {
    const named = recordFromPairs(fields)
    if (named.account === account) yield parseJournalLine(id, named)
  }
}

const everyLine = async function* (
  options: JournalOptions,
  bucket: string,
  from: string,
  to: string,
): AsyncGenerator<JournalLine> {
  for await (const line of allLines(options, bucket, from, to)) yield lineOf(line)
}

/** A stream id may be a time alone; an end without a number means the whole millisecond. */
const boundsOf = ({ sinceMs, untilMs }: JournalRange): [from: string, to: string] => [
  sinceMs === undefined ? '-' : String(sinceMs),
  untilMs === undefined ? '+' : `(${untilMs}-0`,
]

/** Merges sorted sources: each yields one entry at a time, so little is kept in memory. */
const merged = async function* (
  sources: readonly AsyncGenerator<JournalLine>[],
): AsyncGenerator<JournalLine> {
  const heads: { line: JournalLine; source: AsyncGenerator<JournalLine> }[] = []
  for (const source of sources) {
    const first = await source.next()
    if (first.done !== true) heads.push({ line: first.value, source })
  }
  for (;;) {
    const earliest = heads.reduce<(typeof heads)[number] | undefined>(
      (best, head) => (best === undefined || compareLineIds(head.line.id, best.line.id) < 0 ? head : best),
      undefined,
    )
    if (earliest === undefined) return
    yield earliest.line
    const following = await earliest.source.next()
    if (following.done === true) heads.splice(heads.indexOf(earliest), 1)
    else earliest.line = following.value
  }
}

/** See `Journal.mayHave`. A welcome leaves fields in the account without an entry. */
const mayHave = async ({ redis, keys }: JournalOptions, account: AccountId): Promise<boolean> => {
  const [wasLetIn, fields, welcome, groups] = await Promise.all([
    fromStore(redis.hexists(keys.allowed, account)),
    fromStore(redis.hlen(keys.account(account))),
    fromStore(redis.hmget(keys.account(account), ...welcomeFields)),
    fromStore(redis.exists(keys.groups(account))),
  ])
  const welcomed = welcome.filter((value) => value !== null).length
  return wasLetIn === 1 || fields > welcomed || groups === 1
}

/** The journal in Redis: a stream per bucket of accounts. */
export const createJournal = (options: JournalOptions): Journal => ({
  page: (account, linesMax, next) => readPage(options, account, linesMax, next),
  changes: createChangeSearch(options),
  mayHave: (account) => mayHave(options, account),
  lines(range) {
    const [from, to] = boundsOf(range)
    return range.account === undefined
      ? merged(buckets.map((bucket) => everyLine(options, bucket, from, to)))
      : accountLines(options, range.account, from, to)
  },
})
