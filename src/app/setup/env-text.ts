import { isDeepStrictEqual, parseEnv } from 'node:util'
import { AppError } from '../../core/errors.ts'

/** New values by their names. */
export type Changes = Readonly<Record<string, string>>

/** Also those whose quotes span lines. */
const assignments =
  /^[ \t]*(?:export[ \t]+)?(?<name>[A-Za-z_]\w*)[ \t]*=[ \t]*(?:"[^"]*"|'[^']*'|`[^`]*`|[^\r\n]*)/gm

/** An example such as those in .env.example. */
const placeholderOf = (name: string): RegExp => new RegExp(`^#[ \\t]*${name}=[^\\r\\n]*`, 'm')

/** Node and Docker read these without quotes. */
const plain = /^[\w@%+=:,./-]*$/

/** Docker replaces `$NAME` except between single quotes. */
const quoted = (value: string): string => {
  if (plain.test(value)) return value
  return value.includes("'") ? `"${value}"` : `'${value}'`
}

interface Span {
  start: number
  end: number
}

const spansOf = (text: string, name: string): readonly Span[] =>
  [...text.matchAll(assignments)]
    .filter(({ groups }) => groups?.name === name)
    .map((found) => ({ start: found.index, end: found.index + found[0].length }))

const placeholderSpan = (text: string, name: string): Span | undefined => {
  const found = placeholderOf(name).exec(text)
  return found === null ? undefined : { start: found.index, end: found.index + found[0].length }
}

const replaced = (text: string, { start, end }: Span, line: string): string =>
  text.slice(0, start) + line + text.slice(end)

const newLineOf = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n')

/** The last assignment is the one that counts. */
const withSetting = (text: string, name: string, value: string): string => {
  const line = `${name}=${quoted(value)}`
  const span =
    spansOf(text, name).at(-1) ?? spansOf(text, `${name}_FILE`).at(-1) ?? placeholderSpan(text, name)
  if (span !== undefined) return replaced(text, span, line)
  const newLine = newLineOf(text)
  const isOpen = text !== '' && !text.endsWith('\n')
  return `${text}${isOpen ? newLine : ''}${line}${newLine}`
}

/** The other ways to give a setting: directly, or by a file. Several in use would be refused. */
const otherNames = (name: string): readonly string[] => [`${name}_FILE`, name.replace(/_FILE$/, '')]

/** A value in quotes may span lines. */
const commented = (lines: string): string => `#${lines.replaceAll('\n', '\n#')}`

const withoutOthers = (text: string, name: string): string => {
  const others = otherNames(name).filter((other) => other !== name)
  const span = others.flatMap((other) => spansOf(text, other)).at(-1)
  return span === undefined
    ? text
    : withoutOthers(replaced(text, span, commented(text.slice(span.start, span.end))), name)
}

const expected = (text: string, changes: Changes): object => {
  const others = Object.keys(changes).flatMap(otherNames)
  const kept = Object.entries(parseEnv(text)).filter(([name]) => !others.includes(name))
  return { ...Object.fromEntries(kept), ...changes }
}

/**
 * The text of a .env file with these settings changed or added. Everything else stays as it is: other settings,
 * comments and their order. Throws AppError `configuration` if the result would not be read as intended.
 */
export const withSettings = (text: string, changes: Changes): string => {
  const changed = Object.entries(changes).reduce(
    (before, [name, value]) => withoutOthers(withSetting(before, name, value), name),
    text,
  )
  if (isDeepStrictEqual({ ...parseEnv(changed) }, expected(text, changes))) return changed
  throw new AppError(
    'configuration',
    `.env is written in a way that setup cannot change safely. Set ${Object.keys(changes).join(', ')} there by hand.`,
  )
}
