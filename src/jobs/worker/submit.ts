import type { LocalClip } from '../../core/clip/clip-reading.ts'
import type { Feature } from '../../core/command/feature.ts'
import type { TaskRequest } from '../../core/command/prepared-request.ts'
import { microcredits } from '../../core/credits.ts'
import { AppError } from '../../core/errors.ts'
import type { SubmitOutcome } from '../../core/job/audio-service.ts'
import { isForRequesterAlone, type JobRecord } from '../../core/job/job.ts'
import type { MeasuredClip } from '../../core/job/job-store.ts'
import { type Attempt, mayHavePosted } from '../../core/job/platform.ts'
import { isByUpload } from '../../core/ledger/price-book.ts'
import { accountOf } from '../../core/target.ts'
import { say } from '../../core/text/say.ts'
import { rememberHanded } from '../clip-memory.ts'
import { forgeryIn, stoppedText } from '../clip-stops.ts'
import { firstLookDelayMs } from '../deadlines.ts'
import type { JobDeps } from '../job-deps.ts'
import { unreadMinutesBeforeSent } from '../messages/job-facts.ts'
import { beginningMessage, standsAlone } from '../messages/private-job.ts'
import { noteIfOurs, sayAgainMs, showWorking, withFlag } from '../messages/progress.ts'
import { attemptFor, isCode } from '../messages/show.ts'
import { lookAgain, queueWakeUp, releasePlace, wakeAfter } from '../wake.ts'
import { sendForAnswer } from './answered.ts'
import { type FittedRequest, measure, overHoldText, withLengths } from './clip-length.ts'
import { discardFiles, type FilesRead, readFiles, withServedFiles } from './clips.ts'
import { droppedEstimateNote, learnPrice, logOverrun, plausibleEstimate, plausibleEta } from './costs.ts'
import { findFree } from './free-feature.ts'
import { type FreshClips, withFreshClips } from './fresh-clips.ts'
import { actOnNotTaken, beginToSend, giveUp, keep, keepPlace } from './sending.ts'
import { takePlace } from './take-slot.ts'

/** Posts the job's message in the direct messages with its requester, once. */
const postAlone = async (
  deps: JobDeps,
  job: JobRecord,
  feature: Feature,
  attempt: Attempt,
): Promise<JobRecord> => {
  const { platform: name, server, member } = job.target
  const platform = deps.platforms.get(name)
  if (platform === undefined) throw new AppError('cannot_post', `${name} is not connected`)
  const message = await platform.post(
    { platform: name, server, member, isDirect: true },
    beginningMessage(job, feature, unreadMinutesBeforeSent(deps, job, feature)),
    attempt,
  )
  await deps.store.putMessage(job, message)
  return { ...job, message, replyToken: undefined, notes: attempt.notes }
}

/** Members who accept no direct messages and brief platform outages need no repair. */
const logNotPosted = ({ log }: JobDeps, { id }: JobRecord, error: unknown): void => {
  if (error instanceof AppError) {
    const details = { code: error.code, reason: error.message, job: id }
    log.info('a message for its requester alone could not be posted', details)
  } else log.warn('a message for its requester alone could not be posted', { error, job: id })
}

/** A job for its requester alone, once its message is in their direct messages; undefined before. */
const withMessageAlone = async (
  deps: JobDeps,
  job: JobRecord,
  feature: Feature,
): Promise<JobRecord | undefined> => {
  if (standsAlone(job)) return job
  const attempt = attemptFor(deps, job)
  try {
    return await postAlone(deps, job, feature, attempt)
  } catch (error) {
    if (isCode(error, 'step_over', 'program_fault')) throw error
    logNotPosted(deps, job, error)
    const isLate = deps.now() - job.changedAtMs >= deps.deadlines.reachMs
    const retryAfterMs = error instanceof AppError ? error.retryAfterMs : undefined
    // A message that may exist would promise news forever.
    if (isCode(error, 'cannot_post') || (isLate && !mayHavePosted(attempt)))
      await wakeAfter(deps, job, await deps.store.void(job, 'not_reachable'))
    else await lookAgain(deps, job, retryAfterMs ?? deps.deadlines.reachRetryMs)
    return undefined
  }
}

