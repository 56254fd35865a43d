const vowelGroups =
  /[^aeiouyäöüáéíóúàèìòùâêîôû]*[aeiouyäöüáéíóúàèìòùâêîôû]+(?:[^aeiouyäöüáéíóúàèìòùâêîôû]*$|[^aeiouyäöüáéíóúàèìòùâêîôû](?=[^aeiouyäöüáéíóúàèìòùâêîôû]))?/g

/** A silent e at the end is no syllable of its own, as in "time", but it is in "table". */
const withoutSilentE = (word: string): string =>
  /[aeiouy].*[^aeiouyl]e$/.test(word) ? word.slice(0, -1) : word

/** The syllables of a word, by its spelling; good enough to sing by. */
export const syllablesOf = (word: string): readonly string[] => {
  const letters = word.toLowerCase().replaceAll(/[^\p{L}]/gu, '')
  return withoutSilentE(letters).match(vowelGroups) ?? (letters === '' ? [] : [letters])
}

/** The syllables of a line of lyrics. */
export const syllablesOfLine = (line: string): readonly string[] => line.split(/[\s-]+/).flatMap(syllablesOf)
