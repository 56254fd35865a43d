import type { TimedText } from '../encode/tags.ts'
import { type SoundingPart, spread } from './spread.ts'
import type { TimedLine } from './subtitles.ts'

/** The words that a file carries in its tags, with their times where it has them. */
export type TaggedWords = { readonly lyrics?: string; readonly timedLyrics?: readonly TimedText[] }

/** What is known of the words of a clip. */
export type Transcript = {
  /** The words as they stand in the tags, stanza by stanza; of a song only those that are sung. */
  readonly text: string
  readonly lines: readonly TimedLine[]
  /** Whether lines and words have times of their own, or got shares of the sound. */
  readonly lineTimes: 'tagged' | 'spread'
  readonly wordTimes: 'tagged' | 'spread'
}

const lineLengthMax = 84
const pauseMs = 600
const heading = /^\s*\[[^\]]*\]\s*$/

const plainLines = (lyrics: string): readonly string[] => lyrics.split(/\r\n|[\n\r\u2028\u2029]/)

/** The words without headings such as `[Chorus]`, which nobody sings; stanzas stay apart. */
const withoutHeadings = (lyrics: string): string =>
  plainLines(lyrics)
    .filter((line) => !heading.test(line))
    .map((line) => line.trim())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()

const wordsIn = (line: string): readonly string[] => line.split(/\s+/).filter((word) => word !== '')

const partsOf = ({ start, end }: TimedText): readonly SoundingPart[] => [{ start, end }]

const withSpreadWords = (line: TimedText): TimedLine => ({
  ...line,
  words: spread(wordsIn(line.text), partsOf(line)),
})

const endsLine = (text: string): boolean => /[.!?…。！？]["'”’)\]]*$/u.test(text)

const joined = (words: readonly TimedText[]): TimedLine => ({
  start: words[0]?.start ?? 0,
  end: words.at(-1)?.end ?? 0,
  text: words.map(({ text }) => text).join(' '),
  words,
})

/** Words as lines: a sentence ends a line, and so does a pause, or a line that is full. */
const linesOfWords = (words: readonly TimedText[]): readonly TimedLine[] => {
  const lines: TimedText[][] = []
  for (const word of words) {
    const line = lines.at(-1)
    const last = line?.at(-1)
    const length = (line ?? []).reduce((sum, { text }) => sum + text.length + 1, 0)
    const isNew =
      line === undefined ||
      last === undefined ||
      endsLine(last.text) ||
      word.start - last.end > pauseMs ||
      length + word.text.length > lineLengthMax
    if (isNew) lines.push([word])
    else line.push(word)
  }
  return lines.map(joined)
}

const isSingleWords = (texts: readonly TimedText[]): boolean =>
  texts.length > 1 && texts.every(({ text }) => wordsIn(text).length === 1)

const normalised = (text: string): string => wordsIn(text).join(' ')

/** The written words where they are what is heard, line by line; they also tell where a stanza ends. */
const heardText = (written: string, lines: readonly TimedText[]): string => {
  const heard = lines.map(({ text }) => normalised(text)).join('\n')
  const asWritten = plainLines(written)
    .map(normalised)
    .filter((line) => line !== '')
  return asWritten.join('\n') === heard ? written : heard
}

const ofTimedWords = (written: string, timed: readonly TimedText[]): Transcript => {
  if (isSingleWords(timed)) {
    const lines = linesOfWords(timed)
    const text = written === '' ? lines.map((line) => line.text).join('\n') : written
    return { text, lines, lineTimes: 'tagged', wordTimes: 'tagged' }
  }
  const lines = timed.map(withSpreadWords)
  return { text: heardText(written, timed), lines, lineTimes: 'tagged', wordTimes: 'spread' }
}

const ofPlainWords = (text: string, parts: readonly SoundingPart[]): Transcript => {
  const texts = text.split('\n').filter((line) => line !== '')
  const lines = spread(texts, parts).map(withSpreadWords)
  return { text, lines, lineTimes: 'spread', wordTimes: 'spread' }
}

const hummedMs = 4_000

/** What is written of a clip whose words nobody knows: a line for every few seconds in which something sounds. */
export const hummed = (soundingParts: readonly SoundingPart[]): Transcript => {
  const soundingMs = soundingParts.reduce((sum, { start, end }) => sum + end - start, 0)
  const lines = new Array<string>(Math.max(1, Math.ceil(soundingMs / hummedMs))).fill('La la la la')
  return ofPlainWords(lines.join('\n'), soundingParts)
}

/**
 * Makes a transcript of the words in a file's tags; undefined where it carries none. Words without times get
 * shares of the sounding parts of the clip, by their syllables.
 */
export const transcriptOf = (
  { lyrics = '', timedLyrics = [] }: TaggedWords,
  soundingParts: readonly SoundingPart[],
): Transcript | undefined => {
  const text = withoutHeadings(lyrics)
  const timed = timedLyrics.filter((line) => line.text.trim() !== '' && !heading.test(line.text))
  if (timed.length > 0) return ofTimedWords(text, timed)
  return text === '' ? undefined : ofPlainWords(text, soundingParts)
}
