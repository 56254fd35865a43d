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

/** Marks on one letter, with joiners between them: scripts stack up to eight, and more cover the lines around them. */
const markFlood = /((?:\p{M}[\u200C\u200D]*){8})[\p{M}\u200C\u200D]+/gu

/**
 * Characters that nobody sees. Kept are tabs and line breaks, joiners, variants and marks of direction, which emoji and
 * some scripts need, and tags where they spell the flags of Scotland, Wales and England.
 */
const invisible =
  /(\u{1F3F4}[\u{E0061}-\u{E007A}]{1,6}\u{E007F})|(?![\t\n\r\u061C\u200C-\u200F]|\p{M})[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\uFFF9-\uFFFB]/gu

/**
 * A text by others that can't reach beyond itself: without controls, overrides of direction, invisible letters and
 * floods of marks. Unusual line breaks become standard ones. Markup is for the renderers, because each platform has its
 * own. https://www.unicode.org/reports/tr9/#Directional_Formatting_Characters and https://www.unicode.org/reports/tr36
 */
export const neutral = (text: string): string =>
  text
    .replaceAll(/\r(?!\n)|[\v\f\u0085\u2028\u2029]/g, '\n')
    .replaceAll(invisible, '$1')
    .replaceAll(markFlood, '$1')

/** Fields that programs read, so they stay unchanged. */
const forPrograms: ReadonlySet<string> = new Set(['url', 'commandLink'])

/** A document's text that is longer is shown nowhere but in a file, and there it reaches nothing beyond itself. */
const shownLengthMax = 50_000

/** A message, or a part of one, with all its texts neutral. Each platform renders only such. */
export const neutralTexts = <Part>(part: Part): Part => {
  if (typeof part === 'string') return neutral(part) as Part
  if (Array.isArray(part)) return part.map(neutralTexts) as Part
  if (typeof part !== 'object' || part === null || part instanceof Uint8Array) return part
  const copy: Record<string, unknown> = {}
  const isFile = 'kind' in part && part.kind === 'document'
  for (const [name, value] of Object.entries(part)) {
    const isForFile = isFile && name === 'text' && String(value).length > shownLengthMax
    copy[name] = isForFile || forPrograms.has(name) ? value : neutralTexts(value)
  }
  return copy as Part
}

/** What looks like a secret in a text, such as "a Slack token", declared; undefined if nothing does. */
export const secretIn = (text: string): string | undefined => {
  const seen = neutral(text) // as it is stored and sent
  for (const { name, shape } of secretShapes) if (shape.test(seen)) return name
  return undefined
}

/** A text, if there is one, with everything masked that looks like a secret, such as a token or a key. */
export const withoutSecrets = <Text extends string | undefined>(text: Text): Text =>
  (text === undefined ? text : neutral(text).replaceAll(anySecret, '[secret]')) as Text

/** How a web address begins, also in JSON with escaped slashes, or as a part of another one. */
const scheme = /(https?(?::|%(?:25)*3a)(?:\\?\/|%(?:25)*2f){2})/i

/** Where a query or a fragment begins, plain or encoded. */
const queryStart = /[?#]|%(?:25)*(?:3f|23)|\\u003f/i

/** The same, or a further field of a query; what follows tells it from a question. */
const fieldStart = /[?#&]|%(?:25)*(?:3f|23|26)|\\u003f|\\u0026/i
const valueStart = /=|%(?:25)*3d|\\u003d/i

/** The host of an address, or the rest of it, begins behind a name and a password. */
const withoutPassword = (rest: string): string => {
  const end = rest.search(/[/\\]|%(?:25)*2f/i)
  const authority = end < 0 ? rest : rest.slice(0, end)
  return authority.replace(/^.*(?:@|%(?:25)*40)/is, '') + rest.slice(authority.length)
}

/** Where the marks begin that end a quotation or a sentence. */
const quotedEnd = (word: string): number => {
  let end = word.length
  while (end > 0 && `"'<>()[]{},.;:`.includes(word.charAt(end - 1))) end -= 1
  return end
}

const withoutQuery = (word: string): string => {
  const [before = '', ...addresses] = word.split(scheme)
  const ofAddress = addresses.length > 0 ? word.search(queryStart) : -1
  const start = ofAddress < 0 ? word.search(fieldStart) : ofAddress
  if (start >= 0 && (ofAddress >= 0 || valueStart.test(word.slice(start))))
    return `${withoutQuery(word.slice(0, start))}?…${word.slice(quotedEnd(word))}`
  return [before, ...addresses.map((part, index) => (index % 2 === 0 ? part : withoutPassword(part)))].join(
    '',
  )
}

/**
 * A text without queries and fragments, because those may be secrets, and whose web addresses have no password. An address
 * may be quoted in part, be encoded or have quotes in it, so everything goes up to the end of the word.
 */
export const withoutQueries = (text: string): string => text.replaceAll(/\S+/g, withoutQuery)

/** A number with thousands separators. */
export const grouped = (count: number): string => count.toLocaleString('en-US')

/** A span for operators, such as `45 s` or `10 min`; in whole minutes from two minutes on. */
export const spanText = (spanMs: number): string =>
  spanMs < 120_000 ? `${Math.ceil(spanMs / 1_000)} s` : `${Math.round(spanMs / 60_000)} min`

/** A text by others on one line, so that it can't imitate our own text after it. */
export const onOneLine = (text: string): string => neutral(text).replaceAll(/[\t\n\r]+/g, ' ')

/** Letters, and marks without width, of scripts that are written from right to left. */
const rightToLeft = /[\u0590-\u08FF\u200F\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

/**
 * Isolates a neutral text that is written from right to left, so that it can't reorder what stands beside it on its
 * line.
 * https://www.unicode.org/reports/tr9/#Explicit_Directional_Isolates
 */
export const isolated = (text: string): string => (rightToLeft.test(text) ? `\u2068${text}\u2069` : text)

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
