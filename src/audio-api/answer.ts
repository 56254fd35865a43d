import { parseJson } from '../core/text/text.ts'
import type { Exchange } from './transport.ts'

type Answered = Extract<Exchange, { kind: 'answered' }>

/**
 * An answer of the audio service, or part of one, as untrusted data. It is read leniently: unknown names do no
 * harm, and a value of an unexpected type counts as absent.
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

/** The value as text. Blank counts as absent, because the service writes "" and null for what is not there yet. */
export const asText = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined

/** The value as a finite number; the service writes some of them as text. */
export const asNumber = (value: unknown): number | undefined => {
  const read = asText(value) === undefined ? value : Number(value)
  return typeof read === 'number' && Number.isFinite(read) ? read : undefined
}

const daySeconds = 24 * 60 * 60

/** The value as a duration in seconds. Nothing at the service takes or lasts longer than a day. */
export const asSpan = (value: unknown): number | undefined => {
  const seconds = asNumber(value)
  return seconds !== undefined && seconds >= 0 && seconds <= daySeconds ? seconds : undefined
}

/** The value as an http(s) address that a file can be read from; the service may write "N/A" or a path instead. */
export const asAddress = (value: unknown): string | undefined => {
  const text = asText(value)?.trim() ?? ''
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) ? text : undefined
}

/** The value as yes or no; the service writes some of them as text. */
export const asFlag = (value: unknown): boolean | undefined => {
  if (typeof value !== 'string') return typeof value === 'boolean' ? value : undefined
  const said = value.trim().toLowerCase()
  return said === 'true' || said === 'false' ? said === 'true' : undefined
}

/**
 * The two forms in which the service writes times: ISO 8601 with microseconds and an offset, and date, time
 * with milliseconds, a blank and an offset.
 */
const timePattern = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2})(\.\d{1,9})? ?(Z|[+-]\d{2}:?\d{2})$/

/** The value as milliseconds since 1970; undefined if it is not a time or states no offset. */
export const asTime = (value: unknown): number | undefined => {
  const match = timePattern.exec(asText(value)?.trim() ?? '')
  if (match === null) return undefined
  const [, date = '', time = '', fraction = '', offset = ''] = match
  const zone = /^[+-]\d{4}$/.test(offset) ? `${offset.slice(0, 3)}:${offset.slice(3)}` : offset
  const timeMs = Date.parse(`${date}T${time}${fraction.slice(0, 4)}${zone}`)
  return Number.isNaN(timeMs) ? undefined : timeMs
}