type Accepted = Extract<SubmitOutcome, { status: 'accepted' }>

/** The service accepted it: writes that, says so, and looks again when it may be done. */
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
    if ((await deps.store.read(job.id))?.taskId === task) return // a callback reported it before
    deps.log.warn('the service took a request whose job has ended without it', known)
    return
  }
  logOverrun(deps, job, outcome.estimate, 'estimate')
  await keepPlace(deps, job, Math.max(etaSeconds, feature.usualSeconds), 'taken')
  const nowMs = deps.now()
  const expectedAtMs = nowMs + etaSeconds * 1000
  const work = { held: job.held, estimate: outcome.estimate, expectedAtMs, nowMs }
  const flagged = outcome.flaggedFor === undefined ? job : await withFlag(deps, job, outcome.flaggedFor)
  const isSaid = await showWorking(deps, flagged, feature, work)
  await wakeAfter(deps, job, moved)
  // Until then the message says that it waits and can be cancelled at no charge.
  if (!isSaid) await lookAgain(deps, job, sayAgainMs, 'only_sooner')
}

const clipFailedNote = 'clip_failed_at'

/** When the job's clip first became unreadable; noted the first time. */
const clipFailedAtMs = async ({ store, now }: JobDeps, job: JobRecord): Promise<number> => {
  const noted = job.notes[clipFailedNote]
  if (noted !== undefined) return Number(noted)
  await store.note(job, clipFailedNote, String(now()))
  return now()
}

/** An unreadable clip may become readable soon; after a while the member is asked for it again. */
const withoutClip = async (
  deps: JobDeps,
  job: JobRecord,
  read: Exclude<FreshClips | FilesRead | FittedRequest, { status: 'fresh' | 'read' | 'fits' }>,
): Promise<void> => {
  if (read.status === 'misfit') await giveUp(deps, job, 'clip_misfit', read.reason)
  else if (read.status === 'refused') await giveUp(deps, job, 'clip_refused', read.reason)
  else if (deps.now() - (await clipFailedAtMs(deps, job)) >= deps.deadlines.clipMs)
    await giveUp(deps, job, 'clip_refused', read.reason ?? say("It couldn't be read. Upload it again."))
  else await lookAgain(deps, job, deps.deadlines.clipRetryMs)
  await releasePlace(deps, job, job.epoch)
}

/** Waits until the account's other jobs are billed, which shows whether their clips were forged. */
const waitForBill = async (deps: JobDeps, job: JobRecord): Promise<void> => {
  await lookAgain(deps, job, deps.deadlines.clipRetryMs)
  await releasePlace(deps, job, job.epoch)
}

/** A request's files, read onto this machine, and what their length makes it cost; undefined if it has no clip. */
interface ReadClips {
  files: Readonly<Record<string, LocalClip>>
  measured: MeasuredClip | undefined
  /** Whether an uploaded clip sets its price. */
  isByClip: boolean
}

/** Writes that the job is being sent, and only then sends its paid request, once; then handles the outcome. */
const sendForTask = async (
  deps: JobDeps,
  job: JobRecord,
  feature: Feature,
  { request, priced }: TaskRequest,
  { files, measured, isByClip }: ReadClips,
): Promise<void> => {
  const address = deps.callbacks?.addressOf(job.id)
  const about = { callback: address !== undefined, measured, keyId: deps.keyId, isByUpload: isByClip }
  const { submitMs, submitFilesMs } = deps.deadlines
  const deadlineMs = deps.now() + (request.encoding === 'form' ? submitFilesMs : submitMs)
  if (!(await beginToSend(deps, job, feature, deadlineMs, about))) return

  const { body, ...rest } = request.served === undefined ? request : withServedFiles(deps, job, request)
  const complete = { ...rest, body: address === undefined ? body : { ...body, webhook_url: address } }
  const outcome = await deps.service.submit(complete, files)
  const { callback, keyId } = about
  const held = measured === undefined ? job.held : microcredits(Math.min(job.held, measured.bound))
  const sent = { ...job, held, clipSeconds: measured?.seconds ?? job.clipSeconds, callback, keyId }
  if (outcome.status !== 'accepted') return actOnNotTaken(deps, sent, feature, outcome)
  const estimate = plausibleEstimate(deps, sent, outcome.estimate)
  const etaSeconds = plausibleEta(deps, sent, feature, outcome.etaSeconds)
  await afterAccepted(deps, sent, feature, { ...outcome, estimate, etaSeconds })
  if (isByClip && estimate !== outcome.estimate)
    await noteIfOurs(deps, sent, droppedEstimateNote, String(outcome.estimate))
  if (estimate === undefined || (isByClip && (await forgeryIn(deps, sent, priced, estimate)))) return
  await learnPrice(deps, sent, priced, estimate, 'estimate')
}

