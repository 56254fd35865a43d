import { type Answer, type Asks, adminsDenial, refusal } from '../../core/command/answer.ts'
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
    help: 'Name of the job, as in /jobs mine',
    list,
    lengthMax: nameLengthMax,
  })

/** The member who asks; `isAdmin` says here whether they may manage the place. */
type Asking = Pick<Invocation, 'target' | 'isAdmin' | 'isAdminUnknown'>

/** Ports for finding a job whose result is open to everyone who sees it. */
export interface SharedJobs {
  jobList: Pick<JobList, 'find'>
  canSee: CanSee
}

const goOnFor =
  (use: JobUse, reassurance: () => string) =>
  async <Result extends Answer | Asks>(
    { jobList, canSee }: SharedJobs,
    asking: Asking,
    typed: string,
    run: (job: JobRecord) => Result | Promise<Result>,
  ): Promise<Result | Answer> => {
    const { target, isAdmin } = asking
    const found = await findJob(jobList, { target, mayManage: () => isAdmin, canSee }, typed, use)
    if (found.status === 'found') return run(found.job)
    const text = `${found.text} ${reassurance()}`.trim()
    return found.status === 'denied' ? adminsDenial(text, asking) : refusal(text)
  }

/** What only the requester and admins may do does not depend on what the member can see. */
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

/** Continues with the named job if the member may look into it. */
export const withJob = goOnAlone('look_into')

/** The same for showing a hidden result and for deleting a message. */
export const withRecoverableJob = goOnAlone('recover')
export const withDeletableJob = goOnAlone('delete')

/** The same for what an admin may do with every job, even one whose result is only for its requester. */
export const withStoppableJob = goOnAlone('stop')

/** The same for what anyone who sees a result may do with it, which may cost credits. */
export const withSharedJob = goOnFor('use_result', () => say('Nothing was charged.'))
