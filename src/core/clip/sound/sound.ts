/** PCM and the like, as WAV has it: blocks of one size that hold the same number of moments. */
export interface WaveCoding {
  kind: 'wave'
  /** The number of its format (RFC 2361). */
  format: number
  channels: number
  /** Moments per second. */
  rate: number
  /** Of a sample, or of what it was packed into. */
  bits: number
  blockBytes: number
  /** The moments of a block: one, unless they are packed. */
  blockSamples: number
  /** What makes its samples like those of WAV. */
  mend?: 'turn_bytes' | 'turn_sign'
}

/** How the packets of a sound are coded, with what a decoder must know before the first one. */
export type Coding =
  | WaveCoding
  /** MP3 and MP2: frames with heads of their own. */
  | { kind: 'mpeg' }
  /** The description is that of the stream (RFC 9639, 8.2). */
  | { kind: 'flac'; description: Buffer }
  /** The head is that of an Ogg (RFC 7845, 5.1). */
  | { kind: 'opus'; head: Buffer }
  /** The first and the third packet (Vorbis I specification, 4.2). */
  | { kind: 'vorbis'; head: Buffer; setUp: Buffer }
  /** The description is an AudioSpecificConfig (ISO/IEC 14496-3, 1.6.2.1), or ALAC's own. */
  | { kind: 'aac' | 'alac'; description: Buffer; rate: number }

/** The duration of a packet of sound; undefined if it is none. */
export type PacketSeconds = (file: Buffer, start: number, bytes: number) => number | undefined

/** How a track's packets are coded and counted. */
export interface SoundCodec {
  coding: Coding
  packetSeconds: PacketSeconds
}

/** How a track's packets are coded and counted, or the name of its refused kind. */
export type PacketCodec = SoundCodec | { refused: string }

/** The packets of a sound in a row, with the size of each in bytes and its duration. */
export interface Packets {
  readonly bytes: Buffer
  readonly sizes: readonly number[]
  readonly seconds: readonly number[]
}

/** A sound out of its container: its packets, of which each was counted. */
export interface Sound {
  coding: Coding
  packets: Packets
  seconds: number
  /** How long the encoder's silence at the start is, in seconds. */
  lead?: number
}

/** A track of a file. The sound of one that can't be read is undefined. */
export type Track =
  | { kind: 'sound'; sound: Sound | undefined }
  | { kind: 'refused'; called: string }
  | { kind: 'pictures' }

/** What a file is by its contents; undefined if the reader is for another kind. `uncounted`: sound that can't be read. */
export type FoundSound =
  | { kind: 'audio'; sound: Sound }
  | { kind: 'refused'; called: string }
  | { kind: 'silent' | 'uncounted' }

/** Reads a whole file from the end of its leading tags. Undefined for another kind of file, or one without tracks. */
export type ReadSound = (file: Buffer, start: number) => FoundSound | undefined

/** A file's sound is that of its first readable track. Without one, the result says what the file has instead. */
export const soundOf = (tracks: Iterable<Track>): FoundSound | undefined => {
  let instead: Exclude<FoundSound, { kind: 'audio' }> | undefined
  for (const track of tracks) {
    if (track.kind === 'sound' && track.sound !== undefined) return { kind: 'audio', sound: track.sound }
    if (track.kind === 'refused' && instead?.kind !== 'refused') instead = track
    else if (track.kind === 'sound' && instead?.kind !== 'refused') instead = { kind: 'uncounted' }
    else if (track.kind === 'pictures') instead ??= { kind: 'silent' }
  }
  return instead
}

/** The characters at a position, one for each byte. */
export const wordAt = (file: Buffer, position: number, length = 4): string =>
  file.toString('latin1', position, position + length)

/** The bytes of a big-endian unsigned number; undefined past the end of the file. */
export const numberAt = (file: Buffer, position: number, bytes: number): number | undefined => {
  if (position < 0 || position + bytes > file.length) return undefined
  if (bytes <= 6) return bytes === 0 ? 0 : file.readUIntBE(position, bytes)
  return file.readUIntBE(position, bytes - 4) * 2 ** 32 + file.readUInt32BE(position + bytes - 4)
}
