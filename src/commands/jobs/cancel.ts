import { type Answer, privately } from '../../core/command/answer.ts'
import { defineAction } from '../../core/command/command.ts'
import { optional, toggle } from '../../core/fields/field-builders.ts'
import { isKeptBack, type JobRecord } from '../../core/job/job.ts'
import { cancelButton } from '../../core/job/job-buttons.ts'
import type { JobList } from '../../core/job/job-list.ts'
import type { JobControl } from '../../core/job/job-store.ts'
import { plainMessage } from '../../core/message/message.ts'
import { say } from '../../core/text/say.ts'
import { jobField, withStoppableJob } from './find.ts'
import { isCancellable, recoverText, stateText } from './words.ts'

const tell = (text: string): Answer => privately(plainMessage(text))

/** Only for a running job is it known that the service has it. */
const runsOn = (job: JobRecord): string => {
  const values = { way: recoverText(job) }
  return job.state === 'submitted'
    ? say(
        'It had been sent already: the audio service goes on and bills it all the same. The result will not be shown; once it is made, {{way}}.',
        values,
      )
    : say(
        'The audio service may have it already: if it has, it goes on and bills it all the same. The result will not be shown; once it is made, {{way}}.',
        values,
      )
}

const cancelledLate = (job: JobRecord): string =>
  job.state === 'submitted'
    ? say('Cancelled, but too late to stop it.')
    : say('Cancelled, but perhaps too late to stop it.')

const cancelledBefore = (job: JobRecord): Answer =>
  job.state === 'voided'
    ? tell(say('That job was cancelled before. Nothing was charged.'))
    : tell(`${say('That job was cancelled before.')} ${runsOn(job)}`)

const alreadyDone = (job: JobRecord): Answer => {
  const way = isKeptBack(job) ? ` ${recoverText(job)}.` : ''
  return tell(
    `${say('There is nothing left to cancel, the job is already over: {{state}}.', { state: stateText(job) })}${way}`,
  )
}

const whyNotFree = ({ state }: JobRecord): string => {
  if (state === 'uncertain')
    return say(
      'The audio service may have it already: it has not said so yet, but if it has, it bills it all the same. Nothing was cancelled.',
    )
  return state === 'submitted'
    ? say(
        'It is at the audio service already, so cancelling would not save anything: it is billed all the same. Nothing was cancelled.',
      )
    : say('It was just being sent to the audio service, so nothing was cancelled.')
}

/** The job should be cancelled only if that is free; now it can be cancelled another way, if at all. */
const notFree = (job: JobRecord): Answer =>
  isCancellable(job)
    ? privately({
        ...plainMessage(whyNotFree(job)),
        blocks: [{ kind: 'buttons', buttons: [cancelButton(job)] }],
      })
    : alreadyDone(job)

/** The answer for a job as it was read, or as it is now. */
const answerFor = (job: JobRecord, status: Awaited<ReturnType<JobControl['cancel']>>): Answer => {
  switch (status) {
    case 'voided':
      return tell(say('Cancelled. Nothing was charged.'))
    case 'flagged':
      return tell(`${cancelledLate(job)} ${runsOn(job)}`)
    case 'not_free':
      return job.cancelledBy === undefined ? notFree(job) : cancelledBefore(job)
    case 'cancelled_before':
      return cancelledBefore(job)
    case 'already_done':
    case 'unknown':
      return alreadyDone(job)
  }
}

/** Ends a job or, if it is already running, hides its result. */
export const cancelAction = defineAction({
  name: 'cancel',
  summary: 'Cancel a job',
  fields: {
    job: jobField('jobs_to_cancel'),
    if_free: optional(
      toggle({ label: 'Only if free', help: 'Let it run where cancelling would not save its cost' }),
    ),
  },
  run: (
    { job: typed, if_free: isIfFree },
    invocation,
    { jobList, jobControl }: { jobList: JobList; jobControl: Pick<JobControl, 'cancel'> },
  ) =>
    withStoppableJob(jobList, invocation, typed, async (job) => {
      const wish = isIfFree === true ? 'if_free' : 'in_any_case'
      const status = await jobControl.cancel(job, invocation.target.member, wish)
      return status === 'voided' || status === 'flagged'
        ? answerFor(job, status)
        : withStoppableJob(jobList, invocation, job.id, (now) => answerFor(now, status))
    }),
})
