const vowels = 'aeiouyäöüáéíóúàèìòùâêîôûаеёиоуыэюяіїєўαεηιουωάέήίόύώϊϋΐΰ'
const vowel = new RegExp(`[${vowels}]`)
const vowelGroups = new RegExp(
  `[^${vowels}]*[${vowels}]+(?:[^${vowels}]*$|[^${vowels}](?=[^${vowels}]))?`,
  'g',
)

/** Signs that are a syllable each, as they are written in China, Japan and Korea. */
const syllabic = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
/** Small signs that belong to the syllable before them. */
const joinedSigns = /[ぁぃぅぇぉゃゅょっァィゥェォャュョッー]/gu
/** Letters of scripts that hardly write their vowels; two of them make about a syllable. */
const consonantal =
  /^[\p{L}\p{M}]*[\p{L}--[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]][\p{L}\p{M}]*$/v
const pairOfLetters = /\p{L}\p{M}*(?:\p{L}\p{M}*)?/gu

const digitNames = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']

/** A silent e at the end is no syllable of its own, as in "time", but it is in "table". */
const withoutSilentE = (word: string): string =>
  /[^aeiouyl]e$/.test(word) && /[aeiouy]/.test(word.slice(0, -2)) ? word.slice(0, -1) : word

const ofLetters = (letters: string): readonly string[] => {
  if (letters === '') return []
  if (syllabic.test(letters)) return [...letters.replaceAll(joinedSigns, '')]
  if (consonantal.test(letters)) return letters.match(pairOfLetters) ?? [letters]
  // Where there is none, looking for a group takes quadratic time.
  if (!vowel.test(letters)) return [letters]
  return withoutSilentE(letters).match(vowelGroups) ?? [letters]
}

/** The syllables of a word, by its spelling; good enough to sing by. Digits are sung by their names. */
export const syllablesOf = (word: string): readonly string[] =>
  word
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/\d/g, (digit) => ` ${digitNames[Number(digit)]} `)
    .split(' ')
    .flatMap((part) => ofLetters(part.replaceAll(/[^\p{L}\p{M}]/gu, '')))

/** The syllables of a line of lyrics. */
export const syllablesOfLine = (line: string): readonly string[] => line.split(/[\s-]+/).flatMap(syllablesOf)
