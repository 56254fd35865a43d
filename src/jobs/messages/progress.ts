import type { Feature } from '../../core/command/feature.ts'
import { withoutCodes } from '../../core/job/callbacks.ts'
import type { JobRecord } from '../../core/job/job.ts'
import { quartersOver } from '../../core/job/job-texts.ts'
import { shortened } from '../../core/text/text.ts'
import type { JobDeps } from '../job-deps.ts'
import { runsOnMessage } from './closing.ts'
import { flagNote, type WorkInProgress, workingMessage } from './messages.ts'
import { isCode, tryToSay } from './show.ts'

/** News that may not have been delivered is repeated after this. */
export const sayAgainMs = 10_000

/** Notes how far a job came; if another worker has taken it up, that worker reports on it. */
export const noteIfOurs = async (
  { store }: JobDeps,
  job: JobRecord,
  name: string,
  value: string,
): Promise<void> => {
  try {
    await store.note(job, name, value)
  } catch (error) {
    if (!isCode(error, 'step_over')) throw error
  }
}

const runsOnNote = 'runs_on'

/** Says in the job's message, once per state, that a cancelled job runs on. Returns whether that is done. */
export const showRunsOn = async (deps: JobDeps, job: JobRecord): Promise<boolean> => {
  if (job.cancelledBy === undefined || job.notes[runsOnNote] === job.state) return true
  const { seen } = await tryToSay(deps, job, runsOnMessage(job, deps.features.get(job.feature)))
  if (seen === 'unknown') return false
  await noteIfOurs(deps, job, runsOnNote, job.state)
  return true
}

const flagLengthMax = 200

/** Notes why the service flagged a request that it accepted; returns the job with that note. */
export const withFlag = async (deps: JobDeps, job: JobRecord, reason: string): Promise<JobRecord> => {
  const shown = shortened(withoutCodes(reason), flagLengthMax)
  await noteIfOurs(deps, job, flagNote, shown)
  return { ...job, notes: { ...job.notes, [flagNote]: shown } }
}

const workingNote = 'working'

/**
 * Says that the service is working on a job. If the message may not have been delivered, the next look repeats
 * it. Returns whether that is done.
 */
export const showWorking = async (
  deps: JobDeps,
  job: JobRecord,
  feature: Feature,
  work: WorkInProgress,
): Promise<boolean> => {
  const { seen } = await tryToSay(deps, job, workingMessage(feature, work, job))
  const isUntold = job.notes[workingNote] === 'untold'
  if (seen === 'unknown' && !isUntold) await noteIfOurs(deps, job, workingNote, 'untold')
  if (seen !== 'unknown' && isUntold) await noteIfOurs(deps, job, workingNote, 'said')
  return seen !== 'unknown'
}

/** Whether a job was looked at before its task was due, so that its message said what runs. */
export const wasSaidLate = ({ notes }: Pick<JobRecord, 'notes'>): boolean => notes[workingNote] === 'said'

const workInProgress = (
  { now }: JobDeps,
  { held, estimate, submittedAtMs, changedAtMs, etaSeconds }: JobRecord,
  { usualSeconds }: Feature,
): Required<WorkInProgress> => {
  const sinceMs = submittedAtMs ?? changedAtMs
  const expectedMs = (etaSeconds ?? usualSeconds) * 1000
  const nowMs = now()
  const quarters = quartersOver(nowMs - sinceMs, expectedMs)
  return { held, estimate, expectedAtMs: sinceMs + expectedMs, nowMs, quarters }
}

/** Whatever the message of a running job does not say yet. */
export const showUntold = async (deps: JobDeps, job: JobRecord): Promise<void> => {
  const feature = deps.features.get(job.feature)
  if (job.cancelledBy !== undefined) await showRunsOn(deps, job)
  else if (job.notes[workingNote] === 'untold' && feature !== undefined)
    await showWorking(deps, job, feature, workInProgress(deps, job, feature))
}

const quartersNote = 'quarters'

/**
 * Shows how much of the expected time has passed, once per quarter. A lost update is harmless: the next quarter
 * or the result follows.
 */
export const showProgress = async (deps: JobDeps, job: JobRecord, feature: Feature): Promise<void> => {
  const work = workInProgress(deps, job, feature)
  const isNews = work.quarters > Number(job.notes[quartersNote] ?? 0)
  if (!isNews || job.cancelledBy !== undefined) return
  await noteIfOurs(deps, job, quartersNote, String(work.quarters))
  await showWorking(deps, job, feature, work)
}
