import { createHash } from 'node:crypto'
import type { Feature } from '../../core/command/feature.ts'
import type { Microcredits } from '../../core/credits.ts'
import type { LookupOutcome, TaskStatus } from '../../core/job/audio-service.ts'
import type { LookupUse } from '../../core/job/concurrency.ts'
import type { JobRecord } from '../../core/job/job.ts'
import type { Cost } from '../../core/job/job-store.ts'
import type { ClipStop } from '../../core/ledger/clip-stops.ts'
import type { Priced } from '../../core/ledger/price-book.ts'
import type { Outcome } from '../../core/outcome.ts'
import { accountOf } from '../../core/target.ts'
import { shortened } from '../../core/text/text.ts'
import { forgeryIn } from '../clip-stops.ts'
import { fileLookDelayMs, firstLookDelayMs, nextLookDelayMs, taskDeadlineMs } from '../deadlines.ts'
import type { JobDeps } from '../job-deps.ts'
import { flagNote } from '../messages/messages.ts'
import { showProgress, wasSaidLate, withFlag } from '../messages/progress.ts'
import { leaveLine, lookAgain, wakeAfter } from '../wake.ts'
import { learnPrice, logOverrun, logStop, saidCharge } from './costs.ts'

/** A look-up of a job's paid task. */
export const forResultOf = ({
  id,
  target,
  keyId,
}: Pick<JobRecord, 'id' | 'target' | 'keyId'>): LookupUse => ({
  for: 'result',
  account: accountOf(target),
  jobId: id,
  keyId,
})

const keyGoneNote = 'key_gone'

/** The same dependencies, with those of the key that pays for the job. */
export const withJobKey = <Deps extends Pick<JobDeps, 'keyRing'>>(
  deps: Deps,
  { paidBy, keyId, target }: JobRecord,
): Deps =>
  paidBy === 'operator' || keyId === undefined
    ? deps
    : { ...deps, ...deps.keyRing.of(accountOf(target), keyId) }

/** Whether the job was paid for with another key, which has its own places and prices. */
export const isOfOtherKey = ({ keyId }: Pick<JobDeps, 'keyId'>, job: Pick<JobRecord, 'keyId'>): boolean =>
  job.keyId !== undefined && job.keyId !== keyId

/** Logs once per job that its task can't be looked up. */
export const tellKeyGone = async ({ store, log }: JobDeps, job: JobRecord): Promise<void> => {
  if (job.notes[keyGoneNote] !== undefined) return
  if (job.paidBy === 'server')
    log.warn("a job was paid for with a server's own key that is gone, or no longer accepted", {
      job: job.id,
      key: job.keyId,
    })
  else
    log.error(
      'a job was paid for with a key that is not set, or no longer accepted; put that key into AUDIO_API_KEYS_OLD to fetch the result',
      { job: job.id, key: job.keyId },
    )
  await store.note(job, keyGoneNote, 'told')
}

type Finished = Pick<Extract<TaskStatus, { status: 'finished' }>, 'outcome' | 'cost' | 'flaggedFor'>

const finalSinceNote = 'final_since'
const unknownStatusNote = 'unknown_status'
const resultSeenNote = 'files_seen'
const statusLengthMax = 100

/** Whether an outcome has everything that was requested. Results that can't be read are not waited for. */
export const isComplete = (
  outcome: Outcome,
  feature: Feature | undefined,
  { values }: Pick<JobRecord, 'values'>,
): boolean => {
  const read = feature?.prepare(values)
  return !read?.ok || read.prepared.isComplete(outcome)
}

const elapsedMs = ({ now }: JobDeps, job: JobRecord): number => now() - (job.submittedAtMs ?? job.changedAtMs)

const isOverdue = (deps: JobDeps, job: JobRecord, feature: Feature): boolean =>
  elapsedMs(deps, job) >= taskDeadlineMs(deps.deadlines, job.etaSeconds ?? feature.usualSeconds)

/** Notes a flag that the service did not set before. */
const tellFlag = async (deps: JobDeps, job: JobRecord, reason: string | undefined): Promise<void> => {
  if (reason === undefined || job.notes[flagNote] !== undefined) return
  deps.log.warn('the service flagged a request', { job: job.id, reason })
  await withFlag(deps, job, reason)
}

