import type { Fields } from '../fields/field.ts'
import { nearMiss } from '../text/text.ts'

/** An option that a text begins with, after the blanks before it. */
export interface Option {
  field: string
  /** The part of its value right after the name: empty if a blank follows. */
  value: string
  /** Length of everything before the value. */
  length: number
  /** The marks that end its value, as in `**title: Roses**`. */
  mark: string
  /** Whether it is written as the docs show it, so that even prose in several lines has none by chance. */
  isPlain: boolean
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

/** The part of a word before an option that only a comma separates from it: `style:jazz,title:x`. */
const beforeOption = (fields: Fields, word: string): string => {
  for (const [comma, name = ''] of word.matchAll(/[,;](?=([a-z_]+)[:：﹕])/gi))
    if (Object.keys(fields).some((known) => sameLetters(known, name)))
      return word.slice(0, word.indexOf(`${comma}${name}`) + 1)
  return word
}

/** The first word of a text, with the blanks before it. */
export const wordIn = (
  fields: Fields,
  text: string,
): { gap: string; word: string; rest: string } | undefined => {
  // Discord's link to a command may contain a blank, as in </settings voice:1>, and so may the label of a link.
  const [all, gap = '', whole = ''] =
    /^(\s*)(<\/[^<>\n]{1,120}>|(?:[a-z_]{1,40}:)?\[[^[\]\n]{0,120}\]\(<?https?:\S+|\S+)/i.exec(text) ?? []
  if (all === undefined) return undefined
  const word = beforeOption(fields, whole)
  return { gap, word, rest: text.slice(gap.length + word.length) }
}

/** A name and its colon, perhaps in bold, italics or code, and with a blank between them as the French write it. */
const nameShape = /^\s*([*_`]{0,6})([a-z]+(?:_[a-z]+)*)([*_`]{0,6})([^\S\r\n]*)([:：﹕])/i

/** What follows a colon that has a blank before it, unless that begins a smiley or the name of an emoji. */
const valueShape =
  /^(?:\s|$|["“„«「『]|<[@#!h]|(?![a-z3](?![\p{L}\p{N}])|[\p{L}\p{N}'+_-]+:(?![\p{L}\p{N}/]))[\p{L}\p{N}])/iu

const reversed = (marks: string): string => [...marks].reverse().join('')

/** The closing marks at the beginning of a text, with the blanks before them: `**Title: **Roses`. */
const closingIn = (text: string, marks: string): string => {
  const [blanks = ''] = /^[^\S\r\n]*/.exec(text) ?? []
  return marks !== '' && text.startsWith(marks, blanks.length) ? `${blanks}${marks}` : ''
}

/** The option that a text begins with, however its name is written. */
export const optionIn = (fields: Fields, text: string): Option | undefined => {
  const [all, opening = '', typed = '', closed = '', blanks = '', colon = ''] = nameShape.exec(text) ?? []
  const marks = reversed(opening)
  if (all === undefined || (closed !== '' && closed !== marks)) return undefined
  const closing = closed === '' ? closingIn(text.slice(all.length), marks) : ''
  const length = all.length + closing.length
  const behind = text.slice(length)
  if (blanks !== '' && !valueShape.test(behind)) return undefined
  const first = wordIn(fields, behind)
  const value = first?.gap === '' && closing.length <= marks.length ? first.word : ''
  const field = fieldNamed(fields, typed, blanks === '' ? value : '')
  if (field === undefined) return undefined
  return {
    field,
    // A wide colon has its blank in it.
    value: colon === ':' || !Object.hasOwn(fields, field) ? value : '',
    length,
    mark: closed === '' && closing === '' ? marks : '',
    isPlain: opening === '' && blanks === '' && colon === ':',
  }
}

/** A word without the marks at its end, before any punctuation; undefined if it has none. */
export const withoutMark = (word: string, mark: string): string | undefined => {
  const index = mark === '' ? -1 : word.lastIndexOf(mark)
  const rest = word.slice(index + mark.length)
  return index <= 0 || /[^,;.!?]/.test(rest) ? undefined : `${word.slice(0, index)}${rest}`
}
