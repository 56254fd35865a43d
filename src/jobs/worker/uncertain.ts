import type { Feature } from '../../core/command/feature.ts'
import type { JobRecord } from '../../core/job/job.ts'
import { retryDelayMs, uncertainPlaceMs } from '../deadlines.ts'
import type { JobDeps } from '../job-deps.ts'
import { unsureMessage } from '../messages/messages.ts'
import { sayAgainMs, showRunsOn, showWorking } from '../messages/progress.ts'
import { tryToSay } from '../messages/show.ts'
import { lookAgain, wakeAfter } from '../wake.ts'
import { findOwnTask, hasHints, type OwnTask, roundsOf } from './find-own-task.ts'
import { isOfOtherKey } from './look-up.ts'
import { keepPlace } from './sending.ts'

/** How often tasks named by callbacks are looked up without another callback: a record may come a little later. */
const ownRoundsMax = 8

/** When an unknown outcome is booked. Without a callback address, nothing could reveal it later either. */
const bookAtMs = ({ deadlines }: JobDeps, job: JobRecord): number =>
  job.callback ? job.changedAtMs + deadlines.uncertainMs : job.changedAtMs

const unsureNote = 'unsure_since'

/**
 * Tells the member, and shortens the wait of others for a task that may not exist. Returns whether that is
 * done.
 */
const becomeUnsure = async (deps: JobDeps, job: JobRecord, feature: Feature): Promise<boolean> => {
  const sinceText = String(job.changedAtMs)
  if (job.notes[unsureNote] === sinceText) return showRunsOn(deps, job)
  const placeEndMs = job.changedAtMs + uncertainPlaceMs(deps.deadlines, feature.usualSeconds)
  if (!isOfOtherKey(deps, job))
    await deps.places.keep(job.id, job.submitEpoch ?? job.epoch, placeEndMs, 'sent')
  if (job.cancelledBy === undefined) {
    const { seen } = await tryToSay(deps, job, unsureMessage(feature, bookAtMs(deps, job), job))
    if (seen === 'unknown') return false
  }
  await deps.store.note(job, unsureNote, sinceText)
  return showRunsOn(deps, job)
}

/** A task turned out to be the job's own: it is now waited for like any other. */
const takeOver = async (
  deps: JobDeps,
  job: JobRecord,
  feature: Feature,
  { taskId, taskStatus }: Extract<OwnTask, { status: 'own' }>,
): Promise<void> => {
  const submission = { taskId, etaSeconds: undefined, estimate: undefined }
  const moved = await deps.store.submitted(job, submission, deps.now())
  if (moved.status !== 'moved') return
  deps.log.info('the task of an uncertain request was found', { job: job.id, task: taskId })
  const nowMs = deps.now()
  const expectedAtMs = nowMs + feature.usualSeconds * 1000
  if (taskStatus.status === 'pending' && job.cancelledBy === undefined)
    await showWorking(deps, job, feature, { held: job.held, estimate: undefined, expectedAtMs, nowMs })
  await wakeAfter(deps, job, moved)
  if (isOfOtherKey(deps, job)) return
  await keepPlace(deps, { ...job, epoch: job.submitEpoch ?? job.epoch }, feature.usualSeconds, 'taken')
}

/** Note of a job that the service answered without the text it was sent for. */
export const emptyAnswerNote = 'answer_empty'

/** Waits for a callback as long as one may come, then books: nothing else can reveal the request's outcome. */
const waitOrBook = async (deps: JobDeps, job: JobRecord, delayMs: number): Promise<void> => {
  const leftMs = bookAtMs(deps, job) - deps.now()
  if (leftMs > 0) return lookAgain(deps, job, Math.min(delayMs, leftMs))
  const ending = job.notes[emptyAnswerNote] === undefined ? 'outcome_unknown' : 'answer_empty'
  await wakeAfter(deps, job, await deps.store.book(job, 'booked', ending))
}

const never = Number.POSITIVE_INFINITY

/** Time until tasks named by callbacks are looked up again. */
const nextRoundMs = (
  { random }: JobDeps,
  job: JobRecord,
  found: Exclude<OwnTask, { status: 'own' }>,
): number => {
  if (found.status === 'later') return found.waitMs
  const isWorthMore = hasHints(job) && roundsOf(job) < ownRoundsMax
  return isWorthMore ? retryDelayMs(roundsOf(job), random) : never
}

/**
 * A job that the service may or may not have accepted. It is never sent again: a callback may name its task;
 * otherwise the hold counts as spent, and the member is told.
 */
export const uncertainStep = async (deps: JobDeps, job: JobRecord): Promise<void> => {
  const feature = deps.features.get(job.feature)
  if (feature === undefined || bookAtMs(deps, job) <= deps.now()) return waitOrBook(deps, job, 0)
  const found = hasHints(job) ? await findOwnTask(deps, job, feature) : { status: 'none' as const }
  if (found.status === 'own') return takeOver(deps, job, feature, found)
  const isSaid = await becomeUnsure(deps, job, feature)
  // Each round uses one of the limited look-ups of tasks named by callbacks.
  const sayMs = isSaid || hasHints(job) ? never : sayAgainMs
  await waitOrBook(deps, job, Math.min(nextRoundMs(deps, job, found), sayMs))
}
