import type { Made } from '../job/made.ts'
import type { AccountId } from '../target.ts'
import { fromStore, readAll } from './connection.ts'
import { jobEntries, jobIdIn, lastEntry, madeEntries } from './job-entries.ts'
import { found, type JobListOptions } from './job-list.ts'
import { bucketOf, buckets } from './keys.ts'

/** How many older jobs, whose tasks were not remembered, are looked through, the newest first. */
const olderJobsMax = 1_000

/** Finds an older job of an account by the task in its record. */
const olderJobOf = async (
  { redis, keys }: JobListOptions,
  account: AccountId,
  name: string,
): Promise<string | undefined> => {
  const entries = jobEntries(account, undefined)
  const list = keys.listed(bucketOf(account))
  const range = [`(${entries}${lastEntry}`, `[${entries}`] as const
  const jobs = await fromStore(redis.zrevrangebylex(list, ...range, 'LIMIT', 0, olderJobsMax))
  const ids = jobs.map(jobIdIn)
  const tasks = await readAll(
    redis,
    ids.map((id) => ['hget', keys.job(id), 'task'] as const),
  )
  return ids[tasks.indexOf(name)]
}

/** See `Made`: entries in the list of jobs, which are deleted with the job's record. */
export const createMade = (options: JobListOptions): Made => {
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
    async isMade(name) {
      const entries = madeEntries(name)
      const reads = buckets.map((bucket) => entriesIn(bucket, entries))
      return ((await readAll(redis, reads)) as string[][]).some(({ length }) => length > 0)
    },
  }
}
