import type { LyricsOutcome, SubmitOutcome } from '../core/job/audio-service.ts'
import { type Answer, isTrueAt, priceAt, readAnswer, spanAt, textAt, valueAt } from './answer.ts'
import { isServiceError, refusalOf, tellsOfFailure } from './refusal.ts'
import type { Exchange } from './transport.ts'

type Accepted = Extract<SubmitOutcome, { status: 'accepted' }>
type NotTaken = Exclude<SubmitOutcome, Accepted>

/** The service says -1 where it does not know. */
const readEta = (answer: Answer): number | undefined => {
  const eta = spanAt(answer, 'eta')
  return eta === undefined ? undefined : Math.ceil(eta)
}

const conversionIdNames = ['conversion_id', 'conversion_id_1', 'conversion_id_2'] as const

/** The answer to a submission that was taken; undefined when it is anything else. */
const readAccepted = (answer: Answer): Accepted | undefined => {
  const taskId = textAt(answer, 'task_id')
  if (!isTrueAt(answer, 'success') || taskId === undefined) return undefined
  return {
    status: 'accepted',
    taskId,
    conversionIds: conversionIdNames.flatMap((name) => textAt(answer, name) ?? []),
    etaSeconds: readEta(answer),
    estimate: priceAt(answer, 'credit_estimate'),
    flaggedFor: isTrueAt(answer, 'is_flagged') ? (textAt(answer, 'reason') ?? '') : undefined,
  }
}

/**
 * 4xx are the caller's to mend and nothing was bought, if it is the service that says so. A 408 tells of a
 * server that gave up waiting, perhaps for another one behind it that did not.
 */
const mayRefuse = (status: number): boolean => status >= 400 && status < 500 && status !== 408

const isSuccess = (status: number): boolean => status >= 200 && status < 300

/**
 * success=false refuses; so does a flag, where no task comes with it. A failure
 * refuses nothing, whatever its status.
 */
const isRefusal = (status: number, answer: Answer): boolean => {
  if (tellsOfFailure(answer)) return false
  if (!isSuccess(status)) return mayRefuse(status) && isServiceError(answer)
  return valueAt(answer, 'success') === false || isTrueAt(answer, 'is_flagged')
}

/**
 * What an answer to a paid request means that did not bring what was paid for;
 * `lacks` is what it should have had.
 */
const readNotTaken = (status: number, answer: Answer, lacks: string): NotTaken => {
  if (isRefusal(status, answer)) return refusalOf(status, answer)
  return { status: 'uncertain', reason: `HTTP ${status}${isSuccess(status) ? ` without ${lacks}` : ''}` }
}

/**
 * What became of a paid request. Only the service's own words prove that it did not take the
 * request; a 5xx, a redirect, a foreign body or a broken connection prove nothing. A 429 means
 * that too many tasks run already.
 */
const classifyPaid = <T extends { status: string }>(
  exchange: Exchange,
  read: (answer: Answer) => T | undefined,
  lacks: string,
): T | NotTaken => {
  if (exchange.kind === 'not_sent') return { status: 'not_sent', reason: exchange.reason }
  if (exchange.kind === 'broken') return { status: 'uncertain', reason: exchange.reason }
  const { status, body } = exchange
  if (status === 429) return { status: 'busy' }
  const answer = readAnswer(body)
  if (answer === undefined) return { status: 'uncertain', reason: `HTTP ${status} without JSON` }
  const taken = isSuccess(status) ? read(answer) : undefined
  return taken ?? readNotTaken(status, answer, lacks)
}

/** What an answer to a submission means. */
export const classifySubmission = (exchange: Exchange): SubmitOutcome =>
  classifyPaid(exchange, readAccepted, 'a task id')

const readLyrics = (answer: Answer): Extract<LyricsOutcome, { status: 'written' }> | undefined => {
  const lyrics = textAt(answer, 'lyrics')
  if (!isTrueAt(answer, 'success') || lyrics === undefined) return undefined
  return {
    status: 'written',
    lyrics,
    taskId: textAt(answer, 'task_id'),
    estimate: priceAt(answer, 'credit_estimate'),
  }
}

/** What an answer to a request for lyrics means. */
export const classifyLyrics = (exchange: Exchange): LyricsOutcome =>
  classifyPaid(exchange, readLyrics, 'lyrics')
