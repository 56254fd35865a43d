/**
 * What may follow each opening mark; the first shape that fits gives the value. A mark closes only at the end of a
 * word, so an apostrophe doesn't.
 */
const shapes: ReadonlyMap<string, readonly RegExp[]> = new Map([
  ['"', [/^(.*?)"(?=\s|$)/s]],
  ["'", [/^(.*?)'(?=\s|$)/s]],
  // Some keyboards close these with a straight mark. One within the value, as in “the 12" remix”, must not.
  ['“', [/^([^“]*?)”(?=\s|$)/, /^(.*?)[”"](?=\s|$)/s]],
  ['„', [/^([^„]*?)[“”](?=\s|$)/, /^(.*?)[“”"](?=\s|$)/s]],
  ['”', [/^(.*?)”(?=\s|$)/s]],
  ['‘', [/^(.*?)’(?=\s|$)/s]],
  ['‚', [/^(.*?)[‘’](?=\s|$)/s]],
  ['«', [/^(.*?)»(?=\s|$)/s]],
  ['»', [/^(.*?)[«»](?=\s|$)/s]],
  ['‹', [/^(.*?)›(?=\s|$)/s]],
  ['›', [/^(.*?)[‹›](?=\s|$)/s]],
  ['「', [/^(.*?)」(?=\s|$)/s]],
  ['『', [/^(.*?)』(?=\s|$)/s]],
])

/** French puts blanks inside these, often non-breaking ones. */
const spaced = /[«»‹›]/

/** The text between the opening mark at `start` and its closing mark; undefined if it is not closed. */
const closedIn = (text: string, start: number): string | undefined => {
  const behind = text.slice(start + 1)
  return shapes
    .get(text.charAt(start))
    ?.find((shape) => shape.test(behind))
    ?.exec(behind)?.[1]
}

/** Length of the quotation at the start of `text`, including its marks; undefined if there is no closed one. */
export const quotedLength = (text: string): number | undefined => {
  const start = text.search(/\S/)
  const value = closedIn(text, start)
  return value === undefined ? undefined : start + 1 + value.length + 1
}

/** The marks that close a quotation with this opening mark. */
const closing: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ['“', '”"'],
  ['„', '“”"'],
  ['”', '”'],
  ['‘', '’'],
  ['‚', '‘’'],
  ['«', '»'],
  ['»', '«»'],
  ['‹', '›'],
  ['›', '‹›'],
  ['「', '」'],
  ['『', '』'],
])

const wordEnd = /\p{Quotation_Mark}(?=\s|$|[,;]\s|[*_`])/gu

/**
 * Where a quotation at the beginning of a text ends if these marks follow, or if only a comma separates it from a
 * name, as in `"bossa nova", title:x`.
 */
export const quotationEnd = (
  text: string,
  marks: string,
  isName: (behind: string) => boolean,
): number | undefined => {
  const start = text.search(/\S/)
  const closers = closing.get(text.charAt(start))
  if (closers === undefined) return undefined
  for (const { 0: mark, index } of text.slice(start + 1).matchAll(wordEnd)) {
    if (!closers.includes(mark)) continue
    const end = start + 1 + index + mark.length
    if (marks !== '' && text.startsWith(marks, end)) return end
    if (/[*_`]/.test(text.charAt(end))) continue
    return /[,;]/.test(text.charAt(end)) && isName(text.slice(end + 1)) ? end : undefined
  }
  return undefined
}

/** A quoted value at the beginning of `text`. Without a closing mark it takes all the rest. */
export const quotedIn = (text: string): { value: string; length: number } | undefined => {
  const start = text.search(/\S/)
  const opening = text.charAt(start)
  if (!shapes.has(opening)) return undefined
  const behind = text.slice(start + 1)
  const value = closedIn(text, start)
  return {
    value: spaced.test(opening) ? (value ?? behind).trim() : (value ?? behind),
    length: value === undefined ? text.length : start + 1 + value.length + 1,
  }
}
