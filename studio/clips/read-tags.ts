import type { IAudioMetadata, ILyricsTag } from 'music-metadata'
import { fromCues, type SoundTags, type TimedText } from '../encode/tags.ts'

/** What a file says about itself. */
export type ClipTags = SoundTags & {
  /** Undefined for a file that does not say, and for one that is no audio. */
  readonly durationSeconds?: number
}

const nativeValue = ({ native }: IAudioMetadata, id: string): string | undefined => {
  const value = native.matroska?.find((tag) => tag.id === id)?.value
  return typeof value === 'string' ? value : undefined
}

const timeStamped = /^\[\d{2,}:\d{2}/

/**
 * LRC in a comment of Matroska, which the reader leaves as it is
 * (https://en.wikipedia.org/wiki/LRC_(file_format)).
 */
const lrcLines = (lrc: string): ILyricsTag['syncText'] =>
  [...lrc.matchAll(/^\[(\d{2,}):(\d{2})\.(\d{2,3})](.*)$/gm)].map(
    ([, minutes, seconds, part = '', text = '']) => ({
      text,
      timestamp: (Number(minutes) * 60 + Number(seconds)) * 1000 + Number(part.padEnd(3, '0')),
    }),
  )

type Words = { readonly plain: readonly string[]; readonly cues: ILyricsTag['syncText'] }

/**
 * Times of the format that counts in milliseconds (https://id3.org/id3v2.4.0-frames,
 * 4.9); others count frames of MPEG.
 */
const milliseconds = 2

const wordsOf = (metadata: IAudioMetadata): Words => {
  const lyrics = metadata.common.lyrics ?? []
  const ofMatroska = ['track:LYRICS', 'track:UNSYNCEDLYRICS', 'album:LYRICS'].flatMap(
    (id) => nativeValue(metadata, id) ?? [],
  )
  const timed = [
    ...lyrics.map(({ syncText, timeStampFormat }) => (timeStampFormat === milliseconds ? syncText : [])),
    ...ofMatroska.map((value) => (timeStamped.test(value) ? lrcLines(value) : [])),
  ]
  const plain = [
    // Those that ID3 does not time come without a format.
    ...lyrics.flatMap(({ text, timeStampFormat }) =>
      timeStampFormat === milliseconds || text === undefined ? [] : [text],
    ),
    ...ofMatroska.filter((value) => !timeStamped.test(value)),
  ]
  return { plain, cues: timed.find(({ length }) => length > 0) ?? [] }
}

const timedLinesOf = ({ cues }: Words, durationSeconds: number | undefined): readonly TimedText[] => {
  const ordered = cues.map(({ text, timestamp = 0 }) => ({ text, atMs: timestamp }))
  ordered.sort((first, second) => first.atMs - second.atMs)
  return fromCues(ordered, (durationSeconds ?? 0) * 1000)
}

const lyricsOf = (plain: readonly string[], timed: readonly TimedText[]): string | undefined => {
  const written = plain.find((text) => text.trim() !== '')
  if (written !== undefined) return written.trim()
  return timed.length === 0 ? undefined : timed.map(({ text }) => text).join('\n')
}

const present = <Value>(values: Readonly<Record<string, Value | undefined>>): Record<string, Value> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  )

const tagsOf = (metadata: IAudioMetadata): ClipTags => {
  const { common, format } = metadata
  const words = wordsOf(metadata)
  const timedLyrics = timedLinesOf(words, format.duration)
  const lyrics = lyricsOf(words.plain, timedLyrics)
  const { title, artist, album } = common
  const comment = common.comment?.[0]?.text ?? nativeValue(metadata, 'track:COMMENT')
  return {
    ...present({ title, artist, album, comment, lyrics }),
    ...present({ durationSeconds: format.duration }),
    ...(timedLyrics.length === 0 ? {} : { timedLyrics }),
  }
}

/**
 * Reads what a clip's tags say, and how long it lasts. Words with times and no others are also given
 * as lyrics; a line that nothing ends lasts until the next, or until the end of the clip. A file
 * that cannot be read has no tags.
 */
export const readTags = async (bytes: Uint8Array): Promise<ClipTags> => {
  const { parseBuffer } = await import('music-metadata')
  const options = { duration: true, skipCovers: true }
  const metadata = await parseBuffer(bytes, undefined, options).catch(() => undefined)
  return metadata === undefined ? {} : tagsOf(metadata)
}
