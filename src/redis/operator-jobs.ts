import { type Microcredits, microcredits } from '../core/credits.ts'
import { type Ending, endings, type JobState, jobStates } from '../core/job/job.ts'
import { type AccountId, accountOf, storedTarget } from '../core/target.ts'
import { parseJson } from '../core/text/text.ts'
import type { StoreConnection } from './address.ts'
import { readAll } from './connection.ts'
import { agedEntries, buckets, jobIdIn, type Keys, lastEntry } from './keys.ts'

interface OperatorJobsOptions {
  redis: StoreConnection
  keys: Keys
}

/** What the operator's lists show of a job; nothing that a member wrote. What can't be read is undefined. */
export interface JobRow {
  id: string
  account: AccountId | undefined
  member: string | undefined
  feature: string
  state: JobState | undefined
  createdAtMs: number | undefined
  changedAtMs: number | undefined
  /** At the request. */
  held: Microcredits | undefined
  /** What the service said it would cost. */
  estimate: Microcredits | undefined
  settled: Microcredits | undefined
  ending: Ending | undefined
  isCancelled: boolean
  /** Whether its message was or will be deleted. */
  isRemoved: boolean
}

/** Some jobs, newest first. `next` is where older ones begin; undefined if there are none. */
export interface JobPage {
  jobs: readonly JobRow[]
  next: string | undefined
}

/** Jobs of all servers, for the operator alone. Throws AppError `store_unavailable`. */
export interface OperatorJobs {
  /** Jobs that were sent and may be running, at most `countMax` of each bucket. */
  running(): Promise<readonly JobRow[]>
  /** Jobs that were not sent yet, the same. */
  waiting(): Promise<readonly JobRow[]>
  /**
   * Jobs by time of request. `from` is the `next` of another page; `states` undefined: in any state. Of a rare state
   * a page may be short: it goes only so far back.
   */
  latest(
    from: string | undefined,
    states: readonly JobState[] | undefined,
    countMax: number,
  ): Promise<JobPage>
  rows(ids: readonly string[]): Promise<readonly JobRow[]>
}

const fields = [
  ...['state', 'feature', 'target', 'created_at', 'changed_at', 'held', 'estimate', 'settled'],
  ...['ending', 'cancelled_by', 'removal'],
] as const

const perBucketMax = 50
/** Candidates of one round, and the rounds of one page: a page reads at most 500 records. */
const roundSize = 50
const roundsMax = 10

const cursorPattern = /^\d{15} b\d{2}x[a-z2-7]{25}$/

const wholeIn = (text: string | null | undefined): number | undefined =>
  typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : undefined

const amountIn = (text: string | null | undefined): Microcredits | undefined => {
  const amount = wholeIn(text)
  return amount === undefined ? undefined : microcredits(amount)
}

const rowOf = (id: string, values: readonly (string | null)[]): JobRow => {
  const [state, feature, stored, createdAt, changedAt, held, estimate, settled, ending, cancelled, removal] =
    values
  const { data: target } = storedTarget.safeParse(parseJson(stored ?? ''))
  return {
    id,
    account: target && accountOf(target),
    member: target?.member,
    feature: feature ?? '',
    state: jobStates.find((known) => known === state),
    createdAtMs: wholeIn(createdAt),
    changedAtMs: wholeIn(changedAt),
    held: amountIn(held),
    estimate: amountIn(estimate),
    settled: amountIn(settled),
    ending: typeof ending === 'string' && Object.hasOwn(endings, ending) ? (ending as Ending) : undefined,
    isCancelled: typeof cancelled === 'string',
    isRemoved: typeof removal === 'string',
  }
}

/** Newest first; those that can't be read come last. */
const byTime = (one: JobRow, other: JobRow): number => (other.createdAtMs ?? 0) - (one.createdAtMs ?? 0)

/** See `OperatorJobs`: small parts of lists that exist anyway, one per bucket, and a few fields of each record. */
export const createOperatorJobs = ({ redis, keys }: OperatorJobsOptions): OperatorJobs => {
  const rows = async (ids: readonly string[]): Promise<readonly JobRow[]> => {
    const values = await readAll(
      redis,
      ids.map((id) => ['hmget', keys.job(id), ...fields] as const),
    )
    return ids.map((id, index) => rowOf(id, values[index] as (string | null)[]))
  }
  const candidates = async (until: string): Promise<readonly string[]> => {
    const found = await readAll(
      redis,
      buckets.map(
        (bucket) =>
          [
            'zrevrangebylex',
            keys.listed(bucket),
            `(${until}`,
            `[${agedEntries}`,
            'LIMIT',
            0,
            roundSize,
          ] as const,
      ),
    )
    return (found as readonly string[][])
      .flat()
      .map((entry) => entry.slice(agedEntries.length))
      .toSorted((one, other) => (one < other ? 1 : -1))
      .slice(0, roundSize)
  }
  const ofEachBucket = async (
    reads: (bucket: string) => readonly [name: string, key: string, ...rest: (string | number)[]],
  ): Promise<readonly JobRow[]> => {
    const found = (await readAll(redis, buckets.map(reads))) as readonly string[][]
    return (await rows(found.flat().map(jobIdIn))).toSorted(byTime)
  }
  return {
    rows,
    running: () =>
      ofEachBucket((bucket) => [
        ...(['zrangebylex', keys.listed(bucket), '[running ', '(running ~'] as const),
        ...['LIMIT', 0, perBucketMax],
      ]),
    waiting: () => ofEachBucket((bucket) => ['zrange', keys.waiting(bucket), 0, perBucketMax - 1]),
    async latest(from, states, countMax) {
      const jobs: JobRow[] = []
      let last = from !== undefined && cursorPattern.test(from) ? from : lastEntry
      for (let round = 0; round < roundsMax; round += 1) {
        const entries = await candidates(agedEntries + last)
        const found = await rows(entries.map(jobIdIn))
        for (const [index, row] of found.entries()) {
          last = entries[index] ?? last
          if (states === undefined || (row.state !== undefined && states.includes(row.state))) jobs.push(row)
          if (jobs.length === countMax) return { jobs, next: last }
        }
        if (entries.length < roundSize) return { jobs, next: undefined }
      }
      return { jobs, next: last }
    },
  }
}
