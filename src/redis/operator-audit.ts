import type { OperatorAudit } from '../core/job/audit.ts'
import type { Archived, StreamEntry } from '../core/ledger/archive.ts'
import type { Difference, DifferingFact } from '../core/ledger/difference.ts'
import { isAccount } from '../core/target.ts'
import { after, operatorJournal, unlessArchived } from './archived.ts'
import type { AuditOptions } from './audit.ts'
import { repliesOf } from './connection.ts'
import { recordFromPairs } from './job-record.ts'
import { bucketLines, storedLines } from './journal.ts'
import { operatorKeptMs } from './operator-total.ts'

type Texts = Readonly<Record<string, string>>

const readTriesMax = 50
const comparedAtOnce = 50
const dayMs = 24 * 60 * 60 * 1000

/** A job's part of the total, by its latest entry. */
interface Fact {
  state: string
  amount: number
  window: string
  /** Empty in entries of older versions. */
  account: string
}

interface OperatorBooks {
  /** Whether they begin with the first entry ever, or else where the archived ones end. */
  isWhole: boolean
  lastId: string | undefined
  facts: Map<string, Fact>
}

/** Months up to this one no longer count in any zone, and what is kept of them is meaningless. */
const lastForgotten = (nowMs: number): string =>
  `month:${new Date(nowMs - operatorKeptMs - dayMs).toISOString().slice(0, 7)}`

/** The windows of servers' own keys have a suffix. */
const isForgotten = (window: string, forgotten: string): boolean =>
  window.slice(0, forgotten.length) <= forgotten

const enter = (books: OperatorBooks, lines: readonly StreamEntry[]): readonly Difference[] =>
  lines.flatMap(([id, pairs]) => {
    const line = recordFromPairs(pairs)
    const { job = '', is: state = '', credits = '', window = '', account = '' } = line
    const known = books.facts.get(job)
    const found = line.was === '' ? 'nothing' : `${line.was} ${line.before}`
    const unknown = books.isWhole ? 'nothing' : found
    const expected = known === undefined ? unknown : `${known.state} ${known.amount}`
    books.lastId = id
    books.facts.set(job, { state, amount: Number(credits), window, account })
    if (expected === found) return []
    return [{ what: 'before', at: { bucket: 'operator', job, line: id }, expected, found }]
  })

interface OperatorMoment {
  figures: Texts
  /** Holds without a fact yet: they count, and have no entry. */
  unconfirmed: readonly Texts[]
}

/** Reads figures, new entries and unconfirmed holds of one moment; retries if a hold came in between. */
const readMoment = async (
  { redis, keys }: AuditOptions,
  books: OperatorBooks,
): Promise<OperatorMoment & { lines: readonly StreamEntry[] }> => {
  let jobs: readonly string[] = []
  for (let tries = 0; tries < readTriesMax; tries += 1) {
    const transaction = redis.multi([
      ['xrange', keys.operatorJournal, after(books.lastId), '+'],
      ['hgetall', keys.operatorFigures],
      ['hgetall', keys.operatorAccounts],
      ['zrange', keys.operatorUnconfirmed, '0', '-1'],
      ...jobs.map((job) => ['hgetall', keys.operatorHold(job)]),
    ])
    const [lines, figures, ofAccounts, listed, ...holds] = await repliesOf(transaction)
    const now = listed as string[]
    if (now.every((job) => jobs.includes(job))) {
      const unconfirmed = (holds as Texts[]).filter((_, index) => now.includes(jobs[index] ?? ''))
      const all = Object.fromEntries([figures, ofAccounts].flatMap((hash) => Object.entries(hash as Texts)))
      return { lines: lines as StreamEntry[], figures: all, unconfirmed }
    }
    jobs = now
  }
  throw new Error('the unconfirmed holds of the total kept changing')
}

const sumsOf = (books: OperatorBooks, { unconfirmed }: OperatorMoment): ReadonlyMap<string, number> => {
  const sums = new Map<string, number>()
  const add = (name: string, account: string, amount: number) => {
    for (const counted of account === '' ? [name] : [name, `${name}|${account}`])
      sums.set(counted, (sums.get(counted) ?? 0) + amount)
  }
  for (const { state, amount, window, account } of books.facts.values())
    add(`${state === 'open' ? 'pending' : 'posted'}|${window}`, account, amount)
  for (const { amount, window, account = '' } of unconfirmed)
    add(`pending|${window}`, account, Number(amount))
  return sums
}

