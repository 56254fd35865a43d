import type { Forgotten, Records } from '../core/job/records.ts'
import { bucketOfJob } from '../core/job-id.ts'
import { fromStore } from './connection.ts'
import { agedEntries, copyEntries, jobEntries, jobIdIn, lastEntry, timedEntry } from './job-entries.ts'
import { type JobListOptions, listed } from './job-list.ts'
import { createJobRunner, type RunnerOptions } from './job-runner.ts'
import { reads } from './job-taking.ts'
import { bucketOf, buckets } from './keys.ts'
import { jobScript } from './scripts.ts'

type RecordsOptions = RunnerOptions & JobListOptions

const forgetScript = jobScript('forget')
const dayMs = 24 * 60 * 60_000
const timePattern = /^\d{15} b\d{2}x[a-z2-7]{25}$/

const wholeMs = (instantMs: number): string => String(Math.round(instantMs))

const forgottenOf = ([status]: readonly string[]): Forgotten => {
  switch (status) {
    case 'forgotten':
    case 'kept':
    case 'unknown':
      return { status }
    default:
      throw new Error(`the forget script answered ${status}`)
  }
}

/** The records in Redis. Old ones are found by an entry of their own, the oldest first. */
export const createRecords = (options: RecordsOptions): Records => {
  const { redis, keys } = options
  const run = createJobRunner(options)
  return {
    async aged(turn, beforeMs, countMax) {
      const bucket = buckets[turn % buckets.length] ?? ''
      const until = `(${agedEntries}${timedEntry(beforeMs, '')}`
      const found = await fromStore(
        redis.zrangebylex(keys.listed(bucket), `[${agedEntries}`, until, 'LIMIT', 0, countMax),
      )
      return found.map((entry) => ({ jobId: jobIdIn(entry), entry }))
    },
    async copiesOf(jobId) {
      const entries = copyEntries(jobId)
      const list = keys.listed(bucketOfJob(jobId))
      return (await fromStore(redis.zrangebylex(list, `[${entries}`, `(${entries}${lastEntry}`))).map(jobIdIn)
    },
    async forget({ jobId, entry = '' }, { beforeMs, lateBeforeMs }) {
      const times = {
        before: wholeMs(beforeMs),
        late_before: wholeMs(lateBeforeMs),
        again: wholeMs(beforeMs + dayMs),
      }
      return forgottenOf(await run(forgetScript, { id: jobId }, { entry, ...reads }, times))
    },
    async walk({ account, member }, after, countMax) {
      const entries = jobEntries(account, member)
      const from = after !== undefined && timePattern.test(after) ? `(${entries}${after}` : `[${entries}`
      const page = await fromStore(
        redis.zrangebylex(
          keys.listed(bucketOf(account)),
          from,
          `(${entries}${lastEntry}`,
          'LIMIT',
          0,
          countMax,
        ),
      )
      const jobs = await Promise.all(page.map((entry) => listed(options, jobIdIn(entry))))
      const last = page.at(-1)
      return { jobs, next: page.length < countMax ? undefined : last?.slice(entries.length) }
    },
  }
}
