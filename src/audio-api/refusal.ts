import type { SubmitOutcome } from '../core/job/audio-service.ts'
import { parseJson } from '../core/json.ts'
import { creditsLeftText, creditsText } from '../core/ledger/credits-text.ts'
import { say } from '../core/text/say.ts'
import { type Answer, asAnswer, asText, priceAt, textAt, valueAt } from './answer.ts'

type Refused = Extract<SubmitOutcome, { status: 'refused' }>

/** Where a problem lies, such as "prompt": the part of the request that it lies in goes without saying. */
const placeIn = (value: unknown): string => {
  if (!Array.isArray(value)) return ''
  return value.filter((step) => ['string', 'number'].includes(typeof step) && step !== 'body').join('.')
}

/** A text, a list of problems, or one problem with a message and a place. */
const wordsIn = (value: unknown): string | undefined => {
  if (Array.isArray(value)) return asText(value.flatMap((entry) => wordsIn(entry) ?? []).join('; '))
  const problem = asAnswer(value)
  if (problem === undefined) return asText(value)
  const message = textAt(problem, 'msg') ?? textAt(problem, 'message')
  const place = placeIn(valueAt(problem, 'loc'))
  return message === undefined || place === '' ? message : `${place}: ${message}`
}

/**
 * Every name under which the service says what is wrong, the most telling
 * first; one of them is misspelt there.
 */
const names = [
  'error_message_detail',
  'error_message',
  'message',
  'error',
  'messsage',
  'detail',
  'reason',
] as const

const mainText = (answer: Answer): string | undefined => {
  const first = valueAt(answer, 'is_flagged') === true ? wordsIn(valueAt(answer, 'reason')) : undefined
  if (first !== undefined) return first
  for (const name of names) {
    const said = wordsIn(valueAt(answer, name))
    if (said !== undefined) return said
  }
  return undefined
}

/** A list, also where it is written into a text; or a text. */
const listed = (value: unknown): string | undefined => {
  const list = Array.isArray(value) ? value : parseJson(asText(value) ?? '')
  return Array.isArray(list) ? asText(list.filter((entry) => asText(entry)).join(', ')) : asText(value)
}

const missingText = (answer: Answer): string | undefined => {
  const missing = listed(valueAt(answer, 'missing_input_fields'))
  return missing === undefined ? undefined : say('Missing: {{missing}}.', { missing })
}

const intentText = (answer: Answer): string | undefined => {
  const intent = textAt(answer, 'predicted_user_intent')
  return intent === undefined ? undefined : say('Understood as: {{intent}}.', { intent })
}

const sumsText = (answer: Answer): string | undefined => {
  const [required, available] = [priceAt(answer, 'required_credits'), priceAt(answer, 'available_credits')]
  const texts = [
    ...(required === undefined ? [] : [say('Required: {{amount}}.', { amount: creditsText(required) })]),
    ...(available === undefined
      ? []
      : [say('Available: {{amount}}.', { amount: creditsLeftText(available) })]),
  ]
  return asText(texts.join(' '))
}

const withFullStop = (text: string): string => (/[.!?]\s*$/.test(text) ? text : `${text}.`)

/** What the service says went wrong, under whichever of its names it says it, with what it adds to that. */
export const saidIn = (answer: Answer): string | undefined => {
  const main = mainText(answer)
  const added = [missingText, intentText, sumsText].flatMap((textIn) => textIn(answer) ?? [])
  if (added.length === 0) return main
  return [...(main === undefined ? [] : [withFullStop(main)]), ...added].join(' ')
}

/** A text under one of the names, or the list of problems that some servers put under `detail`. */
const hasWords = (answer: Answer): boolean =>
  names.some((name) => textAt(answer, name) !== undefined) || wordsIn(valueAt(answer, 'detail')) !== undefined

/**
 * Whether an answer has the form of the service's own errors: success=false, or
 * its words under one of its names.
 */
export const isServiceError = (answer: Answer): boolean =>
  valueAt(answer, 'success') === false || hasWords(answer)

/**
 * Which status comes with want of money, and which with a bad key, is documented for some endpoints only. The
 * others are known by what else they document: the sums, the code, or the sentence.
 */
const wantsMoney = (status: number, answer: Answer): boolean =>
  status === 402 ||
  textAt(answer, 'error_code') === 'INSUFFICIENT_CREDITS' ||
  priceAt(answer, 'required_credits') !== undefined ||
  /^(insufficient (credit|fund)|user subscription plan not found)/i.test(mainText(answer) ?? '')

const rejectsKey = (status: number, answer: Answer): boolean =>
  status === 401 || /^authentication failed/i.test(mainText(answer) ?? '')

const whyRefused = (status: number, answer: Answer): Refused['why'] => {
  if (wantsMoney(status, answer)) return 'balance'
  if (rejectsKey(status, answer)) return 'key'
  return status === 403 ? 'forbidden' : 'request'
}

/**
 * Whether an answer says that the service failed. Which status comes with that is documented for some
 * endpoints only, and a failure proves nothing: the work may have been taken before it.
 */
export const tellsOfFailure = (answer: Answer): boolean =>
  textAt(answer, 'error_code') === 'INTERNAL_SERVER_ERROR' ||
  /^internal server error/i.test(mainText(answer) ?? '')

/** A refusal in the service's own words. */
export const refusalOf = (status: number, answer: Answer): Refused => ({
  status: 'refused',
  why: whyRefused(status, answer),
  said: saidIn(answer),
})
