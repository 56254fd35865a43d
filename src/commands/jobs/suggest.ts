import type { Feature } from '../../core/command/feature.ts'
import type { Lists } from '../../core/command/suggest.ts'
import type { Choice, JobListName } from '../../core/fields/field.ts'
import { isKeptBack, isUnfinished, type JobRecord } from '../../core/job/job.ts'
import type { JobList } from '../../core/job/job-list.ts'
import { aboutJob } from '../../core/job/job-texts.ts'
import { jobName } from '../../core/job-id.ts'
import { lyricsOf, singableLyrics } from '../../core/outcome.ts'
import { type Asker, accountOf } from '../../core/target.ts'
import { ageText } from '../../core/text/moment.ts'
import { isBlank } from '../../core/text/text.ts'
import { isCancellable, stateText } from './words.ts'

interface SuggestDeps {
  jobList: Pick<JobList, 'latest'>
  features: readonly Feature[]
  now: () => number
}

/** Number of latest jobs suggested while typing; older ones are found by name. */
const countMax = 25

const choiceOf = (job: JobRecord, feature: Feature | undefined, nowMs: number): Choice => {
  const about = aboutJob(job, feature)
  const named = about === undefined ? '' : ` “${about}”`
  const age = ageText(nowMs - job.createdAtMs)
  return { value: job.id, label: `${jobName(job.id)} /${job.feature}${named}, ${age}: ${stateText(job)}` }
}

const titlesOf = ({ values, outcome }: JobRecord): readonly string[] =>
  [values.title, ...(outcome?.outputs ?? []).map(({ title }) => title)].flatMap((title) =>
    typeof title === 'string' && !isBlank(title) ? [title.trim()] : [],
  )

/** Lists of the asker's jobs, running ones first, and of the titles of jobs and results. */
export const createJobLists = ({
  jobList,
  features,
  now,
}: SuggestDeps): Pick<Lists, JobListName | 'titles'> => {
  const featureOf = (job: JobRecord) => features.find(({ name }) => name === job.feature)
  const latest = async (asker: Asker): Promise<readonly JobRecord[]> => {
    const found = await jobList.latest({ account: accountOf(asker), member: asker.member }, 0, countMax)
    return found.flatMap(({ job }) => job ?? [])
  }
  const listOf =
    (fits: (job: JobRecord) => boolean): Lists[JobListName] =>
    async (asker) => {
      const jobs = (await latest(asker)).filter(fits)
      const ordered = [...jobs.filter(isUnfinished), ...jobs.filter((job) => !isUnfinished(job))]
      return { choices: ordered.map((job) => choiceOf(job, featureOf(job), now())), isPart: true }
    }
  return {
    titles: async (asker) => {
      const titles = new Set((await latest(asker)).flatMap(titlesOf))
      return { choices: [...titles].map((title) => ({ value: title, label: title })), isPart: true }
    },
    jobs: listOf(() => true),
    jobs_to_cancel: listOf(isCancellable),
    jobs_to_recover: listOf(isKeptBack),
    jobs_to_delete: listOf((job) => !isUnfinished(job) && job.removal === undefined),
    jobs_to_sing: listOf(({ outcome }) => outcome !== undefined && singableLyrics(outcome) !== undefined),
    jobs_with_words: listOf(({ outcome }) => outcome !== undefined && lyricsOf(outcome).length > 0),
    jobs_with_result: listOf(({ outcome }) => outcome !== undefined),
  }
}
