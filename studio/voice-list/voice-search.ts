import { type Voice, voices } from './voices.ts'

/** Letters without case and accents, one blank between words. */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
    .join(' ')

/**
 * How well a name matches, the smaller the better: whole, from its start, from a
 * word's start, anywhere, by words.
 */
const rankOf = (name: string, query: string): number | undefined => {
  if (name === query) return 0
  if (name.startsWith(query)) return 1
  if (` ${name}`.includes(` ${query}`)) return 2
  if (name.includes(query)) return 3
  return query.split(' ').every((word) => name.includes(word)) ? 4 : undefined
}

/**
 * The voices whose name matches, the best matches first and equals by name; none
 * where there is nothing to match.
 */
export const voicesNamed = (query: string, among: readonly Voice[] = voices): readonly Voice[] => {
  const wanted = plain(query)
  if (wanted === '') return []
  return among
    .flatMap((voice) => {
      const rank = rankOf(plain(voice.name), wanted)
      return rank === undefined ? [] : [{ voice, rank }]
    })
    .toSorted((one, other) => one.rank - other.rank || one.voice.name.localeCompare(other.voice.name))
    .map(({ voice }) => voice)
}
