import { parseJson } from '../core/json.ts'
import { type Answer, asAnswer, asText, isAddress, valueAt } from './answer.ts'

/** A file of a result, and what it is called there, such as "vocals". */
export interface ResultLink {
  name: string | undefined
  url: string
}

/** JSON in a text, a map in it, and a list in that: deeper than any result that was seen. */
const depthMax = 3

/** A key such as "audio", "url" or "audio_path" says that it is a file, not which one. */
const isTelling = (key: string): boolean => !/^audio$|(url|path|file)s?$/i.test(key)

/** Every address in a value, with the key that it stands under. */
export const linksIn = (value: unknown, name: string | undefined, depth: number): readonly ResultLink[] => {
  if (depth > depthMax) return []
  const text = asText(value)?.trim()
  if (text !== undefined && isAddress(text)) return [{ name, url: text }]
  if (text !== undefined) return /^["[{]/.test(text) ? linksIn(parseJson(text), name, depth + 1) : []
  if (Array.isArray(value)) return value.flatMap((entry) => linksIn(entry, name, depth + 1))
  return Object.entries(asAnswer(value) ?? {}).flatMap(([key, entry]) =>
    linksIn(entry, isTelling(key) ? key : name, depth + 1),
  )
}

/**
 * The names under which a result of one file, or of several, was seen; the
 * documented way of naming comes first.
 */
const names = ['conversion_path', 'audio_url', 'output_file', 'output_file_path', 'conversion_paths'] as const

/**
 * The files of a result whose names have no number: an address, a list or a map of them, or
 * either written as JSON into a text. The first name that has any counts; the others say the same
 * again, or name what was sent in.
 */
export const resultLinks = (conversion: Answer): readonly ResultLink[] => {
  for (const name of names) {
    const links = linksIn(valueAt(conversion, name), undefined, 0)
    if (links.length > 0) return links
  }
  return []
}
