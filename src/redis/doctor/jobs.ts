import { type Check, ok, type Problem } from '../../core/doctor-check.ts'
import type { StoreConnection } from '../address.ts'
import { fromStore } from '../connection.ts'
import { countDeadLetters } from '../dead-letters.ts'
import { buckets, type Keys } from '../keys.ts'
import { ageText, readable } from './findings.ts'

interface JobsOptions {
  redis: StoreConnection
  keys: Keys
  now: () => number
}

/** The sweeper wakes jobs that are ten seconds overdue; none sweeps those a minute overdue. */
const overdueMs = 60_000
const stuckMs = 2 * 60 * 60_000
/** A job may wait for its turn for six hours. */
const stuckInLineMs = 7 * 60 * 60_000

interface OpenJob {
  job: string
  dueMs: number
  state: string
  changedMs: number
}

const openJobsIn = async ({ redis, keys }: JobsOptions, bucket: string): Promise<readonly OpenJob[]> => {
  const due = await fromStore(redis.zrange(keys.open(bucket), '0', '-1', 'WITHSCORES'))
  const jobs: OpenJob[] = []
  for (let index = 0; index + 1 < due.length; index += 2) {
    const job = due[index] ?? ''
    const [state, changed] = await fromStore(redis.hmget(keys.job(job), 'state', 'changed_at'))
    jobs.push({
      job,
      dueMs: Number(due[index + 1]),
      state: state ?? 'unknown',
      changedMs: Number(changed ?? 0),
    })
  }
  return jobs
}

const openJobs = async (options: JobsOptions): Promise<readonly OpenJob[]> =>
  (await Promise.all(buckets.map((bucket) => openJobsIn(options, bucket)))).flat()

const waitingCheck = (options: JobsOptions): Check => ({
  id: 'jobs.waiting',
  isLong: true,
  async run() {
    const jobs = await openJobs(options)
    const lateMs = jobs.map(({ dueMs }) => options.now() - dueMs).filter((late) => late > overdueMs)
    if (lateMs.length === 0) return [ok(`no job waits for a worker (${jobs.length} under way)`)]
    return [
      {
        verdict: 'warning',
        what: `jobs that wait for a worker: ${lateMs.length}`,
        why: `The oldest should have been touched ${ageText(Math.max(...lateMs))} ago.`,
        mend: 'Start a worker: npm start, or npm start -- --role worker.',
      },
    ]
  },
})

const stuckCheck = (options: JobsOptions): Check => ({
  id: 'jobs.stuck',
  isLong: true,
  async run() {
    const jobs = await openJobs(options)
    const nowMs = options.now()
    const stuck = jobs.filter(
      ({ state, changedMs }) => nowMs - changedMs > (state === 'accepted' ? stuckInLineMs : stuckMs),
    )
    if (stuck.length === 0) return [ok('no job is stuck')]
    const lasting = stuck.map(
      ({ job, state, changedMs }): Problem => ({
        verdict: 'warning',
        what: `job ${job}`,
        why: `It has been "${state}" for ${ageText(nowMs - changedMs)}.`,
        mend: `Look for its id in the log, or run npm run jobs -- show ${job}`,
      }),
    )
    return readable('jobs under way', lasting)
  },
})

const deadCheck = (options: JobsOptions): Check => ({
  id: 'jobs.dead',
  async run() {
    const count = await countDeadLetters(options)
    if (count === 0) return [ok('there are no dead letters')]
    return [
      {
        verdict: 'failed',
        what: `dead letters: ${count}`,
        why: 'Workers leave these jobs alone, and their holds stay.',
        mend: 'npm run jobs -- dead gives the reasons; npm run jobs -- retry or end resolves them.',
      },
    ]
  },
})

/** Whether jobs move on. */
export const jobsChecks = (options: JobsOptions): readonly Check[] => [
  waitingCheck(options),
  stuckCheck(options),
  deadCheck(options),
]
