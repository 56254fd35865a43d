import { type Answer, type Asks, type Invocation, refusal } from '../../core/command/command.ts'
import { type Field, type ListName, listed } from '../../core/command/field.ts'
import { mayLookInto, maySeeResult, mayStop } from '../../core/job/audience.ts'
import { isJobId, type JobRecord, jobNameIn } from '../../core/job/job.ts'
import type { JobList } from '../../core/job/job-list.ts'
import { onOneLine, shortened } from '../../core/message/text.ts'
import { type AccountId, accountOf, isPersonal } from '../../core/target.ts'
import { say } from '../../core/texts/say.ts'

const nameLengthMax = 100

/** A field for one job, by its short name. */
export const jobField = (list: Extract<ListName, `jobs${string}`>): Field<string> =>
  listed({
    label: 'Job',
    help: 'Which one: its short name, as /jobs mine shows it',
    list,
    lengthMax: nameLengthMax,
  })

const shownLength = 40

/** What a button asks for has the job's id in it, and was there once. */
const forgottenJob = (): Answer =>
  refusal(
    say(
      'The record of that job is kept no longer, so nothing can be done with it any more. Nothing was charged. Please ask anew with its command.',
    ),
  )

/** Whoever was told of a job in private may look for it there. */
const unknownJob = (typed: string, account: AccountId): Answer => {
  const way = isPersonal(account)
    ? say(
        'What was asked for in a server or workspace is found there: type the command in one of its channels.',
      )
    : say('See /jobs mine for yours.')
  const name = shortened(onOneLine(typed).trim(), shownLength)
  return refusal(`${say('There is no job called "{{name}}" here.', { name })} ${way}`)
}

const unreadableJob = (): Answer =>
  refusal(say('That job cannot be read; whoever runs this bot has to look into it. Nothing was changed.'))

const severalJobs = (): Answer =>
  refusal(
    say('Several jobs here are called that. Pick the one you mean from the list that opens as you type.'),
  )

const othersJob = (): Answer =>
  refusal(
    say(
      "That job is somebody else's. Only whoever asked for it, an admin, or those whom admins name may look into it.",
    ),
  )

type Asking = Pick<Invocation, 'target' | 'isAdmin'>

/** Whose jobs are meant, and what is said of one that is unknown. */
interface Access {
  mayUse: (job: JobRecord, asking: Asking) => boolean
  unknown: (typed: string, account: AccountId) => Answer
}

const theirs: Access = { mayUse: mayLookInto, unknown: unknownJob }
const stoppable: Access = { mayUse: mayStop, unknown: unknownJob }

const shared: Access = {
  mayUse: maySeeResult,
  unknown: (typed, account) => (isJobId(typed) ? forgottenJob() : unknownJob(typed, account)),
}

const withFound = async <Result extends Answer | Asks>(
  jobList: Pick<JobList, 'find'>,
  asking: Asking,
  typed: string,
  { mayUse, unknown }: Access,
  run: (job: JobRecord) => Result | Promise<Result>,
): Promise<Result | Answer> => {
  const account = accountOf(asking.target)
  const found = await jobList.find(account, jobNameIn(typed))
  switch (found.status) {
    case 'unknown':
      return unknown(typed, account)
    case 'unreadable':
      return unreadableJob()
    case 'ambiguous':
      return severalJobs()
    case 'found':
      return mayUse(found.job, asking) ? run(found.job) : othersJob()
  }
}

/**
 * Goes on with the job that is meant, where the member may look into it. What is another server's is unknown here, and
 * said in the same words.
 */
export const withJob = (
  jobList: Pick<JobList, 'find'>,
  asking: Asking,
  typed: string,
  run: (job: JobRecord) => Answer | Promise<Answer>,
): Promise<Answer> => withFound(jobList, asking, typed, theirs, run)

/** The same for what an admin may do with every job, also with one whose result is for its requester alone. */
export const withStoppableJob = (
  jobList: Pick<JobList, 'find'>,
  asking: Asking,
  typed: string,
  run: (job: JobRecord) => Answer | Promise<Answer>,
): Promise<Answer> => withFound(jobList, asking, typed, stoppable, run)

/** The same for what everybody may do with a result that everybody sees. */
export const withSharedJob = <Result extends Answer | Asks>(
  jobList: Pick<JobList, 'find'>,
  asking: Asking,
  typed: string,
  run: (job: JobRecord) => Result | Promise<Result>,
): Promise<Result | Answer> => withFound(jobList, asking, typed, shared, run)
