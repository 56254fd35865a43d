import { z } from 'zod'
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

/**
 * The books when they last agreed; empty books if they never did, or if an older program wrote them, which knew
 * nothing of days.
 */
export const readCheckpoint = async ({ redis, keys }: JournalOptions, bucket: string): Promise<Books> => {
  const { last, lines, days, ...fields } = await fromStore(redis.hgetall(keys.checkpoint(bucket)))
  const books = openBooks()
  if (last === undefined || days === undefined) return books
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

/** Stores the books for the next audit: all figures, and the open holds. */
export const writeCheckpoint = async (
  { redis, keys }: JournalOptions,
  bucket: string,
  { lastId, lineCount, figures: all, jobs, spends }: Books,
): Promise<void> => {
  if (lastId === undefined) return
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
  const key = keys.checkpoint(bucket)
  await repliesOf(redis.multi().del(key).hset(key, fields))
}
