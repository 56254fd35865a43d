import { parseJson } from '../core/json.ts'
import type { Finding, Findings, ResultFile } from '../core/outcome.ts'
import { type Answer, asAnswer, asText } from './answer.ts'
import { linksIn } from './result-links.ts'

/** Fields that are read elsewhere, inputs, and fields for the service's own bookkeeping. */
const readElsewhere = new Set(
  [
    'title lyrics lyrics_timestamped sounds transcription translation word_timestamps music_style',
    'conversion_path conversion_path_wav conversion_paths conversion_duration audio_url output_file',
    'output_file_path album_cover_path album_cover_thumbnail feature subtype message reason eta success',
    'prompt text language gender pitch model generation_completed',
  ].flatMap((names) => names.split(' ')),
)

/** Words in the names of fields that nobody in a chat should read. */
const isKept =
  /(?:^|_)(?:ids?|uuid|tokens?|secrets?|passwords?|api|users?|e?mail|account|owner|ip|webhook|callback|status|progress|errors?|credits?|costs?|price|balance|type|created|updated|timestamps?|date|at)(?:_|$)/

/** Inputs can be at addresses that only the service should know. */
const isInput = /^(?:input|source|sample|reference|original)_/

const baseName = (field: string): string =>
  field
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/_[12]$/, '')

const isShown = (name: string): boolean =>
  !(readElsewhere.has(name) || isKept.test(name) || isInput.test(name))

const countMax = 20
const valueLengthMax = 300

/** The service writes some lists and maps as JSON in a text. */
const unpacked = (value: unknown): unknown => {
  const text = asText(value)?.trim()
  return text === undefined || !/^[[{]/.test(text) ? value : (parseJson(text) ?? value)
}

const wordOf = (value: unknown): string | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? String(value) : asText(value)?.trim()

const listText = (values: readonly unknown[]): string | undefined =>
  asText(values.flatMap((value) => wordOf(value) ?? []).join(', '))

/** A text or number, a list of them, or a map of either, on one line. */
const factText = (given: unknown): string | undefined => {
  const value = unpacked(given)
  if (Array.isArray(value)) return listText(value)
  const entries = Object.entries(asAnswer(value) ?? {}).flatMap(([key, entry]) => {
    const text = Array.isArray(entry) ? listText(entry) : wordOf(entry)
    return text === undefined ? [] : [`${key}: ${text}`]
  })
  return wordOf(value) ?? asText(entries.join('; '))
}

const factsIn = (name: string, value: unknown): Finding[] => {
  const text = factText(value)
  return text === undefined || text.length > valueLengthMax ? [] : [{ name, value: text }]
}

const filesIn = (name: string, value: unknown): ResultFile[] =>
  linksIn(value, undefined, 0).map((link) => ({
    name: link.name === undefined ? name : `${name}_${link.name}`,
    url: link.url,
  }))

/**
 * Everything in a record besides sounds, words and a cover, without the files that are known already. The service's
 * description names none of these fields, so they are read by their values. Undefined if there are none.
 */
export const readFindings = (record: Answer, known: ReadonlySet<string>): Findings | undefined => {
  const facts: Finding[] = []
  const files: ResultFile[] = []
  const streams = new Set<string>()
  for (const [field, value] of Object.entries(record)) {
    const name = baseName(field)
    if (!isShown(name)) continue
    const found = filesIn(name, value)
    if (found.length === 0) facts.push(...factsIn(name, value))
    const others = found.filter(({ url }) => !known.has(url))
    if (name.includes('stream')) for (const { url } of others) streams.add(url)
    else files.push(...others)
  }
  if (facts.length + files.length + streams.size === 0) return undefined
  return {
    facts: facts.slice(0, countMax),
    files: files.slice(0, countMax),
    streams: [...streams].slice(0, countMax),
  }
}
