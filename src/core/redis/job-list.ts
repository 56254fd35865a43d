import { AppError } from '../errors.ts'
import type { FoundJob, JobList, JobsOf, ListedJob } from '../job-list.ts'
import type { JobStore } from '../job-store.ts'
import type { AccountId } from '../target.ts'
import { fromStore, type StoreConnection } from './connection.ts'
import { jobEntries, jobEntry } from './job-entries.ts'
import { bucketOf, isJobId, type Keys } from './keys.ts'

interface JobListOptions {
  redis: StoreConnection
  keys: Keys
  read: JobStore['read']
}

/** Comes after everything that an id is made of. */
const end = '~'

/** Where the last word of an entry begins. */
const jobIdIn = (entry: string): string => entry.slice(entry.lastIndexOf(' ') + 1)

/** Less than this is no name: it could be anything that somebody typed. */
const namePattern = /^[a-z2-7]{4,25}$/

/** Undefined for what no job can be called. */
const startOf = (account: AccountId, name: string): string | undefined => {
  if (isJobId(name)) return name
  return namePattern.test(name) ? `${bucketOf(account)}x${name}` : undefined
}

const found = async ({ read }: JobListOptions, id: string): Promise<FoundJob> => {
  try {
    const job = await read(id)
    return job === undefined ? { status: 'unknown' } : { status: 'found', job }
  } catch (error) {
    if (error instanceof AppError && error.code === 'store_unavailable') throw error
    return { status: 'unreadable' }
  }
}

/** One record that cannot be read keeps nobody from the others. */
const listed = async (options: JobListOptions, id: string): Promise<ListedJob> => {
  const one = await found(options, id)
  return { id, job: one.status === 'found' ? one.job : undefined }
}

/** The list of jobs in Redis: entries that are ordered by their text, so that a range of them is a page. */
export const createJobList = (options: JobListOptions): JobList => {
  const { redis, keys } = options
  const listKey = (account: AccountId) => keys.listed(bucketOf(account))
  return {
    async latest({ account, member }: JobsOf, skipped, countMax) {
      const entries = jobEntries(account, member)
      const page = await fromStore(
        redis.zrevrangebylex(
          listKey(account),
          `(${entries}${end}`,
          `[${entries}`,
          'LIMIT',
          skipped,
          countMax,
        ),
      )
      return Promise.all(page.map((entry) => listed(options, jobIdIn(entry))))
    },
    async find(account, name) {
      const start = startOf(account, name)
      if (start === undefined) return { status: 'unknown' }
      const from = jobEntry(account, start)
      const named = await fromStore(
        redis.zrangebylex(listKey(account), `[${from}`, `(${from}${end}`, 'LIMIT', 0, 2),
      )
      const [only, ...more] = named.map(jobIdIn)
      if (only === undefined) return { status: 'unknown' }
      if (more.length > 0) return { status: 'ambiguous' }
      return found(options, only)
    },
  }
}
