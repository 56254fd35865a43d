import { flacPacketSeconds, flacRateAt } from './flac-frames.ts'
import { opusPacketSeconds } from './opus-packet.ts'
import { countOf, type PacketCodec, type ReadSound, soundOf, type Track, wordAt } from './sound-length.ts'
import { vorbisPacketSeconds } from './vorbis-packet.ts'

/** Bytes of a page header before its segment table. */
const headBytes = 27

/** One page (RFC 3533, 6), and where its body begins and ends. */
interface Page {
  serial: number
  isContinued: boolean
  begins: boolean
  /** The stream's samples up to the page's end (RFC 3533, 6); undefined if not stated. */
  samples: number | undefined
  lengths: Buffer
  start: number
  end: number
}

/** The page at a position, possibly cut off; undefined if none begins there. */
const pageAt = (file: Buffer, position: number): Page | undefined => {
  if (position + headBytes > file.length || wordAt(file, position) !== 'OggS') return undefined
  const start = position + headBytes + (file[position + 26] ?? 0)
  const lengths = file.subarray(position + headBytes, start)
  const flags = file[position + 5] ?? 0
  const samples = Number(file.readBigInt64LE(position + 6))
  return {
    serial: file.readUInt32LE(position + 14),
    isContinued: (flags & 1) !== 0,
    begins: (flags & 2) !== 0,
    samples: samples > 0 ? samples : undefined,
    lengths,
    start,
    end: lengths.reduce((sum, length) => sum + length, start),
  }
}

/** The packets before a stream's sound, as far as they were read. */
interface Stream {
  /** Whether the stream's beginning was seen, which any decoder needs. */
  begins: boolean
  /** The pieces of the packets before the sound. */
  heads: Buffer[][]
  /** Number of header packets; none if the stream is not sound. */
  headCount: number
  codec: PacketCodec | 'uncounted' | 'pictures' | undefined
  seconds: number
  /** Samples per second, as the pages count them. */
  rate: number
  /**
   * Times by its pages, which may include pauses: the start of the first page with sound, and the end of the last.
   */
  pages: { begin: number; end: number } | undefined
  /** Whether the last packet of a page continues in the next. */
  goesOn: boolean
  packets: number
}

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

const beginsWithOneOf = (packet: Buffer, heads: readonly string[]): boolean =>
  heads.some((head) => wordAt(packet, 0, head.length) === head)

/** The name of a stream that may be sound. */
const refusedName = (first: Buffer): string => {
  if (wordAt(first, 0, 8) === 'Speex   ') return 'Speex'
  return `Ogg/${wordAt(first, 0, 8).replace(/\W/g, '') || 'unknown'}`
}

/** The kind of a stream by its first packet, and the number of packets before its sound. */
const describe = (stream: Stream, first: Buffer): void => {
  if (wordAt(first, 0, 8) === 'OpusHead') {
    stream.headCount = 2
    stream.rate = 48_000
    stream.codec = { packetSeconds: opusPacketSeconds }
  } else if (wordAt(first, 0, 7) === '\x01vorbis') stream.headCount = 3
  else if (wordAt(first, 0, 5) === '\x7fFLAC') {
    // Its description follows a 13-byte header and a block header (RFC 9639, 10.1).
    const packetSeconds = flacPacketSeconds(first, 17)
    stream.headCount = 1
    stream.rate = flacRateAt(first, 17)
    stream.codec = packetSeconds === undefined ? 'uncounted' : { packetSeconds }
  } else if (beginsWithOneOf(first, pictureHeads)) stream.codec = 'pictures'
  else if (stream.begins && !beginsWithOneOf(first, silentHeads))
    stream.codec = { refused: refusedName(first) }
}

const finishHeads = (stream: Stream): void => {
  const heads = stream.heads.map((pieces) => Buffer.concat(pieces))
  const [head, , setUp] = heads
  if (stream.packets === 1 && head !== undefined) describe(stream, head)
  if (stream.packets !== 3 || head === undefined || setUp === undefined || stream.headCount !== 3) return
  const packetSeconds = vorbisPacketSeconds(head, setUp)
  stream.rate = head.readUInt32LE(12)
  stream.codec = packetSeconds === undefined ? 'uncounted' : { packetSeconds }
}

