import type { TimedText } from '../encode/tags.ts'

/**
 * Texts in the order in which they begin, none longer than until the next, each at least a millisecond long:
 * what all forms of subtitles can hold. Texts of blanks alone are left out.
 */
export const inOrder = <Text extends TimedText>(texts: readonly Text[]): readonly Text[] => {
  const sorted = texts
    .map((given) => ({ ...given, text: given.text.replaceAll(/\s+/g, ' ').trim() }))
    .filter(({ text }) => text !== '')
    .toSorted((one, other) => one.start - other.start)
  let free = 0
  return sorted.map((given, index) => {
    const start = Math.max(Math.round(given.start), free)
    const next = Math.max(Math.round(sorted[index + 1]?.start ?? given.end), start + 1)
    const end = Math.max(start + 1, Math.min(Math.round(given.end), next))
    free = end
    return { ...given, start, end }
  })
}

const digits = (value: number, count: number): string => String(value).padStart(count, '0')

/**
 * Hours, minutes, seconds and milliseconds, as subtitles write them: `00:01:02,003` with a comma as the sign.
 */
export const timestamp = (timeMs: number, sign: ',' | '.'): string => {
  const seconds = Math.floor(timeMs / 1000)
  const clock = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return `${clock.map((part) => digits(part, 2)).join(':')}${sign}${digits(timeMs % 1000, 3)}`
}
