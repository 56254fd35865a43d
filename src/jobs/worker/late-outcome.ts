import type { Feature } from '../../core/command/feature.ts'
import { type JobRecord, knownTask, lateTaskNote } from '../../core/job/job.ts'
import type { JobDeps } from '../job-deps.ts'
import { lookAgain } from '../wake.ts'
import { closeStep } from './deliver.ts'
import { findOwnTask, hasHints } from './find-own-task.ts'
import { forResultOf, settleLook } from './look-up.ts'

const lookLater = (deps: JobDeps, job: JobRecord): Promise<void> =>
  lookAgain(deps, job, deps.deadlines.lateLookMs)

/** Leaves the job alone: only another callback wakes it. */
export const rest = async ({ store }: JobDeps, job: JobRecord): Promise<void> => {
  await store.told(job)
}

const lookAtTask = async (deps: JobDeps, job: JobRecord, feature: Feature, taskId: string): Promise<void> => {
  if (feature.conversionType === undefined) return rest(deps, job)
  const looked = await deps.service.lookUp(feature.conversionType, taskId, forResultOf(job))
  await settleLook(deps, { ...job, taskId }, feature, looked, () => lookLater(deps, job))
}

/** Callbacks named tasks of a booked job: its own task reveals the outcome once it has ended. */
const lookAtHints = async (deps: JobDeps, job: JobRecord, feature: Feature): Promise<void> => {
  if (!hasHints(job)) return rest(deps, job)
  const found = await findOwnTask(deps, job, feature)
  switch (found.status) {
    case 'none':
      return rest(deps, job)
    case 'later':
      return lookAgain(deps, job, found.waitMs)
    case 'own':
      await deps.store.note(job, lateTaskNote, found.taskId)
      return settleLook(deps, { ...job, taskId: found.taskId }, feature, found.taskStatus, () =>
        lookLater(deps, job),
      )
  }
}

/**
 * A job that was booked, or whose task did not end in time: says so, and looks for its outcome for a while. A
 * late outcome corrects the charge and the message.
 */
export const lateStep = async (deps: JobDeps, job: JobRecord): Promise<void> => {
  if (job.toldState !== job.state) return closeStep(deps, job)
  const feature = deps.features.get(job.feature)
  if (feature === undefined || deps.now() >= job.changedAtMs + deps.deadlines.lateMs) return rest(deps, job)
  const taskId = knownTask(job)
  await (taskId === undefined ? lookAtHints(deps, job, feature) : lookAtTask(deps, job, feature, taskId))
}
