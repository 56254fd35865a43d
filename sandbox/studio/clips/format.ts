/** The forms of audio the studio reads. */
export type ClipFormat = 'mp3' | 'wav' | 'vorbis' | 'flac'

const textAt = (bytes: Uint8Array, start: number, length: number): string =>
  Buffer.from(bytes.subarray(start, start + length)).toString('latin1')

/** The first page of an Ogg file names its codec after a header of 28 bytes and the kind of packet. */
const isVorbis = (bytes: Uint8Array): boolean =>
  textAt(bytes, 0, 4) === 'OggS' && textAt(bytes, 28, 7) === '\u0001vorbis'

/** Eleven set bits begin a frame (http://mpgedit.org/mpgedit/mpeg_format/mpeghdr.htm); layer III is coded as 01. */
const isMpegLayer3 = ([first = 0, second = 0]: Uint8Array): boolean =>
  first === 0xff && (second & 0xe0) === 0xe0 && (second & 0x06) === 0x02

/** Tells the form of a clip by how it begins, whatever its name says; undefined for one the studio cannot read. */
export const clipFormatOf = (bytes: Uint8Array): ClipFormat | undefined => {
  if (textAt(bytes, 0, 4) === 'RIFF' && textAt(bytes, 8, 4) === 'WAVE') return 'wav'
  if (textAt(bytes, 0, 4) === 'fLaC') return 'flac'
  if (isVorbis(bytes)) return 'vorbis'
  if (textAt(bytes, 0, 3) === 'ID3' || isMpegLayer3(bytes)) return 'mp3'
  return undefined
}
