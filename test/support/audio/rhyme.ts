import { createPronouncer, type Pronouncer } from '../../../studio/speech/espeak.ts'

const isVowel = (phoneme: string): boolean => /[aeiouyæøœɐɑɒɔəɚɛɜɝɪʊʌᵻ]/u.test(phoneme)

const withoutStress = (phoneme: string): string => phoneme.replaceAll(/[ˈˌ-]/gu, '')

/**
 * From the last stressed vowel of a line to its end; from its very last vowel
 * where the last word has no stress.
 */
const rhymingPart = (words: readonly (readonly string[])[]): string => {
  const last = words.at(-1) ?? []
  const stressed = last.findLastIndex((phoneme) => /[ˈˌ]/u.test(phoneme) && isVowel(phoneme))
  const from = stressed === -1 ? last.findLastIndex(isVowel) : stressed
  return last.slice(Math.max(0, from)).map(withoutStress).join('')
}

const lastWord = (line: string): string => /[\p{L}'’-]+$/u.exec(line)?.[0].toLowerCase() ?? ''

const pronouncers = new Map<string, Promise<Pronouncer>>()

const pronouncerOf = async (language: string): Promise<Pronouncer> => {
  const known = pronouncers.get(language) ?? createPronouncer(language)
  pronouncers.set(language, known)
  return await known
}

const sounds = new Map<string, string>()

/** How a line's end sounds. Cached, because each line is compared with many others. */
const soundOf = (line: string, language: string, pronounce: Pronouncer): string => {
  const end = line.split(' ').slice(-3).join(' ')
  const id = `${language}: ${end}`
  const sound = sounds.get(id) ?? rhymingPart(pronounce(end))
  sounds.set(id, sound)
  return sound
}

/**
 * Whether two lines rhyme by how a synthesiser pronounces them in a language (`en-us`, `de`): the same sounds
 * from the last stressed vowel on, in two different words.
 */
export const rhyme = async (one: string, other: string, language: string): Promise<boolean> => {
  const pronounce = await pronouncerOf(language)
  const [first, second] = [one, other].map((line) => soundOf(line, language, pronounce))
  return lastWord(one) !== lastWord(other) && first === second
}
