import type { Feature } from '../../core/command/feature.ts'
import type { AnswerRequest, TaskRequest } from '../../core/command/prepared-request.ts'
import { microcredits } from '../../core/credits.ts'
import type { ApiRequest } from '../../core/endpoints/api-request.ts'
import type { SubmitOutcome } from '../../core/job/audio-service.ts'
import type { JobRecord } from '../../core/job/job.ts'
import type { MeasuredClip } from '../../core/job/job-store.ts'
import { say } from '../../core/text/say.ts'
import { rememberHanded } from '../clip-memory.ts'
import { firstLookDelayMs } from '../deadlines.ts'
import type { JobDeps } from '../job-deps.ts'
import { sayAgainMs, showWorking, withFlag } from '../messages/progress.ts'
import { lookAgain, queueWakeUp, releasePlace, wakeAfter } from '../wake.ts'
import { sendForAnswer } from './answered.ts'
import { type FittedRequest, measure, overHoldText, withLengths } from './clip-length.ts'
import { discardFiles, type FilesRead, readFiles } from './clips.ts'
import { learnEstimate, logOverrun, plausibleEstimate, plausibleEta } from './costs.ts'
import { findFree } from './free-feature.ts'
import { withMessageAlone } from './post-privately.ts'
import { actOnNotTaken, beginToSend, keepPlace } from './sending.ts'
import { withServedFiles } from './serve-clip.ts'
import { takePlace } from './take-slot.ts'
import { giveUp, keep } from './unsent.ts'

type Accepted = Extract<SubmitOutcome, { status: 'accepted' }>

/** The service has it: writes that down, says so, and looks again when it may be done. */
const afterAccepted = async (
  deps: JobDeps,
  job: JobRecord,
  feature: Feature,
  outcome: Accepted,
): Promise<void> => {
  const etaSeconds = outcome.etaSeconds ?? feature.usualSeconds
  const nextLookMs = deps.now() + firstLookDelayMs(etaSeconds, job.callback)
  const task = outcome.taskId
  const write = () => deps.store.submitted(job, outcome, nextLookMs)
  if (outcome.flaggedFor !== undefined)
    deps.log.warn('the service flagged a request', { job: job.id, reason: outcome.flaggedFor })
  const moved = await keep(deps, job, write, { knows: 'taken', task })
  const known = { job: job.id, task }
  if (moved.status === 'late') {
    deps.log.warn('the service took a request that was booked before it said so', known)
    await queueWakeUp(deps, job.id, moved)
    return
  }
  if (moved.status === 'refused') {
    if ((await deps.store.read(job.id))?.taskId === task) return // a callback told of it before
    deps.log.warn('the service took a request whose job has ended without it', known)
    return
  }
  logOverrun(deps, job, outcome.estimate, 'estimate')
  await keepPlace(deps, job, Math.max(etaSeconds, feature.usualSeconds), 'taken')
  const expectedAtMs = deps.now() + etaSeconds * 1000
  const work = { held: job.held, estimate: outcome.estimate, expectedAtMs }
  const flagged = await withFlag(deps, job, outcome.flaggedFor)
  const isSaid = await showWorking(deps, flagged, feature, work)
  await wakeAfter(deps, job, moved)
  // Until then the message says that it waits, and that it may be cancelled for nothing.
  if (!isSaid) await lookAgain(deps, job, sayAgainMs, 'only_sooner')
}

/** An outcome without an estimate or an eta that is beyond all reason. */
const believed = (deps: JobDeps, job: JobRecord, feature: Feature, outcome: SubmitOutcome): SubmitOutcome => {
  if (outcome.status !== 'accepted') return outcome
  const estimate = plausibleEstimate(deps, job, outcome.estimate)
  return { ...outcome, estimate, etaSeconds: plausibleEta(deps, job, feature, outcome.etaSeconds) }
}

/** The request with the address at which the service is to call back. */
const callingBackAt = (request: ApiRequest, address: string | undefined): ApiRequest =>
  address === undefined ? request : { ...request, body: { ...request.body, webhook_url: address } }

/** What the record of a job that is being sent says of its clip, and of what is held. */
const asMeasured = (
  job: JobRecord,
  measured: MeasuredClip | undefined,
): Pick<JobRecord, 'held' | 'clipSeconds'> =>
  measured === undefined
    ? job
    : { held: microcredits(Math.min(job.held, measured.bound)), clipSeconds: measured.seconds }

const clipFailedNote = 'clip_failed_at'

/** Since when the job's clip can't be read; noted the first time. */
const clipFailedAtMs = async ({ store, now }: JobDeps, job: JobRecord): Promise<number> => {
  const noted = job.notes[clipFailedNote]
  if (noted !== undefined) return Number(noted)
  await store.note(job, clipFailedNote, String(now()))
  return now()
}

