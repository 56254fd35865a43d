import type { ResultClip } from '../../core/clip/clip.ts'
import type { IsGone } from '../../core/clip/download.ts'
import { type Answer, denial, privately, refusal } from '../../core/command/answer.ts'
import type { Command } from '../../core/command/command.ts'
import type { Invocation } from '../../core/command/invocation.ts'
import type { PreparedRequest } from '../../core/command/prepared-request.ts'
import { type CanSee, isForRequesterAlone } from '../../core/job/audience.ts'
import { findJob } from '../../core/job/find-job.ts'
import { endings, isUnfinished, type JobRecord } from '../../core/job/job.ts'
import { jobCommandLink } from '../../core/job/job-buttons.ts'
import { isOpenToAll, type JobList, type TaskOwnerDeps } from '../../core/job/job-list.ts'
import { jobName, type TakeName } from '../../core/job-id.ts'
import { plainMessage } from '../../core/message/message.ts'
import { heardTakes, type Output } from '../../core/outcome.ts'
import { accountOf } from '../../core/target.ts'
import { say, sayCount, sayDeclared } from '../../core/text/say.ts'
import { within } from '../../core/waiting.ts'
import { nothingWasCharged } from '../messages/messages.ts'
import { type ManagingOptions, mayManage } from './admin-rights.ts'

/** Dependencies for finding a take of a job. */
export interface TakeOptions extends ManagingOptions {
  commands: readonly Command[]
  jobList: Pick<JobList, 'find'>
  /** Whether a result's file is gone. */
  isGone: IsGone
  canSee: CanSee
}

/** The clip that a take is, or what the member is told instead. `isForRequesterAlone`: the take is private. */
export type FoundTake =
  | { status: 'found'; clip: ResultClip; madeAtMs: number; isForRequesterAlone: boolean }
  | { status: 'refused'; answer: Answer }

const refused = (text: string): Extract<FoundTake, { status: 'refused' }> => ({
  status: 'refused',
  answer: refusal(`${text} ${nothingWasCharged()}`),
})

/** An answer must leave soon; a file that can't be checked in time counts as there. */
const goneWithinMs = 400

/** Whether a file is known to be gone, as far as that can be checked before an answer must leave. */
export const isGoneForCertain = async (
  { isGone }: Pick<TakeOptions, 'isGone'>,
  url: string,
): Promise<boolean> => (await within(goneWithinMs, isGone(url))) === true

/** The name of this take's file in the result's message. */
const fileNameOf = ({ commands }: TakeOptions, job: JobRecord, url: string, take: number): string => {
  const feature = commands.find(({ name }) => name === job.feature)
  const read = feature?.kind === 'feature' ? feature.prepare(job.values) : undefined
  const blocks = read?.ok && job.outcome ? read.prepared.view(job.outcome).blocks : []
  const files = blocks.flatMap((block) => (block.kind === 'audio' ? [block.file, block.smaller] : []))
  return files.find((file) => file?.url === url)?.name ?? `${jobName(job.id)} take ${take}`
}

const goneAnswer = (job: JobRecord, take: number): FoundTake => ({
  status: 'refused',
  answer: privately({
    ...plainMessage(
      say(
        'The audio service does not keep take {{take}} of job {{job}} any more. {{charge}} You can have it made again, as another job.',
        { take, job: jobName(job.id), charge: nothingWasCharged() },
      ),
      'failed',
    ),
    blocks: [
      {
        kind: 'buttons',
        buttons: [
          { label: say('Make it again'), style: 'plain', commandLink: jobCommandLink('again', job.id) },
        ],
      },
    ],
  }),
})

/** The take, or why there is none. */
const takeOf = (job: JobRecord, number: number): Output | string => {
  const name = jobName(job.id)
  if (job.outcome === undefined)
    return isUnfinished(job)
      ? say('Job {{job}} is not done yet. Its takes can be used once they are there.', { job: name })
      : say('Job {{job}} came to no result, so it has no takes.', { job: name })
  const { outputs } = job.outcome
  const values = { job: name, count: outputs.length, number }
  return (
    outputs[number - 1] ??
    sayCount(
      'Job {{job}} has one take, and no take {{number}}.',
      'Job {{job}} has {{count}} takes, and no take {{number}}.',
      values,
    )
  )
}

