import type { CountedState, CountJobs, JobCounts, StateCount } from '../core/job/job-counts.ts'
import type { StoreConnection } from './address.ts'
import { fromStore, readAll } from './connection.ts'
import { buckets, type Keys, lastEntry, stopEntries } from './keys.ts'

interface JobCountsOptions {
  redis: StoreConnection
  keys: Keys
  now: () => number
  providerKeyId: string
}

/** A service runs only a few tasks at once, so this many are a fault, which the count shows anyway. */
const runningMaxPerBucket = 50
const accountsMax = 200

/** When the oldest job in the operator's line was requested. Each account's entries are in that order. */
const oldestInLine = async ({
  redis,
  keys,
  providerKeyId,
}: JobCountsOptions): Promise<number | undefined> => {
  const accounts = await fromStore(redis.zrange(keys.ring(providerKeyId), '0', String(accountsMax - 1)))
  const line = keys.line(providerKeyId)
  const heads = (await readAll(
    redis,
    accounts.map((account) => ['zrangebylex', line, `[${account} `, `(${account} ~`, 'LIMIT', 0, 1] as const),
  )) as readonly string[][]
  const times = heads.flat().map((entry) => Number(entry.split(' ').at(-2)))
  return times.length === 0 ? undefined : Math.min(...times)
}

const runningEntry = 'running '

const countOf = (
  jobs: readonly (readonly [state: string | null, changedAt: string | null])[],
  state: CountedState,
): StateCount => {
  const times = jobs.filter(([is]) => is === state).map(([, changedAt]) => Number(changedAt))
  return { jobs: times.length, oldestMs: times.length === 0 ? undefined : Math.min(...times) }
}

/** See `CountJobs`: a few hundred cheap reads in one pipeline, and the records of the jobs that may be running. */
export const createJobCounts =
  (options: JobCountsOptions): CountJobs =>
  async (): Promise<JobCounts> => {
    const { redis, keys, now } = options
    const running = ['[running ', '(running ~', 'LIMIT', 0, runningMaxPerBucket] as const
    const reads = buckets.flatMap((bucket) => [
      ['zcard', keys.waiting(bucket)] as const,
      ['zcard', keys.open(bucket)] as const,
      ['zrange', keys.open(bucket), '0', '0', 'WITHSCORES'] as const,
      ['hlen', keys.dead(bucket)] as const,
      ['zrangebylex', keys.listed(bucket), ...running] as const,
      ['zlexcount', keys.listed(bucket), `[${stopEntries()}`, `(${stopEntries()}${lastEntry}`] as const,
    ])
    const [replies, oldestMs] = await Promise.all([readAll(redis, reads), oldestInLine(options)])
    const counts = { waiting: 0, open: 0, firstDueMs: Number.POSITIVE_INFINITY, deadLetters: 0, clipStops: 0 }
    const jobs: string[] = []
    for (let first = 0; first < replies.length; first += 6) {
      const [waiting, open, due, dead, listed, stops] = replies.slice(first, first + 6)
      counts.waiting += Number(waiting)
      counts.open += Number(open)
      counts.firstDueMs = Math.min(
        counts.firstDueMs,
        Number((due as string[])[1] ?? Number.POSITIVE_INFINITY),
      )
      counts.deadLetters += Number(dead)
      counts.clipStops += Number(stops)
      jobs.push(...(listed as string[]).map((entry) => entry.slice(runningEntry.length)))
    }
    const records = (await readAll(
      redis,
      jobs.map((job) => ['hmget', keys.job(job), 'state', 'changed_at'] as const),
    )) as readonly (readonly [string | null, string | null])[]
    return {
      byState: {
        waiting: { jobs: counts.waiting, oldestMs: counts.waiting === 0 ? undefined : oldestMs },
        submitting: countOf(records, 'submitting'),
        submitted: countOf(records, 'submitted'),
        uncertain: countOf(records, 'uncertain'),
      },
      open: counts.open,
      overdueMs: Math.max(0, now() - counts.firstDueMs),
      deadLetters: counts.deadLetters,
      clipStops: counts.clipStops,
    }
  }
