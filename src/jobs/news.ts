import type { Feature } from '../core/feature.ts'
import type { JobRecord } from '../core/job.ts'
import type { JobDeps } from './job-deps.ts'
import { runsOnMessage, workingMessage } from './messages.ts'
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

const workingNote = 'working'

/** Says that the service works on a job. Where that may not have got out, the next look says it again. */
export const showWorking = async (
  deps: JobDeps,
  job: JobRecord,
  feature: Feature,
  about: Pick<JobRecord, 'estimate'> & { expectedAtMs: number },
): Promise<void> => {
  const message = workingMessage(feature, about.estimate, about.expectedAtMs, job.id)
  const shown = await showIfPossible(deps, job, message)
  const isUntold = job.notes[workingNote] === 'untold'
  if (shown === 'unknown' && !isUntold) await noteIfOurs(deps, job, workingNote, 'untold')
  if (shown !== 'unknown' && isUntold) await noteIfOurs(deps, job, workingNote, 'said')
}

/** What the message of a job that the service works on does not say yet. */
export const showUntold = async (deps: JobDeps, job: JobRecord): Promise<void> => {
  await showRunsOn(deps, job)
  const feature = deps.features.get(job.feature)
  if (job.cancelledBy !== undefined || job.notes[workingNote] !== 'untold' || feature === undefined) return
  const { estimate, submittedAtMs = job.changedAtMs, etaSeconds = feature.usualSeconds } = job
  await showWorking(deps, job, feature, { estimate, expectedAtMs: submittedAtMs + etaSeconds * 1000 })
}
