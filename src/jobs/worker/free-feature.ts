import type { FreeRequest } from '../../core/command/prepared-request.ts'
import { microcredits } from '../../core/credits.ts'
import type { TaskName } from '../../core/endpoints/conversion-type.ts'
import { accessTo } from '../../core/job/access.ts'
import { type Ending, type JobRecord, resultMark } from '../../core/job/job.ts'
import { isOpenTo } from '../../core/job/job-list.ts'
import { filesIn, partOf, withoutFiles } from '../../core/job/result-part.ts'
import { isJobId } from '../../core/job-id.ts'
import type { Outcome } from '../../core/outcome.ts'
import { accountOf } from '../../core/target.ts'
import { forReader, freshOutcome, type JobWithOutcome } from '../fresh-files.ts'
import type { JobDeps } from '../job-deps.ts'
import { lookAgain, readIfPossible, wakeAfter } from '../wake.ts'
import { goneOf } from './gone-files.ts'
import { isComplete } from './look-up.ts'
import { giveUp } from './sending.ts'

type ByLookUp = Extract<FreeRequest, { obtains: 'look_up' }>
type ByRecord = Extract<FreeRequest, { obtains: 'kept' }>

/** `kept`: the job from whose record it was read, so that its files' addresses may be old. */
type Found =
  | { status: 'found'; outcome: Outcome; kept?: JobWithOutcome }
  | { status: 'none'; ending: Ending; said?: string | undefined }
  | { status: 'later'; delayMs: number }

const none = (ending: Ending, said?: string): Found => ({ status: 'none', ending, said })

/** Limits the wait for look-ups and for an unavailable service. */
const laterOr = (
  { now }: JobDeps,
  { createdAtMs }: JobRecord,
  { delayMs, spanMs, ending }: { delayMs: number; spanMs: number; ending: Ending },
): Found => (now() - createdAtMs < spanMs ? { status: 'later', delayMs } : none(ending))

/**
 * The job that stands for a task: the one that made it, or this one if no job did and everyone can look it up.
 * Checks the account again, so that no look-up is spent on another server's task. Visibility to the member was
 * checked before the job began.
 */
const makerOf = async (deps: JobDeps, job: JobRecord, task: TaskName): Promise<JobRecord | undefined> => {
  const name = typeof task === 'string' ? task : task.conversionId
  const account = accountOf(job.target)
  const own = await deps.taskOwners.jobOf(account, name)
  if (own.status === 'found') return own.job
  return own.status === 'unknown' && (await isOpenTo(deps, account, name)) ? job : undefined
}

const lookUp = async (deps: JobDeps, job: JobRecord, { conversionType, task }: ByLookUp): Promise<Found> => {
  const { deadlines, log } = deps
  const maker = await makerOf(deps, job, task)
  if (maker === undefined) return none('result_unknown')
  // What the requester says of the task decides only where nothing is known of it.
  const family = maker === job ? conversionType : deps.features.get(maker.feature)?.conversionType
  const marked = (outcome: Outcome): Found => ({
    status: 'found',
    outcome: { ...outcome, mark: resultMark(maker, family) },
  })
  const use = forReader(job.target, job.id, maker.keyId)
  const looked = await deps.service.lookUp(conversionType, task, use)
  switch (looked.status) {
    case 'finished':
      return marked(looked.outcome)
    case 'failed':
      return none('service_failed', looked.said)
    case 'pending':
      // An unknown status may mean that it is done, and showing a partial result does no harm.
      return looked.unknownStatus !== undefined && looked.soFar !== undefined
        ? marked(looked.soFar)
        : none('still_running')
    case 'later':
      return laterOr(deps, job, {
        delayMs: looked.waitMs,
        spanMs: deadlines.waitMaxMs,
        ending: 'waited_too_long',
      })
    case 'unreadable':
      if (looked.isUnknown === true) return none('result_unknown')
      log.warn('a look-up was not readable', { job: job.id, reason: looked.reason })
      return laterOr(deps, job, {
        delayMs: deadlines.clipRetryMs,
        spanMs: deadlines.filesMs,
        ending: 'service_unreachable',
      })
  }
}

