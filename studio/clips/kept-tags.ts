import type { SoundTags, TimedText } from '../encode/tags.ts'
import type { TimeRange } from './range.ts'
import type { ClipTags } from './read-tags.ts'

/** The tags for a sound that a whole clip was made into. */
export const keptTags = ({ durationSeconds: _, ...tags }: ClipTags): SoundTags => tags

/** Where the last of the texts ends in the lyrics, if they stand there one after another; -1 otherwise. */
const endIn = (lyrics: string, texts: readonly TimedText[]): number =>
  texts.reduce((end, { text }) => {
    const at = end < 0 ? -1 : lyrics.indexOf(text, end)
    return at < 0 ? -1 : at + text.length
  }, 0)

/** The lyrics from the first of the kept words to the last; a line each where they do not stand there. */
const asWritten = (lyrics: string, before: readonly TimedText[], kept: readonly TimedText[]): string => {
  const rest = lyrics.slice(Math.max(0, endIn(lyrics, before)))
  const end = endIn(rest, kept)
  return end < 0
    ? kept.map(({ text }) => text).join('\n')
    : rest.slice(rest.indexOf(kept[0]?.text ?? ''), end)
}

/**
 * The tags for a part of a clip, from one time to another in milliseconds: of its words those that
 * are heard there, with times from the start of the part. Words without times are left out, as nobody
 * can tell which of them are heard.
 */
export const keptTagsWithin = (clip: ClipTags, { start, end }: TimeRange): SoundTags => {
  const { lyrics = '', timedLyrics = [], ...others } = keptTags(clip)
  const kept = timedLyrics.filter((line) => line.start < end && line.end > start)
  const [first] = kept
  if (first === undefined) return others
  const before = timedLyrics.slice(0, timedLyrics.indexOf(first))
  return {
    ...others,
    lyrics: asWritten(lyrics, before, kept),
    timedLyrics: kept.map((line) => ({
      ...line,
      start: Math.max(line.start, start) - start,
      end: Math.min(line.end, end) - start,
    })),
  }
}
