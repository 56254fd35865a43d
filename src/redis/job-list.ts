import { AppError } from '../core/errors.ts'
import type { FoundJob, JobList, ListedJob } from '../core/job/job-list.ts'
import type { JobStore } from '../core/job/job-store.ts'
import { isJobId, isJobNameStart } from '../core/job-id.ts'
import type { AccountId } from '../core/target.ts'
import type { StoreConnection } from './address.ts'
import { fromStore } from './connection.ts'
import { createFactsReader } from './job-facts.ts'
import {
  accountIn,
  bucketOf,
  buckets,
  everyJobEntry,
  jobEntries,
  jobEntry,
  jobIdIn,
  type Keys,
  lastEntry,
  resultEntries,
} from './keys.ts'

export interface JobListOptions {
  redis: StoreConnection
  keys: Keys
  read: JobStore['read']
}

/** Enough to say that a name is ambiguous, and what it may mean. */
const namedMax = 5

/** Undefined for texts that can't be a job's name. */
const startOf = (account: AccountId, name: string): string | undefined => {
  if (isJobId(name)) return name
  return isJobNameStart(name) ? `${bucketOf(account)}x${name}` : undefined
}

/** The job with this id. Throws AppError `store_unavailable`. */
export const found = async ({ read }: JobListOptions, id: string): Promise<FoundJob> => {
  try {
    const job = await read(id)
    return job === undefined ? { status: 'unknown' } : { status: 'found', job }
  } catch (error) {
    if (error instanceof AppError && error.code === 'store_unavailable') throw error
    return { status: 'unreadable' }
  }
}

/** One unreadable record must not hide the others. */
export const listed = async (options: JobListOptions, id: string): Promise<ListedJob> => {
  const one = await found(options, id)
  return { id, job: one.status === 'found' ? one.job : undefined }
}

type Listing = Pick<JobListOptions, 'redis' | 'keys'>

/** Goes from account to account: only their entries of this name are read, however many jobs there are. */
const namedInBucket = async (
  { redis, keys }: Listing,
  bucket: string,
  name: string,
): Promise<readonly string[]> => {
  const range = (from: string, to: string, countMax: number) =>
    fromStore(redis.zrangebylex(keys.listed(bucket), from, `(${to}${lastEntry}`, 'LIMIT', 0, countMax))
  const ids: string[] = []
  let [next] = await range(`[${everyJobEntry}`, everyJobEntry, 1)
  while (next !== undefined) {
    const account = accountIn(next)
    const named = jobEntry(account, `${bucket}x${name}`)
    const [found, [following]] = await Promise.all([
      range(`[${named}`, named, namedMax),
      range(`(${jobEntry(account, lastEntry)}`, everyJobEntry, 1),
    ])
    ids.push(...found.map(jobIdIn))
    next = following
  }
  return ids
}

/**
 * Ids of jobs of all accounts whose short name is this or begins with it; of each account a few at most. For the
 * operator alone. Throws AppError `store_unavailable`.
 */
export const jobsNamed = async (listing: Listing, name: string): Promise<readonly string[]> =>
  (await Promise.all(buckets.map((bucket) => namedInBucket(listing, bucket, name)))).flat()

/** The list of jobs in Redis: entries that are ordered by their text, so that a range of them is a page. */
export const createJobList = (options: JobListOptions): JobList => {
  const { redis, keys } = options
  const listKey = (account: AccountId) => keys.listed(bucketOf(account))
  const page = async (account: AccountId, entries: string, skipped: number, countMax: number) => {
    const found = await fromStore(
      redis.zrevrangebylex(
        listKey(account),
        `(${entries}${lastEntry}`,
        `[${entries}`,
        'LIMIT',
        skipped,
        countMax,
      ),
    )
    return found.map(jobIdIn)
  }
  const facts = createFactsReader(options)
  return {
    async latest({ account, member }, skipped, countMax) {
      const ids = await page(account, jobEntries(account, member), skipped, countMax)
      return Promise.all(ids.map((id) => listed(options, id)))
    },
    results: async (account, of, skipped, countMax) =>
      facts(await page(account, resultEntries(account, of), skipped, countMax)),
    facts,
    async find(account, name) {
      const start = startOf(account, name)
      if (start === undefined) return { status: 'unknown' }
      const from = jobEntry(account, start)
      const named = await fromStore(
        redis.zrangebylex(listKey(account), `[${from}`, `(${from}${lastEntry}`, 'LIMIT', 0, 2),
      )
      const [only, ...more] = named.map(jobIdIn)
      if (only === undefined) return { status: 'unknown' }
      if (more.length > 0) return { status: 'ambiguous' }
      return found(options, only)
    },
  }
}
