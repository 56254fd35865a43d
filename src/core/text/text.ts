import { anySecret, secretShapes } from './secret-shapes.ts'

/** The number of characters (code points) in a text. */
export const lengthOf = (text: string): number => [...text].length

/** Characters that show nothing: U+2800 is a Braille cell without dots, U+1D159 a note without a head. */
const unseen = /^[\p{White_Space}\p{Control}\p{Format}\p{Default_Ignorable_Code_Point}\u2800\u{1D159}]*$/u

/**
 * A text counts as empty if nothing in it is visible: blanks, controls, fillers, variation selectors, zero-width
 * and other format characters.
 */
export const isBlank = (text: string): boolean => unseen.test(text)

/**
 * Shortens to `lengthMax` characters (UTF-16 units, as both platforms count) and marks the cut. Never splits a
 * character.
 */
export const shortened = (text: string, lengthMax: number): string => {
  if (text.length <= lengthMax) return text
  if (lengthMax < 1) return ''
  let end = lengthMax - 1
  if (/[\uD800-\uDBFF]/.test(text[end - 1] ?? '')) end -= 1
  return `${text.slice(0, end)}…`
}

/** The share kept for the end of a text that loses its middle. */
const endShare = 0.4

/** The same, but cut slightly after the middle: many texts differ only at the end. */
export const shortenedInside = (text: string, lengthMax: number): string => {
  if (text.length <= lengthMax) return text
  let start = text.length - Math.floor(lengthMax * endShare)
  if (/[\uDC00-\uDFFF]/.test(text[start] ?? '')) start += 1
  const end = text.slice(start)
  return `${shortened(text, lengthMax - end.length)}${end}`
}

/**
 * A text without characters that would reverse the text after it, which may be ours.
 * https://www.unicode.org/reports/tr9/#Directional_Formatting_Characters
 */
export const withoutDirectionMarks = (text: string): string =>
  text.replaceAll(/[\u202A-\u202E\u2066-\u2069]/g, '')

/**
 * A text without control characters and without marks that override the direction of text. Tabs and line breaks
 * stay, and other programs' line breaks become standard ones.
 */
export const withoutControls = (text: string): string =>
  withoutDirectionMarks(text)
    .replaceAll(/[\v\f\u0085]/g, '\n')
    .replaceAll(/(?![\t\n\r])\p{Cc}/gu, '')

/** What looks like a secret in a text, such as "a Slack token", declared; undefined if nothing does. */
export const secretIn = (text: string): string | undefined => {
  for (const { name, shape } of secretShapes) if (shape.test(text)) return name
  return undefined
}

/** A text, if there is one, with everything masked that looks like a secret, such as a token or a key. */
export const withoutSecrets = <Text extends string | undefined>(text: Text): Text =>
  text?.replaceAll(anySecret, '[secret]') as Text

/** A number with thousands separators. */
export const grouped = (count: number): string => count.toLocaleString('en-US')

/** A span for operators, such as `45 s` or `10 min`; in whole minutes from two minutes on. */
export const spanText = (spanMs: number): string =>
  spanMs < 120_000 ? `${Math.ceil(spanMs / 1_000)} s` : `${Math.round(spanMs / 60_000)} min`

/** A text on one line and without direction marks, so that it can't imitate or reverse our own text after it. */
export const onOneLine = (text: string): string =>
  withoutDirectionMarks(text).replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')

/** Letters, and marks without width, of scripts that are written from right to left. */
const rightToLeft = /[\u0590-\u08FF\u200F\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

/**
 * Isolates a text that is written from right to left, so that it can't reorder what stands beside it on its line;
 * direction marks inside it are removed.
 * https://www.unicode.org/reports/tr9/#Explicit_Directional_Isolates
 */
export const isolated = (text: string): string =>
  rightToLeft.test(text) ? `\u2068${withoutDirectionMarks(text)}\u2069` : text

/** How many letters must be inserted, deleted or changed to turn one text into the other. */
const editDistance = (left: string, right: string): number => {
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= right.length; column += 1) {
      const substitution = (previous[column - 1] ?? 0) + (left[row - 1] === right[column - 1] ? 0 : 1)
      current.push(Math.min(substitution, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1))
    }
    previous = current
  }
  return previous[right.length] ?? 0
}

/** Two slips are a typo, three are another word. */
const slipsMax = 2

/** The name that was probably meant; undefined if none is within `slips` typos. */
export const nearMiss = (typed: string, names: readonly string[], slips = slipsMax): string | undefined =>
  names.find((name) => Math.abs(name.length - typed.length) <= slips && editDistance(name, typed) <= slips)

/** Characters of a text shown in the message itself if a file has the whole text. */
export const excerptLengthMax = 1500

/** Whether only the extension is left of a file's name without the characters that a platform rejects. */
export const isExtensionAlone = (clean: string, name: string): boolean =>
  /^\.\w+$/.test(clean) && !name.startsWith('.')

/** Parses JSON; undefined if it is invalid. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
