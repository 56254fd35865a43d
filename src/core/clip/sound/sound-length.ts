/**
 * The duration of a file's sound in seconds, counted from the sound itself. `exact`: no more and hardly less;
 * otherwise an upper bound. A length stated in a header is ignored.
 */
export interface CountedSound {
  seconds: number
  exact: boolean
}

/** The duration of a packet of sound; undefined if that is uncertain. */
export type PacketSeconds = (file: Buffer, start: number, bytes: number) => number | undefined

/** How a track's packets are counted, or the name of its refused kind. */
export type PacketCodec = { packetSeconds: PacketSeconds } | { refused: string }

/**
 * A track of a file; `counted` is undefined if its length is uncertain. One of a refused kind is `spare` if no
 * decoder prefers it to the sound beside it.
 */
export type Track =
  | { kind: 'sound'; counted: CountedSound | undefined }
  | { kind: 'refused'; called: string; spare?: boolean }
  | { kind: 'pictures' }

/** The kind of a file by its contents; undefined if the reader is for another kind. */
export type FoundSound =
  | { kind: 'audio'; contentType: string; counted: CountedSound | undefined }
  | { kind: 'refused'; called: string }
  | { kind: 'silent' }

/** Reads a whole file from the end of its leading tags. Undefined for another kind of file, or one without tracks. */
export type ReadSound = (file: Buffer, start: number) => FoundSound | undefined

/**
 * A file's length by its tracks: the longest counts. An uncountable track makes the length uncertain. A track of a
 * refused kind has the file refused, because it may be longer and a decoder may play it.
 */
export const soundOf = (subtype: string, tracks: readonly Track[]): FoundSound | undefined => {
  const hasPictures = tracks.some(({ kind }) => kind === 'pictures')
  const counts = tracks.flatMap((track) => (track.kind === 'sound' ? [track.counted] : []))
  const refused = tracks.find(
    (track) => track.kind === 'refused' && !(track.spare === true && counts.length > 0),
  )
  if (refused?.kind === 'refused') return { kind: 'refused', called: refused.called }
  if (counts.length === 0) return hasPictures ? { kind: 'silent' } : undefined
  const known = counts.filter((counted) => counted !== undefined)
  const counted =
    known.length < counts.length
      ? undefined
      : {
          seconds: Math.max(...known.map(({ seconds }) => seconds)),
          exact: known.every(({ exact }) => exact),
        }
  return { kind: 'audio', contentType: `${hasPictures ? 'video' : 'audio'}/${subtype}`, counted }
}

/** 8 kbit/s: hardly any sound has fewer bytes, and no MP3 does. */
export const secondsPerByteMax = 1 / 1000

/** A count above zero; undefined otherwise. */
export const countOf = (seconds: number, exact = true): CountedSound | undefined =>
  Number.isFinite(seconds) && seconds > 0 ? { seconds, exact } : undefined

/** Fewer unknown bytes than last a second, such as a tail of garbage, leave a length as it is. */
const unknownBytesMin = 1 / secondsPerByteMax

/** A count of sound beside bytes that nobody can explain: these count as the longest sound that they can be. */
export const countWithUnknown = (seconds: number, unknownBytes: number): CountedSound | undefined =>
  unknownBytes < unknownBytesMin
    ? countOf(seconds)
    : countOf(seconds + unknownBytes * secondsPerByteMax, false)

/** The number of bytes between two positions that are not zero. */
export const filledBytes = (file: Buffer, start: number, end: number): number =>
  file.subarray(start, Math.max(start, end)).reduce((bytes, byte) => bytes + (byte === 0 ? 0 : 1), 0)

/** The characters at a position, one for each byte. */
export const wordAt = (file: Buffer, position: number, length = 4): string =>
  file.toString('latin1', position, position + length)

/** The bytes of a big-endian unsigned number; undefined past the end of the file. */
export const numberAt = (file: Buffer, position: number, bytes: number): number | undefined => {
  if (position < 0 || position + bytes > file.length) return undefined
  if (bytes <= 6) return bytes === 0 ? 0 : file.readUIntBE(position, bytes)
  return file.readUIntBE(position, bytes - 4) * 2 ** 32 + file.readUInt32BE(position + bytes - 4)
}
