import { clipFieldsOf } from '../clip/clip-field.ts'
import { isNoLink } from '../clip/no-link.ts'
import { type Control, type Fields, type RawValues, referenceKinds } from '../fields/field.ts'
import { firstName, isReference, isTyped, primaryFieldOf } from '../fields/primary-field.ts'
import { isWholeTakeName } from '../job-id.ts'
import type { CommandLink } from '../message/command-link.ts'
import { sayDeclared } from '../text/say.ts'
import { actionsOf, type Command, fieldsOf } from './command.ts'
import { sameLetters } from './option-name.ts'
import { references, referenceValue, signs, unpicked } from './reference-text.ts'
import { type Piece, piecesOf, withoutUnit } from './typed-pieces.ts'

const addressShape = /^<?(https?:\/\/[^\s<>|]+)(\|[^\s>]*)?(?:>[>,.;!?]*)?$/i

/** A link with words of its own, as Discord shows `[song](https://example.com)`. */
const labelledShape = /^\[[^[\]\n]{0,120}\]\(<?(https?:\/\/[^\s<>]+)>?\)[,.;!?]*$/i

/** Punctuation that ends a sentence is not part of an address. */
const sentenceEnd = /(?<![,.;!?])[,.;!?]+$/

/** The address in a word, bare or in brackets, with or without a label. */
const addressIn = (word: string): string | undefined => {
  const labelled = labelledShape.exec(word)?.[1]
  if (labelled !== undefined) return labelled
  const [, written, label] = addressShape.exec(word) ?? []
  return label === undefined ? written?.replace(sentenceEnd, '') : written
}

const hasAnyText = ({ kind }: Control): boolean => ['text', 'listed', 'secret'].includes(kind)

/** Gives the first unassigned word of a shape to a field without a value. */
const claimed = (
  pieces: readonly Piece[],
  field: string | undefined,
  fits: (word: string) => boolean,
): readonly Piece[] => {
  if (field === undefined || pieces.some((piece) => piece.field === field)) return pieces
  const first = pieces.find((piece) => piece.isFree && fits(piece.text))
  return pieces.map((piece) => (piece === first ? { ...piece, field, isFree: false } : piece))
}

/**
 * Words after a named text continue it if the command's main field is an amount and has one: `5 reason:for the
 * winners`.
 */
const continued = (fields: Fields, pieces: readonly Piece[], primary: string | undefined): Piece[] => {
  const kindOf = (field = ''): Control['kind'] | undefined => fields[field]?.control.kind
  const isText = kindOf(primary) === 'text'
  let isGiven = !isText && pieces.some(({ field }) => field === primary)
  let open: string | undefined
  return pieces.map((piece) => {
    const { field = isGiven ? open : undefined } = piece
    const kind = kindOf(field)
    if (kind === undefined || !isReference(kind)) open = kind === 'text' ? field : undefined
    isGiven ||= !isText && field === undefined
    return { ...piece, field }
  })
}

/** Pieces side by side: separated by one blank, or by the original line breaks. */
const joined = (pieces: readonly Piece[]): string =>
  pieces
    .filter(({ text }) => text !== '')
    .map(({ gap, text, isFree }, index) => {
      if (index === 0 || (isFree && gap === '')) return text
      return `${/[\r\n]/.test(gap) ? gap.replaceAll(/[^\r\n]/g, '') : ' '}${text}`
    })
    .join('')

const answers: ReadonlyMap<string, boolean> = new Map([
  ...['yes', 'true', 'on'].map((word) => [word, true] as const),
  ...['no', 'false', 'off'].map((word) => [word, false] as const),
])

/** A field's value. Text that the field can't take stays as it is, so that the field itself reports the problem. */
const fieldValue = (control: Control, pieces: readonly Piece[]): unknown => {
  const text = joined(pieces)
  switch (control.kind) {
    case 'clip': {
      const addresses = pieces.map((piece) => addressIn(piece.text) ?? piece.text)
      return addresses.length === 1 ? addresses[0] : addresses
    }
    case 'choice':
      return (
        control.choices.find(({ value, label }) =>
          [value, label, sayDeclared(label)].some((name) => sameLetters(name, text)),
        )?.value ?? text
      )
    case 'member':
    case 'channel':
    case 'group':
      return referenceValue(control.kind, text)
    case 'toggle':
      return answers.get(text.toLowerCase()) ?? text
    case 'credits':
    case 'integer':
      return withoutUnit(control, text)
    case 'text':
    case 'time':
    case 'listed':
    case 'secret':
      return text
  }
}

