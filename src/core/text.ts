/**
 * Shortens to `lengthMax` characters (UTF-16 units, as both platforms count) and shows the cut. Never splits a
 * character.
 */
export const shortened = (text: string, lengthMax: number): string => {
  if (text.length <= lengthMax) return text
  if (lengthMax < 1) return ''
  let end = lengthMax - 1
  if (/[\uD800-\uDBFF]/.test(text[end - 1] ?? '')) end -= 1
  return `${text.slice(0, end)}…`
}

/**
 * A text without the characters that would turn around what stands behind it, which may be ours.
 * https://www.unicode.org/reports/tr9/#Directional_Formatting_Characters
 */
export const withoutDirectionMarks = (text: string): string =>
  text.replaceAll(/[\u202A-\u202E\u2066-\u2069]/g, '')

/** A text on one line and without marks that turn it around: what stands below it, or behind it, is ours. */
export const onOneLine = (text: string): string =>
  withoutDirectionMarks(text).replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
