import { flacPacketSeconds, flacRateAt } from './flac-frames.ts'
import type { PagePacket } from './ogg-pages.ts'
import { opusPacketSeconds } from './opus-packet.ts'
import { numberAt, type PacketCodec, wordAt } from './sound-length.ts'
import { vorbisPacketSeconds } from './vorbis-packet.ts'

/** The part of a packet that is in one page. */
type Part = Readonly<Pick<PagePacket, 'from' | 'to'>>

/** One stream of an Ogg, as far as it was read. */
export interface Stream {
  /** The index of its link in the chain. */
  link: number
  /** The stream that had its number before it. */
  before: Stream | undefined
  /** Whether the stream's beginning was seen, which most decoders need. */
  begins: boolean
  /** Its headers so far. */
  heads: Buffer[]
  /** What its first packet says of its sound; undefined if that says of none. */
  kind: string | undefined
  /** Number of header packets; none if the stream is not sound. */
  headCount: number
  /** Undefined while unknown. */
  codec: PacketCodec | 'uncounted' | 'pictures' | 'words' | undefined
  seconds: number
  /** Samples per second, as the pages count them. */
  rate: number
  /**
   * Times by its pages, which may include pauses: the start of the first page with sound, and the end of the last.
   */
  pages: { begin: number; end: number } | undefined
  /** Number of packets that have begun. */
  packets: number
  /** The parts of the packet that goes on in the next page, and whether there is one. */
  parts: Part[]
  goesOn: boolean
  /** What its pages count if its kind stays unknown, in bytes. */
  bytes: number
  /** Bytes of its pages that are in no packet. */
  unknownBytes: number
}

/** A stream without packets. */
export const newStream = (link: number, begins: boolean, before: Stream | undefined): Stream => ({
  link,
  before,
  begins,
  heads: [],
  kind: undefined,
  headCount: 0,
  codec: undefined,
  seconds: 0,
  rate: 0,
  pages: undefined,
  packets: 0,
  parts: [],
  goesOn: false,
  bytes: 0,
  unknownBytes: 0,
})

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

/** Sound of refused kinds, which some decoders also play if its beginning is missing. */
const refusedHeads: ReadonlyMap<string, string> = new Map([
  ['Speex   ', 'Speex'],
  ['CELT    ', 'Ogg/CELT'],
  ['fLaC', 'Ogg/fLaC'],
  ['\x01audio', 'Ogg/audio'],
  ['\x01Direct ', 'Ogg/Direct'],
])

const beginsWithOneOf = (packet: Buffer, heads: Iterable<string>): string | undefined =>
  [...heads].find((head) => wordAt(packet, 0, head.length) === head)

/** The name of a stream that may be sound. */
const refusedName = (first: Buffer): string => `Ogg/${wordAt(first, 0, 8).replace(/\W/g, '') || 'unknown'}`

/** The kind of a stream by its first packet, and the number of packets before its sound. */
const describe = (stream: Stream, first: Buffer): void => {
  const refused = beginsWithOneOf(first, refusedHeads.keys())
  if (wordAt(first, 0, 8) === 'OpusHead') {
    stream.kind = 'Opus'
    stream.headCount = 2
    stream.rate = 48_000
    stream.codec = { packetSeconds: opusPacketSeconds }
  } else if (wordAt(first, 0, 7) === '\x01vorbis') {
    stream.kind = 'Vorbis'
    stream.headCount = 3
  } else if (wordAt(first, 0, 5) === '\x7fFLAC') {
    // Its description follows a 13-byte header and a block header (RFC 9639, 10.1).
    const packetSeconds = flacPacketSeconds(first, 17)
    stream.headCount = 1
    stream.rate = flacRateAt(first, 17)
    stream.kind = `FLAC at ${stream.rate} Hz`
    stream.codec = packetSeconds === undefined ? 'uncounted' : { packetSeconds }
  } else if (beginsWithOneOf(first, pictureHeads) !== undefined) stream.codec = 'pictures'
  else if (beginsWithOneOf(first, silentHeads) !== undefined) stream.codec = 'words'
  else if (refused !== undefined) stream.codec = { refused: refusedHeads.get(refused) ?? refused }
  else if (stream.begins) stream.codec = { refused: refusedName(first) }
}

const addHead = (stream: Stream, packet: Buffer): void => {
  stream.heads.push(packet)
  const [head = packet, comments, setUp] = stream.heads
  if (stream.packets === 1) describe(stream, head)
  const isOpus = stream.headCount === 2
  // A packet in the place of the comments that is something else may be sound.
  if (stream.packets === 2 && wordAt(packet, 0, 8) !== 'OpusTags' && isOpus) stream.codec = 'uncounted'
  if (stream.packets !== 3 || setUp === undefined || comments === undefined) return
  const packetSeconds = vorbisPacketSeconds(head, setUp)
  const isVorbis = packetSeconds !== undefined && wordAt(comments, 0, 7) === '\x03vorbis'
  stream.rate = numberAt(head, 12, 4) === undefined ? 0 : head.readUInt32LE(12)
  stream.codec = isVorbis ? { packetSeconds } : 'uncounted'
}

/** A block before the sound of FLAC, such as a cover: its type and its size (RFC 9639, 8.1). */
const isFlacBlock = (packet: Buffer): boolean =>
  ((packet[0] ?? 0xff) & 0x7f) < 0x7f && numberAt(packet, 1, 3) === packet.length - 4

/** A frame's header may end behind its packet. */
const spareBytes = Buffer.alloc(16)

/** Counts the packet whose parts were added; `isWhole` unless its end is missing. */
export const endPacket = (file: Buffer, stream: Stream, isWhole: boolean): void => {
  const { parts, codec } = stream
  const [first, second] = parts
  if (first === undefined) return
  stream.parts = []
  stream.goesOn = false
  const bytes = parts.reduce((sum, { from, to }) => sum + to - from, 0)
  const all = () => parts.map(({ from, to }) => file.subarray(from, to))
  if (stream.packets <= Math.max(1, stream.headCount)) {
    if (isWhole)
      addHead(stream, second === undefined ? file.subarray(first.from, first.to) : Buffer.concat(all()))
    return
  }
  if (typeof codec !== 'object' || !('packetSeconds' in codec) || bytes === 0) return
  const [packet, start] =
    second === undefined ? [file, first.from] : [Buffer.concat([...all(), spareBytes]), 0]
  const seconds = codec.packetSeconds(packet, start, bytes)
  stream.seconds += seconds ?? 0
  if (seconds === undefined && !isFlacBlock(packet.subarray(start, start + bytes))) stream.codec = 'uncounted'
}

/** Adds a packet, or the part of one that is in a page; `goesOn` if that is not its first part. */
export const addPacketPart = (
  file: Buffer,
  stream: Stream,
  { from, to, isWhole, goesOn }: PagePacket & { goesOn: boolean },
): void => {
  if (!goesOn) {
    endPacket(file, stream, false)
    stream.packets += 1
  }
  stream.parts.push({ from, to })
  stream.goesOn = !isWhole
  if (isWhole) endPacket(file, stream, true)
}
