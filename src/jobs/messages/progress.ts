import type { Feature } from '../../core/command/feature.ts'
import { withoutCodes } from '../../core/job/callbacks.ts'
import type { JobRecord } from '../../core/job/job.ts'
import { quartersOver } from '../../core/job/job-texts.ts'
import { shortened } from '../../core/text/text.ts'
import type { JobDeps } from '../job-deps.ts'
import { runsOnMessage } from './closing.ts'
import { flagNote, type WorkInProgress, workingMessage } from './messages.ts'
import { isCode, showIfPossible } from './show.ts'

/** After so long news is said again that may not have got out. */
export const sayAgainMs = 10_000

/** Whoever has the job by now says what is to be said of it. */
const noteIfOurs = async ({ store }: JobDeps, job: JobRecord, name: string, value: string): Promise<void> => {
  try {
    await store.note(job, name, value)
  } catch (error) {
    if (!isCode(error, 'step_over')) throw error
  }
}

const runsOnNote = 'runs_on'

/** Says in its message, once in each state, that a cancelled job runs on. Answers whether that is done. */
export const showRunsOn = async (deps: JobDeps, job: JobRecord): Promise<boolean> => {
  if (job.cancelledBy === undefined || job.notes[runsOnNote] === job.state) return true
  const shown = await showIfPossible(deps, job, runsOnMessage(job, deps.features.get(job.feature)))
  if (shown === 'unknown') return false
  await noteIfOurs(deps, job, runsOnNote, job.state)
  return true
}

const flagLengthMax = 200

/** Notes why the service flagged a request that it accepted; returns the job with that note. */
export const withFlag = async (
  deps: JobDeps,
  job: JobRecord,
  reason: string | undefined,
): Promise<JobRecord> => {
  if (reason === undefined) return job
  const shown = shortened(withoutCodes(reason), flagLengthMax)
  await noteIfOurs(deps, job, flagNote, shown)
  return { ...job, notes: { ...job.notes, [flagNote]: shown } }
}

const workingNote = 'working'

/**
 * Says that the service works on a job. Where that may not have got out, the next look says it again. Answers
 * whether that is done.
 */
export const showWorking = async (
  deps: JobDeps,
  job: JobRecord,
  feature: Feature,
  work: WorkInProgress,
): Promise<boolean> => {
  const message = workingMessage(feature, work, job)
  const shown = await showIfPossible(deps, job, message)
  const isUntold = job.notes[workingNote] === 'untold'
  if (shown === 'unknown' && !isUntold) await noteIfOurs(deps, job, workingNote, 'untold')
  if (shown !== 'unknown' && isUntold) await noteIfOurs(deps, job, workingNote, 'said')
  return shown !== 'unknown'
}

/** Whether a job was looked at sooner than its task asked for, so that its message said what runs. */
export const wasSaidLate = ({ notes }: Pick<JobRecord, 'notes'>): boolean => notes[workingNote] === 'said'

const workInProgress = (
  { now }: JobDeps,
  { held, estimate, submittedAtMs, changedAtMs, etaSeconds }: JobRecord,
  { usualSeconds }: Feature,
): Required<WorkInProgress> => {
  const sinceMs = submittedAtMs ?? changedAtMs
  const expectedMs = (etaSeconds ?? usualSeconds) * 1000
  const quarters = quartersOver(now() - sinceMs, expectedMs)
  return { held, estimate, expectedAtMs: sinceMs + expectedMs, quarters }
}

/** What the message of a job that the service works on does not say yet. */
export const showUntold = async (deps: JobDeps, job: JobRecord): Promise<void> => {
  await showRunsOn(deps, job)
  const feature = deps.features.get(job.feature)
  if (job.cancelledBy !== undefined || job.notes[workingNote] !== 'untold' || feature === undefined) return
  await showWorking(deps, job, feature, workInProgress(deps, job, feature))
}

const quartersNote = 'quarters'

/**
 * Says how much of the expected time is over, once for each quarter of it. Where that does not get out
 * nothing is lost: the next quarter comes, or the result.
 */
export const showProgress = async (deps: JobDeps, job: JobRecord, feature: Feature): Promise<void> => {
  const work = workInProgress(deps, job, feature)
  const isNews = work.quarters > Number(job.notes[quartersNote] ?? 0)
  if (!isNews || job.cancelledBy !== undefined) return
  await noteIfOurs(deps, job, quartersNote, String(work.quarters))
  await showWorking(deps, job, feature, work)
}
