import { type Answer, type Asks, type Invocation, refusal } from '../../core/command/command.ts'
import { type Field, type ListName, listed } from '../../core/command/field.ts'
import { findJob, type JobUse } from '../../core/job/find-job.ts'
import type { JobRecord } from '../../core/job/job.ts'
import type { JobList } from '../../core/job/job-list.ts'
import { say } from '../../core/texts/say.ts'

const nameLengthMax = 100

/** A field for one job, by its short name. */
export const jobField = (list: Extract<ListName, `jobs${string}`>): Field<string> =>
  listed({
    label: 'Job',
    help: 'Which one: its short name, as /jobs mine shows it',
    list,
    lengthMax: nameLengthMax,
  })

/** Who asks; by now `isAdmin` says whether they may manage here. */
type Asking = Pick<Invocation, 'target' | 'isAdmin'>

const goOnFor =
  (use: JobUse, reassurance: () => string) =>
  async <Result extends Answer | Asks>(
    jobList: Pick<JobList, 'find'>,
    { target, isAdmin }: Asking,
    typed: string,
    run: (job: JobRecord) => Result | Promise<Result>,
  ): Promise<Result | Answer> => {
    const found = await findJob(jobList, { target, mayManage: () => isAdmin }, typed, use)
    return found.status === 'found' ? run(found.job) : refusal(`${found.text} ${reassurance()}`.trim())
  }

/** Goes on with the job that is meant, where the member may look into it. */
export const withJob = goOnFor('look_into', () => '')

/**
 * The same for what an admin may do with every job, also with one whose result is for its requester alone.
 */
export const withStoppableJob = goOnFor('stop', () => '')

/** The same for what everybody may do with a result that everybody sees; that may cost something. */
export const withSharedJob = goOnFor('use_result', () => say('Nothing was charged.'))