const auditTotalOnce = async (
  options: AuditOptions,
  { lastId }: Archived,
): Promise<readonly Difference[]> => {
  const { redis, keys, now } = options
  const books: OperatorBooks = { isWhole: lastId === undefined, lastId, facts: new Map() }
  const differences: Difference[] = []
  for await (const line of storedLines(redis, keys.operatorJournal)) differences.push(...enter(books, [line]))
  const moment = await readMoment(options, books)
  differences.push(...enter(books, moment.lines))
  const sums = sumsOf(books, moment)
  const forgotten = lastForgotten(now())
  for (const name of new Set([...sums.keys(), ...Object.keys(moment.figures)])) {
    const [what, window = '', account = ''] = name.split('|')
    const expected = sums.get(name) ?? 0
    const found = moment.figures[name] ?? '0'
    if (isForgotten(window, forgotten) || found === String(expected)) continue
    const figure: DifferingFact = what === 'posted' ? 'posted' : 'pending'
    differences.push({
      what: figure,
      at: { bucket: 'operator', window, ...(isAccount(account) && { account }) },
      expected,
      found,
    })
  }
  return differences
}

/** Compares the operator's total, and each account's part of it, with its own journal. */
export const auditTotal = (options: AuditOptions): Promise<readonly Difference[]> =>
  unlessArchived(options, operatorJournal, (archived) => auditTotalOnce(options, archived))

/** What a job's bucket says, and whether the total may not know it yet. */
interface Told {
  job: string
  version: number
  money: string
  window: string
  isUntold: boolean
}

const readBucket = async (
  { redis, keys }: AuditOptions,
  bucket: string,
  jobs: readonly string[],
): Promise<readonly Told[]> => {
  const transaction = redis.multi(
    jobs.flatMap((job) => [
      ['hmget', keys.job(job), 'money', 'operator_window'],
      ['hmget', keys.hold(job), 'state', 'amount', 'settled'],
      ['zscore', keys.unmirrored(bucket), job],
    ]),
  )
  const replies = await repliesOf(transaction)
  return jobs.map((job, index) => {
    const [record, hold, untold] = replies.slice(index * 3, index * 3 + 3)
    const [version, window] = record as (string | null)[]
    const [state, amount, settled] = hold as (string | null)[]
    const money = state === 'open' ? `open ${amount}` : `closed ${settled}`
    return { job, version: Number(version ?? 0), window: window ?? '', money, isUntold: untold !== null }
  })
}

const compareJobs = async (
  options: AuditOptions,
  bucket: string,
  jobs: readonly string[],
): Promise<readonly Difference[]> => {
  const { redis, keys, now } = options
  const told = await readBucket(options, bucket, jobs) // before the total, which only ever knows more
  const pipeline = redis.pipeline(
    jobs.map((job) => ['hmget', keys.operatorHold(job), 'version', 'state', 'amount']),
  )
  const holds = await repliesOf(pipeline)
  const forgotten = lastForgotten(now())
  return told.flatMap(({ job, version, money, window, isUntold }, index): Difference[] => {
    const [known, state, amount] = holds[index] as (string | null)[]
    if (isUntold || isForgotten(window, forgotten) || Number(known ?? 0) > version) return []
    const expected = `${version}, ${money}`
    const found = known === null ? 'missing' : `${known}, ${state} ${amount}`
    return expected === found ? [] : [{ what: "operator's version", at: { bucket, job }, expected, found }]
  })
}

/** Compares what the operator's total knows of a bucket's jobs with what the bucket says. */
const auditBucket = async (
  options: AuditOptions,
  bucket: string,
  from = '-',
): Promise<readonly Difference[]> => {
  const jobs = new Set<string>()
  for await (const line of bucketLines(options, bucket, from)) if ('job' in line) jobs.add(line.job)
  const all = [...jobs]
  const differences: Difference[] = []
  for (let first = 0; first < all.length; first += comparedAtOnce)
    differences.push(...(await compareJobs(options, bucket, all.slice(first, first + comparedAtOnce))))
  return differences
}

/**
 * Compares the operator's total with its journal and with every job reported to it. Writes nothing. Throws
 * AppError `store_unavailable` if Redis can't answer.
 */
export const auditOperator = async (
  options: AuditOptions,
  buckets: readonly string[],
): Promise<readonly Difference[]> => {
  const differences = [...(await auditTotal(options))]
  for (const bucket of buckets) differences.push(...(await auditBucket(options, bucket)))
  return differences
}

/** The same bit by bit, for continuous audits. */
export const createOperatorAudit = (options: AuditOptions): OperatorAudit => ({
  total: () => auditTotal(options),
  jobsOf: (bucket, sinceMs) => auditBucket(options, bucket, String(Math.max(0, Math.round(sinceMs)))),
})
