import { type Answer, privately, refusal, tryAgainText } from '../../core/command/answer.ts'
import { defineAction } from '../../core/command/command.ts'
import { isUnfinished, type JobRecord } from '../../core/job/job.ts'
import type { JobControl } from '../../core/job/job-store.ts'
import { plainMessage } from '../../core/message/message.ts'
import { say } from '../../core/text/say.ts'
import { type JobPorts, jobField, withRecoverableJob } from './find.ts'
import { showAgainButton, stateText } from './words.ts'

/** The job's message is permanently gone, but another can show the result. */
const deleted = (job: JobRecord): Answer =>
  job.outcome === undefined
    ? refusal(say("Its message was deleted, and there's no result to show."))
    : privately({
        ...plainMessage(say('Its message was deleted. You can show the result again for free.')),
        blocks: [{ kind: 'buttons', buttons: [showAgainButton(job)] }],
      })

/** The message may have been deleted since: platforms don't always report it. */
const shown = (job: JobRecord): Answer =>
  privately({
    ...plainMessage(say('The result was already shown. You can show it again for free.')),
    blocks: [{ kind: 'buttons', buttons: [showAgainButton(job)] }],
  })

/** Why there is nothing to show. */
const nothingToShow = (job: JobRecord): Answer => {
  const { state } = job
  if (job.removal !== undefined) return deleted(job)
  if (state === 'posted') return shown(job)
  if (state === 'ready' && job.cancelledBy === undefined)
    return privately(plainMessage(say('The result is about to appear.')))
  const values = { state: stateText(job) }
  return refusal(
    isUnfinished(job)
      ? say('No result to show yet: {{state}}.', values)
      : say('No result to show: {{state}}.', values),
  )
}

const answerFor = (job: JobRecord, status: Awaited<ReturnType<JobControl['recover']>>): Answer => {
  if (typeof status === 'object') return refusal(tryAgainText(status.waitMs))
  switch (status) {
    case 'woken':
      return privately(plainMessage(say('The result will appear where it was requested, free of charge.')))
    case 'on_its_way':
      return privately(plainMessage(say("I'm already posting the result where it was requested.")))
    case 'refused':
      return nothingToShow(job)
  }
}

/** Shows a paid but hidden result where it was requested, and nowhere else. */
export const recoverAction = defineAction({
  name: 'recover',
  summary: 'Show a hidden result, free of charge',
  fields: { job: jobField('jobs_to_recover') },
  run: (
    { job: typed },
    invocation,
    { jobControl, ...jobs }: JobPorts & { jobControl: Pick<JobControl, 'recover'> },
  ) =>
    withRecoverableJob(jobs, invocation, typed, async (job) => {
      const status = await jobControl.recover(job)
      return status === 'refused'
        ? withRecoverableJob(jobs, invocation, job.id, (now) => answerFor(now, status))
        : answerFor(job, status)
    }),
})
