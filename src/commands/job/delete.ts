import { type Action, type Answer, defineAction, privately, refusal } from '../../core/command/command.ts'
import { type JobRecord, jobName } from '../../core/job/job.ts'
import type { JobControl } from '../../core/job/job-control.ts'
import type { JobList } from '../../core/job/job-list.ts'
import { plainMessage } from '../../core/message/message.ts'
import { say } from '../../core/texts/say.ts'
import { jobField, withJob } from './find.ts'

const told = (text: string): Answer => privately(plainMessage(text))

const answerFor = (job: JobRecord, status: Awaited<ReturnType<JobControl['remove']>>): Answer => {
  const name = jobName(job.id)
  switch (status) {
    case 'woken':
    case 'on_its_way':
      return told(
        say(
          'The message of job {{name}} goes in a moment, with its files. What it cost stays in the books. The audio service may keep the files for a while.',
          { name },
        ),
      )
    case 'removed_before':
      return told(say('The message of job {{name}} is gone already.', { name }))
    case 'refused':
      return refusal(
        say(
          'Job {{name}} is not over yet, or its result is just being shown, so its message stays. Nothing was changed.',
          { name },
        ),
      )
  }
}

/** Takes the message of a job away for good; for whoever asked for it, and for admins. */
export const createDeleteAction = (
  jobList: Pick<JobList, 'find'>,
  jobControl: Pick<JobControl, 'remove'>,
): Action =>
  defineAction({
    name: 'delete',
    summary: "Take a result's message away, with its files",
    fields: { job: jobField('jobs_to_delete') },
    run: ({ job: typed }, invocation) =>
      withJob(jobList, invocation, typed, async (job) =>
        answerFor(job, await jobControl.remove(job, invocation.target.member)),
      ),
  })
