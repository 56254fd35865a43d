import { z } from 'zod'
import type { Archived } from '../core/ledger/archive.ts'
import { type Books, figuresName, openBooks } from '../core/ledger/replay.ts'
import { scope } from '../core/ledger/scope.ts'
import { daySpendName } from '../core/ledger/spend.ts'
import type { AccountId } from '../core/target.ts'
import { fromStore, repliesOf } from './connection.ts'
import type { JournalOptions } from './journal.ts'

const account = z.custom<AccountId>((value) => typeof value === 'string')
const figures = z.object({ posted: z.number(), pending: z.number(), granted: z.number() })
const storedFigures = z.object({
  account,
  scope: scope.optional(),
  windows: z.array(z.tuple([z.string(), figures])),
})
const storedJob = z.object({
  account,
  window: z.string(),
  scopes: z.array(scope),
  held: z.number(),
  version: z.number(),
})

const storedSpend = z.object({
  account,
  day: z.string(),
  amounts: z.array(z.tuple([z.string(), z.number()])),
})

const figuresPrefix = 'figures|'
const spendPrefix = 'spend|'
const jobPrefix = 'open|'

type Fields = Readonly<Record<string, string>>

/** Reads books as they are stored; undefined if there are none, or if a program wrote them that knew nothing of days. */
const booksFrom = ({ last, lines, days, ...fields }: Fields): Books | undefined => {
  const books = openBooks()
  if (last === undefined || days === undefined) return undefined
  for (const [name, text] of Object.entries(fields)) {
    if (name.startsWith(figuresPrefix)) {
      const { windows, ...of } = storedFigures.parse(JSON.parse(text))
      books.figures.set(figuresName(of.account, of.scope), {
        account: of.account,
        scope: of.scope,
        windows: new Map(windows),
      })
    } else if (name.startsWith(spendPrefix)) {
      const { amounts, ...of } = storedSpend.parse(JSON.parse(text))
      books.spends.set(daySpendName(of.account, of.day), { ...of, amounts: new Map(amounts) })
    } else if (name.startsWith(jobPrefix)) {
      const job = { ...storedJob.parse(JSON.parse(text)), settled: undefined, spent: 0 }
      books.jobs.set(name.slice(jobPrefix.length), job)
    }
  }
  return { ...books, isWhole: false, lastId: last, lineCount: z.coerce.number().parse(lines) }
}

/**
 * How books are stored: all figures, and the open holds. `lineCount`: how many of their entries the stream has.
 */
export const booksFields = (
  { figures: all, jobs, spends }: Books,
  lastId: string,
  lineCount: number,
): Record<string, string> => {
  const fields: Record<string, string> = { last: lastId, lines: String(lineCount), days: 'known' }
  for (const [name, { windows, ...of }] of all) {
    if (of.scope === undefined || windows.size > 0)
      fields[figuresPrefix + name] = JSON.stringify({ ...of, windows: [...windows] })
  }
  for (const [name, { amounts, ...of }] of spends)
    fields[spendPrefix + name] = JSON.stringify({ ...of, amounts: [...amounts] })
  for (const [job, { settled, ...money }] of jobs) {
    if (settled === undefined) fields[jobPrefix + job] = JSON.stringify(money)
  }
  return fields
}

/** The books when they last agreed; undefined if they never did since these entries were archived. */
export const readCheckpoint = async (
  { redis, keys }: JournalOptions,
  bucket: string,
  { lastId = '' }: Archived,
): Promise<Books | undefined> => {
  const { archived = '', ...fields } = await fromStore(redis.hgetall(keys.checkpoint(bucket)))
  return archived === lastId ? booksFrom(fields) : undefined
}

/** The books at the end of the archived entries; empty if none are archived. */
export const readArchivedBooks = async ({ redis, keys }: JournalOptions, bucket: string): Promise<Books> =>
  booksFrom(await fromStore(redis.hgetall(keys.archivedBooks(bucket)))) ?? openBooks()

/** Stores the books for the next audit. They count for as long as no more entries are archived. */
export const writeCheckpoint = async (
  { redis, keys }: JournalOptions,
  bucket: string,
  books: Books,
  { lastId: archived = '' }: Archived,
): Promise<void> => {
  const { lastId, lineCount } = books
  if (lastId === undefined) return
  const key = keys.checkpoint(bucket)
  const fields = { ...booksFields(books, lastId, lineCount), archived }
  await repliesOf(redis.multi().del(key).hset(key, fields))
}
