import { describedAac, undescribedAac } from './aac-description.ts'
import { aacPackets } from './aac-packets.ts'
import { ac3PacketSeconds } from './ac3-frames.ts'
import { alacFrameSeconds } from './alac-description.ts'
import { flacPacketSeconds } from './flac-frames.ts'
import { mpegPacketSeconds } from './mpeg-frames.ts'
import { opusPacketSeconds } from './opus-packet.ts'
import { isRate, sampleBytesOf } from './plain-samples.ts'
import type { PacketCodec, PacketSeconds } from './sound-length.ts'
import { vorbisPacketSeconds } from './vorbis-packet.ts'

/** An entry of the track list (RFC 9559, 5.1.4). */
export interface TrackEntry {
  number: number
  type: number
  codec: string
  /** The codec's own description, in its standard's format. */
  description: Buffer
  rate: number
  /** What decoders are told to play it at; zero if nothing is stated. */
  outputRate: number
  channels: number
  bits: number
  /** Whether its blocks are compressed or encrypted, and therefore unreadable. */
  isPacked: boolean
}

/**
 * The Vorbis packets before the sound, which Matroska stores in one
 * (https://www.matroska.org/technical/codec_specs.html).
 */
const vorbisHeads = (description: Buffer): readonly Buffer[] => {
  const sizes: number[] = []
  let at = 1
  while (sizes.length < (description[0] ?? 0) && at < description.length) {
    let size = 0
    while (description[at] === 255) {
      size += 255
      at += 1
    }
    sizes.push(size + (description[at] ?? 0))
    at += 1
  }
  const heads = sizes.map((size) => {
    at += size
    return description.subarray(at - size, at)
  })
  return [...heads, description.subarray(at)]
}

const alike =
  (seconds: number): PacketSeconds =>
  () =>
    seconds

/** The kinds of AAC by a part of the codec's name, by which decoders go if there is no description. */
const namedKinds = { MAIN: 1, LC: 2, SSR: 3 } as const

const aacSeconds = (
  { codec, description, rate }: TrackEntry,
  statedRate: number,
): PacketSeconds | undefined => {
  const [, kind] = Object.entries(namedKinds).find(([name]) => codec.includes(name)) ?? []
  const stream = description.length > 0 ? describedAac(description, 0) : undescribedAac(statedRate, kind)
  if (stream === undefined) return undefined
  const isSlower = description.length === 0 && rate < statedRate
  return aacPackets(isSlower ? { ...stream, secondsEach: (stream.secondsEach * statedRate) / rate } : stream)
}

/** The bits that decoders believe, by the kind of PCM. */
const plainBits = { whole: [8, 16, 24, 32], float: [32, 64] } as const

const plainSeconds = ({ codec, rate, channels, bits }: TrackEntry): PacketSeconds | undefined => {
  const believed: readonly number[] = plainBits[codec.startsWith('A_PCM/FLOAT') ? 'float' : 'whole']
  const momentBytes = believed.includes(bits) ? channels * (sampleBytesOf(bits) ?? 0) : 0
  return momentBytes > 0 ? (_file, _start, bytes) => bytes / (momentBytes * rate) : undefined
}

const vorbisSeconds = ({ description }: TrackEntry): PacketSeconds | undefined => {
  const [head, , setUp] = vorbisHeads(description)
  return head === undefined || setUp === undefined ? undefined : vorbisPacketSeconds(head, setUp)
}

const alacSeconds = ({ description, rate }: TrackEntry): PacketSeconds | undefined => {
  const seconds = alacFrameSeconds(description, 0, rate)
  return seconds === undefined ? undefined : alike(seconds)
}

/** How packets are counted by a track's entry. Its rate is the lower of the stated one and what decoders are told to play. */
type Counting = (entry: TrackEntry, statedRate: number) => PacketSeconds | undefined

/** By the start of a codec's name (https://www.matroska.org/technical/codec_specs.html). */
const codecs: readonly (readonly [name: string, of: Counting])[] = [
  ['A_OPUS', () => opusPacketSeconds],
  ['A_VORBIS', vorbisSeconds],
  ['A_AAC', aacSeconds],
  ['A_MPEG/L', () => mpegPacketSeconds],
  // After the format's mark and the first block's header.
  ['A_FLAC', ({ description }) => flacPacketSeconds(description, 8)],
  ['A_PCM/', plainSeconds],
  ['A_AC3', () => ac3PacketSeconds],
  ['A_EAC3', () => ac3PacketSeconds],
  ['A_ALAC', alacSeconds],
]

/** How a track's blocks are counted; undefined if its entry says too little. */
export const matroskaCodec = (entry: TrackEntry): PacketCodec | undefined => {
  const known = codecs.find(([name]) => entry.codec.startsWith(name))
  if (known === undefined) return { refused: entry.codec.replace(/^A_/, '').replace(/[^\w/-]/g, '') }
  const rate = Math.min(entry.rate, entry.outputRate || entry.rate)
  const packetSeconds = entry.isPacked || !isRate(rate) ? undefined : known[1]({ ...entry, rate }, entry.rate)
  return packetSeconds === undefined ? undefined : { packetSeconds }
}
