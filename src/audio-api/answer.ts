import type { Finding, Findings, ResultFile } from '../core/outcome.ts'
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

/** A file of a result with its name in the result, such as "vocals". */
export interface ResultLink {
  name: string | undefined
  url: string
}

/** JSON in a text, a map in it, a list in that: deeper than any result seen so far. */
const depthMax = 3

/** A key such as "audio", "url" or "audio_path" says that the value is a file, but not which one. */
const isTelling = (key: string): boolean => !/^audio$|(url|path|file)s?$/i.test(key)

/** Every address in a value, with its key. */
const linksIn = (value: unknown, name?: string, depth = 0): readonly ResultLink[] => {
  if (depth > depthMax) return []
  const url = asAddress(value)
  if (url !== undefined) return [{ name, url }]
  const text = asText(value)?.trim()
  if (text !== undefined) return /^["[{]/.test(text) ? linksIn(parseJson(text), name, depth + 1) : []
  if (Array.isArray(value)) return value.flatMap((entry) => linksIn(entry, name, depth + 1))
  return Object.entries(asAnswer(value) ?? {}).flatMap(([key, entry]) =>
    linksIn(entry, isTelling(key) ? key : name, depth + 1),
  )
}

/** The fields that have held a result's files, the documented one first. */
const linkFields = [
  'conversion_path',
  'audio_url',
  'output_file',
  'output_file_path',
  'conversion_paths',
] as const

/**
 * The files of a result whose field names have no number: an address, a list or map of addresses, or either as JSON
 * in a text. Only the first field with files counts; the others repeat it or name inputs.
 */
export const resultLinks = (conversion: Answer): readonly ResultLink[] => {
  for (const field of linkFields) {
    const links = linksIn(conversion[field])
    if (links.length > 0) return links
  }
  return []
}

/** Fields that are read elsewhere, inputs, and the service's own bookkeeping. */
const readElsewhere = new Set(
  [
    'title lyrics lyrics_timestamped sounds transcription translation word_timestamps music_style',
    'conversion_path conversion_path_wav conversion_paths conversion_duration audio_url output_file',
    'output_file_path album_cover_path album_cover_thumbnail feature subtype message reason eta success',
    'prompt text language gender pitch model generation_completed',
  ].flatMap((names) => names.split(' ')),
)

/** Words in the names of fields that should not be shown in a chat. */
const isKept =
  /(?:^|_)(?:ids?|uuid|tokens?|secrets?|passwords?|api|users?|e?mail|account|owner|ip|webhook|callback|status|progress|errors?|credits?|costs?|price|balance|type|created|updated|timestamps?|date|at)(?:_|$)/

/** Inputs may be at addresses that only the service should know. */
const isInput = /^(?:input|source|sample|reference|original)_/

const findingsMax = 20
const factLengthMax = 300

const wordOf = (value: unknown): string | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? String(value) : asText(value)?.trim()

const listText = (values: readonly unknown[]): string | undefined =>
  asText(values.flatMap((value) => wordOf(value) ?? []).join(', '))

/**
 * A text or number, a list of them, or a map of either, on one line. The service writes some lists and maps as JSON
 * in a text.
 */
const factText = (given: unknown): string | undefined => {
  const packed = asText(given)?.trim() ?? ''
  const value = (/^[[{]/.test(packed) ? parseJson(packed) : undefined) ?? given
  if (Array.isArray(value)) return listText(value)
  const entries = Object.entries(asAnswer(value) ?? {}).flatMap(([key, entry]) => {
    const text = Array.isArray(entry) ? listText(entry) : wordOf(entry)
    return text === undefined ? [] : [`${key}: ${text}`]
  })
  return wordOf(value) ?? asText(entries.join('; '))
}

/**
 * Everything in a record besides sounds, words and a cover, without files that are already known. The service's
 * description names none of these fields, so they are read by their values. Undefined if there are none.
 */
export const readFindings = (
  record: Answer,
  known: ReadonlySet<string | undefined>,
): Findings | undefined => {
  const facts: Finding[] = []
  const files: ResultFile[] = []
  const streams = new Set<string>()
  for (const [field, value] of Object.entries(record)) {
    const name = field
      .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
      .toLowerCase()
      .replace(/_[1-9]$/, '')
    if (readElsewhere.has(name) || isKept.test(name) || isInput.test(name)) continue
    const links = linksIn(value)
    const text = links.length === 0 ? factText(value) : undefined
    if (text !== undefined && text.length <= factLengthMax) facts.push({ name, value: text })
    for (const { name: part, url } of links) {
      if (known.has(url)) continue
      if (name.includes('stream')) streams.add(url)
      else files.push({ name: part === undefined ? name : `${name}_${part}`, url })
    }
  }
  if (facts.length + files.length + streams.size === 0) return undefined
  return {
    facts: facts.slice(0, findingsMax),
    files: files.slice(0, findingsMax),
    streams: [...streams].slice(0, findingsMax),
  }
}
