import type { Clip } from '../clip/clip.ts'
import { type Answer, adminsDenial, refusal } from '../command/answer.ts'
import type { Invocation } from '../command/invocation.ts'
import { isJobId, jobName, jobNameIn, readTakeName } from '../job-id.ts'
import { type AccountId, accountOf, isPersonal, type Target, type Viewer } from '../target.ts'
import { declared, say, sayDeclared } from '../text/say.ts'
import { onOneLine, shortened } from '../text/text.ts'
import { type Access, accessTo, type JobUse } from './access.ts'
import type { CanSee } from './audience.ts'
import { isForRequesterAlone, type JobRecord } from './job.ts'
import type { JobList } from './job-list.ts'

/**
 * The job that is meant, or a text for the member. `denied`: it isn't theirs to use, but they see that it exists.
 * `unknown`: there is none, or none that they may know of.
 */
export type MeantJob =
  | { status: 'found'; job: JobRecord }
  | { status: 'refused' | 'denied' | 'unknown'; text: string }

/**
 * The member looking for a job. `mayManage`: an admin by the platform or a budget manager; queried only if it
 * matters.
 */
interface Looking {
  target: Target & Viewer
  mayManage: () => boolean | Promise<boolean>
  canSee: CanSee
}

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

const noJob = (typed: string, use: JobUse, account: AccountId): MeantJob => ({
  status: 'unknown',
  text: isForgotten(typed, use, account) ? forgottenJob() : unknownJob(typed, account),
})

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

/** Only admins are told of these: they can look into every other job. */
const requestersJob = ({ id }: JobRecord): string =>
  say(
    "Job {{job}} is someone's private job. Nobody else can open or use it. Admins can see its cost and cancel it.",
    { job: jobName(id) },
  )

/** The member's view of the channel and their rights are looked up only if they make a difference. */
const accessOf = async (
  job: JobRecord,
  use: JobUse,
  { target, mayManage, canSee }: Looking,
): Promise<Access> => {
  const at = (known: { seesPlace?: boolean; isAdmin?: boolean }) =>
    accessTo({ kind: 'job', job, use }, { target, ...known })
  const unaided = at({})
  if (unaided === 'allowed') return unaided
  const isOpen = at({ seesPlace: true }) === 'allowed'
  if (isOpen && (await canSee(target, job.target))) return 'allowed'
  const isAdmin = at({ isAdmin: true }) !== unaided && (await mayManage())
  if (isAdmin || isOpen) return at({ isAdmin })
  const seesPlace = at({ seesPlace: true }) !== unaided && (await canSee(target, job.target))
  return at({ seesPlace })
}

/**
 * Finds the job that a member means: by its short name, the beginning of it, or its id, followed by any description
 * from a list. Another server's job, and one that the member may not know of, gets the text of one that does not
 * exist. Throws AppError `store_unavailable`.
 */
export const findJob = async (
  jobList: Pick<JobList, 'find'>,
  looking: Looking,
  typed: string,
  use: JobUse,
): Promise<MeantJob> => {
  const account = accountOf(looking.target)
  const found = await jobList.find(account, jobNameIn(typed))
  switch (found.status) {
    case 'unknown':
      return noJob(typed, use, account)
    case 'unreadable':
      return {
        status: 'refused',
        text: say("That job can't be read, so nothing was done. Your bot operator needs to look at it."),
      }
    case 'ambiguous':
      return {
        status: 'refused',
        text: say('Several jobs start with "{{name}}". Type more of the name.', { name: jobNameIn(typed) }),
      }
    case 'found': {
      const { job } = found
      switch (await accessOf(job, use, looking)) {
        case 'allowed':
          return found
        case 'told':
          return {
            status: 'denied',
            text: isForRequesterAlone(job) ? requestersJob(job) : othersJob(job, use),
          }
        case 'unknown':
          return noJob(typed, use, account)
      }
    }
  }
}

/** Whether a member sees the message that has a clip, or may use the result that it is. */
const seesClip = async (
  jobList: Pick<JobList, 'find'>,
  looking: Looking,
  clip: Clip,
  { platform, server, member }: Target,
): Promise<boolean> => {
  const { target, canSee } = looking
  if (clip.kind === 'link') return false
  if (clip.kind === 'upload') {
    const channel = clip.message?.channel
    return channel !== undefined && (await canSee(target, { platform, server, channel, member }))
  }
  const take = readTakeName(clip.take ?? '')
  return take === undefined || (await findJob(jobList, looking, take.job, 'use_result')).status === 'found'
}

/**
 * Whether a member may have a clip that is not sure to be theirs. `of`: where a request with it was made. What they see is
 * looked up only if it makes a difference. Throws AppError `store_unavailable`.
 */
export const mayHaveClip = async (
  jobList: Pick<JobList, 'find'>,
  looking: Looking,
  clip: Clip,
  of: Target,
): Promise<boolean> => {
  const at = (seesPlace: boolean) =>
    accessTo({ kind: 'clip_of_job', clip }, { target: looking.target, seesPlace }) === 'allowed'
  return at(false) || (at(true) && at(await seesClip(jobList, looking, clip, of)))
}

/**
 * The answer to a member who doesn't get the job; `end` follows its text. If their rights could not be checked, it says
 * so, whether or not there is such a job.
 */
export const noJobAnswer = (
  { status, text }: Exclude<MeantJob, { status: 'found' }>,
  end: string,
  rights: Pick<Invocation, 'isAdminUnknown'>,
): Answer => {
  const said = `${text} ${end}`.trim()
  return status === 'refused' ? refusal(said) : adminsDenial(said, rights)
}
