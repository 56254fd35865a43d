import { ID3Writer } from 'browser-id3-writer'
import { type SoundTags, toCues } from './tags.ts'

/**
 * ISO 639-2 for a language that is not known
 * (https://id3.org/id3v2.3.0#Unsynchronised_lyrics.2Ftext_transcription).
 */
const language = 'und'

/** Lyrics, timed in milliseconds (https://id3.org/id3v2.3.0#Synchronised_lyrics.2Ftext). */
const synchronised = { type: 1, timestampFormat: 2, language, description: '' } as const

/** The tags as ID3v2.3, for MP3, AAC and WAV; empty where there is nothing to say. */
export const id3Tag = (tags: SoundTags): Uint8Array => {
  const { title, artist, album, comment, lyrics, timedLyrics = [] } = tags
  // Without room for later changes, whose zero bytes some readers complain of.
  const writer = Object.assign(new ID3Writer(new ArrayBuffer(0)), { padding: 0 })
  if (title !== undefined) writer.setFrame('TIT2', title)
  if (artist !== undefined) writer.setFrame('TPE1', [artist])
  if (album !== undefined) writer.setFrame('TALB', album)
  if (comment !== undefined) writer.setFrame('COMM', { language, description: '', text: comment })
  if (lyrics !== undefined) writer.setFrame('USLT', { language, description: '', lyrics })
  if (timedLyrics.length > 0) {
    const text = toCues(timedLyrics).map(({ atMs, text: line }): [string, number] => [line, atMs])
    writer.setFrame('SYLT', { ...synchronised, text })
  }
  return new Uint8Array(writer.addTag())
}
