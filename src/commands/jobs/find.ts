import { type Answer, type Asks, denial, refusal } from '../../core/command/answer.ts'
import type { Invocation } from '../../core/command/invocation.ts'
import type { Field, JobListName } from '../../core/fields/field.ts'
import { listed } from '../../core/fields/field-builders.ts'
import type { CanSee } from '../../core/job/audience.ts'
import { findJob, type JobUse } from '../../core/job/find-job.ts'
import type { JobRecord } from '../../core/job/job.ts'
import type { JobList } from '../../core/job/job-list.ts'
import { say } from '../../core/text/say.ts'

const nameLengthMax = 100

/** A field for one job, by its short name. */
export const jobField = (list: JobListName): Field<string> =>
  listed({
    label: 'Job',
    help: 'Which one: its short name, as /jobs mine shows it',
    list,
    lengthMax: nameLengthMax,
  })

/** Who asks; by now `isAdmin` says whether they may manage here. */
type Asking = Pick<Invocation, 'target' | 'isAdmin'>

/** What it takes to find a job whose result everybody may use who sees it. */
export interface SharedJobs {
  jobList: Pick<JobList, 'find'>
  canSee: CanSee
}

const goOnFor =
  (use: JobUse, reassurance: () => string) =>
  async <Result extends Answer | Asks>(
    { jobList, canSee }: SharedJobs,
    { target, isAdmin }: Asking,
    typed: string,
    run: (job: JobRecord) => Result | Promise<Result>,
  ): Promise<Result | Answer> => {
    const found = await findJob(jobList, { target, mayManage: () => isAdmin, canSee }, typed, use)
    if (found.status === 'found') return run(found.job)
    const text = `${found.text} ${reassurance()}`.trim()
    return found.status === 'denied' ? denial(text) : refusal(text)
  }

/** What is for whoever asked, and for admins, does not depend on what anybody sees. */
const seesNothing: CanSee = () => Promise.resolve(false)

const goOnAlone = (use: Exclude<JobUse, 'use_result'>) => {
  const goOn = goOnFor(use, () => '')
  return (
    jobList: Pick<JobList, 'find'>,
    asking: Asking,
    typed: string,
    run: (job: JobRecord) => Answer | Promise<Answer>,
  ): Promise<Answer> => goOn({ jobList, canSee: seesNothing }, asking, typed, run)
}

/** Goes on with the job that is meant, where the member may look into it. */
export const withJob = goOnAlone('look_into')

/** The same for showing what was kept back, and for taking a message away. */
export const withRecoverableJob = goOnAlone('recover')
export const withDeletableJob = goOnAlone('delete')

/**
 * The same for what an admin may do with every job, also with one whose result is for its requester alone.
 */
export const withStoppableJob = goOnAlone('stop')

/** The same for what everybody may do with a result that they see; that may cost something. */
export const withSharedJob = goOnFor('use_result', () => say('Nothing was charged.'))
