import type { SubmitOutcome } from '../core/audio-service.ts'
import type { LocalClip } from '../core/clip.ts'
import { microcredits } from '../core/credits.ts'
import type { ApiRequest } from '../core/endpoints/api-request.ts'
import type { Feature, PreparedRequest } from '../core/feature.ts'
import type { Ending, JobRecord } from '../core/job.ts'
import type { MeasuredClip } from '../core/job-store.ts'
import { measure } from './clip-length.ts'
import { discardFiles, type FilesRead, readFiles, rememberHanded } from './clips.ts'
import { firstLookDelayMs, taskDeadlineMs } from './deadlines.ts'
import type { JobDeps } from './job-deps.ts'
import { learnEstimate } from './learn.ts'
import { pauseLine, takePlace } from './line.ts'
import { showWorking } from './news.ts'
import { withServedFiles } from './serve-clip.ts'
import { keep, leaveUnsent, tryAgain, waitAgain } from './unsent.ts'
import { lookAgain, queueWakeUp, releasePlace, wakeAfter } from './wake.ts'

type Accepted = Extract<SubmitOutcome, { status: 'accepted' }>
type Refused = Extract<SubmitOutcome, { status: 'refused' }>

const unsentTriesMax = 5

const refusalEndings = {
  request: 'service_refused',
  balance: 'no_balance',
  key: 'key_refused',
  unsound: 'request_unsound',
} as const satisfies Record<Refused['why'], Ending>

/**
 * A place is kept for as long as the task may run: by what is usual at first, and by its own eta once that is known.
 */
const keepPlace = (
  { places, deadlines, now }: JobDeps,
  { id, epoch }: JobRecord,
  etaSeconds: number,
  why: 'sent' | 'taken',
): Promise<void> => places.keep(id, epoch, now() + taskDeadlineMs(deadlines, etaSeconds), why)

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
  await keepPlace(deps, job, Math.max(etaSeconds, feature.usualSeconds), 'taken')
  const expectedAtMs = deps.now() + etaSeconds * 1000
  await showWorking(deps, job, feature, { held: job.held, estimate: outcome.estimate, expectedAtMs })
  await wakeAfter(deps, job, moved)
}

const outlivesFailover = async ({ store, log }: JobDeps, job: JobRecord): Promise<boolean> => {
  try {
    return await store.outlivesFailover(job)
  } catch (error) {
    log.warn('nobody knows what a failover would keep', { error, job: job.id })
    return false
  }
}

const hasKeptPlace = async (deps: JobDeps, job: JobRecord, feature: Feature): Promise<boolean> => {
  try {
    await keepPlace(deps, job, feature.usualSeconds, 'sent')
    return true
  } catch (error) {
    deps.log.warn('a place could not be kept', { error, job: job.id })
    return false
  }
}

const giveUp = async (deps: JobDeps, job: JobRecord, ending: Ending, detail?: string): Promise<void> => {
  const moved = await keep(deps, job, () => deps.store.void(job, ending, detail), { knows: ending })
  await wakeAfter(deps, job, moved)
}

const refuse = async (deps: JobDeps, job: JobRecord, { why, said }: Refused): Promise<void> => {
  deps.log.warn('the service refused a request', { job: job.id, why })
  await giveUp(deps, job, refusalEndings[why], said)
  if (why === 'balance' || why === 'key') await pauseLine(deps, job, why)
}

const act = async (
  deps: JobDeps,
  job: JobRecord,
  feature: Feature,
  outcome: SubmitOutcome,
): Promise<void> => {
  switch (outcome.status) {
    case 'accepted':
      if (outcome.flaggedFor !== undefined)
        deps.log.warn('the service flagged a request', { job: job.id, reason: outcome.flaggedFor })
      return afterAccepted(deps, job, feature, outcome)
    case 'refused':
      return refuse(deps, job, outcome)
    case 'busy':
      return waitAgain(deps, job, feature)
    case 'not_sent':
      deps.log.warn('the service could not be reached', { job: job.id, reason: outcome.reason })
      return job.unsentTries + 1 >= unsentTriesMax
        ? giveUp(deps, job, 'service_unreachable')
        : tryAgain(deps, job)
    case 'uncertain':
      deps.log.warn('the outcome of a paid request is unknown', {
        job: job.id,
        reason: outcome.reason,
      })
      return wakeAfter(deps, job, await deps.store.uncertain(job))
  }
}

/** The request with the address at which the service is to call back. */
const callingBackAt = (request: ApiRequest, address: string | undefined): ApiRequest =>
  address === undefined ? request : { ...request, body: { ...request.body, webhook_url: address } }

