import type { Finding, Findings, ResultFile } from '../core/outcome.ts'
import { parseJson, withoutSecrets } from '../core/text/text.ts'
import { type Answer, asAddress, asAnswer, asText } from './answer.ts'

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
  typeof value === 'number' && Number.isFinite(value) ? String(value) : withoutSecrets(asText(value))?.trim()

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
