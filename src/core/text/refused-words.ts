import { neutral } from './text.ts'

/** The most words and patterns of one server. */
export const refusedWordsMax = 200

/** The most characters of one word or pattern after normalizing. */
export const refusedWordLengthMax = 60

/** Marks, and characters that take no room. */
const unseen = /[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/** What looks like a gap, or has a look in single fonts only: https://www.unicode.org/faq/private_use.html. */
const gaps = /[\p{Co}\u2800\u{1D159}]/gu

/** Letters without case, accents and width, so that "Ｂâd" is "bad"; characters that show nothing are dropped. */
const plain = (text: string): string => text.normalize('NFKD').replaceAll(unseen, '').toLowerCase()

/** The length of all words after normalizing, which can turn one character into many: U+FDFA becomes 18. */
export const normalizedLength = (words: readonly string[]): number =>
  words.reduce((sum, word) => sum + plain(word).length, 0)

/** The first word that is too long after normalizing. */
export const longWordIn = (words: readonly string[]): string | undefined =>
  words.find((word) => normalizedLength([word]) > refusedWordLengthMax)

/** Whether a word is too long after normalizing, or all together are longer than `lengthMax`. */
export const areTooLong = (words: readonly string[], lengthMax: number): boolean =>
  longWordIn(words) !== undefined || normalizedLength(words) > lengthMax

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

/** A normalized pattern. Lists of older versions can have longer ones, of which only the beginning counts. */
const normalized = (pattern: string): string => {
  const whole = plain(pattern)
  return whole.length > refusedWordLengthMax
    ? `${whole.slice(0, refusedWordLengthMax).replace(/[\uD800-\uDBFF]$/, '')}*`
    : whole
}

/** The words of a pattern, each with `*` for any characters and `?` for one. */
const partsOf = (pattern: string): readonly string[] =>
  normalized(pattern)
    .split(/[^\p{L}\p{N}*?]+/u)
    .filter((part) => part !== '')

/** States of an automaton in one number: shifted by one, they still fit into its 32 bits. */
const statesPerNumber = 30
const allStates = 2 ** statesPerNumber - 1

const add = (states: Int32Array, state: number): void => {
  const at = Math.floor(state / statesPerNumber)
  states[at] = (states[at] ?? 0) | (1 << (state % statesPerNumber))
}

const isIn = (states: Readonly<Int32Array> | undefined, state: number): boolean =>
  (((states?.[Math.floor(state / statesPerNumber)] ?? 0) >>> (state % statesPerNumber)) & 1) === 1

/**
 * All words of all patterns as one automaton, so that a text takes the same time whatever the patterns are: in each state
 * so many characters of one of them were read. `begins`: the states before a word. `stays`: those that any character
 * keeps, where a pattern has `*`. `places`: those that a character moves on from; `movesOnAny`: those that any
 * character does, for `?`. `ends`: the last state of each pattern's words. Its size and the time to build it are in proportion to the patterns.
 * https://en.wikipedia.org/wiki/Bitap_algorithm
 */
interface Automaton {
  begins: Readonly<Int32Array>
  stays: Readonly<Int32Array>
  places: ReadonlyMap<string, readonly number[]>
  movesOnAny: Readonly<Int32Array>
  ends: readonly (readonly number[])[]
}

const automatonOf = (patterns: readonly (readonly string[])[]): Automaton => {
  const size = patterns.flat().reduce((sum, part) => sum + part.length + 1, 1)
  const none = (): Int32Array => new Int32Array(Math.floor(size / statesPerNumber) + 1)
  const [begins, stays, movesOnAny] = [none(), none(), none()]
  const places = new Map<string, number[]>()
  let state = 0
  const ends = patterns.map((parts) =>
    parts.map((part) => {
      add(begins, state)
      for (const character of part) {
        if (character === '*') {
          add(stays, state)
          continue
        }
        const known = places.get(character)
        if (character === '?') add(movesOnAny, state)
        else if (known === undefined) places.set(character, [state])
        else known.push(state)
        state += 1
      }
      state += 1
      return state - 1
    }),
  )
  return { begins, stays, places, movesOnAny, ends }
}

/** Lists come from Redis with each request; the automata of the latest ones are kept. */
const automataMax = 50
const automata = new Map<string, Automaton>()

/** The automaton of a list: built once, and kept while the list is in use. */
const automatonFor = (patterns: readonly string[]): Automaton => {
  const list = patterns.join('\n')
  const automaton =
    automata.get(list) ?? automatonOf(patterns.map(partsOf).filter((parts) => parts.length > 0))
  automata.delete(list)
  automata.set(list, automaton)
  const [oldest] = automata.keys()
  if (automata.size > automataMax && oldest !== undefined) automata.delete(oldest)
  return automaton
}

/** The states that a character moves on from. */
const movesOn = (character: string, { places, movesOnAny }: Automaton): Readonly<Int32Array> => {
  const at = places.get(character)
  if (at === undefined) return movesOnAny
  const states = movesOnAny.slice()
  for (const each of at) add(states, each)
  return states
}

/** Reads one character, or one word: the states that it leads on from move on, and those in `stays` stay as well. */
const read = (states: Int32Array, leads: Readonly<Int32Array>, stays?: Readonly<Int32Array>): void => {
  let carried = 0
  for (let at = 0; at < states.length; at += 1) {
    const before = states[at] ?? 0
    const moved = before & (leads[at] ?? 0)
    states[at] = ((moved << 1) & allStates) | carried | (before & (stays?.[at] ?? 0))
    carried = moved >>> (statesPerNumber - 1)
  }
}

/** The states after a whole word. `moves` keeps those of each character for the rest of the text. */
const statesAfter = (
  word: string,
  automaton: Automaton,
  moves: Map<string, Readonly<Int32Array>>,
): Int32Array => {
  const states = new Int32Array(automaton.begins)
  for (const character of word) {
    const leads = moves.get(character) ?? movesOn(character, automaton)
    moves.set(character, leads)
    read(states, leads, automaton.stays)
  }
  return states
}

/** Whether a pattern has a letter or digit, since otherwise it would match every word. */
export const isRefusable = (pattern: string): boolean => /[\p{L}\p{N}]/u.test(plain(pattern))

/** See `refusedIn`; what looks like a gap is one here. */
const refusedAsItStands = (text: string, automaton: Automaton): string | undefined => {
  // The patterns again, as an automaton that reads words: each has a state before each of its words and one at its end.
  const ends = automaton.ends.flatMap((parts) => [...parts, undefined])
  const none = (): Int32Array => new Int32Array(Math.floor(ends.length / statesPerNumber) + 1)
  const begins = none()
  for (const state of ends.keys()) if (state === 0 || ends[state - 1] === undefined) add(begins, state)
  const moves = new Map<string, Readonly<Int32Array>>()
  const leadsOf = new Map<string, Int32Array>()
  const leadsFrom = (word: string): Int32Array => {
    const after = statesAfter(word, automaton, moves)
    const leads = none()
    for (const [state, end] of ends.entries()) if (end !== undefined && isIn(after, end)) add(leads, state)
    return leads
  }
  const words = wordsOf(text)
  const states = none()
  for (const [last, { plain: word }] of words.entries()) {
    const leads = leadsOf.get(word) ?? leadsFrom(word)
    leadsOf.set(word, leads)
    for (const at of states.keys()) states[at] = (states[at] ?? 0) | (begins[at] ?? 0)
    read(states, leads)
    let first = 0
    for (const { length } of automaton.ends) {
      if (isIn(states, first + length))
        return words
          .slice(last + 1 - length, last + 1)
          .map(({ written }) => written)
          .join(' ')
      first += length + 1
    }
  }
  return undefined
}

/**
 * The first words of a text that a server refuses, as they are shown; undefined if there are none. A pattern matches
 * whole words, without regard to case and accents; one of several words matches them in a row. Takes time in proportion
 * to the text's length; for a new list, also to the list's.
 * @example refusedIn('Paint it BLÁCK', ['bl?ck']) // 'BLÁCK'
 */
export const refusedIn = (text: string, patterns: readonly string[]): string | undefined => {
  if (patterns.length === 0) return undefined
  const automaton = automatonFor(patterns)
  const found = refusedAsItStands(text, automaton)
  if (found !== undefined || text.search(gaps) < 0) return found
  return refusedAsItStands(text.replaceAll(gaps, ''), automaton)
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