/** Results made from a clip have no title at the service, so they keep the file name that they were shown with. */
const withItsName = ({ features }: JobDeps, { feature, values }: JobRecord, outcome: Outcome): Outcome => {
  const [output, ...others] = outcome.outputs
  if (output === undefined || output.title !== undefined || others.length > 0) return outcome
  const read = features.get(feature)?.prepare(values)
  const blocks = read?.ok && read.prepared.clips.length > 0 ? read.prepared.view(outcome).blocks : []
  const [file] = blocks.flatMap((block) => (block.kind === 'audio' ? [block.file.name] : []))
  return file === undefined
    ? outcome
    : { ...outcome, outputs: [{ ...output, title: file.replace(/\.[a-z0-9]{2,4}$/i, '') }] }
}

/** The requester was allowed to have it, or there would be no job; it may have been removed since. */
const readKept = async (deps: JobDeps, job: JobRecord, { jobId }: ByRecord): Promise<Found> => {
  const kept = isJobId(jobId) ? await readIfPossible(deps, jobId) : undefined
  if (kept === undefined || kept === 'unreadable' || kept.outcome === undefined) return none('result_gone')
  if (accessTo({ kind: 'record', job: kept }, job) !== 'allowed') return none('result_gone')
  const mark = resultMark(kept, deps.features.get(kept.feature)?.conversionType)
  const outcome = { ...withItsName(deps, kept, kept.outcome), mark }
  return { status: 'found', outcome, kept: { ...kept, outcome } }
}

/** What is left of the requested part of an outcome. `isWhole`: all of it is there. */
const leftOf = async (
  deps: JobDeps,
  outcome: Outcome,
  { part }: FreeRequest,
): Promise<{ found: Found; isWhole: boolean }> => {
  const asked = partOf(outcome, part)
  if (asked === undefined) return { found: none('nothing_to_show'), isWhole: false }
  const gone = await goneOf(deps, filesIn(asked))
  const left = withoutFiles(asked, gone)
  const found: Found = left === undefined ? none('result_gone') : { status: 'found', outcome: left }
  return { found, isWhole: gone.size === 0 }
}

const wantedOf = async (deps: JobDeps, job: JobRecord, request: FreeRequest): Promise<Found> => {
  const found = await (request.obtains === 'look_up'
    ? lookUp(deps, job, request)
    : readKept(deps, job, request))
  if (found.status !== 'found') return found
  const left = await leftOf(deps, found.outcome, request)
  if (found.kept === undefined) return left.found
  const feature = deps.features.get(found.kept.feature)
  // A take, a cover or a WAV may have come after the job was done.
  if (left.isWhole && isComplete(found.kept.outcome, feature, found.kept)) return left.found
  const use = forReader(job.target, job.id, found.kept.keyId)
  const fresh = await freshOutcome(deps, found.kept, feature?.conversionType, use)
  switch (fresh.status) {
    case 'found':
      return (await leftOf(deps, fresh.outcome, request)).found
    case 'none':
      return left.found
    case 'later':
      if (left.isWhole) return left.found
      return laterOr(deps, job, {
        delayMs: deps.deadlines.clipRetryMs,
        spanMs: deps.deadlines.filesMs,
        ending: 'service_unreachable',
      })
  }
}

/**
 * An accepted job that costs nothing: finds its outcome before it moves on, so that a crash costs no more than
 * a look-up. It takes no place at the service.
 */
export const findFree = async (deps: JobDeps, job: JobRecord, request: FreeRequest): Promise<void> => {
  const found = await wantedOf(deps, job, request)
  if (found.status === 'later') return lookAgain(deps, job, found.delayMs)
  if (found.status === 'none') return giveUp(deps, job, found.ending, found.said)
  const deadlineMs = deps.now() + deps.deadlines.stepMs
  const about = { callback: false, isPlaceless: true }
  if ((await deps.store.beginSubmit(job, deadlineMs, about)).status === 'refused') return
  const free = { amount: microcredits(0), source: 'final' } as const
  await wakeAfter(deps, job, await deps.store.ready(job, found.outcome, free))
}
