import type { JobState } from '../core/job/job.ts'

/** Every span that decides something about a job. Tests pass shorter ones. */
export interface Deadlines {
  /** All work before the answer to an interaction; after this the answer is a refusal. */
  answerMs: number
  /** A worker's step; if it takes longer, the job is woken again. */
  stepMs: number
  /** The same for a step that reads a clip before it sends a request. */
  sendStepMs: number
  /** The same for a step that delivers a result to a chat. */
  deliverStepMs: number
  /** After this, an unanswered submission counts as unknown. Longer than the client's own time-out. */
  submitMs: number
  /** The same for a submission with files. */
  submitFilesMs: number
  /** Jobs whose clip stays unreadable for this long are given up. */
  clipMs: number
  /** Members who can't be messaged for this long are told where they asked. */
  reachMs: number
  /** Delay before messaging them again. */
  reachRetryMs: number
  /** A request whose answer was never confirmed is given up after this. */
  requestMs: number
  /** A job is overdue this long after it should have been touched. */
  overdueMs: number
  /** A hold of the operator's total must have a record within this time. */
  operatorHoldMs: number
  /** A hold without a record is given back this long after its deadline. */
  operatorLateMs: number
  /** The operator's total is told again of changes it has not acknowledged for this long. */
  unmirroredMs: number
  /** Interval between sweeps. */
  sweepMs: number
  /** Interval between audits of one bucket against its journal. */
  auditMs: number
  /** Interval between searches of one bucket for old records to forget. */
  forgetMs: number
  /** Interval between searches for alerts about budgets that are due. */
  alertsMs: number
  /** Interval between searches for questions to owners of clips that are due. */
  questionsMs: number
  /** Interval between searches for bonus credits that have expired. */
  lapsesMs: number
  /** Interval between searches for servers that removed the bot long enough ago. */
  leftServersMs: number
  /** A task without an end is given up after this, or six times its eta, whichever is later. */
  taskMs: number
  /** How long a possibly accepted request waits for a callback. */
  uncertainMs: number
  /** Interval between look-ups of a task whose job ended without its result. */
  lateLookMs: number
  /** After this, look-ups stop. */
  lateMs: number
  /** Files may lag this long behind a final status. */
  filesMs: number
  /** Delay before an unreadable clip is tried again. */
  clipRetryMs: number
  /** A job that waits for a place and is not called looks again after this. */
  waitingMs: number
  /** A job that waits longer than this ends. */
  waitMaxMs: number
  /** How long nothing is sent once the service rejects our key. */
  pauseMs: number
  /** The requester of a job that took longer than this is told when it is over. */
  noticeAfterMs: number
  /** Delay before a notice that did not get out is tried again. */
  noticeRetryMs: number
  /** A notice that did not get out within this time after the end is dropped. */
  noticeMaxMs: number
}

/** Values used in production. */
export const defaultDeadlines: Deadlines = {
  answerMs: 1_500,
  stepMs: 90_000,
  sendStepMs: 4 * 60_000,
  deliverStepMs: 6 * 60_000,
  submitMs: 120_000,
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
  alertsMs: 10_000,
  questionsMs: 5_000,
  lapsesMs: 60_000,
  leftServersMs: 60_000,
  taskMs: 30 * 60_000,
  uncertainMs: 30 * 60_000,
  lateLookMs: 10 * 60_000,
  lateMs: 24 * 60 * 60_000,
  filesMs: 2 * 60_000,
  clipRetryMs: 15_000,
  waitingMs: 10 * 60_000,
  waitMaxMs: 6 * 60 * 60_000,
  pauseMs: 5 * 60_000,
  noticeAfterMs: 60_000,
  noticeRetryMs: 20_000,
  noticeMaxMs: 10 * 60_000,
}

/**
 * Milliseconds that a step in this state may take before a second worker can take the job up. Reading a clip
 * takes up to a minute, and a submission sets its own deadline. Delivery reads the files and uploads them,
 * twice if the chat first finds them too large.
 */
export const stepSpanMs = ({ stepMs, sendStepMs, deliverStepMs }: Deadlines, state: JobState): number => {
  switch (state) {
    case 'accepted':
      return sendStepMs
    case 'ready':
    case 'withheld':
    case 'posted':
      return deliverStepMs
    case 'requested':
    case 'submitting':
    case 'submitted':
    case 'uncertain':
    case 'voided':
    case 'failed':
    case 'booked':
    case 'expired':
      return stepMs
  }
}

const etaPlausibleSeconds = 30 * 60
const etaPlausibleFactor = 10

/** Longest eta believed for a task that usually takes `usualSeconds`. */
export const etaMaxSeconds = (usualSeconds: number): number =>
  Math.max(etaPlausibleSeconds, etaPlausibleFactor * usualSeconds)

const etaFactor = 6

/** Milliseconds after submission at which a task without an end is given up. */
export const taskDeadlineMs = ({ taskMs }: Deadlines, etaSeconds: number): number =>
  Math.max(taskMs, etaFactor * etaSeconds * 1000)

const uncertainFactor = 2

/**
 * Milliseconds that a job keeps its place once its task's state is unknown. By then most tasks are over; if one
 * is not, the service reports that it is busy.
 */
export const uncertainPlaceMs = ({ uncertainMs }: Deadlines, usualSeconds: number): number =>
  Math.min(uncertainMs, uncertainFactor * usualSeconds * 1000)

const firstLookShare = 0.5
const firstLookMaxMs = 5 * 60_000
const nextLookShare = 0.05
const nextLookMinMs = 2_000
const nextLookMaxMs = 30_000

/** With callbacks, look-ups are only a fallback and run this much less often. */
const callbackFactor = 3

/**
 * Milliseconds until a task of `etaSeconds` is first looked up, at most five minutes. With callbacks, just long
 * enough for the service to have called.
 */
export const firstLookDelayMs = (etaSeconds: number, callsBack = false): number => {
  const halfMs = firstLookShare * etaSeconds * 1000
  const delayMs = Math.min(firstLookMaxMs, Math.max(nextLookMinMs, halfMs))
  return callsBack
    ? Math.min(callbackFactor * delayMs, etaSeconds * 1000 + callbackFactor * nextLookMaxMs)
    : delayMs
}

/**
 * Milliseconds until the next look-up of a task that has run for `elapsedMs`. Grows with age to at most 30 s,
 * or three times that with callbacks.
 */
export const nextLookDelayMs = (elapsedMs: number, callsBack = false): number =>
  Math.min(nextLookMaxMs, Math.max(nextLookMinMs, nextLookShare * elapsedMs)) *
  (callsBack ? callbackFactor : 1)

const fileLookMinMs = 3_000
const fileLookShare = 0.5

/**
 * Milliseconds until the next look for a missing file, by the time since the task ended. A late file arrives
 * within seconds or takes long, so the interval grows.
 */
export const fileLookDelayMs = (sinceMs: number): number =>
  Math.min(nextLookMaxMs, Math.max(fileLookMinMs, fileLookShare * sinceMs))

const retryMinMs = 2_000
const retryMaxMs = 5 * 60_000

/** Milliseconds before try `tries` + 1: doubling, at most five minutes, spread by `random` (0 to 1). */
export const retryDelayMs = (tries: number, random: () => number): number =>
  Math.min(retryMaxMs, retryMinMs * 2 ** Math.min(tries, 20)) * (0.5 + random() / 2)
