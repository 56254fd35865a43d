import type { Outcome, Output } from '../outcome.ts'
import { durationText } from '../time.ts'

/** The words of one take, with the times at which they are sung where those are known. */
export const timedWords = ({
  lyrics,
  timedLyrics,
}: Pick<Output, 'lyrics' | 'timedLyrics'>): string | undefined =>
  timedLyrics.length === 0
    ? lyrics
    : timedLyrics.map(({ startSeconds, text }) => `[${durationText(startSeconds)}] ${text}`).join('\n')

/** The words of one take as they could be sung again. */
const plainWords = ({ lyrics, timedLyrics }: Output): string | undefined =>
  lyrics ?? (timedLyrics.length === 0 ? undefined : timedLyrics.map(({ text }) => text).join('\n'))

/** The words of each take that has any, with its number from 1; one alone where all have the same. */
export const lyricsOf = ({ outputs }: Outcome): readonly { take: number; words: string }[] => {
  const all = outputs.flatMap((output, index) => {
    const words = timedWords(output)
    return words === undefined || words.trim() === '' ? [] : [{ take: index + 1, words }]
  })
  const [first] = all
  return all.every(({ words }) => words === first?.words) ? all.slice(0, 1) : all
}

/** The words to sing again: those of the first take that has any; undefined where none has. */
export const singableLyrics = ({ outputs }: Outcome): string | undefined =>
  outputs.map(plainWords).find((words) => words !== undefined && words.trim() !== '')
