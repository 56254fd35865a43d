import { type Page, packetsOf, pagesIn } from './ogg-pages.ts'
import { addPacketPart, newStream, type Stream, type StreamSound, soundIn } from './ogg-stream.ts'
import { type ReadSound, soundOf, type Track, wordAt } from './sound.ts'

/** No more streams are read. */
const streamsMax = 1_000

interface Reading {
  streams: Stream[]
  /** The streams that play together now, by their numbers. */
  link: Map<number, Stream>
  isBeginning: boolean
  /** Whether one of them is sound already. */
  hasSound: boolean
  sound: StreamSound | undefined
  /** Whether a later sound needs another decoder, so that they can't be sent as one. */
  isMixed: boolean
}

/** The stream of a page. One that begins after others starts a new link of the chain, as a radio's songs do. */
const streamOf = (reading: Reading, { begins, serial }: Page): Stream | undefined => {
  if (!begins) reading.isBeginning = false
  if (!begins || reading.streams.length >= streamsMax) return reading.link.get(serial)
  if (!reading.isBeginning) {
    reading.link.clear()
    reading.hasSound = false
  }
  reading.isBeginning = true
  const stream = newStream()
  reading.link.set(serial, stream)
  reading.streams.push(stream)
  return stream
}

/** The first sound of a link goes on with that of the link before. */
const joinSound = (reading: Reading, stream: Stream, own: StreamSound): void => {
  if (reading.hasSound) {
    stream.kind = 'words'
    return
  }
  reading.hasSound = true
  reading.sound ??= own
  if (own.alike.equals(reading.sound.alike)) stream.kind = reading.sound
  else reading.isMixed = true
}

const addPage = (file: Buffer, reading: Reading, page: Page): void => {
  const stream = streamOf(reading, page)
  if (stream === undefined) return
  for (const packet of packetsOf(file, page)) {
    const wasUnknown = stream.kind === undefined
    addPacketPart(file, stream, { ...packet, goesOn: packet.isFirst && page.isContinued })
    const own = soundIn(stream)
    if (wasUnknown && own !== undefined) joinSound(reading, stream, own)
    if (wasUnknown && stream.kind === 'uncounted' && reading.sound !== undefined && !reading.hasSound)
      reading.isMixed = true
  }
}

const trackOf = ({ kind }: Stream): Track | undefined => {
  if (kind === undefined || kind === 'words') return undefined
  if (kind === 'pictures') return { kind: 'pictures' }
  if (kind === 'uncounted') return { kind: 'sound', sound: undefined }
  return 'refused' in kind
    ? { kind: 'refused', called: kind.refused }
    : { kind: 'sound', sound: kind.taker.sound() }
}

/** Ogg: the sound of its pages, whatever their times. Songs in a chain become one sound. */
export const readOgg: ReadSound = (file, start) => {
  if (wordAt(file, start) !== 'OggS') return undefined
  const reading: Reading = {
    streams: [],
    link: new Map(),
    isBeginning: false,
    hasSound: false,
    sound: undefined,
    isMixed: false,
  }
  for (const page of pagesIn(file, start)) addPage(file, reading, page)
  return reading.isMixed
    ? { kind: 'uncounted' }
    : soundOf(reading.streams.flatMap((one) => trackOf(one) ?? []))
}
