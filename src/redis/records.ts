import { jobRecordVersion, reportMs } from '../core/job/job.ts'
import type { Records } from '../core/job/job-list.ts'
import { bucketOfJob } from '../core/job-id.ts'
import { fromStore } from './connection.ts'
import { type JobListOptions, listed } from './job-list.ts'
import { answerOf } from './job-taking.ts'
import {
  agedEntries,
  askedEntries,
  bucketOf,
  buckets,
  copyEntries,
  jobEntries,
  jobIdIn,
  lastEntry,
  timedEntry,
} from './keys.ts'
import { createJobRunner, jobScript, type RunnerOptions } from './scripts.ts'

type RecordsOptions = RunnerOptions & JobListOptions

const forgetScript = jobScript('forget')
const dayMs = 24 * 60 * 60_000
const timePattern = /^\d{15} b\d{2}x[a-z2-7]{25}$/

/** The records in Redis. Old ones are found by a separate entry, the oldest first. */
export const createRecords = (options: RecordsOptions): Records => {
  const { redis, keys } = options
  const run = createJobRunner(options)
  const before =
    (entries: string): Records['aged'] =>
    async (turn, beforeMs, countMax) => {
      const bucket = buckets[turn % buckets.length] ?? ''
      const until = `(${entries}${timedEntry(beforeMs, '')}`
      const found = await fromStore(
        redis.zrangebylex(keys.listed(bucket), `[${entries}`, until, 'LIMIT', 0, countMax),
      )
      return found.map((entry) => ({ jobId: jobIdIn(entry), entry }))
    }
  return {
    aged: before(agedEntries),
    asked: before(askedEntries),
    async copiesOf(jobId, countMax = -1, after) {
      const entries = copyEntries(jobId)
      const list = keys.listed(bucketOfJob(jobId))
      const from = after === undefined ? `[${entries}` : `(${entries}${after}`
      const until = `(${entries}${lastEntry}`
      const found = await fromStore(redis.zrangebylex(list, from, until, 'LIMIT', 0, countMax))
      return found.map(jobIdIn)
    },
    async forget({ jobId, entry = '' }, { beforeMs, lateBeforeMs }) {
      const times = { before: beforeMs, late_before: lateBeforeMs, again: beforeMs + dayMs }
      const contents = { entry, reads: jobRecordVersion, report_ms: reportMs }
      const bucket = bucketOfJob(jobId)
      const moreKeys = [keys.archived(bucket), keys.lateHolds(bucket)]
      const reply = await run(forgetScript, { id: jobId, moreKeys }, contents, times)
      return answerOf(reply, [], ['forgotten', 'kept', 'unknown'])
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
