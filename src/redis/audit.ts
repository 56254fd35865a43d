import {
  type AuditResult,
  type AuditTime,
  compareFigures,
  compareJob,
  compareOpenHolds,
  compareSpend,
  compareUnknownJob,
  dropLapsed,
  isDayGone,
  type LedgerAudit,
  type StoredJob,
} from '../core/job/audit.ts'
import type { Archived, StreamEntry } from '../core/ledger/archive.ts'
import type { Difference } from '../core/ledger/difference.ts'
import { type Books, copyBooks, enter, type FiguresOf } from '../core/ledger/replay.ts'
import { type DaySpend, daySpendName } from '../core/ledger/spend.ts'
import { after, compareLineIds, unlessArchived } from './archived.ts'
import { figuresKeptMs } from './budget-reading.ts'
import { readArchivedBooks, readCheckpoint, writeCheckpoint } from './checkpoint.ts'
import { fromStore, repliesOf } from './connection.ts'
import { bucketLines, type JournalOptions, lineOf } from './journal.ts'
import { buckets, type Keys } from './keys.ts'
import { spendKeptMs } from './scripts.ts'

export interface AuditOptions extends JournalOptions {
  now: () => number
}

/** Figures and jobs read in one transaction. */
const comparedAtOnce = 50

const recordFields = ['state', 'money', 'settled', 'window', 'scopes'] as const

/** Something to compare with the books, and its key. */
type Item =
  | { kind: 'figures'; figures: FiguresOf }
  | { kind: 'spend'; spend: DaySpend }
  | { kind: 'job'; job: string }
  | { kind: 'length' }

type Command = readonly [name: string, ...args: string[]]

const commandsFor = (keys: Keys, bucket: string, item: Item): readonly Command[] => {
  switch (item.kind) {
    case 'figures': {
      const { account, scope } = item.figures
      return [['hgetall', scope === undefined ? keys.account(account) : keys.scope(account, scope)]]
    }
    case 'spend':
      return [['hgetall', keys.spend(item.spend.account, item.spend.day)]]
    case 'job':
      return [
        ['hgetall', keys.hold(item.job)],
        ['hmget', keys.job(item.job), ...recordFields],
        ['zscore', keys.open(bucket), item.job],
        ['hexists', keys.dead(bucket), item.job],
      ]
    case 'length':
      return [['xlen', keys.journal(bucket)]]
  }
}

const storedJob = ([hold, values, listed, dead]: readonly unknown[]): StoredJob => ({
  hold: hold as Readonly<Record<string, string>>,
  record: Object.fromEntries(
    (values as (string | null)[]).flatMap((value, index) =>
      value === null ? [] : [[recordFields[index] ?? '', value]],
    ),
  ),
  isListed: listed !== null || dead === 1,
})

const compareItem = (books: Books, item: Item, replies: readonly unknown[], time: AuditTime) => {
  switch (item.kind) {
    case 'figures': {
      const stored = replies[0] as Readonly<Record<string, string>>
      dropLapsed(item.figures, stored, time)
      return [...compareFigures(item.figures, stored), ...compareOpenHolds(books, item.figures, stored)]
    }
    case 'spend': {
      const { spend } = item
      const stored = replies[0] as Readonly<Record<string, string>>
      if (!isDayGone(spend, stored, time)) return compareSpend(spend, stored)
      books.spends.delete(daySpendName(spend.account, spend.day))
      return []
    }
    case 'job': {
      const money = books.jobs.get(item.job)
      const stored = storedJob(replies)
      return money === undefined
        ? compareUnknownJob(books, item.job, stored)
        : compareJob(item.job, money, stored)
    }
    case 'length': {
      const found = Number(replies[0])
      const difference: Difference = { what: 'lines', at: {}, expected: books.lineCount, found }
      return found === books.lineCount ? [] : [difference]
    }
  }
}

/**
 * Compares some items at one moment: the transaction that reads them also reads the journal entries added
 * meanwhile, so that the books match that moment.
 */
const compareAtOnce = async (
  { redis, keys, now }: AuditOptions,
  bucket: string,
  books: Books,
  items: readonly Item[],
): Promise<readonly Difference[]> => {
  const commands = items.map((item) => commandsFor(keys, bucket, item))
  const transaction = redis.multi([
    ['xrange', keys.journal(bucket), after(books.lastId), '+'],
    ...commands.flat().map((command) => [...command]),
  ])
  const [lines, ...rest] = await repliesOf(transaction)
  const differences = (lines as StreamEntry[]).flatMap((line) => enter(books, lineOf(line)))
  const time = { nowMs: now(), figuresKeptMs, spendKeptMs }
  let next = 0
  for (const [index, item] of items.entries()) {
    const first = next
    next += commands[index]?.length ?? 0
    differences.push(...compareItem(books, item, rest.slice(first, next), time))
  }
  return differences
}