/** A clip that can't be read now may be readable soon; after a while the member is asked for it anew. */
const withoutClip = async (
  deps: JobDeps,
  job: JobRecord,
  read: Exclude<FilesRead | FittedRequest, { status: 'read' | 'fits' }>,
): Promise<void> => {
  if (read.status === 'misfit') await giveUp(deps, job, 'clip_misfit', read.reason)
  else if (read.status === 'refused') await giveUp(deps, job, 'clip_refused', read.reason)
  else if (deps.now() - (await clipFailedAtMs(deps, job)) >= deps.deadlines.clipMs)
    await giveUp(
      deps,
      job,
      'clip_refused',
      read.reason ?? say('It could not be read. Please upload it again.'),
    )
  else await lookAgain(deps, job, deps.deadlines.clipRetryMs)
  await releasePlace(deps, job, job.epoch)
}

/**
 * Reads the files that go along, writes that the job is being sent, and only then sends its paid request, once; what
 * came of it is acted on.
 */
const sendForTask = async (
  deps: JobDeps,
  job: JobRecord,
  feature: Feature,
  prepared: TaskRequest,
): Promise<void> => {
  const read = await readFiles(deps, prepared.request, (clip, found) =>
    overHoldText(deps, job, prepared, clip, found),
  )
  if (read.status !== 'read') return withoutClip(deps, job, read)
  try {
    await rememberHanded(deps, job, prepared.clips)
    const fitted = withLengths(feature, job.values, prepared, read.files)
    if (fitted.status === 'misfit') return await withoutClip(deps, job, fitted)
    const { request, priced } = fitted.prepared
    const measured = await measure(deps, fitted.prepared, read.files)

    const address = deps.callbacks?.addressOf(job.id)
    const about = { callback: address !== undefined, measured, keyId: deps.keyId }
    const { submitMs, submitFilesMs } = deps.deadlines
    const deadlineMs = deps.now() + (request.encoding === 'form' ? submitFilesMs : submitMs)
    if (!(await beginToSend(deps, job, feature, deadlineMs, about))) return

    const complete = callingBackAt(withServedFiles(deps, job, request), address)
    const answered = await deps.service.submit(complete, read.files)
    const { callback, keyId } = about
    const sent = { ...job, ...asMeasured(job, measured), callback, keyId }
    const outcome = believed(deps, sent, feature, answered)
    if (outcome.status !== 'accepted') return await actOnNotTaken(deps, sent, feature, outcome)
    await afterAccepted(deps, sent, feature, outcome)
    if (outcome.estimate !== undefined) await learnEstimate(deps, sent, priced, outcome.estimate)
  } finally {
    await discardFiles(deps, read.files)
  }
}

const sendPaid = (
  deps: JobDeps,
  job: JobRecord,
  feature: Feature,
  prepared: TaskRequest | AnswerRequest,
): Promise<void> => {
  switch (prepared.obtains) {
    case 'task':
      return sendForTask(deps, job, feature, prepared)
    case 'answer':
      return sendForAnswer(deps, job, feature, prepared)
  }
}

/**
 * An accepted job: has its message stand where its requester alone is to see it, takes a place, reads the
 * files that go along, checks that nobody was shut out meanwhile, writes that it is being submitted, and only
 * then sends the paid request, once.
 */
export const submitStep = async (deps: JobDeps, accepted: JobRecord): Promise<void> => {
  const feature = deps.features.get(accepted.feature)
  const prepared = feature?.prepare(accepted.values)
  if (feature === undefined || prepared === undefined || !prepared.ok) {
    return wakeAfter(deps, accepted, await deps.store.void(accepted, 'invalid_request'))
  }
  const { prepared: request } = prepared
  if (!deps.platforms.has(accepted.target.platform)) {
    deps.log.warn('a job of a chat that no process serves is given up', { job: accepted.id })
    return wakeAfter(deps, accepted, await deps.store.void(accepted, 'not_reachable'))
  }
  const job = await withMessageAlone(deps, accepted, feature)
  if (job === undefined) return
  if (request.obtains === 'look_up' || request.obtains === 'kept') return findFree(deps, job, request)
  const place = await takePlace(deps, job, feature, request)
  if (place.status === 'over') await giveUp(deps, job, place.ending)
  if (place.status === 'taken') await sendPaid(deps, job, feature, request)
}

/**
 * A submission that was found without its answer: its worker died, or the answer never came. It is not sent
 * again, unless it bought nothing.
 */
export const recoverSubmission = async (deps: JobDeps, job: JobRecord): Promise<void> => {
  if (deps.features.get(job.feature)?.isFree === true)
    return wakeAfter(deps, job, await deps.store.returnToAccepted(job, deps.now(), 'unkept'))
  const waitMs = (job.submitDeadlineMs ?? 0) - deps.now()
  if (waitMs > 0) return lookAgain(deps, job, waitMs)
  await wakeAfter(deps, job, await deps.store.uncertain(job))
}