/**
 * Looked for right before the paid request leaves. After a failover nobody would know that it was sent, and it would be
 * bought twice; while Redis is away, its answer could not be kept; past its deadline it may count as sent already; and a
 * process that ends may not live to see the answer.
 */
const reasonNotToSend = async (
  deps: JobDeps,
  job: JobRecord,
  feature: Feature,
  deadlineMs: number,
): Promise<string | undefined> => {
  if (!(await outlivesFailover(deps, job))) return 'no replica of Redis has heard of it'
  if (!(await hasKeptPlace(deps, job, feature))) return 'Redis is away'
  if (deps.now() >= deadlineMs) return 'its time is over'
  return deps.isStopping() ? 'this process is ending' : undefined
}

/** What the record of a job that is being sent says of its clip, and of what is held. */
const asMeasured = (
  job: JobRecord,
  measured: MeasuredClip | undefined,
): Pick<JobRecord, 'held' | 'clipSeconds'> =>
  measured === undefined
    ? job
    : { held: microcredits(Math.min(job.held, measured.bound)), clipSeconds: measured.seconds }

const send = async (
  deps: JobDeps,
  job: JobRecord,
  feature: Feature,
  { request, priced }: PreparedRequest,
  { files, measured }: { files: Readonly<Record<string, LocalClip>>; measured: MeasuredClip | undefined },
): Promise<void> => {
  const { submitMs, submitFilesMs } = deps.deadlines
  const spanMs = request.encoding === 'form' ? submitFilesMs : submitMs
  const deadlineMs = deps.now() + spanMs
  const address = deps.callbacks?.addressOf(job.id)
  const callback = address !== undefined
  const about = { callback, measured }
  const begun = await keep(deps, job, () => deps.store.beginSubmit(job, deadlineMs, about), {
    knows: 'not sent',
  })
  if (begun.status === 'refused') return releasePlace(deps, job, job.epoch)
  const why = await reasonNotToSend(deps, job, feature, deadlineMs)
  if (why !== undefined) return leaveUnsent(deps, job, why)
  const complete = callingBackAt(withServedFiles(deps, job, request), address)
  const outcome = await deps.service.submit(complete, files)
  const sent = { ...job, ...asMeasured(job, measured), callback }
  await act(deps, sent, feature, outcome)
  if (outcome.status === 'accepted' && outcome.estimate !== undefined)
    await learnEstimate(deps, sent, priced, outcome.estimate)
}

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
  read: Exclude<FilesRead, { status: 'read' }>,
): Promise<void> => {
  if (read.status === 'refused') await giveUp(deps, job, 'clip_refused', read.reason)
  else if (deps.now() - (await clipFailedAtMs(deps, job)) >= deps.deadlines.clipMs)
    await giveUp(deps, job, 'clip_refused', 'It could not be read. Please upload it again.')
  else await lookAgain(deps, job, deps.deadlines.clipRetryMs)
  await releasePlace(deps, job, job.epoch)
}

const sendWithFiles = async (
  deps: JobDeps,
  job: JobRecord,
  feature: Feature,
  prepared: PreparedRequest,
): Promise<void> => {
  const read = await readFiles(deps, prepared.request)
  if (read.status !== 'read') return withoutClip(deps, job, read)
  try {
    await rememberHanded(deps, job, prepared.clips)
    const measured = await measure(deps, prepared, read.files)
    await send(deps, job, feature, prepared, { files: read.files, measured })
  } finally {
    await discardFiles(deps, read.files)
  }
}

/**
 * An accepted job: takes a place, reads the files that go along, writes that it is being submitted, and only then sends
 * the paid request, once.
 */
export const submitStep = async (deps: JobDeps, job: JobRecord): Promise<void> => {
  const feature = deps.features.get(job.feature)
  const prepared = feature?.prepare(job.values)
  if (feature === undefined || prepared === undefined || !prepared.ok) {
    return wakeAfter(deps, job, await deps.store.void(job, 'invalid_request'))
  }
  const place = await takePlace(deps, job, feature, prepared.prepared)
  if (place.status === 'over') await giveUp(deps, job, place.ending)
  if (place.status === 'taken') await sendWithFiles(deps, job, feature, prepared.prepared)
}

/** A submission that was found without its answer: its worker died, or the answer never came. It is not sent again. */
export const recoverSubmission = async (deps: JobDeps, job: JobRecord): Promise<void> => {
  const waitMs = (job.submitDeadlineMs ?? 0) - deps.now()
  if (waitMs > 0) return lookAgain(deps, job, waitMs)
  await wakeAfter(deps, job, await deps.store.uncertain(job))
}
