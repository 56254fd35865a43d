import type { TaskOwners } from '../core/job/job-list.ts'
import type { AccountId } from '../core/target.ts'
import { fromStore, readAll } from './connection.ts'
import { found, type JobListOptions } from './job-list.ts'
import { agedEntries, bucketOf, buckets, jobEntries, jobIdIn, lastEntry, madeEntries } from './keys.ts'

/** Jobs that began before their tasks were remembered are searched, this many of an account or a bucket. */
const olderJobsMax = 1_000
const pageJobs = 100

/** What the records of some jobs say of their work, in the order of the ids. */
interface OlderRecords {
  /** The first job whose record names it, if nothing else does. */
  idNaming: string | undefined
  /** Whether there are records whose names are remembered, and no others with names. */
  areRemembered: boolean
}

/** A job with an outcome but no task shows another job's work, so only those with a task are read. */
const readOlder = async (
  { redis, keys }: JobListOptions,
  ids: readonly string[],
  name: string,
): Promise<OlderRecords> => {
  const heads = (await readAll(
    redis,
    ids.map((id) => ['hmget', keys.job(id), 'task', 'listed_as'] as const),
  )) as (string | null)[][]
  const isRemembered = heads.map(([, listed]) => listed?.includes('"made ') === true)
  const older = ids.filter((_, index) => typeof heads[index]?.[0] === 'string' && !isRemembered[index])
  const works = (await readAll(
    redis,
    older.map((id) => ['hmget', keys.job(id), 'task', 'outcome'] as const),
  )) as (string | null)[][]
  const conversion = `"conversionId":${JSON.stringify(name)}`
  const at = works.findIndex(([task, outcome]) => task === name || outcome?.includes(conversion) === true)
  return { idNaming: older[at], areRemembered: older.length === 0 && isRemembered.includes(true) }
}

/** The job of an account whose record names a task or an output, if nothing else does. */
const olderJobOf = async (
  options: JobListOptions,
  account: AccountId,
  name: string,
): Promise<string | undefined> => {
  const entries = jobEntries(account, undefined)
  const list = options.keys.listed(bucketOf(account))
  const range = [`(${entries}${lastEntry}`, `[${entries}`] as const
  const jobs = await fromStore(options.redis.zrevrangebylex(list, ...range, 'LIMIT', 0, olderJobsMax))
  return (await readOlder(options, jobs.map(jobIdIn), name)).idNaming
}

/**
 * Whether a record of any account in a bucket names it, if nothing else does. The oldest come first, and a page
 * of remembered records is the last. If there are too many to search, they count as naming it, so that nobody
 * is shown another account's work.
 */
const isNamedByOlder = async (options: JobListOptions, bucket: string, name: string): Promise<boolean> => {
  const { redis, keys } = options
  const list = keys.listed(bucket)
  let from = `[${agedEntries}`
  for (let looked = 0; looked < olderJobsMax; looked += pageJobs) {
    const range = [from, `(${agedEntries}${lastEntry}`] as const
    const page = await fromStore(redis.zrangebylex(list, ...range, 'LIMIT', 0, pageJobs))
    const { idNaming, areRemembered } = await readOlder(options, page.map(jobIdIn), name)
    if (idNaming !== undefined) return true
    const last = page.at(-1)
    if (areRemembered || last === undefined || page.length < pageJobs) return false
    from = `(${last}`
  }
  return true
}

/** See `TaskOwners`: entries in the list of jobs, which are deleted with the job's record. */
export const createTaskOwners = (options: JobListOptions): TaskOwners => {
  const { redis, keys } = options
  const entriesIn = (bucket: string, entries: string) =>
    ['zrangebylex', keys.listed(bucket), `[${entries}`, `(${entries}${lastEntry}`] as const
  return {
    async jobOf(account, name) {
      const entries = madeEntries(name, account)
      const [known = []] = (await readAll(redis, [entriesIn(bucketOf(account), entries)])) as string[][]
      const [entry] = known
      const id = entry === undefined ? await olderJobOf(options, account, name) : jobIdIn(entry)
      return id === undefined ? { status: 'unknown' } : found(options, id)
    },
    async hasOwner(name) {
      const entries = madeEntries(name)
      const reads = buckets.map((bucket) => entriesIn(bucket, entries))
      if (((await readAll(redis, reads)) as string[][]).some(({ length }) => length > 0)) return true
      const named = await Promise.all(buckets.map((bucket) => isNamedByOlder(options, bucket, name)))
      return named.includes(true)
    },
  }
}
