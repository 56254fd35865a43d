import { aacFrameSeconds, describedStream } from './aac-description.ts'
import { aacFrameBytesMax } from './aac-frames.ts'
import { ac3PacketSeconds } from './ac3-frames.ts'
import { flacPacketSeconds } from './flac-frames.ts'
import type { Box } from './mp4-boxes.ts'
import { mpegPacketSeconds } from './mpeg-frames.ts'
import { opusPacketSeconds } from './opus-packet.ts'
import { numberAt, type PacketCodec, type PacketSeconds } from './sound-length.ts'

/** How the samples of a track are counted: all alike, of at most so many bytes, or one by one. */
export type SampleCodec = { secondsEach: number; bytesMax: number } | PacketCodec

/** How long one sample lasts; undefined where nothing certain can be said of it. */
export const sampleSeconds = (
  file: Buffer,
  codec: SampleCodec,
  start: number,
  bytes: number,
): number | undefined => {
  if ('refused' in codec) return undefined
  if ('packetSeconds' in codec) return codec.packetSeconds(file, start, bytes)
  return bytes > codec.bytesMax ? undefined : codec.secondsEach
}

const anyBytes = Number.POSITIVE_INFINITY

/** QuickTime's kinds of PCM, of which a sample is one moment in all channels. */
const plainCodecs: ReadonlySet<string> = new Set([
  ...['NONE', 'alaw', 'fl32', 'fl64', 'fpcm', 'in24', 'in32', 'ipcm', 'lpcm', 'raw ', 'sowt', 'twos', 'ulaw'],
])

const refusedCodecs: Readonly<Record<string, string>> = {
  samr: 'AMR',
  sawb: 'AMR',
  sawp: 'AMR',
  ima4: 'IMA4',
  aavd: 'AAX',
  enca: 'DRM',
  drms: 'DRM',
  dtsc: 'DTS',
  dtsh: 'DTS',
  QDM2: 'QDesign',
}

/** The first place of a word within a box, which is small, and whether it is the only one. */
const onlyIn = (file: Buffer, word: string, { start, end }: Box): number | undefined => {
  const box = file.subarray(start, end)
  const at = box.indexOf(word, 0, 'latin1')
  return at === -1 || box.indexOf(word, at + 1, 'latin1') !== -1 ? undefined : start + at
}

/** MPEG's own numbers of what is in a stream (https://mp4ra.org/registered-types/object-types). */
const aacKinds: readonly number[] = [0x40, 0x66, 0x67, 0x68]
const [mp3Kinds, ac3Kinds]: readonly (readonly number[])[] = [
  [0x69, 0x6b],
  [0xa5, 0xa6],
]

const describedCodec = (file: Buffer, entry: Box, channels: number): SampleCodec | undefined => {
  const at = onlyIn(file, 'esds', entry)
  const stream = at === undefined ? undefined : describedStream(file, at)
  if (stream === undefined) return undefined
  if (mp3Kinds?.includes(stream.kind)) return { packetSeconds: mpegPacketSeconds }
  if (ac3Kinds?.includes(stream.kind)) return { packetSeconds: ac3PacketSeconds }
  if (!aacKinds.includes(stream.kind)) return { refused: `MP4/0x${stream.kind.toString(16)}` }
  const secondsEach = stream.specific === undefined ? undefined : aacFrameSeconds(file, stream.specific)
  return secondsEach === undefined
    ? undefined
    : { secondsEach, bytesMax: Math.max(1, channels) * aacFrameBytesMax }
}

/** The samples in a second as the entry has them: with a fraction, or as a floating point number (QuickTime, version 2). */
const rateOf = (file: Buffer, { start }: Box): number =>
  numberAt(file, start + 8, 2) === 2
    ? file.readDoubleBE(start + 32)
    : (numberAt(file, start + 24, 4) ?? 0) / 65_536

const readBy = (packetSeconds: PacketSeconds | undefined): SampleCodec | undefined =>
  packetSeconds === undefined ? undefined : { packetSeconds }

/** Of ALAC: the samples of a packet and their rate, behind the last of its names. */
const alacCodec = (file: Buffer, { start, end }: Box): SampleCodec | undefined => {
  const name = file.subarray(start, end).lastIndexOf('alac', undefined, 'latin1')
  const [samples, rate] = [numberAt(file, start + name + 8, 4), numberAt(file, start + name + 28, 4)]
  return name === -1 || !samples || !rate ? undefined : { secondsEach: samples / rate, bytesMax: anyBytes }
}

/**
 * How the track is counted whose description is an entry of this name (ISO/IEC 14496-12, 8.5.2); the box is
 * without its size and name. Undefined where it is written in another way than its standard has it.
 */
export const mp4Codec = (file: Buffer, entry: Box): SampleCodec | undefined => {
  const { name, start, end } = entry
  if (end - start < 28) return undefined
  if (plainCodecs.has(name)) {
    const rate = end - start < 40 ? (numberAt(file, start + 24, 4) ?? 0) / 65_536 : rateOf(file, entry)
    return rate > 0 ? { secondsEach: 1 / rate, bytesMax: anyBytes } : undefined
  }
  switch (name) {
    case 'mp4a':
      return describedCodec(file, entry, numberAt(file, start + 16, 2) ?? 1)
    case 'alac':
      return alacCodec(file, entry)
    case 'Opus':
      return readBy(opusPacketSeconds)
    case '.mp3':
      return readBy(mpegPacketSeconds)
    case 'ac-3':
    case 'ec-3':
      return readBy(ac3PacketSeconds)
    case 'fLaC': {
      const at = onlyIn(file, 'dfLa', entry)
      return at === undefined ? undefined : readBy(flacPacketSeconds(file, at + 12))
    }
    default:
      return { refused: refusedCodecs[name] ?? `MP4/${name.replace(/[^\w-]/g, '')}` }
  }
}
