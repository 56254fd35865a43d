import { type Answer, type Invocation, refusal } from '../../core/command.ts'
import { type Field, type ListName, listed } from '../../core/field.ts'
import type { JobRecord } from '../../core/job.ts'
import type { JobList } from '../../core/job-list.ts'
import { type AccountId, accountOf, isPersonal } from '../../core/target.ts'
import { onOneLine, shortened } from '../../core/text.ts'

const nameLengthMax = 100

/** A field for one job, by its short name. */
export const jobField = (list: Extract<ListName, `jobs${string}`>): Field<string> =>
  listed({
    label: 'Job',
    help: 'Which one: its short name, as /jobs mine shows it',
    list,
    lengthMax: nameLengthMax,
  })

/** A job is called by letters and digits; what stands behind them is what a list says of it. */
const nameIn = (typed: string): string => /^[\s#/]*([a-z0-9]+)/i.exec(typed)?.[1]?.toLowerCase() ?? ''

const shownLength = 40

/** Whoever was told of a job in private may look for it there. */
const unknownJob = (typed: string, account: AccountId): Answer => {
  const way = isPersonal(account)
    ? 'What was asked for in a server or workspace is found there: type the command in one of its channels.'
    : 'See /jobs mine for yours.'
  return refusal(`There is no job called "${shortened(onOneLine(typed).trim(), shownLength)}" here. ${way}`)
}

const unreadableJob = (): Answer =>
  refusal('That job cannot be read; whoever runs this bot has to look into it. Nothing was changed.')

const severalJobs = (): Answer =>
  refusal('Several jobs here are called so. Pick the one you mean from the list that opens as you type.')

const othersJob = (): Answer =>
  refusal(
    "That job is somebody else's. Only whoever asked for it, an admin, or those whom admins name may look into it.",
  )

/**
 * Goes on with the job that is meant, where the member may look into it. What is another server's is unknown here, and
 * said in the same words.
 */
export const withJob = async (
  jobList: Pick<JobList, 'find'>,
  { target, isAdmin }: Invocation,
  typed: string,
  run: (job: JobRecord) => Answer | Promise<Answer>,
): Promise<Answer> => {
  const account = accountOf(target)
  const found = await jobList.find(account, nameIn(typed))
  switch (found.status) {
    case 'unknown':
      return unknownJob(typed, account)
    case 'unreadable':
      return unreadableJob()
    case 'ambiguous':
      return severalJobs()
    case 'found':
      return isAdmin || found.job.target.member === target.member ? run(found.job) : othersJob()
  }
}
