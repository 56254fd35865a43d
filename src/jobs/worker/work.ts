import { AppError } from '../../core/errors.ts'
import { pickupsMax } from '../../core/job/dead-letters.ts'
import { approvedNote, type Ending, type JobRecord, type JobState, noticeNote } from '../../core/job/job.ts'
import type { WakeHandler } from '../../core/job/wake-queue.ts'
import { inLanguage, languageNote } from '../../core/text/say.ts'
import { shortened } from '../../core/text/text.ts'
import { retrying } from '../../core/waiting.ts'
import { stepSpanMs } from '../deadlines.ts'
import type { JobDeps } from '../job-deps.ts'
import { showUntold } from '../messages/progress.ts'
import { isCode, repeatLastWord } from '../messages/show.ts'
import { lookAgain, wakeAfter } from '../wake.ts'
import { closeStep, deliverStep } from './deliver.ts'
import { lateStep, rest } from './late-outcome.ts'
import { checkStep, withJobKey } from './look-up.ts'
import { removeStep } from './removal.ts'
import { recoverSubmission, submitStep } from './submit.ts'
import { uncertainStep } from './uncertain.ts'

/** A request whose answer was never confirmed is given up when it is old enough. */
const requestedStep = async (deps: JobDeps, job: JobRecord): Promise<void> => {
  // What an admin approved has no answer to wait for.
  if (job.notes[approvedNote] !== undefined) {
    const accepted = await deps.store.accept(job, undefined)
    if (accepted.status === 'moved') await wakeAfter(deps, job, accepted)
    return
  }
  const waitMs = job.createdAtMs + deps.deadlines.requestMs - deps.now()
  if (waitMs > 0) return lookAgain(deps, job, waitMs)
  await wakeAfter(deps, job, await deps.store.void(job, 'interrupted'))
}

/** An update may have posted the job's first message, which later updates need to know. */
const withFirstMessage = async ({ store }: JobDeps, job: JobRecord): Promise<JobRecord> => {
  const read = job.message === undefined ? await store.read(job.id) : undefined
  return read === undefined
    ? job
    : { ...job, message: read.message, replyToken: read.replyToken, notes: read.notes }
}

const nextStep = async (deps: JobDeps, job: JobRecord): Promise<void> => {
  if (job.removal === 'asked') return removeStep(deps, job)
  const isRepeatDue = (job.repeatDueMs ?? Number.POSITIVE_INFINITY) <= deps.now()
  if (isRepeatDue) await repeatLastWord(deps, job)
  const { [noticeNote]: notice = 'over' } = job.notes
  if (notice !== 'over' && !isRepeatDue && job.toldState === job.state && job.state !== 'withheld')
    return (await import('./notice.ts')).noticeStep(deps, job)
  if (job.repeatDueMs !== undefined && job.state !== 'booked' && job.state !== 'expired')
    return rest(deps, job)
  switch (job.state) {
    case 'requested':
      return requestedStep(deps, job)
    case 'accepted':
      return submitStep(deps, job)
    case 'submitting':
      return recoverSubmission(deps, job)
    case 'uncertain':
      return uncertainStep(deps, job)
    case 'submitted':
      await showUntold(deps, job)
      return checkStep(deps, await withFirstMessage(deps, job))
    case 'ready':
    case 'withheld':
      return deliverStep(deps, job)
    case 'voided':
    case 'failed':
      return closeStep(deps, job)
    case 'booked':
    case 'expired':
      return lateStep(deps, job)
    case 'posted':
      return rest(deps, job)
  }
}

/** A job that no step can advance, and that was never sent, can still end truthfully: nothing was bought. */
const giveUp = async (deps: JobDeps, job: JobRecord): Promise<void> => {
  const ending: Ending = job.state === 'requested' ? 'interrupted' : 'faulty'
  await wakeAfter(deps, job, await deps.store.void(job, ending))
}

const reasonLengthMax = 300
const noteTriesMax = 60
const notePauseMs = 500

/** A dependency was unavailable, or another worker has the job; neither is the job's fault. */
const isNoFaultOfJob = (error: unknown): boolean =>
  error instanceof AppError && (error.retryable || error.code === 'step_over')

/**
 * If Redis fails too, retries for half a minute; otherwise a step that survived would count like one that
 * crashed its process.
 */
const noteFailure = async (
  { store, log, now, pause }: JobDeps,
  job: JobRecord,
  error: unknown,
): Promise<void> => {
  const reason = shortened(
    error instanceof Error ? `${error.name}: ${error.message}` : String(error),
    reasonLengthMax,
  )
  const counts = !isNoFaultOfJob(error)
  const note = () => store.failed(job, { reason, counts, againAtMs: now() })
  try {
    await retrying(note, { triesMax: noteTriesMax, pauseMs: notePauseMs, wait: pause })
  } catch (failure) {
    log.warn('a failure could not be noted', { error: failure, job: job.id })
  }
}

/**
 * Handles wake-ups: takes the job up and does its next step. A failed step is not repeated at once, so that a
 * job that always fails can't keep a worker busy: the sweeper wakes the job when the step's time is over, or
 * soon if the failure was not the job's fault. After ten failures it is given up (docs/jobs.md, "Dead
 * letters"). Throws AppError `left_to_others` for a job of a chat that only other processes serve.
 */
export const createWakeHandler =
  (deps: JobDeps): WakeHandler =>
  async (jobId, wake) => {
    let job: JobRecord | undefined
    try {
      const untilMs = (state: JobState) => deps.now() + stepSpanMs(deps.deadlines, state)
      job = await deps.store.take(jobId, wake, untilMs, [...deps.chatsHeld])
      if (job === undefined) return
      const ofJob = job.paidBy === 'operator' ? deps : withJobKey(deps, job)
      const step = job.pickups > pickupsMax ? giveUp : nextStep
      await inLanguage(job.notes[languageNote], step.bind(undefined, ofJob, job))
    } catch (error) {
      if (isCode(error, 'left_to_others')) throw error
      if (isCode(error, 'step_over'))
        deps.log.debug('another worker went on with a job', { job: jobId, wake })
      else deps.log.error('a step failed', { error, job: jobId, wake })
      if (job !== undefined) await noteFailure(deps, job, error)
    }
  }
