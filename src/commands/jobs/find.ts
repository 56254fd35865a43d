import type { Answer, Asks } from '../../core/command/answer.ts'
import { type Invocation, viewerOf } from '../../core/command/invocation.ts'
import type { Field, JobListName } from '../../core/fields/field.ts'
import { listed } from '../../core/fields/field-builders.ts'
import type { JobUse } from '../../core/job/access.ts'
import type { CanSee } from '../../core/job/audience.ts'
import { findJob, noJobAnswer } from '../../core/job/find-job.ts'
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
type Asking = Pick<Invocation, 'target' | 'askedIn' | 'isAdmin' | 'isAdminUnknown'>

/** Ports for finding a job: where it is, and whether the member sees its channel. */
export interface JobPorts {
  jobList: Pick<JobList, 'find'>
  canSee: CanSee
}

const goOnFor =
  (use: JobUse, reassurance = () => '') =>
  async <Result extends Answer | Asks>(
    { jobList, canSee }: JobPorts,
    asking: Asking,
    typed: string,
    run: (job: JobRecord) => Result | Promise<Result>,
  ): Promise<Result | Answer> => {
    const looking = { target: viewerOf(asking), mayManage: () => asking.isAdmin, canSee }
    const found = await findJob(jobList, looking, typed, use)
    return found.status === 'found' ? run(found.job) : noJobAnswer(found, reassurance(), asking)
  }

/** Continues with the named job if the member may look into it. */
export const withJob = goOnFor('look_into')

/** The same for showing a hidden result and for deleting a message. */
export const withRecoverableJob = goOnFor('recover')
export const withDeletableJob = goOnFor('delete')

/** The same for what an admin may do with every job, even one whose result is only for its requester. */
export const withStoppableJob = goOnFor('stop')

/** The same for what anyone who sees a result may do with it, which may cost credits. */
export const withSharedJob = goOnFor('use_result', () => say('Nothing was charged.'))
