/** Words, and when they are sung or said: milliseconds from the start of the sound. */
export type TimedText = { readonly start: number; readonly end: number; readonly text: string }

/** What a file says about its sound. */
export type SoundTags = {
  readonly title?: string
  readonly artist?: string
  readonly album?: string
  readonly comment?: string
  /** The words, a line each. */
  readonly lyrics?: string
  /** The words and when they come, in order. */
  readonly timedLyrics?: readonly TimedText[]
}

/** A text that shows from a moment on, until the next one does. The empty text ends the one before it. */
export type Cue = { readonly atMs: number; readonly text: string }

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/**
 * Lines as tags hold them, that know of no end: where a line ends before the
 * next begins, an empty one follows.
 */
export const toCues = (lines: readonly TimedText[]): readonly Cue[] =>
  lines.flatMap(({ start, end, text }, index) => {
    const cue = { atMs: Math.round(start), text: oneLine(text) }
    return lines[index + 1]?.start === end ? [cue] : [cue, { atMs: Math.round(end), text: '' }]
  })

/** The lines that cues tell of. One that nothing ends lasts until `endMs`. */
export const fromCues = (cues: readonly Cue[], endMs: number): readonly TimedText[] =>
  cues.flatMap(({ atMs, text }, index) =>
    text.trim() === ''
      ? []
      : [{ start: atMs, end: Math.max(atMs, cues[index + 1]?.atMs ?? endMs), text: text.trim() }],
  )

const digits = (value: number, count: number): string => String(value).padStart(count, '0')

const lrcTime = (atMs: number): string =>
  `[${digits(Math.floor(atMs / 60_000), 2)}:${digits(Math.floor(atMs / 1000) % 60, 2)}.${digits(atMs % 1000, 3)}]`

const lrc = (lines: readonly TimedText[]): string =>
  toCues(lines)
    .map(({ atMs, text }) => `${lrcTime(atMs)}${text}`)
    .join('\n')

/**
 * The words as the comments of Vorbis and Matroska hold them. Neither knows of times, so that timed lines are
 * written as LRC (https://en.wikipedia.org/wiki/LRC_(file_format)), which players look for in LYRICS.
 */
export const lyricsComments = ({ lyrics, timedLyrics = [] }: SoundTags): Readonly<Record<string, string>> => {
  if (timedLyrics.length === 0) return lyrics === undefined ? {} : { LYRICS: lyrics }
  return { LYRICS: lrc(timedLyrics), ...(lyrics === undefined ? {} : { UNSYNCEDLYRICS: lyrics }) }
}
