import { say } from '../../../core/text/say.ts'

/** What our font can't draw: other scripts, emoji and invisible characters. */
const undrawable = /[^\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Number}\x20-\x7e]/gu

const isDrawable = /[\p{Letter}\p{Number}]/u

/** Members' names by their ids, as the platform shows them. */
export type Names = ReadonlyMap<string, string>

/** Members whose names a picture needs. */
export const namedInPicture = 3

/** A member's name in letters that our font has; undefined if too little of it would be left. */
export const drawable = (name: string): string | undefined => {
  const whole = name.normalize('NFC')
  const kept = whole.replaceAll(undrawable, '').replaceAll(/\s+/g, ' ').trim()
  const letters = (text: string) => text.match(/\p{Letter}/gu)?.length ?? 0
  return isDrawable.test(kept) && letters(kept) === letters(whole) ? kept : undefined
}

/** A member's name in letters that can be drawn, otherwise their place in the list. */
export const memberName = (names: Names, id: string, index: number): string =>
  drawable(names.get(id) ?? '') ?? say('Member {{number}}', { number: index + 1 })

const narrow = /[fijltr.,:;'|!() I-]/
const wide = /[mwMW@%&ЖШЩЮжшщю]/
const tall = /[\p{Uppercase}]/u

/** About how wide a character is, as a share of the font's size. */
const widthOf = (character: string): number => {
  if (narrow.test(character)) return 0.33
  if (wide.test(character)) return 0.92
  return tall.test(character) ? 0.72 : 0.6
}

/** The size of the letters in lists. */
export const nameSize = 13.5

/** A name cut to a width, with the cut marked. */
export const fittingName = (name: string, widthMax: number): string => {
  const characters = [...name]
  let left = widthMax
  for (const [index, character] of characters.entries()) {
    left -= widthOf(character) * nameSize
    if (left < 0)
      return `${characters
        .slice(0, Math.max(index - 1, 1))
        .join('')
        .trim()}…`
  }
  return name
}
