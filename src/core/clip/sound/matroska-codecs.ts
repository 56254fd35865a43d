import { describedAac, undescribedAac } from './aac-description.ts'
import { aacPackets } from './aac-packets.ts'
import { alacPackets } from './alac-packets.ts'
import { flacPackets } from './flac-frames.ts'
import { mpegPackets } from './mpeg-frames.ts'
import { opusPackets, usualOpusHead } from './opus-packet.ts'
import { plainPackets } from './plain-samples.ts'
import type { PacketCodec } from './sound.ts'
import { vorbisPackets } from './vorbis-packet.ts'

/** An entry of the track list (RFC 9559, 5.1.4). */
export interface TrackEntry {
  number: number
  type: number
  /** Its name (https://www.matroska.org/technical/codec_specs.html). */
  codec: string
  /** The codec's own description, in its standard's format. */
  description: Buffer
  rate: number
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

/** The kinds of AAC by a part of the codec's name, if there is no description. */
const namedKinds = { MAIN: 1, LC: 2, SSR: 3 } as const

const aacCodec = ({ codec, description, rate, channels }: TrackEntry): PacketCodec | undefined => {
  const [, kind] = Object.entries(namedKinds).find(([name]) => codec.includes(name)) ?? []
  const stream = description.length > 0 ? describedAac(description) : undescribedAac(rate, kind, channels)
  return stream && aacPackets(stream)
}

const plainCodec = ({ codec, rate, channels, bits }: TrackEntry): PacketCodec | undefined =>
  plainPackets({
    encoding: codec.startsWith('A_PCM/FLOAT') ? 'float' : 'whole',
    order: codec.endsWith('BIG') ? 'big' : 'little',
    isSigned: false,
    bits,
    channels,
    rate,
  })

const vorbisCodec = ({ description }: TrackEntry): PacketCodec | undefined => {
  const [head, , setUp] = vorbisHeads(description)
  return head === undefined || setUp === undefined ? undefined : vorbisPackets(head, setUp)
}

/** By the start of a codec's name. */
const codecs: readonly (readonly [name: string, of: (entry: TrackEntry) => PacketCodec | undefined])[] = [
  [
    'A_OPUS',
    ({ description, channels }) =>
      opusPackets(description.length > 0 ? description : usualOpusHead(channels)),
  ],
  ['A_VORBIS', vorbisCodec],
  ['A_AAC', aacCodec],
  ['A_MPEG/L', () => mpegPackets()],
  // After the format's mark and the first block's header.
  ['A_FLAC', ({ description }) => flacPackets(description, 8)],
  ['A_PCM/', plainCodec],
  ['A_ALAC', ({ description }) => alacPackets(description, 0)],
]

/** How a track's blocks are counted; undefined if its entry says too little. */
export const matroskaCodec = (entry: TrackEntry): PacketCodec | undefined => {
  const known = codecs.find(([name]) => entry.codec.startsWith(name))
  if (known === undefined) return { refused: entry.codec.replace(/^A_/, '').replace(/[^\w/-]/g, '') }
  return entry.isPacked ? undefined : known[1](entry)
}
