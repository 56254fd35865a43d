import { type Control, type Field, type Fields, hasSeveralLines } from '../fields/field.ts'
import { isTyped, primaryFieldOf } from '../fields/primary-field.ts'
import { nearMiss } from '../text/text.ts'
import { timeLengthMax } from '../time.ts'
import { endBeforeComma, quotedIn, quotedLength } from './quoted-value.ts'

/** A piece of typed text, with the blanks before it and its field, once that is known. */
export interface Piece {
  gap: string
  text: string
  field: string | undefined
  /** Whether no name precedes it, so that its shape can still decide its field. */
  isFree: boolean
}

/** A value with a blank after its name, as in `style: bossa nova`: it continues after its first word. */
interface Open {
  field: string
  hasSeveralLines: boolean
  /** Whether the reader has moved to a line below the name. */
  isBelowName: boolean
}

/** State while reading a text. */
interface Reading {
  rest: string
  open: Open | undefined
}

/** State between two pieces of a whole text. */
interface Position extends Reading {
  /** The lines that an option interrupted, which continue below it. */
  interrupted: Open | undefined
  /** Whether the main field already has words; otherwise the lines below options belong to it. */
  hasWords: boolean
}

/** Whether two names differ at most in case. */
export const sameLetters = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** A word that looks like an option, with its value right after it. */
const optionName = /^[a-z_]{4,}$/i

/**
 * The field that a name before a colon means. A typo such as `stil:folk` stays a name, and is refused by it: as
 * part of the prompt it would be paid for.
 */
const fieldNamed = (fields: Fields, typed: string, value: string): string | undefined => {
  const names = Object.keys(fields)
  const known = names.find((name) => sameLetters(name, typed))
  const isWord = value === '' || value.startsWith('//') || !optionName.test(typed)
  if (known !== undefined || isWord) return known
  return nearMiss(typed.toLowerCase(), names) === undefined ? undefined : typed
}

/** The option that a word names, with the part of its value in the same word. */
const optionIn = (fields: Fields, word: string): { field: string; value: string } | undefined => {
  const [name = '', ...after] = word.split(':')
  const value = after.join(':')
  const field = after.length === 0 ? undefined : fieldNamed(fields, name, value)
  return field === undefined ? undefined : { field, value }
}

/** The part of a word before an option that only a comma separates from it: `style:jazz,title:x`. */
const beforeOption = (fields: Fields, word: string): string => {
  for (const [comma, name = ''] of word.matchAll(/[,;](?=([a-z_]+):)/gi))
    if (Object.keys(fields).some((known) => sameLetters(known, name)))
      return word.slice(0, word.indexOf(`${comma}${name}:`) + 1)
  return word
}

