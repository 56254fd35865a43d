import type { RawValues, ReferenceKind } from '../fields/field.ts'
import { say } from '../text/say.ts'
import { onOneLine } from '../text/text.ts'
import { type Command, fieldsOf } from './command.ts'

/** The name of a member, channel or group; undefined if it is not known without waiting. */
export type NameOf = (kind: ReferenceKind, id: string) => string | undefined

/** A name to be sung or read aloud: without the platform's sign, and never an id. */
export const spokenName = (kind: ReferenceKind, name: string | undefined): string => {
  const plain = onOneLine(name ?? '')
    .replaceAll(/ +/g, ' ')
    .trim()
    .replace(/^[@#]/, '')
  if (plain !== '') return plain
  switch (kind) {
    case 'member':
      return say('someone')
    case 'channel':
      return say('a channel')
    case 'group':
      return say('a group')
  }
}

/** The name of an emoji in words: "party parrot" for `party_parrot`. */
export const emojiWord = (name: string): string => name.replaceAll('_', ' ').trim() || name

/** The word for a mark. An emoji gets a blank before letters right after it; a name may have an ending there. */
export interface MarkWord {
  word: string
  isEmoji?: boolean
}

const endsWithLetter = /[\p{L}\p{N}]$/u
const beginsWithLetter = /^[\p{L}\p{N}]/u

/** A text with words in place of marks, each with a blank after letters or a mark right before it. */
export const withWords = (
  text: string,
  marks: RegExp,
  wordFor: (mark: RegExpExecArray) => MarkWord,
): string => {
  let end = 0
  const parts = [...text.matchAll(marks)].flatMap((mark) => {
    const between = text.slice(end, mark.index)
    const isFirst = end === 0
    end = mark.index + mark[0].length
    const { word, isEmoji = false } = wordFor(mark)
    const isGlued = between === '' ? !isFirst : endsWithLetter.test(between.slice(-2))
    const isFollowed = isEmoji && beginsWithLetter.test(text.slice(end, end + 2))
    return [between, isGlued ? ' ' : '', word, isFollowed ? ' ' : '']
  })
  return [...parts, text.slice(end)].join('')
}

/** The part of a request that has a member's texts. */
export interface TypedWords {
  command: string
  action: string | undefined
  values: RawValues
  unread?: string
}

/**
 * A request with words in place of its platform's marks. It was already split into fields, so a name is never read
 * as an option. Clips are left alone: they are addresses.
 */
export const requestInWords = <R extends TypedWords>(
  commands: readonly Command[],
  request: R,
  inWords: (text: string) => string,
): R => {
  const command = commands.find(({ name }) => name === request.command)
  const fields = command === undefined ? {} : fieldsOf(command, request.action)
  const values: Record<string, unknown> = { ...request.values }
  for (const [name, value] of Object.entries(values)) {
    const isClip = Object.hasOwn(fields, name) && fields[name]?.control.kind === 'clip'
    if (typeof value === 'string' && !isClip) values[name] = inWords(value)
  }
  return {
    ...request,
    values,
    ...(request.unread !== undefined && { unread: inWords(request.unread) }),
  }
}
