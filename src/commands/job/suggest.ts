import { ageText } from '../../core/age.ts'
import type { Choice, ListName } from '../../core/field.ts'
import { isUnfinished, type JobRecord, jobName } from '../../core/job.ts'
import type { JobList } from '../../core/job-list.ts'
import type { Lists } from '../../core/suggest.ts'
import { accountOf } from '../../core/target.ts'
import { isCancellable, stateText } from './words.ts'

type JobListName = Extract<ListName, `jobs${string}`>

interface SuggestDeps {
  jobList: Pick<JobList, 'latest'>
  now: () => number
}

/** So far back somebody finds a job while typing; older ones are found by their names. */
const countMax = 25

const choiceOf = (job: JobRecord, nowMs: number): Choice => ({
  value: job.id,
  label: `${jobName(job.id)} /${job.feature}, ${ageText(nowMs - job.createdAtMs)}: ${stateText(job)}`,
})

/** Lists of the jobs of whoever asks, those on their way first. */
export const createJobLists = ({ jobList, now }: SuggestDeps): Pick<Lists, JobListName> => {
  const listOf =
    (fits: (job: JobRecord) => boolean): Lists[JobListName] =>
    async (asker) => {
      const of = { account: accountOf(asker), member: asker.member }
      const found = await jobList.latest(of, 0, countMax)
      const jobs = found.flatMap(({ job }) => (job !== undefined && fits(job) ? [job] : []))
      const ordered = [...jobs.filter(isUnfinished), ...jobs.filter((job) => !isUnfinished(job))]
      return ordered.map((job) => choiceOf(job, now()))
    }
  return {
    jobs: listOf(() => true),
    jobs_to_cancel: listOf(isCancellable),
    jobs_to_recover: listOf(({ state }) => state === 'withheld'),
  }
}