const pricedOf = (job: JobRecord, feature: Feature): Priced | undefined => {
  const prepared = feature.prepare(job.values)
  return prepared.ok && prepared.prepared.obtains === 'task' ? prepared.prepared.priced : undefined
}

/** Why the job's account must be stopped, by its final cost or the estimate. */
const stopFor = async (
  deps: JobDeps,
  job: JobRecord,
  priced: Priced | undefined,
  cost: Microcredits | undefined,
): Promise<ClipStop | undefined> => {
  const said = priced !== undefined && 'clip' in priced ? saidCharge(job, cost) : undefined
  return priced && said !== undefined ? forgeryIn(deps, job, priced, said) : undefined
}

/** Gives up waiting for a task. A forged clip that plays for hours can keep the service busy past the deadline. */
const expire = async (
  deps: JobDeps,
  job: JobRecord,
  feature: Feature,
  ending: 'overdue' | 'key_gone',
): Promise<void> => {
  const stop = await stopFor(deps, job, pricedOf(job, feature), undefined)
  await wakeAfter(deps, job, await deps.store.book(job, 'expired', ending, stop))
  if (stop !== undefined) logStop(deps, job, stop)
}

const deliver = async (deps: JobDeps, job: JobRecord, feature: Feature, found: Finished): Promise<void> => {
  const known: Cost =
    job.estimate === undefined
      ? { amount: job.held, source: 'hold' }
      : { amount: job.estimate, source: 'estimate' }
  const billed: Cost = found.cost === undefined ? known : { amount: found.cost, source: 'final' }
  // Without a final cost the estimate was charged.
  const charged = found.cost ?? job.estimate
  const priced = pricedOf(job, feature)
  const stop = await stopFor(deps, job, priced, found.cost)
  const names = job.taskId === undefined ? [] : [job.taskId]
  for (const { conversionId } of found.outcome.outputs) {
    if (conversionId !== undefined) names.push(conversionId)
  }
  await tellFlag(deps, job, found.flaggedFor)
  await wakeAfter(deps, job, await deps.store.ready(job, found.outcome, { ...billed, stop }, names))
  logOverrun(deps, job, found.cost, 'final cost')
  // Posting may wait for the chat; the next job should not.
  await leaveLine(deps, job)
  if (stop !== undefined) return logStop(deps, job, stop)
  if (charged === undefined || priced === undefined || isOfOtherKey(deps, job)) return
  await learnPrice(deps, job, priced, charged, 'final cost')
}

/** A look-up made early for the job's message does not count as one of the task's own. */
const untilNextLookMs = (deps: JobDeps, job: JobRecord, feature: Feature): number => {
  const callsBack = job.callback && deps.callbacks !== undefined
  const delayMs = nextLookDelayMs(elapsedMs(deps, job), callsBack)
  if (!wasSaidLate(job)) return delayMs
  const firstMs = firstLookDelayMs(job.etaSeconds ?? feature.usualSeconds, callsBack)
  return Math.max(delayMs, firstMs - elapsedMs(deps, job))
}

/** A short fingerprint of an outcome's files and texts. */
const outcomeKey = ({ outputs, coverUrl, transcription, translation }: Outcome): string =>
  createHash('sha256')
    .update(JSON.stringify({ outputs, coverUrl, transcription, translation }))
    .digest('base64url')
    .slice(0, 16)

/**
 * An unknown status may mean that the task is done: a complete result that stays unchanged over two look-ups
 * counts as finished. A cost of zero may not be final, so the estimate is used.
 */
const wholeResult = async (
  { store }: JobDeps,
  job: JobRecord,
  feature: Feature,
  { unknownStatus, soFar, cost }: Extract<LookupOutcome, { status: 'pending' }>,
): Promise<Finished | undefined> => {
  if (unknownStatus === undefined || soFar === undefined) return undefined
  if (!isComplete(soFar, feature, job)) return undefined
  const seen = outcomeKey(soFar)
  if (job.notes[resultSeenNote] === seen) return { outcome: soFar, cost: cost === 0 ? undefined : cost }
  await store.note(job, resultSeenNote, seen)
  return undefined
}

