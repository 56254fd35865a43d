/**
 * What may follow each opening mark; the first shape that fits has the value. A mark closes only at the end of a
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

/** French sets blanks inside these, often ones that don't break a line. */
const spaced = /[«»‹›]/

/** What is between the opening mark at `start` and the mark that closes it; undefined where none does. */
const closedIn = (text: string, start: number): string | undefined => {
  const behind = text.slice(start + 1)
  return shapes
    .get(text.charAt(start))
    ?.find((shape) => shape.test(behind))
    ?.exec(behind)?.[1]
}

/** How much of `text` its first quotation takes, the marks included; undefined where it begins with none that closes. */
export const quotedLength = (text: string): number | undefined => {
  const start = text.search(/\S/)
  const value = closedIn(text, start)
  return value === undefined ? undefined : start + 1 + value.length + 1
}

/** A quoted value at the beginning of `text`. Without a closing mark it is all the rest. */
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
