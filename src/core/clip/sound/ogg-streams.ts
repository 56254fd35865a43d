import { type Page, packetsOf, pagesIn, unknownBytesOf } from './ogg-pages.ts'
import { addPacketPart, endPacket, newStream, type Stream } from './ogg-stream.ts'
import {
  countOf,
  countWithUnknown,
  type FoundSound,
  filledBytes,
  type ReadSound,
  secondsPerByteMax,
  soundOf,
  type Track,
  wordAt,
} from './sound-length.ts'

/** Adds the packets of a page to their stream. */
const addPage = (file: Buffer, stream: Stream, page: Page): void => {
  stream.bytes += unknownBytesOf(page)
  for (const packet of packetsOf(file, page)) {
    const goesOn = packet.isFirst && page.isContinued
    // Every decoder skips the rest of a packet whose beginning is missing.
    if (goesOn && !stream.goesOn) stream.unknownBytes += packet.to - packet.from
    else addPacketPart(file, stream, { ...packet, goesOn })
  }
}

/** A radio's pages count from its own start, so only times since the first recorded page count. */
const addTime = (stream: Stream, samples: number | undefined): void => {
  if (samples === undefined || stream.rate === 0 || stream.seconds === 0) return
  const end = samples / stream.rate
  const begin = stream.pages?.begin ?? end - stream.seconds
  stream.pages = { begin, end: Math.max(end, stream.pages?.end ?? end) }
}

/**
 * Adds a damaged page to its stream: some decoders play it. It changes nothing else, because others don't. False if
 * it belongs to no known sound.
 */
const addDamaged = (file: Buffer, stream: Stream | undefined, page: Page): boolean => {
  const codec = stream?.codec
  if (stream === undefined || typeof codec !== 'object' || !('packetSeconds' in codec)) return false
  for (const { from, to } of packetsOf(file, page))
    stream.seconds += codec.packetSeconds(file, from, to - from) ?? (to - from) * secondsPerByteMax
  return true
}

const trackOf = ({ codec, seconds, pages }: Stream): Track | undefined => {
  if (codec === 'pictures') return { kind: 'pictures' }
  if (codec === undefined || codec === 'words') return undefined
  if (codec === 'uncounted') return { kind: 'sound', counted: undefined }
  return 'refused' in codec
    ? { kind: 'refused', called: codec.refused }
    : {
        kind: 'sound',
        counted: countOf(Math.max(seconds, pages === undefined ? 0 : pages.end - pages.begin)),
      }
}

/** No more streams are read; the length of a file with more is uncertain. */
const streamsMax = 1_000

interface Reading {
  streams: Stream[]
  /** The index of the latest link of the chain; the streams of one link play together. */
  link: number
  /** The latest stream with each number. */
  latest: Map<number, Stream>
  /** Whether all decoders read the same pages, so far. */
  isCertain: boolean
  /** The end of the last whole page, and of the last damaged one. */
  end: number
  damagedEnd: number
  /** Bytes outside pages, which a decoder may take for something else. */
  unknownBytes: number
}

/** The stream of a page. One that begins after the sound of others starts a new link. Undefined if there are too many. */
const streamOf = (reading: Reading, page: Page, isBeginning: boolean): Stream | undefined => {
  const known = reading.latest.get(page.serial)
  const isAgain = known?.link === reading.link && isBeginning
  if (known !== undefined && (!page.begins || isAgain)) return known
  if (!isBeginning) reading.link += 1
  if (reading.streams.length >= streamsMax) return undefined
  const stream = newStream(reading.link, page.begins, known)
  reading.latest.set(page.serial, stream)
  reading.streams.push(stream)
  return stream
}

const addGap = (file: Buffer, reading: Reading, to: number): void => {
  reading.unknownBytes += filledBytes(file, Math.max(reading.end, reading.damagedEnd), to)
}

const readPages = (file: Buffer, start: number): Reading => {
  const reading: Reading = {
    streams: [],
    link: 0,
    latest: new Map(),
    isCertain: true,
    end: start,
    damagedEnd: start,
    unknownBytes: 0,
  }
  let isBeginning = true
  for (const found of pagesIn(file)) {
    if (found === undefined) return { ...reading, isCertain: false }
    const { page, isWhole } = found
    if (!isWhole) {
      const isCounted = addDamaged(file, reading.latest.get(page.serial), page)
      if (!isCounted) reading.unknownBytes += unknownBytesOf(page)
      reading.damagedEnd = Math.max(reading.damagedEnd, page.end)
      continue
    }
    // A decoder sees one or the other, depending on where it goes on after damage.
    if (page.position < reading.end) reading.isCertain = false
    else addGap(file, reading, page.position)
    const stream = streamOf(reading, page, isBeginning)
    if (stream === undefined) return { ...reading, isCertain: false }
    isBeginning = page.begins
    reading.end = Math.max(reading.end, page.end)
    addPage(file, stream, page)
    addTime(stream, page.samples)
  }
  addGap(file, reading, file.length)
  for (const stream of reading.streams) endPacket(file, stream, false)
  return reading
}

/** Whether a decoder that goes on with its first stream finds the sound in the later ones as it is counted here. */
const areAlike = (streams: readonly Stream[]): boolean =>
  streams.every(({ kind, before }) => before?.kind === undefined || before.kind === kind) &&
  new Set(streams.flatMap(({ kind }) => (kind?.startsWith('FLAC') ? [kind] : []))).size <= 1

/** The bytes of a stream that nobody can explain. */
const unknownIn = ({ codec, bytes, unknownBytes }: Stream): number => {
  if (codec === undefined) return bytes
  return codec === 'pictures' || codec === 'words' ? 0 : unknownBytes
}

const linksOf = (streams: readonly Stream[]): readonly FoundSound[] => {
  const tracks = new Map<number, Track[]>()
  for (const stream of streams) {
    const track = trackOf(stream)
    if (track !== undefined) tracks.set(stream.link, [...(tracks.get(stream.link) ?? []), track])
  }
  return [...tracks.values()].flatMap((link) => soundOf('ogg', link) ?? [])
}

/**
 * Ogg: each stream's packets are counted, or its pages' times if these are longer. Streams that begin after the
 * sound of others are played after them. Bytes outside pages count as the longest sound that they can be.
 */
export const readOgg: ReadSound = (file, start) => {
  if (wordAt(file, start) !== 'OggS') return undefined
  const { streams, isCertain, unknownBytes } = readPages(file, start)
  const links = linksOf(streams)
  const refused = links.find(({ kind }) => kind === 'refused')
  const [first] = links
  if (refused !== undefined || first?.kind !== 'audio') return refused ?? first
  const counts = links.map((link) => (link.kind === 'audio' ? link.counted?.seconds : 0))
  const seconds = counts.reduce<number | undefined>(
    (sum, one) => (sum === undefined || one === undefined ? undefined : sum + one),
    0,
  )
  const unknown = streams.reduce((sum, stream) => sum + unknownIn(stream), unknownBytes)
  const isCounted = isCertain && areAlike(streams) && seconds !== undefined
  return { ...first, counted: isCounted ? countWithUnknown(seconds, unknown) : undefined }
}