/** The first word of a text, with the blanks before it. */
const wordIn = (fields: Fields, text: string): { gap: string; word: string; rest: string } | undefined => {
  // Discord's link to a command may contain a blank, as in </settings voice:1>, and so may the label of a link.
  const [all, gap = '', whole = ''] =
    /^(\s*)(<\/[^<>\n]{1,120}>|(?:[a-z_]{1,40}:)?\[[^[\]\n]{0,120}\]\(<?https?:\S+|\S+)/i.exec(text) ?? []
  if (all === undefined) return undefined
  const word = beforeOption(fields, whole)
  return { gap, word, rest: text.slice(gap.length + word.length) }
}

const hasLineBreak = (gap: string): boolean => /[\r\n]/.test(gap)

const takesLines = (control: Control | undefined): boolean =>
  control?.kind === 'text' && hasSeveralLines(control)

/** The open value after a gap: a line break ends it, unless its field takes several lines. */
const openBehind = (open: Open | undefined, gap: string): Open | undefined => {
  if (open === undefined || !hasLineBreak(gap)) return open
  return open.hasSeveralLines ? { ...open, isBelowName: true } : undefined
}

/**
 * The option that the next word of a text names. In prose below a value's name, only the start of a line can name
 * an option.
 */
const nextOption = (
  fields: Fields,
  { rest, open }: Reading,
): { field: string; value: string } | undefined => {
  const { gap = '', word = '' } = wordIn(fields, rest) ?? {}
  const option = optionIn(fields, word)
  const isProse = openBehind(open, gap)?.isBelowName === true && option?.value === '' && !hasLineBreak(gap)
  return isProse ? undefined : option
}

/** A word that was read. A comma before an option's name belongs to neither. */
const endingBefore = (fields: Fields, word: string, reading: Reading): string =>
  /[,;]$/.test(word) && nextOption(fields, reading) !== undefined ? word.replace(/(?<![,;])[,;]+$/, '') : word

/** The first word of a value with a blank after its name. Without one, the value is empty. */
const spacedValue = (fields: Fields, field: string, behind: string): Reading & { text: string } => {
  const first = wordIn(fields, behind)
  if (first === undefined || optionIn(fields, first.word) !== undefined)
    return { text: '', rest: behind, open: undefined }
  const control = fields[field]?.control
  const open = { field, hasSeveralLines: takesLines(control), isBelowName: hasLineBreak(first.gap) }
  const isOneWord = control === undefined || !isTyped(control.kind)
  const reading = { rest: first.rest, open: isOneWord ? undefined : open }
  return { text: endingBefore(fields, first.word, reading), ...reading }
}

/** The quoted value at the beginning of a text. A comma may separate it from the next name. */
const quotedValue = (fields: Fields, behind: string): ReturnType<typeof quotedIn> => {
  const isName = (rest: string) => nextOption(fields, { rest, open: undefined }) !== undefined
  return quotedIn(behind.slice(0, endBeforeComma(behind, isName)))
}

const unitsOf = (control: Control): readonly string[] => {
  if (control.kind === 'credits') return ['credit', 'credits']
  return control.kind === 'integer' ? (control.units ?? []) : []
}

/** An amount without the unit that its field has anyway: `5 credits`, `2 semitones`. */
export const withoutUnit = (control: Control, text: string): string => {
  const [, amount = text, unit = ''] = /^([^\sa-z]+)\s*([a-z][a-z ]*)$/i.exec(text) ?? []
  return unitsOf(control).includes(unit.toLowerCase()) ? amount : text
}

const isAmount = ({ control, schema }: Field, text: string): boolean =>
  schema.safeParse(withoutUnit(control, text)).success

/**
 * An amount of several words, as many as its field can read: `length:1 minute 30 seconds`. Punctuation after the
 * last one is dropped.
 */
const amountIn = (
  fields: Fields,
  { field: name, value }: { field: string; value: string },
  behind: string,
): (Reading & { text: string }) | undefined => {
  const field = fields[name]
  if (field === undefined || !['time', 'integer', 'credits'].includes(field.control.kind)) return undefined
  let longest: (Reading & { text: string }) | undefined
  let text = value
  let next = wordIn(fields, behind.slice(value.length))
  while (next !== undefined && !hasLineBreak(next.gap) && optionIn(fields, next.word) === undefined) {
    const word = next.word.replace(/(?<![,;.!])[,;.!]+$/, '')
    const whole = `${text} ${word}`
    if (word === '' || whole.length > timeLengthMax) break
    if (isAmount(field, whole)) longest = { text: whole, rest: next.rest, open: undefined }
    text = `${text} ${next.word}`
    next = wordIn(fields, next.rest)
  }
  return longest
}

/** The value of an option, from the text after its colon. */
const optionValue = (
  fields: Fields,
  { field, value }: { field: string; value: string },
  behind: string,
): Reading & { text: string } => {
  const isBelow = hasLineBreak(/^\s*/.exec(behind)?.[0] ?? '')
  // Lines may begin with a quotation, such as lyrics with direct speech.
  const quoted = isBelow && takesLines(fields[field]?.control) ? undefined : quotedValue(fields, behind)
  if (quoted !== undefined) return { text: quoted.value, rest: behind.slice(quoted.length), open: undefined }
  if (value === '') return spacedValue(fields, field, behind)
  const amount = amountIn(fields, { field, value }, behind)
  if (amount !== undefined) return amount
  const reading = { rest: behind.slice(value.length), open: undefined }
  return { text: endingBefore(fields, value, reading), ...reading }
}

/** The lines that continue below an option: those of a text that had lines before it. */
const interruptedBy = (
  { open, interrupted, hasWords }: Position,
  taken: Open | undefined,
): Open | undefined => {
  if (taken?.hasSeveralLines) return undefined
  return hasWords && open?.hasSeveralLines && open.isBelowName ? open : interrupted
}

/** The first word of the remaining text, or the first value of an option. */
const nextPiece = (
  fields: Fields,
  primary: string | undefined,
  before: Position,
): (Position & { piece: Piece }) | undefined => {
  const first = wordIn(fields, before.rest)
  if (first === undefined) return undefined
  const { gap, word, rest } = first
  const option = nextOption(fields, before)
  if (option === undefined) {
    const open = openBehind(before.open, gap) ?? (hasLineBreak(gap) ? before.interrupted : undefined)
    const text = endingBefore(fields, word, { rest, open })
    const piece = { gap, text, field: open?.field, isFree: true }
    const hasWords = before.hasWords || open === undefined || open.field === primary
    return { piece, rest, open, interrupted: before.interrupted, hasWords }
  }
  const behind = before.rest.slice(gap.length + option.field.length + 1)
  const { text, ...reading } = optionValue(fields, option, behind)
  const piece = { gap, text, field: option.field, isFree: false }
  const hasWords = before.hasWords || option.field === primary
  return { piece, ...reading, interrupted: interruptedBy(before, reading.open), hasWords }
}

/** Opening marks that are often meant as an apostrophe, as in '90s rock 'n' roll. */
const apostrophe = /^\s*['‘]/

/** Length of the quotation at the start of a text, if any; it names no option. */
const quotedBeginning = (fields: Fields, text: string): number => {
  const length = quotedLength(text) ?? 0
  const next = wordIn(fields, text.slice(length))
  const isWhole = next === undefined || optionIn(fields, next.word) !== undefined
  return isWhole || !apostrophe.test(text) ? length : 0
}

const piecesIn = (fields: Fields, text: string, hasWords = false): readonly Piece[] => {
  const primary = primaryFieldOf(fields)
  const pieces: Piece[] = []
  let next = nextPiece(fields, primary, { rest: text, open: undefined, interrupted: undefined, hasWords })
  while (next !== undefined) {
    if (next.piece.text !== '' || !next.piece.isFree) pieces.push(next.piece)
    next = nextPiece(fields, primary, next)
  }
  return pieces
}

/**
 * Splits a text into words and into values that name their field.
 *
 * The value of `style:jazz` is one word or a quoted text; an amount includes its unit. That of `style: bossa nova`
 * continues to the next option or the end of the line; a text of several lines continues below it, where only a
 * line can begin with another such name. Lines below that option also continue the text, once the command has its
 * own words: `a march`, `lyrics:`, `[Verse]`, `title: x`, `[Chorus]`. Commas and semicolons before a name are
 * dropped.
 */
export const piecesOf = (fields: Fields, text: string): readonly Piece[] => {
  const length = quotedBeginning(fields, text)
  return [...piecesIn({}, text.slice(0, length)), ...piecesIn(fields, text.slice(length), length > 0)]
}
