import type { ResultClip } from '../../core/clip/clip.ts'
import type { IsGone } from '../../core/clip/download.ts'
import { type Answer, privately, refusal } from '../../core/command/answer.ts'
import { type Command, familyOf } from '../../core/command/command.ts'
import { type Invocation, viewerOf } from '../../core/command/invocation.ts'
import type { TaskName } from '../../core/endpoints/conversion-type.ts'
import type { CanSee } from '../../core/job/audience.ts'
import type { AudioService } from '../../core/job/audio-service.ts'
import { findJob, noJobAnswer } from '../../core/job/find-job.ts'
import { endings, isForRequesterAlone, isUnfinished, type JobRecord, resultMark } from '../../core/job/job.ts'
import { jobButton } from '../../core/job/job-buttons.ts'
import { isOpenTo, type JobList, type TaskOwnerDeps } from '../../core/job/job-list.ts'
import { authorOf } from '../../core/job/lineage.ts'
import { jobName, type TakeName, writeTakeName } from '../../core/job-id.ts'
import { plainMessage } from '../../core/message/message.ts'
import { type Outcome, takeUrl } from '../../core/outcome.ts'
import { accountOf } from '../../core/target.ts'
import { say, sayCount, sayDeclared } from '../../core/text/say.ts'
import { within } from '../../core/waiting.ts'
import { type FreshOutcome, forReader, freshOutcome, type JobWithOutcome } from '../fresh-files.ts'
import { nothingWasCharged } from '../messages/messages.ts'
import { type ManagingOptions, withManagerRights } from './admin-rights.ts'

/** Dependencies for finding a take of a job. */
export interface TakeOptions extends ManagingOptions {
  commands: readonly Command[]
  jobList: Pick<JobList, 'find'>
  /** Whether a result's file is gone. */
  isGone: IsGone
  service: Pick<AudioService, 'lookUp'>
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

/** The same for a look-up of a new address. */
const freshWithinMs = 600

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
        'The audio service no longer has take {{take}} of job {{job}}. You can make it again as a new job. {{charge}}',
        { take, job: jobName(job.id), charge: nothingWasCharged() },
      ),
      'failed',
    ),
    blocks: [
      {
        kind: 'buttons',
        buttons: [jobButton(say('Make it again'), 'again', { job: job.id })],
      },
    ],
  }),
})

/** Why a job has no such take. */
const noTakeText = (job: JobRecord, number: number): string => {
  const name = jobName(job.id)
  if (job.outcome === undefined)
    return isUnfinished(job)
      ? say("Job {{job}} isn't done yet. You can use its takes once it is.", { job: name })
      : say('Job {{job}} has no result, so it has no takes.', { job: name })
  const { outputs } = job.outcome
  return sayCount(
    "Job {{job}} has only one take, so there's no take {{number}}.",
    "Job {{job}} has only {{count}} takes, so there's no take {{number}}.",
    { job: name, count: outputs.length, number },
  )
}

/** What the service now says of the job, in time for an answer. */
const lookedUpAgain = async (
  options: TakeOptions,
  { target }: Invocation,
  job: JobWithOutcome,
): Promise<FreshOutcome> => {
  const conversionType = familyOf(options.commands, job.feature)
  const use = forReader(target, job.id, job.keyId)
  const fresh = await within(freshWithinMs, freshOutcome(options, job, conversionType, use))
  return fresh ?? { status: 'later' }
}

/** An outcome in which this take has an address that works as far as that can be known, or why there is none. */
const workingAddress = async (
  options: TakeOptions,
  invocation: Invocation,
  job: JobWithOutcome,
  number: number,
): Promise<{ status: 'works'; outcome: Outcome; url: string } | FoundTake> => {
  const { outcome } = job
  const url = takeUrl(outcome, number)
  const values = { take: number, job: jobName(job.id) }
  if (url === undefined) return refused(say('Take {{take}} of job {{job}} has no audio.', values))
  if (!(await isGoneForCertain(options, url))) return { status: 'works', outcome, url }
  const fresh = await lookedUpAgain(options, invocation, job)
  if (fresh.status === 'later')
    return refused(
      say("I can't check take {{take}} of job {{job}} right now. Try again in a minute.", values),
    )
  if (fresh.status === 'none') return goneAnswer(job, number)
  const renewed = takeUrl(fresh.outcome, number)
  return renewed === undefined || (await isGoneForCertain(options, renewed))
    ? goneAnswer(job, number)
    : { status: 'works', outcome: fresh.outcome, url: renewed }
}

