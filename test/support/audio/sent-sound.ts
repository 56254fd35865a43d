import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input, Logging, LogLevel } from 'mediabunny'
import { readSound } from '../../../src/core/clip/sound/read-sound.ts'
import type { FoundSound, Sound } from '../../../src/core/clip/sound/sound.ts'
import { type WrittenSound, writeSound } from '../../../src/core/clip/written/write-sound.ts'

// Some of what is read in tests was forged.
Logging.level = LogLevel.Silent

/** A written sound in one piece. */
export interface WrittenFile extends Omit<WrittenSound, 'parts'> {
  bytes: Buffer
}

/** What the app makes of a file: what it found in it, and the file with nothing but its sound that is sent. */
export interface Sent {
  found: FoundSound | undefined
  /** A copy, as writing changes the bytes of some sounds. */
  sound: Sound | undefined
  /** Undefined if nothing is sent. */
  file: WrittenFile | undefined
}

const copyOf = (sound: Sound): Sound => ({
  ...sound,
  packets: { ...sound.packets, bytes: Buffer.from(sound.packets.bytes) },
})

/** A sound as it is written, in one piece; undefined if decoders could take it for something else. */
export const writtenOf = (sound: Sound): WrittenFile | undefined => {
  const written = writeSound(copyOf(sound))
  if (written === undefined) return undefined
  const { parts, ...rest } = written
  return { ...rest, bytes: Buffer.concat(parts) }
}

/** Reads and writes a file as the app does. */
export const sentOf = (file: Buffer): Sent => {
  const found = readSound(file)
  const sound = found?.kind === 'audio' ? found.sound : undefined
  return { found, sound, file: sound && writtenOf(sound) }
}

/** How long the sound is that is sent of a file; what was found, if that is none, and `nothing` if it is not sent. */
export const sentSeconds = (
  file: Buffer,
): number | Exclude<FoundSound, { kind: 'audio' }> | 'nothing' | undefined => {
  const { found, file: written } = sentOf(file)
  if (found?.kind !== 'audio') return found
  return written?.seconds ?? 'nothing'
}

/** The packets of a sound, one by one. */
export const packetsIn = ({ packets: { bytes, sizes } }: Sound): readonly Buffer[] => {
  let at = 0
  return sizes.map((size) => {
    at += size
    return bytes.subarray(at - size, at)
  })
}

/** A file as a library reads it that has nothing in common with the app. */
export interface HeardFile {
  codec: string | null
  rate: number
  channels: number
  /** What a decoder must know before the first packet. */
  description: Buffer
  packets: readonly Buffer[]
  /** What its packets last, by their codec. */
  seconds: number
}

const bytesOf = (source: AudioDecoderConfig['description']): Buffer => {
  if (source === undefined) return Buffer.alloc(0)
  return ArrayBuffer.isView(source)
    ? Buffer.from(source.buffer, source.byteOffset, source.byteLength)
    : Buffer.from(new Uint8Array(source))
}

/** Samples of a packet where a table of the container tells them; the library counts those of other codecs itself. */
const packetSamples: Readonly<Record<string, number | undefined>> = { aac: 1024 }

/** Reads a file with that library. Rejects if it finds no sound. */
export const heardIn = async (file: Buffer): Promise<HeardFile> => {
  const input = new Input({ source: new BufferSource(file), formats: ALL_FORMATS })
  const track = await input.getPrimaryAudioTrack()
  if (track === null) throw new Error('no sound is heard')
  const [codec, rate, channels] = [
    await track.getCodec(),
    await track.getSampleRate(),
    await track.getNumberOfChannels(),
  ]
  const packets: Buffer[] = []
  let seconds = 0
  const each = packetSamples[codec ?? '']
  for await (const { data, duration } of new EncodedPacketSink(track).packets()) {
    packets.push(Buffer.from(data))
    seconds += each === undefined ? duration : each / rate
  }
  const config = codec === null ? null : await track.getDecoderConfig()
  return { codec, rate, channels, description: bytesOf(config?.description), packets, seconds }
}

/** The packets of an MP3 without the silent ones before it, whose data are ones. */
export const audibleIn = (packets: readonly Buffer[]): readonly Buffer[] =>
  packets.slice(packets.findIndex((packet) => packet.subarray(36).some((byte) => byte !== 0xff)))

/** How long a file is heard by that library. */
export const heardSeconds = async (file: Buffer): Promise<number> => (await heardIn(file)).seconds
