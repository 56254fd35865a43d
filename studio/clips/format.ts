/** The forms of audio the studio reads. */
export type ClipFormat = 'mp3' | 'wav' | 'vorbis' | 'opus' | 'flac' | 'aac' | 'mp4' | 'webm'

const textAt = (bytes: Uint8Array, start: number, length: number): string =>
  Buffer.from(bytes.subarray(start, start + length)).toString('latin1')

/** The first page of an Ogg file names its codec after a header of 28 bytes. */
const oggFormat = (bytes: Uint8Array): ClipFormat | undefined => {
  if (textAt(bytes, 28, 7) === '\u0001vorbis') return 'vorbis'
  return textAt(bytes, 28, 8) === 'OpusHead' ? 'opus' : undefined
}

/**
 * Eleven set bits begin a frame
 * (http://mpgedit.org/mpgedit/mpeg_format/mpeghdr.htm); layer III is coded as 01.
 */
const isMpegLayer3 = ([first = 0, second = 0]: Uint8Array): boolean =>
  first === 0xff && (second & 0xe0) === 0xe0 && (second & 0x06) === 0x02

/** Twelve set bits begin a frame of ADTS (ISO/IEC 14496-3, 1.A.2.2.1); its layer is coded as 00. */
const isAdts = ([first = 0, second = 0]: Uint8Array): boolean => first === 0xff && (second & 0xf6) === 0xf0

const id3HeaderBytes = 10

/**
 * How many bytes of ID3v2 lie before the sound: its length has seven bits in each byte
 * (https://id3.org/id3v2.4.0-structure).
 */
export const id3Length = (bytes: Uint8Array): number => {
  if (textAt(bytes, 0, 3) !== 'ID3') return 0
  const size = bytes.subarray(6, id3HeaderBytes).reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0)
  const hasFooter = ((bytes[5] ?? 0) & 0x10) !== 0
  return size + id3HeaderBytes * (hasFooter ? 2 : 1)
}

const withoutTag = (bytes: Uint8Array): ClipFormat | undefined => {
  if (textAt(bytes, 0, 4) === 'RIFF' && textAt(bytes, 8, 4) === 'WAVE') return 'wav'
  if (textAt(bytes, 0, 4) === 'fLaC') return 'flac'
  if (textAt(bytes, 0, 4) === 'OggS') return oggFormat(bytes)
  if (textAt(bytes, 4, 4) === 'ftyp') return 'mp4'
  if (textAt(bytes, 0, 4) === '\u001aE\u00df\u00a3') return 'webm'
  if (isAdts(bytes)) return 'aac'
  return isMpegLayer3(bytes) ? 'mp3' : undefined
}

/**
 * Tells the form of a clip by how it begins, whatever its name says; undefined for one the studio
 * cannot read. Behind an ID3 tag whatever is not known otherwise is taken for MP3, since players
 * look further for its first frame.
 */
export const clipFormatOf = (bytes: Uint8Array): ClipFormat | undefined => {
  const tagBytes = id3Length(bytes)
  return withoutTag(bytes.subarray(tagBytes)) ?? (tagBytes > 0 ? 'mp3' : undefined)
}
