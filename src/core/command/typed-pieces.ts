import { type Control, type Field, type Fields, hasSeveralLines } from '../fields/field.ts'
import { isTyped, primaryFieldOf } from '../fields/primary-field.ts'
import { timeLengthMax } from '../time.ts'
import { type Option, optionIn, withoutMark, wordIn } from './option-name.ts'
import { quotationEnd, quotedIn, quotedLength } from './quoted-value.ts'

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
  /** The marks that end it, if it began with some. */
  mark: string
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

const hasLineBreak = (gap: string): boolean => /[\r\n]/.test(gap)

const takesLines = (control: Control | undefined): boolean =>
  control?.kind === 'text' && hasSeveralLines(control)

/** The open value after a gap: a line break ends it, unless its field takes several lines. */
const openBehind = (open: Open | undefined, gap: string): Open | undefined => {
  if (open === undefined || !hasLineBreak(gap)) return open
  return open.hasSeveralLines ? { ...open, mark: '', isBelowName: true } : undefined
}

/** An open value behind the marks that end it, which may have more lines. */
const closedOpen = (open: Open): Open | undefined =>
  open.hasSeveralLines ? { ...open, mark: '' } : undefined

/**
 * The option that a text begins with. In prose below a value's name, only the start of a line can name an option, or
 * a name that is no word, such as `seen_by`.
 */
const nextOption = (fields: Fields, { rest, open }: Reading): Option | undefined => {
  const option = optionIn(fields, rest)
  if (option === undefined || option.field.includes('_')) return option
  const gap = /^\s*/.exec(rest)?.[0] ?? ''
  const isProse = openBehind(open, gap)?.isBelowName === true && !hasLineBreak(gap)
  return isProse && (option.value === '' || !option.isPlain) ? undefined : option
}

/** A word that was read. A comma before an option's name belongs to neither. */
const endingBefore = (fields: Fields, word: string, reading: Reading): string =>
  /[,;]$/.test(word) && nextOption(fields, reading) !== undefined ? word.replace(/(?<![,;])[,;]+$/, '') : word

/** The first word of a value with a blank after its name. Without one, the value is empty. */
const spacedValue = (fields: Fields, { field, mark }: Option, behind: string): Reading & { text: string } => {
  const first = wordIn(fields, behind)
  if (first === undefined || optionIn(fields, behind) !== undefined)
    return { text: '', rest: behind, open: undefined }
  const control = fields[field]?.control
  const open = { field, hasSeveralLines: takesLines(control), mark, isBelowName: hasLineBreak(first.gap) }
  const isOneWord = control === undefined || !isTyped(control.kind)
  const reading = { rest: first.rest, open: isOneWord ? undefined : open }
  const text = endingBefore(fields, first.word, reading)
  const closed = withoutMark(text, mark)
  return closed === undefined || isOneWord
    ? { text: closed ?? text, ...reading }
    : { text: closed, rest: first.rest, open: closedOpen(open) }
}

/** The quoted value at the beginning of a text. A comma may separate it from the next name, or marks end it. */
const quotedValue = (fields: Fields, mark: string, behind: string): ReturnType<typeof quotedIn> => {
  const isName = (rest: string) => nextOption(fields, { rest, open: undefined }) !== undefined
  const end = quotationEnd(behind, mark, isName)
  const quoted = quotedIn(behind.slice(0, end))
  const isMarked = end !== undefined && mark !== '' && behind.startsWith(mark, end)
  return quoted && isMarked ? { ...quoted, length: end + mark.length } : quoted
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
  { field: name, value, mark }: Option,
  behind: string,
): (Reading & { text: string }) | undefined => {
  const field = fields[name]
  if (field === undefined || !['time', 'integer', 'credits'].includes(field.control.kind)) return undefined
  let longest: (Reading & { text: string }) | undefined
  let text = value
  let left = behind.slice(value.length)
  let next = wordIn(fields, left)
  while (next !== undefined && !hasLineBreak(next.gap) && optionIn(fields, left) === undefined) {
    const closed = withoutMark(next.word, mark)
    const word = (closed ?? next.word).replace(/(?<![,;.!])[,;.!]+$/, '')
    const whole = `${text} ${word}`
    if (word === '' || whole.length > timeLengthMax) break
    if (isAmount(field, whole)) longest = { text: whole, rest: next.rest, open: undefined }
    if (closed !== undefined) break
    text = `${text} ${next.word}`
    left = next.rest
    next = wordIn(fields, left)
  }
  return longest
}

/** The value of an option, from the text after its name. */
const optionValue = (fields: Fields, option: Option, behind: string): Reading & { text: string } => {
  const { field, value, mark } = option
  const isBelow = hasLineBreak(/^\s*/.exec(behind)?.[0] ?? '')
  // Lines may begin with a quotation, such as lyrics with direct speech.
  const quoted = isBelow && takesLines(fields[field]?.control) ? undefined : quotedValue(fields, mark, behind)
  if (quoted !== undefined) return { text: quoted.value, rest: behind.slice(quoted.length), open: undefined }
  if (value === '') return spacedValue(fields, option, behind)
  const reading = { rest: behind.slice(value.length), open: undefined }
  const text = endingBefore(fields, value, reading)
  const closed = withoutMark(text, mark)
  const amount = closed === undefined ? amountIn(fields, option, behind) : undefined
  return amount ?? { text: closed ?? text, ...reading }
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
    const closed = open && withoutMark(text, open.mark)
    const piece = { gap, text: closed ?? text, field: open?.field, isFree: true }
    const hasWords = before.hasWords || open === undefined || open.field === primary
    const left = open && closed !== undefined ? closedOpen(open) : open
    return { piece, rest, open: left, interrupted: before.interrupted, hasWords }
  }
  const behind = before.rest.slice(option.length)
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
  const behind = text.slice(length)
  const isWhole = behind.trim() === '' || optionIn(fields, behind) !== undefined
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
 * dropped, and so are the marks of bold, italics and code around a name or around a name with its value.
 */
export const piecesOf = (fields: Fields, text: string): readonly Piece[] => {
  const length = quotedBeginning(fields, text)
  return [...piecesIn({}, text.slice(0, length)), ...piecesIn(fields, text.slice(length), length > 0)]
}
