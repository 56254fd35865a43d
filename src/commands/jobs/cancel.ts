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
        "It's already being made, so it's still billed. The result stays hidden; once it's made, {{way}}.",
        values,
      )
    : say(
        "The audio service may already have it and would still bill it. The result stays hidden; once it's made, {{way}}.",
        values,
      )
}

const cancelledLate = (job: JobRecord): string =>
  job.state === 'submitted'
    ? say('Cancelled, but too late to stop it.')
    : say('Cancelled, but it may be too late to stop it.')

const cancelledBefore = (job: JobRecord): Answer =>
  job.state === 'voided'
    ? tell(say('That job is already cancelled. Nothing was charged.'))
    : tell(`${say('That job is already cancelled.')} ${runsOn(job)}`)

const alreadyDone = (job: JobRecord): Answer => {
  const way = isKeptBack(job) ? ` ${recoverText(job)}.` : ''
  return tell(
    `${say("There's nothing to cancel. The job is over: {{state}}.", { state: stateText(job) })}${way}`,
  )
}

const whyNotFree = ({ state }: JobRecord): string => {
  if (state === 'uncertain')
    return say('The audio service may already have it and would still bill it, so nothing was cancelled.')
  return state === 'submitted'
    ? say("It's already being made and would still be billed, so nothing was cancelled.")
    : say("It was already being sent and may be billed, so I didn't cancel it.")
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
    if_free: optional(toggle({ label: 'Only if free', help: "Cancel only if you won't be charged" })),
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
