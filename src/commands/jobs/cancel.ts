import { type Answer, privately } from '../../core/command/answer.ts'
import { defineAction } from '../../core/command/command.ts'
import { optional, toggle } from '../../core/fields/field-builders.ts'
import { isKeptBack, type JobRecord } from '../../core/job/job.ts'
import { cancelButton } from '../../core/job/job-buttons.ts'
import type { JobControl } from '../../core/job/job-store.ts'
import { plainMessage } from '../../core/message/message.ts'
import { say } from '../../core/text/say.ts'
import { type JobPorts, jobField, withStoppableJob } from './find.ts'
import { isCancellable, recoverText, stateText } from './words.ts'

const tell = (text: string): Answer => privately(plainMessage(text))

/** Only for a running job is it known that the service has it. */
const hidden = ({ state }: JobRecord): Answer =>
  tell(
    state === 'submitted'
      ? say("Too late to cancel, so it's still billed. I'll keep the result hidden.")
      : say("It may be too late to cancel, so it may still be billed. I'll keep the result hidden."),
  )

const cancelledBefore = ({ state }: JobRecord): Answer => {
  if (state === 'voided') return tell(say('That job is already cancelled. Nothing was charged.'))
  return tell(
    state === 'submitted'
      ? say("That result is already hidden. It's still billed.")
      : say('That result is already hidden. It may still be billed.'),
  )
}

const alreadyDone = (job: JobRecord): Answer => {
  const way = isKeptBack(job) ? ` ${recoverText(job)}` : ''
  return tell(
    `${say("There's nothing to cancel. The job is over: {{state}}.", { state: stateText(job) })}${way}`,
  )
}

const tooLate = ({ state }: JobRecord): string => {
  if (state === 'uncertain')
    return say('Too late to cancel: the audio service may already have it and bill it.')
  return state === 'submitted'
    ? say("Too late to cancel: it's already being made, so it's billed either way.")
    : say("Too late to cancel: it's already being sent and may be billed.")
}

/** The job should be cancelled only if that is free; now its result can be hidden, if at all. */
const notFree = (job: JobRecord): Answer =>
  isCancellable(job)
    ? privately({
        ...plainMessage(tooLate(job)),
        blocks: [{ kind: 'buttons', buttons: [cancelButton(job)] }],
      })
    : alreadyDone(job)

/** The answer for a job as it was read, or as it is now. */
const answerFor = (job: JobRecord, status: Awaited<ReturnType<JobControl['cancel']>>): Answer => {
  switch (status) {
    case 'voided':
      return tell(say('Cancelled. Nothing was charged.'))
    case 'flagged':
      return hidden(job)
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
  summary: 'Cancel a job, or hide its result',
  fields: {
    job: jobField('jobs_to_cancel'),
    if_free: optional(toggle({ label: 'Only if free', help: "Cancel only if you won't be charged" })),
  },
  run: (
    { job: typed, if_free: isIfFree },
    invocation,
    { jobControl, ...jobs }: JobPorts & { jobControl: Pick<JobControl, 'cancel'> },
  ) =>
    withStoppableJob(jobs, invocation, typed, async (job) => {
      const wish = isIfFree === true ? 'if_free' : 'in_any_case'
      const status = await jobControl.cancel(job, invocation.target.member, wish)
      return status === 'voided' || status === 'flagged'
        ? answerFor(job, status)
        : withStoppableJob(jobs, invocation, job.id, (now) => answerFor(now, status))
    }),
})
