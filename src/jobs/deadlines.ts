import type { JobState } from '../core/job/job.ts'

/** Every span that decides something about a job, in one place. Tests hand in shorter ones. */
export interface Deadlines {
  /** All work before the answer to an interaction; later the answer is a refusal. */
  answerMs: number
  /** A worker's step; not done by then, the job is woken again. */
  stepMs: number
  /** The same for a step that reads a clip before it sends a request. */
  sendStepMs: number
  /** The same for a step that carries a result to a chat. */
  deliverStepMs: number
  /** After this a submission without an answer counts as unknown. Longer than the client's own time-out. */
  submitMs: number
  /** The same for a submission that carries files. */
  submitFilesMs: number
  /** A clip that can't be read for so long is given up. */
  clipMs: number
  /** Whoever cannot be written to for so long is told where they asked. */
  reachMs: number
  /** They are written to again after this. */
  reachRetryMs: number
  /** A request whose answer was never confirmed is given up. */
  requestMs: number
  /** A job is overdue this long after it should have been touched. */
  overdueMs: number
  /** A hold of the operator's total has to have a record behind it by then. */
  operatorHoldMs: number
  /** A hold without a record is given back this long after its deadline. */
  operatorLateMs: number
  /** What the operator's total has not heard of for so long, it is told again. */
  unmirroredMs: number
  /** How often the sweeper looks. */
  sweepMs: number
  /** How often the books of one bucket are laid beside its journal. */
  auditMs: number
  /** How often old records of one bucket are looked for, to be forgotten. */
  forgetMs: number
  /** A task without an end is given up after this, or six times its eta, whichever is later. */
  taskMs: number
  /** A request that may have been taken waits so long for a callback that tells. */
  uncertainMs: number
  /** How often a task is looked at whose job has ended without its result. */
  lateLookMs: number
  /** After this nothing is looked at any more. */
  lateMs: number
  /** Files may lag this long behind a final status. */
  filesMs: number
  /** A clip that can't be read is tried again after this. */
  clipRetryMs: number
  /** A job that waits for a place, and is not called, looks again after this. */
  waitingMs: number
  /** A job that waits for longer ends. */
  waitMaxMs: number
  /** Nothing is sent for so long, once the service takes nothing with our key. */
  pauseMs: number
}

/** The spans of production. */
export const defaultDeadlines: Deadlines = {
  answerMs: 1_500,
  stepMs: 90_000,
  sendStepMs: 4 * 60_000,
  deliverStepMs: 6 * 60_000,
  submitMs: 45_000,
  submitFilesMs: 150_000,
  clipMs: 10 * 60_000,
  reachMs: 5 * 60_000,
  reachRetryMs: 5_000,
  requestMs: 10_000,
  overdueMs: 5_000,
  operatorHoldMs: 10_000,
  operatorLateMs: 10_000,
  unmirroredMs: 2_000,
  sweepMs: 3_000,
  auditMs: 5_000,
  forgetMs: 5_000,
  taskMs: 30 * 60_000,
  uncertainMs: 30 * 60_000,
  lateLookMs: 10 * 60_000,
  lateMs: 24 * 60 * 60_000,
  filesMs: 2 * 60_000,
  clipRetryMs: 15_000,
  waitingMs: 10 * 60_000,
  waitMaxMs: 6 * 60 * 60_000,
  pauseMs: 5 * 60_000,
}

/**
 * Milliseconds that a step on a job in this state may take: a slow one is not to be taken up by a second
 * worker. A clip is read in a minute, and a submission sets a deadline of its own; to deliver is to read
 * files and to send them, twice where the chat finds them too large at first.
 */
export const stepSpanMs = ({ stepMs, sendStepMs, deliverStepMs }: Deadlines, state: JobState): number => {
  switch (state) {
    case 'accepted':
      return sendStepMs
    case 'ready':
    case 'withheld':
      return deliverStepMs
    case 'requested':
    case 'submitting':
    case 'submitted':
    case 'uncertain':
    case 'posted':
    case 'voided':
    case 'failed':
    case 'booked':
    case 'expired':
      return stepMs
  }
}

const etaPlausibleSeconds = 30 * 60
const etaPlausibleFactor = 10

/** A longer eta is not believed, where a task usually takes `usualSeconds`. */
export const etaMaxSeconds = (usualSeconds: number): number =>
  Math.max(etaPlausibleSeconds, etaPlausibleFactor * usualSeconds)

const etaFactor = 6

/** Milliseconds after its submission at which a task without an end is given up. */
export const taskDeadlineMs = ({ taskMs }: Deadlines, etaSeconds: number): number =>
  Math.max(taskMs, etaFactor * etaSeconds * 1000)

const uncertainFactor = 2

/**
 * Milliseconds for which a job keeps its place from when nobody knows any more whether its task runs: it
 * would mostly be over by then, and where it is not, the service says itself that it has too much in hand.
 */
export const uncertainPlaceMs = ({ uncertainMs }: Deadlines, usualSeconds: number): number =>
  Math.min(uncertainMs, uncertainFactor * usualSeconds * 1000)

const firstLookShare = 0.5
const firstLookMaxMs = 5 * 60_000
const nextLookShare = 0.05
const nextLookMinMs = 2_000
const nextLookMaxMs = 30_000

/** Looks are so much rarer where the service calls back: they are the net below that. */
const callbackFactor = 3

/**
 * Milliseconds until a task of `etaSeconds` is looked at for the first time, at most five minutes; where the
 * service calls back, long enough for it to have done so, but not much longer.
 */
export const firstLookDelayMs = (etaSeconds: number, callsBack = false): number => {
  const halfMs = firstLookShare * etaSeconds * 1000
  const delayMs = Math.min(firstLookMaxMs, Math.max(nextLookMinMs, halfMs))
  return callsBack
    ? Math.min(callbackFactor * delayMs, etaSeconds * 1000 + callbackFactor * nextLookMaxMs)
    : delayMs
}

/**
 * Milliseconds until the next look at a task that has run for `elapsedMs`: rarer with age, never over half a
 * minute, or three times that where the service calls back.
 */
export const nextLookDelayMs = (elapsedMs: number, callsBack = false): number =>
  Math.min(nextLookMaxMs, Math.max(nextLookMinMs, nextLookShare * elapsedMs)) *
  (callsBack ? callbackFactor : 1)

const fileLookMinMs = 3_000
const fileLookShare = 0.5

/**
 * Milliseconds until the next look for a missing file, by the time since the task ended: a late file arrives
 * within seconds or takes long, so looks become rarer.
 */
export const fileLookDelayMs = (sinceMs: number): number =>
  Math.min(nextLookMaxMs, Math.max(fileLookMinMs, fileLookShare * sinceMs))

const retryMinMs = 2_000
const retryMaxMs = 5 * 60_000

/**
 * Milliseconds before try number `tries` + 1: doubling, at most five minutes, spread by `random` (0 to 1).
 */
export const retryDelayMs = (tries: number, random: () => number): number =>
  Math.min(retryMaxMs, retryMinMs * 2 ** Math.min(tries, 20)) * (0.5 + random() / 2)
