import { creditsFromService } from '../core/credits.ts'
import { parseJson } from '../core/text/text.ts'
import type { Exchange } from './transport.ts'

type Answered = Extract<Exchange, { kind: 'answered' }>

/**
 * An answer of the audio service, or part of one, as untrusted data. It is read leniently: unknown names do no
 * harm, and a value of an unexpected type counts as absent. Only own properties count, so "__proto__" is a name
 * like any other.
 */
export type Answer = Readonly<Record<string, unknown>>

/** The value as an answer, if it is an object but not a list. */
export const asAnswer = (value: unknown): Answer | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Answer) : undefined

/** Parses a body that should be a JSON object; undefined for anything else, such as a proxy's HTML. */
export const readAnswer = (body: string): Answer | undefined =>
  asAnswer(parseJson(body.startsWith('\uFEFF') ? body.slice(1) : body))

/** An answer's HTTP status, and its content coding if it has one. */
export const statusText = ({ status, coding }: Pick<Answered, 'status' | 'coding'>): string =>
  coding === undefined ? `HTTP ${status}` : `HTTP ${status} (content-encoding: ${coding})`

/** Ends of the names of fields that an answer has for each output. Two are documented; more would be paid for, too. */
export const outputSuffixes = ['_1', '_2', '_3', '_4', '_5', '_6', '_7', '_8', '_9'] as const

/** The value of an answer's own property. */
export const valueAt = (answer: Answer, name: string): unknown =>
  Object.hasOwn(answer, name) ? answer[name] : undefined

/** The value as text. Blank counts as absent, because the service writes "" and null for what is not there yet. */
export const asText = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined

/** The text under a name. */
export const textAt = (answer: Answer, name: string): string | undefined => asText(valueAt(answer, name))

/** The finite number under a name; the service writes some of them as text. */
export const numberAt = (answer: Answer, name: string): number | undefined => {
  const value = valueAt(answer, name)
  const read = asText(value) === undefined ? value : Number(value)
  return typeof read === 'number' && Number.isFinite(read) ? read : undefined
}

const daySeconds = 24 * 60 * 60

/** Whether a number of seconds is a plausible duration: nothing at the service takes or lasts longer than a day. */
export const isSpan = (seconds: number): boolean => seconds >= 0 && seconds <= daySeconds

/** The duration under a name, in seconds. */
export const spanAt = (answer: Answer, name: string): number | undefined => {
  const seconds = numberAt(answer, name)
  return seconds !== undefined && isSpan(seconds) ? seconds : undefined
}

/** Whether a text is an address that a file can be read from. */
export const isAddress = (text: string): boolean =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

/** The http(s) address under a name; the service may write "N/A" or a path instead. */
export const addressAt = (answer: Answer, name: string): string | undefined => {
  const text = textAt(answer, name)?.trim()
  return text !== undefined && isAddress(text) ? text : undefined
}

/** Whether the value under a name is true. */
export const isTrueAt = (answer: Answer, name: string): boolean => {
  const value = valueAt(answer, name)
  return value === true || /^true$/i.test(asText(value)?.trim() ?? '')
}

/** The price under a name, as a number or as text. */
export const priceAt = (answer: Answer, name: string) => creditsFromService(valueAt(answer, name))

/**
 * The two forms in which the service writes times: ISO 8601 with microseconds and an offset, and date, time
 * with milliseconds, a blank and an offset.
 */
const timePattern = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2})(\.\d{1,9})? ?(Z|[+-]\d{2}:?\d{2})$/

/** The time under a name, in milliseconds since 1970; undefined if it is not a time or states no offset. */
export const timeAt = (answer: Answer, name: string): number | undefined => {
  const match = timePattern.exec(textAt(answer, name)?.trim() ?? '')
  if (match === null) return undefined
  const [, date = '', time = '', fraction = '', offset = ''] = match
  const zone = /^[+-]\d{4}$/.test(offset) ? `${offset.slice(0, 3)}:${offset.slice(3)}` : offset
  const timeMs = Date.parse(`${date}T${time}${fraction.slice(0, 4)}${zone}`)
  return Number.isNaN(timeMs) ? undefined : timeMs
}