/**
 * A button's command as a request. Its values are texts, read as if they had been typed. An unknown name stays, so
 * that it is refused by name.
 */
export const requestOfCommandLink = (
  commands: readonly Command[],
  { command: name, action, values }: CommandLink,
): TypedRequest => {
  const command = commands.find((candidate) => candidate.name === name)
  const fields = command === undefined ? {} : fieldsOf(command, action)
  const read = Object.entries(values).map(([field, text]): [string, unknown] => {
    const control = fields[field]?.control
    return [
      field,
      control === undefined ? text : fieldValue(control, [{ gap: '', text, field, isFree: false }]),
    ]
  })
  return { command: name, action, values: Object.fromEntries(read) }
}

/** A word that is no amount, no time and no number. */
const isName = (fields: Fields, word: string): boolean =>
  /^[\p{L}@#<]/u.test(word) && !Object.keys(fields).some((name) => sameLetters(name, word))

/** More words than any name has. Each one is tried as the main value, which is slow. */
const nameWordsMax = 20

/**
 * Gives names before the main value, such as `max` in `max 5`, to a member, channel or group field without a value,
 * which then refuses them as what they are. Words beyond `nameWordsMax` are left to the main value.
 */
const withNames = (fields: Fields, pieces: readonly Piece[], primary = ''): readonly Piece[] => {
  const main = fields[primary]
  if (main === undefined || !isTyped(main.control.kind) || hasAnyText(main.control)) return pieces
  const open = Object.entries(fields).flatMap(([field, { control }]) =>
    isReference(control.kind) && !pieces.some((piece) => piece.field === field)
      ? [{ field, kind: control.kind }]
      : [],
  )
  if (open.length === 0) return pieces
  const free = pieces.filter(({ field }) => field === undefined).slice(0, nameWordsMax)
  const end = free.findIndex(
    (piece) =>
      !isName(fields, piece.text) || main.schema.safeParse(fieldValue(main.control, [piece])).success,
  )
  const names = new Set(end < 0 ? free : free.slice(0, end))
  const [first] = names
  const owner = open.find(({ kind }) => first?.text.startsWith(signs[kind])) ?? open[0]
  if (owner === undefined) return pieces
  return pieces.map((piece) => {
    if (!names.has(piece)) return piece
    const text = piece === first ? unpicked(owner.kind, piece.text) : piece.text
    return { ...piece, text, field: owner.field }
  })
}

/** Words that no field takes become a value of their own name, so that they are refused by that name. */
const leftoverName = (fields: Fields, words: string): string =>
  Object.hasOwn(fields, words) ? `${words}:` : words

/** A word that can only be a clip: an address, or a take of a result. */
const isClip = (word: string): boolean => addressIn(word) !== undefined || isWholeTakeName(word)

/** Fields that take an address from free words. If no clip is required, addresses are part of the text. */
const claimingClips = (fields: Fields): readonly string[] => {
  const clips = clipFieldsOf(fields)
  return clips.some((name) => fields[name]?.required) ? clips : []
}

/** The first field with choices, and whether a word is one of them. */
const choiceIn = (fields: Fields): [field: string | undefined, fits: (word: string) => boolean] => {
  const name = firstName(fields, ({ control }) => control.kind === 'choice')
  const control = fields[name ?? '']?.control
  const values = control?.kind === 'choice' ? control.choices.map(({ value }) => value) : []
  return [name, (word) => values.some((value) => sameLetters(value, word))]
}

const valuesIn = (fields: Fields, text: string): RawValues => {
  const withClips = claimingClips(fields).reduce(
    // What was only meant as a clip is refused by its field, which says why.
    (known, field) => claimed(claimed(known, field, isClip), field, isNoLink),
    piecesOf(fields, text),
  )
  const withReferences = referenceKinds.reduce(
    (known, kind) =>
      claimed(
        known,
        firstName(fields, ({ control }) => control.kind === kind),
        (word) => references[kind].test(word),
      ),
    withClips,
  )
  const primary = primaryFieldOf(fields)
  const isSecret = fields[primary ?? '']?.control.kind === 'secret'
  const withChoices = isSecret ? claimed(withReferences, ...choiceIn(fields)) : withReferences
  const withTexts = withNames(fields, continued(fields, withChoices, primary), primary)
  const pieces = withTexts.map((piece) => ({ ...piece, field: piece.field ?? primary }))
  const leftover = joined(pieces.filter(({ field }) => field === undefined))
  const given = Object.entries(fields).flatMap(([name, { control }]): [string, unknown][] => {
    const own = pieces.filter(({ field }) => field === name)
    return own.length === 0 ? [] : [[name, fieldValue(control, own)]]
  })
  const slips = pieces.flatMap(({ field, text: value }): [string, unknown][] =>
    field === undefined || Object.hasOwn(fields, field) ? [] : [[field, value]],
  )
  const named = [...given, ...slips]
  return Object.fromEntries(leftover === '' ? named : [...named, [leftoverName(fields, leftover), leftover]])
}

/**
 * Reads what is typed after a command's name, such as `a sea shanty style:"bossa nova" cover:yes`.
 *
 * The first word names the action if the command has several. `name:value` gives a field its value; in quotes it
 * may contain blanks and line breaks, and without a closing quote it takes the rest. `name: value` continues to the
 * next option or the end of the line, or of the text if its field takes several lines. Everything else belongs to
 * the command's main field, except an address or take if a clip is needed, a mention or bare name if a member,
 * channel or group is, and words that continue a text. No word is lost: a field given in several places gets all of
 * it, and `readValues` refuses what no field can take.
 */
export const readCommandText = (command: Command, text: string): Pick<TypedRequest, 'action' | 'values'> => {
  if (command.kind === 'feature' || actionsOf(command).length === 1) {
    return { action: undefined, values: valuesIn(fieldsOf(command, undefined), text) }
  }
  const [before = text, word] = /^\s*(\S+)/.exec(text) ?? []
  const known = actionsOf(command).find(({ name }) => word !== undefined && sameLetters(name, word))
  const action = known?.name ?? word
  return { action, values: valuesIn(known?.fields ?? {}, text.slice(before.length)) }
}

/** What was typed, as a command with its values. */
export interface TypedRequest {
  command: string
  action: string | undefined
  values: RawValues
  /** The whole text if it names no command; left out if nothing was typed. */
  unread?: string
}

/** How people ask for a command's help. Phones turn two dashes into a long one. */
const helpWord = /^(?:help|\p{Pd}{1,2}h(?:elp)?|\?)\.?$/iu

/** Whether only a word for help follows a command, and none of its actions has that name. */
const wantsHelp = (command: Command, text: string): boolean => {
  const word = text.trim()
  const names = command.kind === 'feature' ? [] : actionsOf(command).map(({ name }) => name)
  const isAction = names.length > 1 && names.some((name) => sameLetters(name, word))
  return helpWord.test(word) && !isAction
}

/** The first word of a typed text, with or without a slash before it, and the command of that name. */
const commandIn = (commands: readonly Command[], typed: string) => {
  const [before = '', word = ''] = /^\s*\/?(\S*)/.exec(typed) ?? []
  return { before, word, command: commands.find(({ name }) => sameLetters(name, word)) }
}

/** Whether a typed text begins with a command's name. What follows is not read. */
export const namesCommand = (commands: readonly Command[], typed: string): boolean =>
  commandIn(commands, typed).command !== undefined

/**
 * Reads a command's name, with or without a slash, and what is typed after it. Without a known name the request is
 * for help, which says what to do about the words. `music help` means `/help music`.
 */
export const readRequest = (commands: readonly Command[], typed: string): TypedRequest => {
  const { before, word, command } = commandIn(commands, typed)
  const text = typed.slice(before.length)
  if (command !== undefined && wantsHelp(command, text))
    return {
      command: 'help',
      action: undefined,
      values: command.name === 'help' ? {} : { command: command.name },
    }
  if (command !== undefined) return { command: command.name, ...readCommandText(command, text) }
  const unread = `${word}${text}`.trim()
  return { command: 'help', action: undefined, values: {}, ...(unread !== '' && { unread }) }
}