/** Limits what is kept of the packets before the sound, which can contain covers. */
const headPiecesMax = 2_000

/** Adds the packets of a page to their stream. */
const addPage = (file: Buffer, stream: Stream, { lengths, start, isContinued }: Page): void => {
  let position = start
  let isFirst = true
  for (let index = 0; index < lengths.length; ) {
    const from = position
    let isWhole = false
    for (; index < lengths.length && !isWhole; index += 1) {
      position += lengths[index] ?? 0
      isWhole = lengths[index] !== 255
    }
    const goesOnFrom = isFirst && isContinued && stream.goesOn
    isFirst = false
    if (!goesOnFrom) stream.packets += 1
    const isHead = stream.packets <= Math.max(1, stream.headCount)
    if (isHead) {
      if (!goesOnFrom) stream.heads.push([])
      const pieces = stream.heads.at(-1)
      if (pieces !== undefined && pieces.length < headPiecesMax) pieces.push(file.subarray(from, position))
      if (isWhole) finishHeads(stream)
    } else if (!goesOnFrom && typeof stream.codec === 'object' && 'packetSeconds' in stream.codec)
      stream.seconds += stream.codec.packetSeconds(file, from, position - from) ?? 0
    stream.goesOn = !isWhole
  }
}

/** A radio's pages count from its own start, so only times since the first recorded page count. */
const addTime = (stream: Stream, samples: number | undefined): void => {
  if (samples === undefined || stream.rate === 0 || stream.seconds === 0) return
  const end = samples / stream.rate
  const begin = stream.pages?.begin ?? end - stream.seconds
  stream.pages = { begin, end: Math.max(end, stream.pages?.end ?? end) }
}

const trackOf = ({ codec, seconds, pages }: Stream): Track | undefined => {
  if (codec === 'pictures') return { kind: 'pictures' }
  if (codec === undefined) return undefined
  if (codec === 'uncounted') return { kind: 'sound', counted: undefined }
  return 'refused' in codec
    ? { kind: 'refused', called: codec.refused }
    : {
        kind: 'sound',
        counted: countOf(Math.max(seconds, pages === undefined ? 0 : pages.end - pages.begin)),
      }
}

/** The streams of one link of the chain, which play together. */
type Link = Map<number, Stream>

/**
 * Ogg: each stream's packets are counted, or its pages' times if these are longer. Streams that begin after the
 * sound of others are played after them.
 */
export const readOgg: ReadSound = (file, start) => {
  if (wordAt(file, start) !== 'OggS') return undefined
  const links: Link[] = [new Map()]
  let isBeginning = true
  for (let position = start; position !== -1; ) {
    const page = pageAt(file, position)
    if (page === undefined) {
      position = file.indexOf('OggS', position + 1)
      continue
    }
    if (page.begins && !isBeginning) links.push(new Map())
    isBeginning = page.begins
    const streams = links.at(-1)
    const stream = streams?.get(page.serial) ?? {
      begins: page.begins,
      heads: [],
      headCount: 0,
      codec: undefined,
      seconds: 0,
      rate: 0,
      pages: undefined,
      goesOn: false,
      packets: 0,
    }
    streams?.set(page.serial, stream)
    addPage(file, stream, page)
    addTime(stream, page.samples)
    position = page.end >= file.length ? -1 : page.end
  }
  const ofLinks = links.flatMap(
    (link) =>
      soundOf(
        'ogg',
        [...link.values()].flatMap((one) => trackOf(one) ?? []),
      ) ?? [],
  )
  const refused = ofLinks.find(({ kind }) => kind === 'refused')
  const [first] = ofLinks
  if (refused !== undefined || first?.kind !== 'audio') return refused ?? first
  const counts = ofLinks.map((link) => (link.kind === 'audio' ? link.counted?.seconds : 0))
  const seconds = counts.reduce<number | undefined>(
    (sum, one) => (sum === undefined || one === undefined ? undefined : sum + one),
    0,
  )
  return { ...first, counted: seconds === undefined ? undefined : countOf(seconds) }
}
