import type { StoreConnection } from '../address.ts'
import { fromStore } from '../connection.ts'
import { buckets, type Keys } from '../keys.ts'

/** A job with something left to do. Fields that its record lacks are null. */
export interface OpenJob {
  job: string
  /** When a worker should touch it next. */
  dueMs: number
  state: string | null
  changedMs: number
  /** The id of the key that pays for it, and whose key that is. */
  keyId: string | null
  payer: string | null
  /** The sealed token of its first answer. */
  replyToken: string | null
}

interface OpenJobsOptions {
  redis: StoreConnection
  keys: Keys
}

/** Checks that read all open jobs. */
export interface OpenJobsChecks extends OpenJobsOptions {
  /** Lets several checks share one reading; by default each makes its own. */
  openJobs?: () => Promise<readonly OpenJob[]>
}

const fields = ['state', 'changed_at', 'provider_key', 'paid_by', 'reply_token'] as const

const openJobsIn = async ({ redis, keys }: OpenJobsOptions, bucket: string): Promise<readonly OpenJob[]> => {
  const listed = await fromStore(redis.zrange(keys.open(bucket), '0', '-1', 'WITHSCORES'))
  const jobs: Promise<OpenJob>[] = []
  for (let index = 0; index + 1 < listed.length; index += 2) {
    const [job = '', due] = listed.slice(index, index + 2)
    jobs.push(
      fromStore(redis.hmget(keys.job(job), ...fields)).then(
        ([state = null, changed = null, keyId = null, payer = null, replyToken = null]) => ({
          job,
          dueMs: Number(due),
          state,
          changedMs: Number(changed ?? 0),
          keyId,
          payer,
          replyToken,
        }),
      ),
    )
  }
  return Promise.all(jobs)
}

/** Reads all open jobs. Throws AppError `store_unavailable`. */
export const readOpenJobs = async (options: OpenJobsOptions): Promise<readonly OpenJob[]> =>
  (await Promise.all(buckets.map((bucket) => openJobsIn(options, bucket)))).flat()
