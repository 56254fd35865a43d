import { flacPackets } from './flac-frames.ts'
import type { PagePacket } from './ogg-pages.ts'
import { opusPackets } from './opus-packet.ts'
import { type PacketTaker, takePackets } from './packets.ts'
import { type PacketCodec, wordAt } from './sound.ts'
import { vorbisPackets } from './vorbis-packet.ts'

/** A stream of sound. Streams with the same `alike` can be played with the same decoder. */
export interface StreamSound {
  taker: PacketTaker
  alike: Buffer
}

/** What a stream is; `uncounted`: sound that can't be read. */
type StreamKind = StreamSound | { refused: string } | 'uncounted' | 'pictures' | 'words'

/** One stream of an Ogg, as far as it was read. */
export interface Stream {
  /** Its packets so far, as long as they are headers. */
  heads: Buffer[]
  /** Undefined while unknown. */
  kind: StreamKind | undefined
  /** The parts of the packet that goes on in the next page. */
  parts: Buffer[]
}

/** A stream without packets. */
export const newStream = (): Stream => ({ heads: [], kind: undefined, parts: [] })

const pictureHeads: readonly string[] = [
  '\x80theora',
  '\x01video\0',
  'BBCD\0',
  'KW-DIRAC',
  'OVP80',
  '\x80daala',
]
/** Streams that describe other streams, and streams of words. */
const silentHeads: readonly string[] = ['fishead\0', 'CMML', '\x80kate\0', '\x01text\0', 'SPOTS\0']

const begins = (packet: Buffer, word: string): boolean => wordAt(packet, 0, word.length) === word

const soundBy = (fileBytes: number, codec: PacketCodec | undefined, alike: Buffer): StreamKind => {
  if (codec === undefined) return 'uncounted'
  return 'refused' in codec ? codec : { taker: takePackets(fileBytes, codec), alike }
}

/** Where the description of FLAC begins, behind a head and that of a block (RFC 9639, 10.1). */
const flacAt = 17
/** What two heads of Opus that can be played with the same decoder share: their channels, and how these are coded. */
const opusAlike = (head: Buffer): Buffer => Buffer.concat([head.subarray(9, 10), head.subarray(18)])

/** The kind of a stream by its headers so far; undefined if another one tells it. */
const kindOf = (fileBytes: number, { heads }: Stream): StreamKind | undefined => {
  const [head = Buffer.alloc(0), comments, setUp] = heads
  if (begins(head, 'OpusHead')) return comments && soundBy(fileBytes, opusPackets(head), opusAlike(head))
  if (begins(head, '\x01vorbis'))
    return setUp && soundBy(fileBytes, vorbisPackets(head, setUp), Buffer.concat([head, setUp]))
  if (begins(head, '\x7fFLAC'))
    return soundBy(fileBytes, flacPackets(head, flacAt), head.subarray(flacAt + 10, flacAt + 14))
  if (pictureHeads.some((word) => begins(head, word))) return 'pictures'
  if (silentHeads.some((word) => begins(head, word))) return 'words'
  if (begins(head, 'Speex   ')) return { refused: 'Speex' }
  return { refused: `Ogg/${wordAt(head, 0, 8).replace(/\W/g, '') || 'unknown'}` }
}

/** A stream's sound, once its headers have shown that it is one. */
export const soundIn = ({ kind }: Stream): StreamSound | undefined =>
  typeof kind === 'object' && 'taker' in kind ? kind : undefined

/** Adds a packet, or the part of one that is in a page; `goesOn` if that is not its first part. */
export const addPacketPart = (
  file: Buffer,
  stream: Stream,
  { from, to, isWhole, goesOn }: PagePacket & { goesOn: boolean },
): void => {
  // The rest of a packet whose beginning is missing is noise.
  if (goesOn && stream.parts.length === 0) return
  if (!goesOn) stream.parts = []
  stream.parts.push(file.subarray(from, to))
  if (!isWhole) return
  const [first = Buffer.alloc(0), second] = stream.parts
  const packet = second === undefined ? first : Buffer.concat(stream.parts)
  stream.parts = []
  const { kind } = stream
  if (kind === undefined) {
    stream.heads.push(packet)
    stream.kind = kindOf(file.length, stream)
  } else soundIn(stream)?.taker.take(packet, 0, packet.length)
}
