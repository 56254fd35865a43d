import type { EspeakEvent } from '@echogarden/espeak-ng-emscripten'
import { syllablesOfLine } from '../music/words/syllables.ts'

/** A word as it stands in its text, and when it is heard, in milliseconds from the start. */
export type TimedWord = { readonly text: string; readonly start: number; readonly end: number }

type Token = { readonly text: string; readonly firstAt: number }

/** The words of a text with their places, counted in characters as the synthesiser counts them. */
const tokensOf = (text: string): readonly Token[] => {
  const characters = [...text]
  const tokens: Token[] = []
  let from: number | undefined
  for (let at = 0; at <= characters.length; at += 1) {
    const isInside = at < characters.length && /\S/.test(characters[at] ?? '')
    if (isInside && from === undefined) from = at
    if (isInside || from === undefined) continue
    tokens.push({ text: characters.slice(from, at).join(''), firstAt: from })
    from = undefined
  }
  return tokens
}

/** When a phoneme sounds, and of which place of the text it comes. */
type Sounded = { readonly phoneme: string; readonly at: number; readonly start: number; readonly end: number }

/** The phonemes that sound, each until the next event. */
const soundedIn = (events: readonly EspeakEvent[]): readonly Sounded[] => {
  const sounded: Sounded[] = []
  for (const [index, event] of events.entries()) {
    const phoneme = `${event.id ?? ''}`
    if (event.type !== 'phoneme' || phoneme === '') continue
    const end = events[index + 1]?.audio_position ?? event.audio_position
    sounded.push({ phoneme, at: event.text_position - 1, start: event.audio_position, end })
  }
  return sounded
}

/** Words that the synthesiser speaks as one, such as "to be" and "it is", with all that sounds of them. */
type Group = { readonly texts: readonly string[]; readonly sounded: readonly Sounded[] }

const isReadable = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)

/**
 * The sounds of each word; a readable word without any belongs to the one before, and a bare sign to none.
 */
const groupsOf = (tokens: readonly Token[], sounded: readonly Sounded[]): readonly Group[] => {
  const groups: Group[] = []
  let next = 0
  for (const [index, { text }] of tokens.entries()) {
    // A picture that is spoken as two words has the second of them at the blank behind it.
    const until = tokens[index + 1]?.firstAt ?? Number.POSITIVE_INFINITY
    const from = next
    while (next < sounded.length && (sounded[next]?.at ?? 0) < until) next += 1
    const last = groups.at(-1)
    if (next > from) groups.push({ texts: [text], sounded: sounded.slice(from, next) })
    else if (last !== undefined && isReadable(text))
      groups[groups.length - 1] = { ...last, texts: [...last.texts, text] }
  }
  return groups
}

const isVowel = ({ phoneme }: Sounded): boolean => /[aeiouyæøœɐɑɒɔəɚɛɜɝɪʊʌᵻ]/u.test(phoneme)

/** The phoneme with which the next word begins, after this many syllables: half-way between two vowels. */
const boundaryAfter = (sounded: readonly Sounded[], syllables: number): number => {
  const vowels = sounded.flatMap((each, index) => (isVowel(each) ? [index] : []))
  const [last, following] = [vowels[syllables - 1], vowels[syllables]]
  if (last === undefined || following === undefined) return sounded.length
  return last + Math.ceil((following - last) / 2)
}

const timesIn = ({ texts, sounded }: Group): readonly TimedWord[] => {
  let syllables = 0
  let from = 0
  return texts.flatMap((text, index) => {
    syllables += Math.max(1, syllablesOfLine(text).length)
    const left = texts.length - 1 - index
    const boundary = left === 0 ? sounded.length : boundaryAfter(sounded, syllables)
    const to = Math.max(from + 1, Math.min(boundary, sounded.length - left))
    // More words than phonemes: the last ones are heard together.
    const first = sounded[Math.min(from, sounded.length - 1)]
    const last = sounded[Math.min(to, sounded.length) - 1]
    from = to
    if (first === undefined || last === undefined) return []
    return [{ text, start: first.start, end: Math.max(last.end, first.start + 1) }]
  })
}

/**
 * When each word of a text is heard, by the events of the synthesiser. What is not spoken, such as a dash,
 * has no time and is left out; a word that is spoken as several, such as a number, is one.
 */
export const wordTimes = (text: string, events: readonly EspeakEvent[]): readonly TimedWord[] =>
  groupsOf(tokensOf(text), soundedIn(events)).flatMap(timesIn)