const itemsOf = function* (books: Books, listed: readonly string[]): Generator<[name: string, item: Item]> {
  yield ['length', { kind: 'length' }]
  for (const [name, figures] of books.figures) yield [`figures ${name}`, { kind: 'figures', figures }]
  for (const [name, spend] of books.spends) yield [`spend ${name}`, { kind: 'spend', spend }]
  for (const job of books.jobs.keys()) yield [`job ${job}`, { kind: 'job', job }]
  for (const job of listed) yield [`job ${job}`, { kind: 'job', job }]
}

/** Everything to compare, in parts. The books grow meanwhile, so it goes round until nothing is new. */
const partsOf = function* (books: Books, listed: readonly string[]): Generator<readonly Item[]> {
  const seen = new Set<string>()
  let seenBefore = -1
  while (seen.size > seenBefore) {
    seenBefore = seen.size
    let part: Item[] = []
    for (const [name, item] of itemsOf(books, listed)) {
      if (seen.has(name)) continue
      seen.add(name)
      part.push(item)
      if (part.length < comparedAtOnce) continue
      yield part
      part = []
    }
    if (part.length > 0) yield part
  }
}

/** Called before each entry changes the books, and when all that were there are read. */
interface Hooks {
  beforeEntry?: (id: string) => void
  whenRead?: () => void
}

const auditFrom = async (
  options: AuditOptions,
  bucket: string,
  books: Books,
  { beforeEntry, whenRead }: Hooks = {},
): Promise<AuditResult> => {
  const { redis, keys } = options
  const firstCount = books.lineCount
  const found: Difference[] = []
  for await (const line of bucketLines(options, bucket, after(books.lastId))) {
    beforeEntry?.(line.id)
    found.push(...enter(books, line))
  }
  whenRead?.()
  const listed = await fromStore(redis.zrange(keys.open(bucket), '0', '-1'))
  for (const items of partsOf(books, listed))
    found.push(...(await compareAtOnce(options, bucket, books, items)))
  return {
    lineCount: books.lineCount - firstCount,
    differences: found.map((difference) => ({ ...difference, at: { bucket, ...difference.at } })),
    unknownLines: books.unknownLines,
  }
}

/**
 * Audits a bucket. Returns the books before the first entry at or after `cut`, without what has expired since.
 */
export const auditTo = async (
  options: AuditOptions,
  bucket: string,
  cut: string,
): Promise<AuditResult & { booksAtCut: Books }> => {
  const books = await readArchivedBooks(options, bucket)
  let atCut: Books | undefined
  const result = await auditFrom(options, bucket, books, {
    beforeEntry(id) {
      if (compareLineIds(id, cut) >= 0) atCut ??= copyBooks(books)
    },
    // Entries that come during the comparison are none of the month.
    whenRead() {
      atCut ??= copyBooks(books)
    },
  })
  const booksAtCut = atCut ?? books
  for (const [name, { windows }] of booksAtCut.figures) {
    const kept = books.figures.get(name)?.windows
    for (const window of windows.keys()) if (kept?.has(window) !== true) windows.delete(window)
  }
  for (const name of booksAtCut.spends.keys()) if (!books.spends.has(name)) booksAtCut.spends.delete(name)
  return { ...result, booksAtCut }
}

/** The entry at which a checkpoint ends must still exist, or the journal is a different one. */
const checkpointProblem = async (
  { redis, keys }: AuditOptions,
  bucket: string,
  { lastId }: Books,
): Promise<readonly Difference[]> => {
  if (lastId === undefined) return []
  const there = await fromStore(redis.xrange(keys.journal(bucket), lastId, lastId))
  const at = { bucket }
  return there.length > 0 ? [] : [{ what: 'line of the checkpoint', at, expected: lastId, found: 'missing' }]
}

const sinceCheckpoint = async (
  options: AuditOptions,
  bucket: string,
  archived: Archived,
): Promise<AuditResult> => {
  const checkpoint = await readCheckpoint(options, bucket, archived)
  const books = checkpoint ?? (await readArchivedBooks(options, bucket))
  const gone = checkpoint === undefined ? [] : await checkpointProblem(options, bucket, checkpoint)
  const result = await auditFrom(options, bucket, books)
  const differences = [...gone, ...result.differences]
  if (differences.length === 0 && result.lineCount > 0)
    await writeCheckpoint(options, bucket, books, archived)
  return { ...result, differences }
}

/** Audits the buckets of accounts in Redis. */
export const createAudit = (options: AuditOptions): LedgerAudit => ({
  buckets,
  whole: (bucket) =>
    unlessArchived(options, bucket, async () =>
      auditFrom(options, bucket, await readArchivedBooks(options, bucket)),
    ),
  sinceCheckpoint: (bucket) =>
    unlessArchived(options, bucket, (archived) => sinceCheckpoint(options, bucket, archived)),
})
