import { creditsFromService } from '../core/credits.ts'
import type { LyricsOutcome, NotTaken, SubmitOutcome } from '../core/job/audio-service.ts'
import { creditsText, formatLeft, withUnit } from '../core/ledger/credits-text.ts'
import { say } from '../core/text/say.ts'
import { parseJson, withoutQueries, withoutSecrets } from '../core/text/text.ts'
import {
  type Answer,
  asAnswer,
  asFlag,
  asSpan,
  asText,
  outputSuffixes,
  readAnswer,
  statusText,
} from './answer.ts'
import type { Exchange } from './transport.ts'

type Refused = Extract<SubmitOutcome, { status: 'refused' }>

/** Where a problem lies, such as "prompt", without the leading "body". */
const placeIn = (value: unknown): string => {
  if (!Array.isArray(value)) return ''
  return value.filter((step) => ['string', 'number'].includes(typeof step) && step !== 'body').join('.')
}

/** What the service says, which may be about a member's link. */
export const quoted = (value: unknown): string | undefined => {
  const said = withoutSecrets(asText(value))
  return said === undefined ? undefined : withoutQueries(said)
}

/** A text, a list of problems, or one problem with a message and a place. */
const wordsIn = (value: unknown): string | undefined => {
  if (Array.isArray(value)) return asText(value.flatMap((entry) => wordsIn(entry) ?? []).join('; '))
  const problem = asAnswer(value)
  if (problem === undefined) return quoted(value)
  const message = quoted(problem.msg) ?? quoted(problem.message)
  const place = placeIn(problem.loc)
  return message === undefined || place === '' ? message : `${place}: ${message}`
}

/**
 * Every field in which the service says what is wrong, the most specific first. The service misspells one of them.
 */
const messageFields = [
  'error_message_detail',
  'error_message',
  'message',
  'error',
  'messsage',
  'detail',
  'reason',
] as const

const mainText = (answer: Answer): string | undefined => {
  const first = answer.is_flagged === true ? wordsIn(answer.reason) : undefined
  if (first !== undefined) return first
  for (const field of messageFields) {
    const said = wordsIn(answer[field])
    if (said !== undefined) return said
  }
  return undefined
}

/** A list, possibly written as JSON into a text; or a text. */
const listed = (value: unknown): string | undefined => {
  const list = Array.isArray(value) ? value : parseJson(asText(value) ?? '')
  return Array.isArray(list) ? quoted(list.filter((entry) => asText(entry)).join(', ')) : quoted(value)
}

/** What the service says went wrong, in whichever field, with any details it adds. */
export const saidIn = (answer: Answer): string | undefined => {
  const main = mainText(answer)
  const missing = listed(answer.missing_input_fields)
  const intent = quoted(answer.predicted_user_intent)
  const required = creditsFromService(answer.required_credits)
  const available = creditsFromService(answer.available_credits)
  const added: string[] = []
  if (missing !== undefined) added.push(say('Missing: {{missing}}.', { missing }))
  if (intent !== undefined) added.push(say('Understood as: {{intent}}.', { intent }))
  if (required !== undefined) added.push(say('Required: {{amount}}.', { amount: creditsText(required) }))
  if (available !== undefined)
    added.push(say('Available: {{amount}}.', { amount: withUnit(formatLeft(available)) }))
  if (main === undefined || added.length === 0) return main ?? asText(added.join(' '))
  return [/[.!?]\s*$/.test(main) ? main : `${main}.`, ...added].join(' ')
}

/** A text in one of the fields, or the list of problems that some servers put in `detail`. */
const hasWords = (answer: Answer): boolean =>
  messageFields.some((field) => asText(answer[field]) !== undefined) || wordsIn(answer.detail) !== undefined

/**
 * Whether an answer has the form of the service's own errors: success=false, or a text in one of its error fields.
 */
export const isServiceError = (answer: Answer): boolean => answer.success === false || hasWords(answer)

/**
 * The service documents the statuses for too few credits and for a bad key on some endpoints only. Elsewhere they
 * are recognised by the amounts, the code or the sentence.
 */
const lacksCredits = (status: number, answer: Answer): boolean =>
  status === 402 ||
  asText(answer.error_code) === 'INSUFFICIENT_CREDITS' ||
  creditsFromService(answer.required_credits) !== undefined ||
  /^(insufficient (credit|fund)|user subscription plan not found)/i.test(mainText(answer) ?? '')

const rejectsKey = (status: number, answer: Answer): boolean =>
  status === 401 || /^authentication failed/i.test(mainText(answer) ?? '')

const whyRefused = (status: number, answer: Answer): Refused['why'] => {
  if (lacksCredits(status, answer)) return 'balance'
  if (rejectsKey(status, answer)) return 'key'
  return status === 403 ? 'forbidden' : 'request'
}

/**
 * Whether an answer says that the service failed. The status is documented for some endpoints only, and a failure
 * proves nothing: the work may have been accepted before it.
 */
export const tellsOfFailure = (answer: Answer): boolean =>
  asText(answer.error_code) === 'INTERNAL_SERVER_ERROR' ||
  /^internal server error/i.test(mainText(answer) ?? '')

