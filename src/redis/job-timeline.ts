import { bucketOfJob } from '../core/job-id.ts'
import type { StreamEntry } from '../core/ledger/archive.ts'
import type { MoneyLine } from '../core/ledger/journal.ts'
import { after, readArchived } from './archived.ts'
import { fromStore } from './connection.ts'
import { recordFromPairs } from './job-record.ts'
import { type JournalOptions, lineOf } from './journal.ts'
import type { JobRow } from './operator-jobs.ts'

/** The entries about a job's money; `isWhole`: whether the journal was read as far as the job goes. */
export interface JobMoneyLines {
  lines: readonly MoneyLine[]
  isWhole: boolean
}

const linesPerRead = 500
/** The journal is shared by many servers: a page reads 2,000 of its entries at most. */
const readsMax = 4
/** Process and Redis may differ so much, and a job's last entry comes with its last state. */
const marginMs = 60_000

/** Reads a job's entries of the journal between its request and its latest state. Throws AppError `store_unavailable`. */
export const createMoneyLines =
  (options: JournalOptions) =>
  async ({ id, createdAtMs, changedAtMs }: JobRow): Promise<JobMoneyLines> => {
    if (createdAtMs === undefined) return { lines: [], isWhole: false }
    const { redis, keys } = options
    const { lastId } = await readArchived(options, bucketOfJob(id))
    if (lastId !== undefined && Number(lastId.split('-')[0]) >= createdAtMs - marginMs)
      return { lines: [], isWhole: false }
    const until = String((changedAtMs ?? createdAtMs) + marginMs)
    const lines: MoneyLine[] = []
    let from = String(Math.max(0, createdAtMs - marginMs))
    for (let read = 0; read < readsMax; read += 1) {
      const stored: readonly StreamEntry[] = await fromStore(
        redis.xrange(keys.journal(bucketOfJob(id)), from, until, 'COUNT', linesPerRead),
      )
      for (const each of stored) {
        if (recordFromPairs(each[1]).job !== id) continue
        const line = lineOf(each)
        if ('job' in line) lines.push(line)
      }
      if (stored.length < linesPerRead) return { lines, isWhole: true }
      from = after(stored.at(-1)?.[0])
    }
    return { lines, isWhole: false }
  }
