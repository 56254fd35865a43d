import type { Invocation } from '../command/invocation.ts'
import { isJobId, jobName, jobNameIn } from '../job-id.ts'
import { type AccountId, accountOf, isPersonal } from '../target.ts'
import { declared, say, sayDeclared } from '../text/say.ts'
import { onOneLine, shortened } from '../text/text.ts'
import { type CanSee, mayLookInto, maySeeResult, mayStop } from './audience.ts'
import { isForRequesterAlone, type JobRecord } from './job.ts'
import type { JobList } from './job-list.ts'

/** What a member wants to do with a job, which decides who may do it. */
export type JobUse = 'look_into' | 'recover' | 'delete' | 'stop' | 'use_result'

/** The job that is meant, or a text for the member. */
export type MeantJob = { status: 'found'; job: JobRecord } | { status: 'refused' | 'denied'; text: string }

/**
 * The member looking for a job. `mayManage`: an admin by the platform or a budget manager; queried only if it
 * matters.
 */
interface Looking extends Pick<Invocation, 'target'> {
  mayManage: () => boolean | Promise<boolean>
  canSee: CanSee
}

const rules = {
  look_into: mayLookInto,
  recover: mayLookInto,
  delete: mayLookInto,
  stop: mayStop,
  use_result: maySeeResult,
} satisfies Record<JobUse, typeof maySeeResult>

const shownLength = 40

/** A member who was told of a job privately may look for it there. */
const unknownJob = (typed: string, account: AccountId): string => {
  const way = isPersonal(account)
    ? say('To find a job from a server or workspace, use this command in one of its channels.')
    : say('See yours with /jobs mine.')
  const name = shortened(onOneLine(typed).trim(), shownLength)
  return `${say('No job called "{{name}}" here.', { name })} ${way}`
}

/**
 * A button has the job's id, so the job once existed. In a direct message it may still exist where it was
 * requested.
 */
const isForgotten = (typed: string, use: JobUse, account: AccountId): boolean =>
  isJobId(typed) && (use === 'use_result' || !isPersonal(account))

const forgottenJob = (): string => say('That job is no longer stored. Run the command again.')

/** Each names the action, and what the member can do instead. A button's job is not named. */
const othersTexts = {
  look_into: declared(
    "This is someone else's job. Only its owner, admins and budget managers can open it. Once the result is posted, everyone who sees it can use it.",
  ),
  recover: declared(
    "This is someone else's job. Only its owner, admins and budget managers can view it. You can run the same request yourself.",
  ),
  delete: declared(
    "This is someone else's job. Only its owner, admins and budget managers can delete it. You can use the other buttons.",
  ),
  stop: declared(
    "This is someone else's job. Only its owner, admins and budget managers can cancel it. Once the result is posted, everyone who sees it can use it.",
  ),
} as const satisfies Record<Exclude<JobUse, 'use_result'>, string>

const othersJob = ({ id }: JobRecord, use: JobUse): string =>
  use === 'use_result'
    ? say("You can only use results you can see, and job {{job}} isn't shown here.", {
        job: jobName(id),
      })
    : sayDeclared(othersTexts[use])

/** Admins can look into every job except these, so the texts for other members would be wrong. */
const requestersJob = ({ id }: JobRecord): string =>
  say(
    "Job {{job}} is someone's private job. Nobody else can open or use it. Admins can see its cost and cancel it.",
    { job: jobName(id) },
  )

const refusedJob = async (job: JobRecord, use: JobUse, { mayManage }: Looking): Promise<string> =>
  isForRequesterAlone(job) && (await mayManage()) ? requestersJob(job) : othersJob(job, use)

/** The member's access and rights are looked up only if they make a difference. */
const mayUse = async (
  job: JobRecord,
  use: JobUse,
  { target, mayManage, canSee }: Looking,
): Promise<boolean> => {
  const may = (isAdmin: boolean, seesPlace: boolean) => rules[use](job, { target, isAdmin, seesPlace })
  if (may(false, false)) return true
  if (may(false, true) && (await canSee(target, job.target))) return true
  return may(true, false) && (await mayManage())
}

/**
 * Finds the job that a member means: by its short name, the beginning of it, or its id, followed by any description
 * from a list. Another server's job is unknown here, and gets the same text. Throws AppError `store_unavailable`.
 */
export const findJob = async (
  jobList: Pick<JobList, 'find'>,
  looking: Looking,
  typed: string,
  use: JobUse,
): Promise<MeantJob> => {
  const account = accountOf(looking.target)
  const refused = (text: string): MeantJob => ({ status: 'refused', text })
  const found = await jobList.find(account, jobNameIn(typed))
  switch (found.status) {
    case 'unknown':
      return refused(isForgotten(typed, use, account) ? forgottenJob() : unknownJob(typed, account))
    case 'unreadable':
      return refused(
        say("That job can't be read, so nothing was done. Your bot operator needs to look at it."),
      )
    case 'ambiguous':
      return refused(
        say('Several jobs start with "{{name}}". Type more of the name.', {
          name: jobNameIn(typed),
        }),
      )
    case 'found':
      return (await mayUse(found.job, use, looking))
        ? found
        : { status: 'denied', text: await refusedJob(found.job, use, looking) }
  }
}