/** A refusal in the service's own words. */
export const refusalOf = (status: number, answer: Answer): Refused => {
  const available = creditsFromService(answer.available_credits)
  return {
    status: 'refused',
    why: whyRefused(status, answer),
    said: saidIn(answer),
    ...(available !== undefined && {
      credits: { available, required: creditsFromService(answer.required_credits) },
    }),
  }
}

/** Why the service flagged a task, '' if it gave no reason; undefined if it did not flag it. */
export const flagIn = (answer: Answer): string | undefined =>
  asFlag(answer.is_flagged) === true ? (quoted(answer.reason) ?? '') : undefined

type Accepted = Extract<SubmitOutcome, { status: 'accepted' }>

/** Fields that hold text only if something went wrong; `message` is also used for success. */
const errorFields = ['error', 'error_code', 'error_message', 'error_message_detail', 'detail'] as const

const tellsOfError = (answer: Answer): boolean =>
  tellsOfFailure(answer) || errorFields.some((field) => wordsIn(answer[field]) !== undefined)

/**
 * The answer to an accepted submission; undefined for anything else. A task id proves that there is a task, unless
 * the answer says no, or names an error without saying yes. Where the top has no task id, the fields of a `data`
 * object count as if they stood there.
 */
const readAccepted = (top: Answer): Accepted | undefined => {
  const data = asText(top.task_id) === undefined ? (asAnswer(top.data) ?? {}) : {}
  const answer = { ...top, ...data }
  const taskId = asText(answer.task_id)
  const successes = [asFlag(top.success), asFlag(data.success)]
  if (taskId === undefined || successes.includes(false)) return undefined
  if (!successes.includes(true) && [top, data].some(tellsOfError)) return undefined
  const conversionIds: string[] = []
  for (const suffix of ['', ...outputSuffixes]) {
    const id = asText(answer[`conversion_id${suffix}`])
    if (id !== undefined) conversionIds.push(id)
  }
  const eta = asSpan(answer.eta) // the service says -1 if it does not know
  return {
    status: 'accepted',
    taskId,
    conversionIds,
    etaSeconds: eta === undefined ? undefined : Math.ceil(eta),
    estimate: creditsFromService(answer.credit_estimate),
    flaggedFor: flagIn(answer),
  }
}

/**
 * A 4xx from the service itself means that the caller must fix the request and nothing was bought. A 408 is a
 * server that gave up waiting, perhaps for another one behind it that did not.
 */
const mayRefuse = (status: number): boolean => status >= 400 && status < 500 && status !== 408

const isSuccess = (status: number): boolean => status >= 200 && status < 300

/** success=false refuses, and so does a flag without a task. A failure refuses nothing, whatever its status. */
const isRefusal = (status: number, answer: Answer): boolean => {
  if (tellsOfFailure(answer)) return false
  if (!isSuccess(status)) return mayRefuse(status) && isServiceError(answer)
  return answer.success === false || asFlag(answer.is_flagged) === true
}

/** Classifies an answer that lacks what the request paid for; `lacks` names it. */
const readNotTaken = (status: number, answer: Answer, lacks: string): NotTaken => {
  if (isRefusal(status, answer)) return refusalOf(status, answer)
  return { status: 'uncertain', reason: `HTTP ${status}${isSuccess(status) ? ` without ${lacks}` : ''}` }
}

/**
 * Outcome of a paid request. Only the service's own words prove that it did not take the request; a 5xx, a
 * redirect, a foreign body or a broken connection prove nothing. A 429 means that too many tasks are running.
 */
const classifyPaid = <T extends { status: string }>(
  exchange: Exchange,
  read: (answer: Answer) => T | undefined,
  lacks: string,
): T | NotTaken => {
  if (exchange.kind === 'not_sent') return { status: 'not_sent', reason: exchange.reason }
  if (exchange.kind === 'not_built')
    return { status: 'refused', why: 'unsound', said: exchange.reason, fault: exchange.error }
  if (exchange.kind === 'broken') return { status: 'uncertain', reason: exchange.reason }
  const { status, body } = exchange
  if (status === 429) return { status: 'busy' }
  const answer = readAnswer(body)
  if (answer === undefined) return { status: 'uncertain', reason: `${statusText(exchange)} without JSON` }
  const taken = isSuccess(status) ? read(answer) : undefined
  return taken ?? readNotTaken(status, answer, lacks)
}

/** Classifies the answer to a submission. */
export const classifySubmission = (exchange: Exchange): SubmitOutcome =>
  classifyPaid(exchange, readAccepted, 'a task id')

const readLyrics = (answer: Answer): Exclude<LyricsOutcome, NotTaken> | undefined => {
  const lyrics = withoutSecrets(asText(answer.lyrics))
  if (asFlag(answer.success) !== true) return undefined
  if (lyrics === undefined)
    return asFlag(answer.is_flagged) === true || tellsOfFailure(answer) ? undefined : { status: 'empty' }
  return {
    status: 'written',
    lyrics,
    taskId: asText(answer.task_id),
    estimate: creditsFromService(answer.credit_estimate),
  }
}

/** Classifies the answer to a request for lyrics. */
export const classifyLyrics = (exchange: Exchange): LyricsOutcome =>
  classifyPaid(exchange, readLyrics, 'lyrics')