const keepLooking = async (
  deps: JobDeps,
  job: JobRecord,
  feature: Feature,
  looked: LookupOutcome,
): Promise<void> => {
  const pending = looked.status === 'pending' ? looked : undefined
  const done = pending && (await wholeResult(deps, job, feature, pending))
  if (done !== undefined) return deliver(deps, job, feature, done)
  if (!isOverdue(deps, job, feature)) return lookAgain(deps, job, untilNextLookMs(deps, job, feature))
  if (pending?.soFar !== undefined)
    return deliver(deps, job, feature, { outcome: pending.soFar, cost: undefined })
  await expire(deps, job, feature, 'overdue')
}

/** Files may lag behind a final status; after a while whatever exists is delivered. */
const waitForFiles = async (deps: JobDeps, job: JobRecord): Promise<'waiting' | 'over'> => {
  const sinceMs = Number(job.notes[finalSinceNote] ?? deps.now())
  if (deps.now() - sinceMs >= deps.deadlines.filesMs) return 'over'
  if (job.notes[finalSinceNote] === undefined) await deps.store.note(job, finalSinceNote, String(sinceMs))
  await lookAgain(deps, job, fileLookDelayMs(deps.now() - sinceMs))
  return 'waiting'
}

/** Delivers what a task made, or waits once more if files are missing that may still come. */
const finish = async (deps: JobDeps, job: JobRecord, feature: Feature, found: Finished): Promise<void> => {
  const isLacking = !isComplete(found.outcome, feature, job)
  const mayGrow = isLacking && !(job.state === 'submitted' && isOverdue(deps, job, feature))
  if (mayGrow && (await waitForFiles(deps, job)) === 'waiting') return
  await deliver(deps, job, feature, found)
}

/** Logs an unknown status once, not for each look-up. */
const tellUnknownStatus = async (deps: JobDeps, job: JobRecord, status: string): Promise<void> => {
  if (job.notes[unknownStatusNote] !== undefined) return
  const said = shortened(status, statusLengthMax)
  deps.log.warn('the service reports an unknown status; it counts as running', {
    job: job.id,
    status: said,
  })
  await deps.store.note(job, unknownStatusNote, said)
}

/**
 * Without its key a task's end can't be read, so it counts as late; if the key returns, the task is still read.
 */
const withoutKey = async (
  deps: JobDeps,
  job: JobRecord,
  feature: Feature,
  wait: () => Promise<void>,
): Promise<void> => {
  await tellKeyGone(deps, job)
  if (job.state !== 'submitted') return wait()
  await expire(deps, job, feature, 'key_gone')
}

/** Writes the end of a job's task if the look-up found one, or does what `wait` says. */
export const settleLook = async (
  deps: JobDeps,
  job: JobRecord,
  feature: Feature,
  looked: LookupOutcome,
  wait: () => Promise<void>,
): Promise<void> => {
  switch (looked.status) {
    case 'pending':
      if (looked.unknownStatus !== undefined) await tellUnknownStatus(deps, job, looked.unknownStatus)
      return wait()
    case 'unreadable':
      if (looked.isKeyGone) return withoutKey(deps, job, feature, wait)
      deps.log.warn('a look-up was not readable', { job: job.id, reason: looked.reason })
      return wait()
    case 'later':
      return lookAgain(deps, job, looked.waitMs)
    case 'finished':
      return finish(deps, job, feature, looked)
    case 'failed':
      return wakeAfter(deps, job, await deps.store.fail(job, looked.said))
  }
}

/** A submitted job: looks its task up and writes the end, or looks again later. */
export const checkStep = async (deps: JobDeps, job: JobRecord): Promise<void> => {
  const feature = deps.features.get(job.feature)
  if (feature?.conversionType === undefined || job.taskId === undefined) {
    return wakeAfter(deps, job, await deps.store.book(job, 'expired', 'invalid_request'))
  }
  const looked = await deps.service.lookUp(feature.conversionType, job.taskId, forResultOf(job))
  await settleLook(deps, job, feature, looked, async () => {
    await showProgress(deps, job, feature)
    await keepLooking(deps, job, feature, looked)
  })
}