const clipOf = async (
  options: TakeOptions,
  invocation: Invocation,
  job: JobRecord,
  number: number,
): Promise<FoundTake> => {
  const { outcome: kept } = job
  const output = kept?.outputs[number - 1]
  if (kept === undefined || output === undefined) return refused(noTakeText(job, number))
  const working = await workingAddress(options, invocation, { ...job, outcome: kept }, number)
  if (working.status !== 'works') return working
  const { outcome, url } = working
  const name = fileNameOf(options, { ...job, outcome }, url, number)
  return {
    status: 'found',
    clip: {
      kind: 'result',
      url,
      name,
      seconds: output.durationSeconds,
      take: writeTakeName({ job: job.id, number }),
      by: authorOf(job),
      source: resultMark(job, familyOf(options.commands, job.feature)).source,
    },
    madeAtMs: job.changedAtMs,
    isForRequesterAlone: isForRequesterAlone(job),
  }
}

/** A job whose result the member may have, or what the member is told instead. */
type FoundJob = { status: 'found'; job: JobRecord } | Extract<FoundTake, { status: 'refused' }>

const findUsable = async (options: TakeOptions, invocation: Invocation, name: string): Promise<FoundJob> => {
  let requester = invocation
  const mayManageHere = async (): Promise<boolean> => {
    requester = await withManagerRights(options, invocation)
    return requester.isAdmin
  }
  const looking = { target: viewerOf(invocation), mayManage: mayManageHere, canSee: options.canSee }
  const found = await findJob(options.jobList, looking, name, 'use_result')
  if (found.status === 'found') return found
  // Who manages the place is looked up only where there is a job, which what is unknown must not reveal.
  const rights = found.status === 'unknown' ? invocation : requester
  return { status: 'refused', answer: noJobAnswer(found, nothingWasCharged(), rights) }
}

/** Finds a take by its name, in the member's own account only. Throws AppError `store_unavailable`. */
export const findTake = async (
  options: TakeOptions,
  invocation: Invocation,
  { job: name, number }: TakeName,
): Promise<FoundTake> => {
  const found = await findUsable(options, invocation, name)
  return found.status === 'found' ? clipOf(options, invocation, found.job, number) : found
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
      ? say("Job {{name}} isn't done yet. You can show it once it is.", { name })
      : say('Job {{name}} has no result to show.', { name }),
  )
}

/** Dependencies for finding a task's owner, and who can see its result. */
export interface TaskOptions extends TakeOptions, TaskOwnerDeps {}

/** A task or an output that can be looked up, with the job that made it, if one did. */
type FoundTask = { status: 'found'; maker: JobRecord | undefined } | Extract<FoundTake, { status: 'refused' }>

/** Undefined if the member may not see it. */
const seenTask = async (
  options: TaskOptions,
  invocation: Invocation,
  name: string,
): Promise<FoundTask | undefined> => {
  const account = accountOf(invocation.target)
  const owner = await options.taskOwners.jobOf(account, name)
  if (owner.status === 'unknown')
    return (await isOpenTo(options, account, name)) ? { status: 'found', maker: undefined } : undefined
  if (owner.status !== 'found') return undefined
  const usable = await findUsable(options, invocation, owner.job.id)
  return usable.status === 'found' ? { status: 'found', maker: usable.job } : undefined
}

/**
 * Finds a task or an output at the service that should be shown. Refuses one of another account, of a member whose
 * result is not visible here, or of none here; the refusal is always the same, so that it reveals nothing. Throws
 * AppError `store_unavailable`.
 */
export const findTask = async (
  options: TaskOptions,
  task: TaskName,
  invocation: Invocation,
): Promise<FoundTask> => {
  const name = typeof task === 'string' ? task : task.conversionId
  return (await seenTask(options, invocation, name)) ?? refused(sayDeclared(endings.result_unknown))
}
