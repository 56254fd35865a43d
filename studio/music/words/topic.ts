import { styles } from '../styles/all.ts'
import { functionWordsOf, languageOf, wordsOf } from './language.ts'

/** Words that say how a piece should sound or only hold the sentence together. */
const commonWords = new Set(
  `a an the and or but of for about with without in on at to from by into over under is are was be been it its
  this that these those my our your his her their i we you he she they me us them as like so very really some
  any no not song songs music track tune piece melody beat beats sound sounds style make write create give
  generate please something anything slow fast calm upbeat happy sad dark bright bpm major minor key vocals
  vocal instrumental lyrics chorus verse male female voice singer featuring who what when where which while
  want need would could should can will chill epic soft loud short long catchy cheerful gentle energetic
  relaxing minute minutes second seconds smoky cozy heroic dreamy tempo mood anthem loop background sharp flat
  dorian lydian loves likes wants goes makes gets says being again more less lot genre convert transform rework`.split(
    /\s+/,
  ),
)

const styleNames = styles.flatMap(({ words }) => words)

/**
 * Words that say what kind of piece is wanted, or what to do to one:
 * topics only where there is no other.
 */
const kindWords = new Set([
  ...['cover', 'remix', 'remixed', 'replace', 'solo', 'turn', 'version'],
  ...styleNames.filter((name) => !name.includes(' ')),
])

/** The same in several words: a sea shanty is not about the sea. */
const kindPhrases = new RegExp(`\\b(${styleNames.filter((name) => name.includes(' ')).join('|')})\\b`, 'gi')

const topicsMax = 8
const phraseWordsMax = 3
const lengthMax = 40

const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
/** Particles of Japanese, which stand between its words. */
const particle = /^\p{Script=Hiragana}{1,2}$/u

const segmenterOf = (granularity: 'word' | 'grapheme'): Intl.Segmenter =>
  new Intl.Segmenter('und', { granularity })

/** A word, or the words of a script that sets no blanks between them. */
const parted = (word: string): readonly string[] => {
  if (!unspaced.test(word)) return [word]
  return [...segmenterOf('word').segment(word)]
    .filter(({ isWordLike, segment }) => isWordLike === true && !particle.test(segment))
    .map(({ segment }) => segment)
}

/** The word up to the length that can be sung; no sign is cut in two. */
const clipped = (word: string): string => {
  if (word.length <= lengthMax) return word
  let kept = ''
  for (const { segment } of segmenterOf('grapheme').segment(word)) {
    if (kept.length + segment.length > lengthMax) break
    kept += segment
  }
  return kept
}

/** Runs of neighbouring words that carry a meaning, in their order. */
const meaningfulRuns = (prompt: string): readonly (readonly string[])[] => {
  const language = languageOf(prompt)
  const small = language === undefined || language === 'other' ? new Set<string>() : functionWordsOf(language)
  const isTopic = (word: string): boolean => {
    const lower = word.toLowerCase()
    return (
      !commonWords.has(lower) &&
      !kindWords.has(lower) &&
      !small.has(lower) &&
      /\p{L}/u.test(word) &&
      !/^[\p{Script=Latin}]{1,2}$/u.test(word)
    )
  }
  return prompt
    .normalize('NFC')
    .replaceAll(kindPhrases, '.')
    .split(/[^\p{L}\p{M}\p{N}'’\s-]+|\s-+\s/u)
    .flatMap((clause) => {
      const runs: string[][] = [[]]
      for (const word of wordsOf(clause)) {
        const parts = parted(word)
        if (parts.length === 1 && isTopic(word)) runs.at(-1)?.push(clipped(word))
        else runs.push(...parts.filter(isTopic).map((part) => [clipped(part)]), [])
      }
      return runs.filter((run) => run.length > 0)
    })
}

const distinct = (texts: readonly string[]): readonly string[] => {
  const seen = new Set<string>()
  return texts.filter((text) => {
    const lower = text.toLowerCase()
    return text === '' || seen.has(lower) ? false : seen.add(lower) !== undefined
  })
}

const pictureSigns = (prompt: string): readonly string[] =>
  [...segmenterOf('grapheme').segment(prompt)]
    .map(({ segment }) => segment)
    .filter((sign) => /\p{Extended_Pictographic}|\p{So}|\p{Sc}|\p{Sm}/u.test(sign))
    .map(clipped)

/**
 * Where no word carries a meaning by itself: words that are not common, or
 * else any word, or else any picture.
 */
const anySigns = (prompt: string): readonly string[] => {
  const words = distinct(wordsOf(prompt).flatMap(parted).map(clipped))
  const uncommon = words.filter((word) => !commonWords.has(word.toLowerCase()))
  const signs = [uncommon, words, distinct(pictureSigns(prompt))].find(({ length }) => length > 0) ?? []
  return signs.slice(0, topicsMax)
}

const phrasesOfRun = (run: readonly string[]): readonly string[] =>
  Array.from({ length: Math.ceil(run.length / phraseWordsMax) }, (_empty, index) =>
    run.slice(index * phraseWordsMax, (index + 1) * phraseWordsMax).join(' '),
  )

/**
 * What a prompt is about: its words that carry a meaning, in their order; words that stand together stay
 * together. Empty for a prompt without a word or picture.
 */
export const phrasesOf = (prompt: string): readonly string[] => {
  const phrases = distinct(meaningfulRuns(prompt).flatMap(phrasesOfRun))
  return (phrases.length === 0 ? phrasesOfRun(anySigns(prompt)) : phrases).slice(0, topicsMax)
}

/** The same in few words. */
export const topicOf = (prompt: string): string => {
  const [first = '', second = ''] = phrasesOf(prompt)
  return [first, second].some((phrase) => phrase.includes(' ')) ? first : `${first} ${second}`.trim()
}
