import type { ClipTags } from '../clips/read-tags.ts'
import type { SoundTags, TimedText } from '../encode/tags.ts'
import type { Remix } from './remix.ts'

/** Lines in the order in which they are heard; one whose bar was moved away ends where the next begins. */
const linesHeard = (lines: readonly TimedText[], { score, heardAtMs }: HeardClip): readonly TimedText[] => {
  const endMs = score.seconds * 1000
  const moved = lines
    .map(({ start, end, text }) => ({ start: heardAtMs(start), lasts: end - start, text }))
    .filter(({ start }) => start < endMs)
    .toSorted((one, other) => one.start - other.start)
  return moved.map(({ start, lasts, text }, index) => {
    const nextMs = moved[index + 1]?.start ?? endMs
    return { start: Math.round(start), end: Math.round(Math.min(start + lasts, nextMs)), text }
  })
}

/** What tells when the clip of a remix is heard in it. */
type HeardClip = { readonly score: Pick<Remix['score'], 'seconds'> } & Pick<Remix, 'heardAtMs'>

/**
 * Tags of a remix: its own words where it sings some, or else those of its clip, which goes on being heard,
 * when they are heard.
 */
export const withWordsOfClip = (made: SoundTags, clip: ClipTags, remix: HeardClip): SoundTags => {
  if (made.lyrics !== undefined) return made
  const timedLyrics = linesHeard(clip.timedLyrics ?? [], remix)
  return {
    ...made,
    ...(clip.lyrics === undefined ? {} : { lyrics: clip.lyrics }),
    ...(timedLyrics.length === 0 ? {} : { timedLyrics }),
  }
}
