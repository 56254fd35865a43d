import type { TimeRange } from '../clips/range.ts'
import type { ClipTags } from '../clips/read-tags.ts'
import type { SoundTags, TimedText } from '../encode/tags.ts'

/** The lines beside a range in seconds: none that begins in it, and those that reach into it cut. */
const linesBeside = (lines: readonly TimedText[], { start, end }: TimeRange): readonly TimedText[] =>
  lines
    .filter((line) => line.start < start * 1000 || line.start >= end * 1000)
    .map((line) => (line.start < start * 1000 ? { ...line, end: Math.min(line.end, start * 1000) } : line))

/** Tags of a clip with a new range: its own words around the newly sung ones. */
export const withKeptWords = (made: SoundTags, clip: ClipTags, rangeSeconds: TimeRange): SoundTags => {
  const kept = linesBeside(clip.timedLyrics ?? [], rangeSeconds)
  const lines = [...kept, ...(made.timedLyrics ?? [])].toSorted((one, other) => one.start - other.start)
  const lyrics = made.lyrics ?? clip.lyrics
  return {
    ...made,
    ...(lyrics === undefined ? {} : { lyrics }),
    ...(lines.length === 0 ? {} : { timedLyrics: lines }),
  }
}
