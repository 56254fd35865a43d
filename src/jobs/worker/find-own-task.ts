import type { Feature } from '../../core/command/feature.ts'
import type { TaskStatus } from '../../core/job/audio-service.ts'
import { type JobRecord, knownTask } from '../../core/job/job.ts'
import type { JobDeps } from '../job-deps.ts'
import { forResultOf, tellKeyGone } from './look-up.ts'

/** `own`: this task is the job's. `later`: how long to wait for the next look-up. */
export type OwnTask =
  | { status: 'own'; taskId: string; taskStatus: TaskStatus }
  | { status: 'later'; waitMs: number }
  | { status: 'none' }

const roundsNote = 'hint_rounds'

/** How often tasks named by callbacks are looked up, by themselves or because of another callback. */
const roundsMax = 40

/** How often the tasks named by callbacks were looked up in vain. */
export const roundsOf = ({ notes }: JobRecord): number => Number(notes[roundsNote] ?? 0)

/** Whether the tasks named by callbacks are worth another look. */
export const hasHints = (job: JobRecord): boolean => job.hintedTasks.length > 0 && roundsOf(job) < roundsMax

/**
 * When to look for the true outcome of a job that ended without it; undefined if nothing can be looked up until a
 * callback, or the step that sent the request, names a task.
 */
export const lateLookAtMs = (
  { now, deadlines }: Pick<JobDeps, 'now' | 'deadlines'>,
  job: JobRecord,
): number | undefined => {
  if (job.state === 'expired') return now() + deadlines.lateLookMs
  return job.state === 'booked' && (knownTask(job) !== undefined || hasHints(job)) ? now() : undefined
}

/** Each round begins with another task, in case time or look-ups run out. */
const inTurn = (job: JobRecord): readonly string[] => {
  const first = roundsOf(job) % job.hintedTasks.length
  return [...job.hintedTasks.slice(first), ...job.hintedTasks.slice(0, first)]
}

const endRound = ({ store }: JobDeps, job: JobRecord): Promise<unknown> =>
  store.note(job, roundsNote, String(roundsOf(job) + 1))

/**
 * Looks up the tasks that callbacks on the job named. A task is the job's if its record has the job's own
 * address: only the service knows that address, and only this job's request contains it.
 */
export const findOwnTask = async (deps: JobDeps, job: JobRecord, feature: Feature): Promise<OwnTask> => {
  const { conversionType } = feature
  if (conversionType === undefined) return { status: 'none' }
  const untilMs = deps.now() + deps.deadlines.stepMs / 3
  for (const [index, taskId] of inTurn(job).entries()) {
    if (deps.now() > untilMs) break
    const looked = await deps.service.lookUp(conversionType, taskId, forResultOf(job))
    if (looked.status === 'later') {
      // Starting with the same task again could use up every free look-up forever.
      if (index > 0) await endRound(deps, job)
      return looked
    }
    if (looked.status === 'unreadable' && looked.isKeyGone) await tellKeyGone(deps, job)
    else if (looked.status === 'unreadable')
      deps.log.warn('a look-up was not readable', { job: job.id, reason: looked.reason })
    else if (deps.callbacks?.isAddressOf(job.id, looked.webhookUrl))
      return { status: 'own', taskId, taskStatus: looked }
  }
  await endRound(deps, job)
  return { status: 'none' }
}
