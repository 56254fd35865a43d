import { accountOf } from '../../../src/core/target.ts'
import {
  bucketOf,
  copyEntries,
  entriesOf,
  jobEntry,
  jobIdFor,
  resultEntriesOf,
} from '../../../src/redis/keys.ts'
import type { JobWorld } from './job-world.ts'

type Likeness = 'results' | { copiesOf: string }

/**
 * That many more jobs with the record of this one, each a second younger, without the work of making them. They are
 * listed as results, or as copies of another job's result. Answers with their ids, the newest first.
 */
export const jobsLike = async (
  { redis, keys, job: read }: JobWorld,
  jobId: string,
  count: number,
  as: Likeness = 'results',
): Promise<readonly string[]> => {
  const { target, feature, createdAtMs } = await read(jobId)
  const account = accountOf(target)
  const hash = await redis.hgetall(keys.job(jobId))
  const ids: string[] = []
  for (let number = 1; number <= count; number += 1) {
    const atMs = createdAtMs + number * 1_000
    const id = jobIdFor(account, `${JSON.stringify(as)} ${number} like ${jobId}`)
    const entries =
      as === 'results'
        ? [
            ...entriesOf(account, target.member, id, atMs),
            ...resultEntriesOf(account, { ...target, feature }, id, atMs),
          ]
        : [jobEntry(account, id), `${copyEntries(as.copiesOf)}${id}`]
    await redis.hset(keys.job(id), { ...hash, created_at: String(atMs) })
    await redis.zadd(keys.listed(bucketOf(account)), ...entries.flatMap((entry) => [0, entry]))
    ids.unshift(id)
  }
  return ids
}
