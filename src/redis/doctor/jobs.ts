import { type Check, ok, type Problem } from '../../core/doctor-check.ts'
import { countDeadLetters } from '../dead-letters.ts'
import { ageText, firstProblems } from './findings.ts'
import { type OpenJobsChecks, readOpenJobs } from './open-jobs.ts'

interface JobsOptions extends OpenJobsChecks {
  now: () => number
}

/** The sweeper wakes jobs that are ten seconds overdue; none sweeps those a minute overdue. */
const overdueMs = 60_000
const stuckMs = 2 * 60 * 60_000
/** A job may wait for its turn for six hours. */
const stuckInLineMs = 7 * 60 * 60_000

type Reading = Required<Pick<JobsOptions, 'now' | 'openJobs'>>

const waitingCheck = ({ now, openJobs }: Reading): Check => ({
  id: 'jobs.waiting',
  isLong: true,
  async run() {
    const jobs = await openJobs()
    const lateMs = jobs.map(({ dueMs }) => now() - dueMs).filter((late) => late > overdueMs)
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

const stuckCheck = ({ now, openJobs }: Reading): Check => ({
  id: 'jobs.stuck',
  isLong: true,
  async run() {
    const jobs = await openJobs()
    const nowMs = now()
    const stuck = jobs.filter(
      ({ state, changedMs }) => nowMs - changedMs > (state === 'accepted' ? stuckInLineMs : stuckMs),
    )
    if (stuck.length === 0) return [ok('no job is stuck')]
    const lasting = stuck.map(
      ({ job, state, changedMs }): Problem => ({
        verdict: 'warning',
        what: `job ${job}`,
        why: `It has been "${state ?? 'unknown'}" for ${ageText(nowMs - changedMs)}.`,
        mend: `Look for its id in the log, or run npm run jobs -- show ${job}`,
      }),
    )
    return firstProblems('jobs under way', lasting)
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
export const jobsChecks = (options: JobsOptions): readonly Check[] => {
  const { now, openJobs = () => readOpenJobs(options) } = options
  return [waitingCheck({ now, openJobs }), stuckCheck({ now, openJobs }), deadCheck(options)]
}