/** Finds the clips of a request where they are now, reads those that are sent as files, and sends it with them. */
const sendWithClips = async (
  deps: JobDeps,
  job: JobRecord,
  feature: Feature,
  asked: TaskRequest,
): Promise<void> => {
  const isByClip = isByUpload(asked.priced)
  const turn = isByClip ? await deps.clipStops.look(accountOf(job.target)) : 'open'
  if (turn === 'stopped') return withoutClip(deps, job, { status: 'refused', reason: stoppedText() })
  if (turn === 'full') return waitForBill(deps, job)
  const fresh = await withFreshClips(deps, job, feature, asked)
  if (fresh.status !== 'fresh') return withoutClip(deps, job, fresh)
  const { values, prepared } = fresh
  const read = await readFiles(deps, job, prepared.request, (clip, found) =>
    overHoldText(deps, job, prepared, clip, found),
  )
  if (read.status !== 'read') return withoutClip(deps, job, read)
  try {
    await rememberHanded(deps, job, prepared.clips)
    const fitted = withLengths(feature, values, prepared, read.files)
    if (fitted.status === 'misfit') return await withoutClip(deps, job, fitted)
    const measured = await measure(deps, fitted.prepared, read.files)
    await sendForTask(deps, job, feature, fitted.prepared, { files: read.files, measured, isByClip })
  } finally {
    await discardFiles(deps, read.files)
  }
}

/**
 * An accepted job: posts its message in private if required, takes a place, reads its files, checks that
 * neither account nor member was shut out meanwhile, writes that it is being submitted, and only then sends the
 * paid request, once.
 */
export const submitStep = async (deps: JobDeps, accepted: JobRecord): Promise<void> => {
  const feature = deps.features.get(accepted.feature)
  const prepared = feature?.prepare(accepted.values)
  if (feature === undefined || prepared === undefined || !prepared.ok) {
    return wakeAfter(deps, accepted, await deps.store.void(accepted, 'invalid_request'))
  }
  const { prepared: request } = prepared
  if (!deps.platforms.has(accepted.target.platform)) {
    deps.log.warn('gave up a job of a chat that no process serves', { job: accepted.id })
    return wakeAfter(deps, accepted, await deps.store.void(accepted, 'not_reachable'))
  }
  const job = isForRequesterAlone(accepted) ? await withMessageAlone(deps, accepted, feature) : accepted
  if (job === undefined) return
  if (request.obtains === 'look_up' || request.obtains === 'kept') return findFree(deps, job, request)
  const place = await takePlace(deps, job, feature, request)
  if (place.status === 'over') await giveUp(deps, job, place.ending)
  if (place.status !== 'taken') return
  if (request.obtains !== 'task') await sendForAnswer(deps, job, feature, request)
  else if (request.clips.length > 0) await sendWithClips(deps, job, feature, request)
  else await sendForTask(deps, job, feature, request, { files: {}, measured: undefined, isByClip: false })
}

/**
 * A submission found without its answer: its worker died, or the answer never came. It is not sent again,
 * unless it bought nothing.
 */
export const recoverSubmission = async (deps: JobDeps, job: JobRecord): Promise<void> => {
  if (deps.features.get(job.feature)?.isFree === true)
    return wakeAfter(deps, job, await deps.store.returnToAccepted(job, deps.now(), 'unkept'))
  const waitMs = (job.submitDeadlineMs ?? 0) - deps.now()
  if (waitMs > 0) return lookAgain(deps, job, waitMs)
  await wakeAfter(deps, job, await deps.store.uncertain(job))
}
