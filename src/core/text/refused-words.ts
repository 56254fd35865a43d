import { neutral } from './text.ts'

/** The most words and patterns of one server. */
export const refusedWordsMax = 200

/** The most characters of one word or pattern. */
export const refusedWordLengthMax = 60

/** Letters without case, accents and width, so that "Ｂâd" is "bad"; characters that show nothing are dropped. */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toLowerCase()

/** A word of a text as it was written, and without case and accents. */
interface Word {
  written: string
  plain: string
}

const wordsOf = (text: string): readonly Word[] =>
  [
    ...neutral(text)
      .normalize('NFKC')
      .matchAll(/[\p{L}\p{N}\p{M}\p{Cf}]+/gu),
  ].flatMap(([written]) => {
    const word = plain(written)
    return word === '' ? [] : [{ written, plain: word }]
  })

/** States of an automaton in one number: shifted by one, they still fit into its 32 bits. */
const statesPerNumber = 30
const allStates = 2 ** statesPerNumber - 1

/** A set of states, the first ones in the first number. */
type States = Readonly<Int32Array>

/**
 * A word of a pattern as an automaton, so that reading takes one step for each character, whatever the pattern. In state
 * n its first n characters were read. `stays`: states that any character keeps, where the pattern has `*`. `goesOn`:
 * states that a character leads on from, by the character; `goesOnByAny`: those that every character does, which is `?`.
 * https://en.wikipedia.org/wiki/Bitap_algorithm
 */
interface Part {
  last: number
  stays: States
  goesOn: ReadonlyMap<string, States>
  goesOnByAny: States
}

const partOf = (written: string): Part => {
  const characters = [...written].filter((character) => character !== '*')
  const none = (): Int32Array => new Int32Array(Math.floor(characters.length / statesPerNumber) + 1)
  const add = (states: Int32Array, state: number): void => {
    const at = Math.floor(state / statesPerNumber)
    states[at] = (states[at] ?? 0) | (1 << (state % statesPerNumber))
  }
  const [stays, goesOnByAny] = [none(), none()]
  for (const [state, character] of characters.entries()) if (character === '?') add(goesOnByAny, state)
  const goesOn = new Map<string, Int32Array>()
  let state = 0
  for (const character of written) {
    if (character === '*') add(stays, state)
    else {
      const states = goesOn.get(character) ?? goesOnByAny.slice()
      if (character !== '?') add(states, state)
      goesOn.set(character, states)
      state += 1
    }
  }
  return { last: state, stays, goesOn, goesOnByAny }
}

/** The words of a pattern, each with `*` for any characters and `?` for one. */
const partsOf = (pattern: string): readonly Part[] =>
  plain(pattern)
    .split(/[^\p{L}\p{N}*?]+/u)
    .filter((part) => part !== '')
    .map(partOf)

/** Whether a pattern has a letter or digit, since otherwise it would match every word. */
export const isRefusable = (pattern: string): boolean => /[\p{L}\p{N}]/u.test(plain(pattern))

const isIn = (states: States, state: number): boolean =>
  (((states[Math.floor(state / statesPerNumber)] ?? 0) >>> (state % statesPerNumber)) & 1) === 1

/** Whether a word matches a part of a pattern as a whole. */
const matches = (word: string, { last, stays, goesOn, goesOnByAny }: Part): boolean => {
  const states = new Int32Array(stays.length)
  states[0] = 1
  for (const character of word) {
    const leads = goesOn.get(character) ?? goesOnByAny
    let carried = 0
    for (let at = 0; at < states.length; at += 1) {
      const before = states[at] ?? 0
      const moved = before & (leads[at] ?? 0)
      states[at] = ((moved << 1) & allStates) | carried | (before & (stays[at] ?? 0))
      carried = moved >>> (statesPerNumber - 1)
    }
  }
  return isIn(states, last)
}

/**
 * The first words of a text that a server refuses, as they were written; undefined if there are none. A pattern matches
 * whole words, without regard to case and accents; one of several words matches them in a row. Takes time in proportion
 * to the text's length.
 * @example refusedIn('Paint it BLÁCK', ['bl?ck']) // 'BLÁCK'
 */
export const refusedIn = (text: string, patterns: readonly string[]): string | undefined => {
  const words = wordsOf(text)
  const all = patterns.map(partsOf).filter((parts) => parts.length > 0)
  for (const start of words.keys()) {
    for (const parts of all) {
      const isThere = parts.every((part, offset) => matches(words[start + offset]?.plain ?? '', part))
      if (!isThere || start + parts.length > words.length) continue
      return words
        .slice(start, start + parts.length)
        .map(({ written }) => written)
        .join(' ')
    }
  }
  return undefined
}

/** The words and patterns in a list that was typed, separated by commas or line breaks, without repetitions. */
export const refusedWordsIn = (typed: string): readonly string[] => {
  const byPlain = new Map<string, string>()
  for (const one of typed.split(/[,\n]/)) {
    const word = one.trim()
    if (word !== '' && !byPlain.has(plain(word))) byPlain.set(plain(word), word)
  }
  return [...byPlain.values()]
}
