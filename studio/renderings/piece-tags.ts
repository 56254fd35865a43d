import type { SoundTags } from '../encode/tags.ts'
import type { PieceFacts } from '../music/order.ts'

/** What the files of a piece say about it; its words too, so that anyone with the file can read them. */
export const pieceTags = ({
  title,
  lyrics,
  timedLines,
  style,
  key,
  beatsPerMinute,
}: PieceFacts): SoundTags => ({
  title,
  comment: `${style}, ${key}, ${Math.round(beatsPerMinute)} beats per minute`,
  ...(lyrics === '' ? {} : { lyrics }),
  ...(timedLines.length === 0 ? {} : { timedLyrics: timedLines }),
})
