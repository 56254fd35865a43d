import { type Answer, privately, refusal } from '../../core/command/answer.ts'
import { defineAction } from '../../core/command/command.ts'
import { type JobRecord, mayStillCome } from '../../core/job/job.ts'
import type { JobList } from '../../core/job/job-list.ts'
import type { JobControl } from '../../core/job/job-store.ts'
import { plainMessage } from '../../core/message/message.ts'
import { say } from '../../core/text/say.ts'
import { jobField, withDeletableJob } from './find.ts'
import { showAgainButton } from './words.ts'

const told = (text: string): Answer => privately(plainMessage(text))

const booksText = (job: JobRecord): string => {
  if (mayStillCome(job))
    return say('If a result comes after all, it will not be shown. What is booked for it stays in the books.')
  return job.state === 'booked'
    ? say('What is booked for it stays in the books.')
    : say('Nothing was charged.')
}

/** Without a result there are no files; credits booked for one that may still come stay booked. */
const goesWithoutResult = (job: JobRecord): Answer =>
  told(`${say('The message will be gone in a moment.')} ${booksText(job)}`)

/** Only the message is deleted: the result itself stays in the job's record. */
const goes = (job: JobRecord): Answer => {
  if (job.outcome === undefined) return goesWithoutResult(job)
  const going = say('The message will be gone in a moment, with its files.')
  const books = say('What it cost stays in the books. The audio service may keep the files for a while.')
  const rest = say('Other messages with the same result stay. It can be shown again, for free.')
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
      return told(say('The message is gone already.'))
    case 'refused':
      return refusal(
        say(
          'It is not over yet, or its result is just being shown, so its message stays. Nothing was changed.',
        ),
      )
  }
}

/** Deletes a job's message; for its requester and for admins. */
export const deleteAction = defineAction({
  name: 'delete',
  summary: "Take a job's message away, with its files",
  fields: { job: jobField('jobs_to_delete') },
  run: (
    { job: typed },
    invocation,
    { jobList, jobControl }: { jobList: JobList; jobControl: Pick<JobControl, 'remove'> },
  ) =>
    withDeletableJob(jobList, invocation, typed, async (job) =>
      answerFor(job, await jobControl.remove(job, invocation.target.member)),
    ),
})
