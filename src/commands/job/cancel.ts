import { type Action, type Answer, defineAction, privately } from '../../core/command/command.ts'
import type { JobRecord } from '../../core/job/job.ts'
import type { JobControl } from '../../core/job/job-control.ts'
import type { JobList } from '../../core/job/job-list.ts'
import { plainMessage } from '../../core/message/message.ts'
import { say } from '../../core/texts/say.ts'
import { jobField, withStoppableJob } from './find.ts'
import { recoverText, stateText } from './words.ts'

const tell = (text: string): Answer => privately(plainMessage(text))

const runsOn = (job: JobRecord): string =>
  say(
    'It was sent already and cannot be stopped: the audio service goes on and bills it all the same. The result will not be shown; once it is made, {{way}}.',
    { way: recoverText(job) },
  )

const cancelledBefore = (job: JobRecord): Answer =>
  job.state === 'voided'
    ? tell(say('That job was cancelled before. Nothing was charged.'))
    : tell(`${say('That job was cancelled before.')} ${runsOn(job)}`)

const alreadyDone = (job: JobRecord): Answer => {
  const way = job.state === 'withheld' ? ` ${recoverText(job)}.` : ''
  return tell(
    `${say('There is nothing left to cancel, the job is already over: {{state}}.', { state: stateText(job) })}${way}`,
  )
}

/** A job as it was read, or as it is by now. */
const answerFor = (job: JobRecord, status: Awaited<ReturnType<JobControl['cancel']>>): Answer => {
  switch (status) {
    case 'voided':
      return tell(say('Cancelled. Nothing was charged.'))
    case 'flagged':
      return tell(`${say('Cancelled, but late.')} ${runsOn(job)}`)
    case 'cancelled_before':
      return cancelledBefore(job)
    case 'already_done':
    case 'unknown':
      return alreadyDone(job)
  }
}

/** Ends a job, or keeps its result from being shown where it runs already. */
export const createCancelAction = (jobList: JobList, jobControl: Pick<JobControl, 'cancel'>): Action =>
  defineAction({
    name: 'cancel',
    summary: 'Cancel a job',
    fields: { job: jobField('jobs_to_cancel') },
    run: ({ job: typed }, invocation) =>
      withStoppableJob(jobList, invocation, typed, async (job) => {
        const status = await jobControl.cancel(job, invocation.target.member)
        return status === 'voided' || status === 'flagged'
          ? answerFor(job, status)
          : withStoppableJob(jobList, invocation, job.id, (now) => answerFor(now, status))
      }),
  })
