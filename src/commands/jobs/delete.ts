import { type Answer, privately, refusal } from '../../core/command/answer.ts'
import { defineAction } from '../../core/command/command.ts'
import { type JobRecord, mayStillCome } from '../../core/job/job.ts'
import type { JobControl } from '../../core/job/job-store.ts'
import { plainMessage } from '../../core/message/message.ts'
import { say } from '../../core/text/say.ts'
import { type JobPorts, jobField, withDeletableJob } from './find.ts'
import { showAgainButton } from './words.ts'

const told = (text: string): Answer => privately(plainMessage(text))

const booksText = (job: JobRecord): string => {
  if (mayStillCome(job))
    return say("If a result still arrives, it stays hidden. Deleting this doesn't refund its cost.")
  return job.state === 'booked' ? say("Deleting this doesn't refund its cost.") : say('Nothing was charged.')
}

/** Without a result there are no files; credits booked for one that may still come stay booked. */
const goesWithoutResult = (job: JobRecord): Answer =>
  told(`${say("I'm deleting the message.")} ${booksText(job)}`)

/** Only the message is deleted: the result itself stays in the job's record. */
const goes = (job: JobRecord): Answer => {
  if (job.outcome === undefined) return goesWithoutResult(job)
  const going = say("I'm deleting the message and its files.")
  const books = say("Its cost isn't refunded. The audio service may keep the files for a while.")
  const rest = say('Other messages with this result stay. You can show it again for free.')
  return privately({
    ...plainMessage(`${going} ${rest} ${books}`),
    blocks: [{ kind: 'buttons', buttons: [showAgainButton(job)] }],
  })
}

const answerFor = (job: JobRecord, status: Awaited<ReturnType<JobControl['remove']>>): Answer => {
  switch (status) {
    case 'woken':
    case 'on_its_way':
      return goes(job)
    case 'removed_before':
      return told(say('The message is already gone.'))
    case 'refused':
      return refusal(say('That job is still running or being posted, so its message stays.'))
  }
}

/** Deletes a job's message; for its requester and for admins. */
export const deleteAction = defineAction({
  name: 'delete',
  summary: "Delete a job's message and files",
  fields: { job: jobField('jobs_to_delete') },
  run: (
    { job: typed },
    invocation,
    { jobControl, ...jobs }: JobPorts & { jobControl: Pick<JobControl, 'remove'> },
  ) =>
    withDeletableJob(jobs, invocation, typed, async (job) =>
      answerFor(job, await jobControl.remove(job, invocation.target.member)),
    ),
})