const clipOf = async (options: TakeOptions, job: JobRecord, number: number): Promise<FoundTake> => {
  const output = takeOf(job, number)
  if (typeof output === 'string') return refused(output)
  const { durationSeconds: seconds } = output
  const isHeard = job.outcome !== undefined && heardTakes(job.outcome).some((take) => take.number === number)
  const url = isHeard ? output.audioUrl : undefined
  if (url === undefined)
    return refused(
      say('There is no audio in take {{take}} of job {{job}}.', { take: number, job: jobName(job.id) }),
    )
  if (await isGoneForCertain(options, url)) return goneAnswer(job, number)
  return {
    status: 'found',
    clip: { kind: 'result', url, name: fileNameOf(options, job, url, number), seconds },
    madeAtMs: job.changedAtMs,
    isForRequesterAlone: isForRequesterAlone(job),
  }
}

/** A job whose result the member may have, or what the member is told instead. */
type FoundJob = { status: 'found'; job: JobRecord } | Extract<FoundTake, { status: 'refused' }>

const findUsable = async (options: TakeOptions, invocation: Invocation, name: string): Promise<FoundJob> => {
  const { target } = invocation
  const looking = { target, mayManage: () => mayManage(options, invocation), canSee: options.canSee }
  const found = await findJob(options.jobList, looking, name, 'use_result')
  if (found.status === 'found') return found
  if (found.status === 'refused') return refused(found.text)
  return { status: 'refused', answer: denial(`${found.text} ${nothingWasCharged()}`) }
}

/** Finds a take by its name, in the member's own account only. Throws AppError `store_unavailable`. */
export const findTake = async (
  options: TakeOptions,
  invocation: Invocation,
  { job: name, number }: TakeName,
): Promise<FoundTake> => {
  const found = await findUsable(options, invocation, name)
  return found.status === 'found' ? clipOf(options, found.job, number) : found
}

/**
 * Finds the job whose result should be shown again, in the member's own account only. Throws AppError
 * `store_unavailable`.
 */
export const findKept = async (
  options: TakeOptions,
  invocation: Invocation,
  typed: string,
): Promise<FoundJob> => {
  const found = await findUsable(options, invocation, typed)
  if (found.status !== 'found' || found.job.outcome !== undefined) return found
  const name = jobName(found.job.id)
  return refused(
    isUnfinished(found.job)
      ? say('Job {{name}} is not done yet. It can be shown again once it is.', { name })
      : say('Job {{name}} came to no result, so there is none to show.', { name }),
  )
}

/** Dependencies for finding a task's owner, and who can see its result. */
export interface TaskOptions extends TakeOptions, TaskOwnerDeps {}

/** The service's name for the result to show; undefined for every other request. */
const namedAtService = (prepared: PreparedRequest): string | undefined => {
  if (prepared.obtains !== 'look_up') return undefined
  const { task } = prepared
  return typeof task === 'string' ? task : task.conversionId
}

const maySee = async (options: TaskOptions, invocation: Invocation, name: string): Promise<boolean> => {
  const { target } = invocation
  const owner = await options.taskOwners.jobOf(accountOf(target), name)
  if (owner.status === 'unknown') return isOpenToAll(options, name)
  if (owner.status !== 'found') return false
  const looking = { target, mayManage: () => mayManage(options, invocation), canSee: options.canSee }
  return (await findJob(options.jobList, looking, owner.job.id, 'use_result')).status === 'found'
}

/**
 * Why a task or an output at the service is not shown: it belongs to another account, to a member whose result
 * is not visible here, or to none here. The refusal is always the same, so that it reveals nothing. Undefined
 * if it can be looked up. Throws AppError `store_unavailable`.
 */
export const refusedTask = async (
  options: TaskOptions,
  prepared: PreparedRequest,
  invocation: Invocation,
): Promise<Answer | undefined> => {
  const name = namedAtService(prepared)
  if (name === undefined || (await maySee(options, invocation, name))) return undefined
  return refusal(`${sayDeclared(endings.result_unknown)} ${nothingWasCharged()}`)
}
