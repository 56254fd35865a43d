import type { taskEndpoints } from '../../src/core/endpoints/audio-endpoints.ts'
import type { TimedText } from '../encode/tags.ts'
import { type TimedLine, toSrt, toVtt } from './subtitles.ts'
import type { Transcript } from './transcript.ts'

type Fields = typeof taskEndpoints.transcription.fields

/** The forms of a transcription. */
export type TranscriptionFormat = Fields['transcription_format']['choices'][number]

const fileEndings: Readonly<Record<TranscriptionFormat, 'txt' | 'srt' | 'vtt'>> = {
  plain_text: 'txt',
  formatted_text: 'txt',
  srt: 'srt',
  vtt: 'vtt',
}

/** How the name of a file ends that holds a transcription in this form. */
export const fileEndingOf = (format: TranscriptionFormat): 'txt' | 'srt' | 'vtt' => fileEndings[format]

/** The words of lines, in the order in which they are heard. */
export const wordsOfLines = (lines: readonly TimedLine[]): readonly TimedText[] =>
  lines.flatMap(({ words }) => words)

/**
 * Writes a transcript: all in one line as plain text, line by line as formatted text, or as
 * subtitles. With word times SubRip has a cue for each word, and WebVTT a time before each word
 * inside its cues; text has no place for times.
 */
export const write = (
  { text, lines }: Transcript,
  format: TranscriptionFormat,
  withWordTimes: boolean,
): string => {
  switch (format) {
    case 'plain_text':
      return text.replaceAll(/\s+/g, ' ')
    case 'formatted_text':
      return text
    case 'srt':
      return toSrt(withWordTimes ? wordsOfLines(lines) : lines)
    case 'vtt':
      return toVtt(lines, withWordTimes)
  }
}
