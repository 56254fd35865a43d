import { opusSeconds } from './opus-packet.ts'
import type { CountedSound, CountSound } from './sound-length.ts'

/** Where a packet begins, and how many bytes it has. */
interface Packet {
  start: number
  bytes: number
}

const headBytes = 27

/**
 * One page (RFC 3533, 6): the parts of packets in it, and whether the last of them goes on in the next page.
 */
interface Page {
  serial: number
  begins: boolean
  parts: readonly Packet[]
  goesOn: boolean
  end: number
}

const pageAt = (file: Buffer, position: number): Page | undefined => {
  if (position + headBytes > file.length || file.toString('latin1', position, position + 4) !== 'OggS')
    return undefined
  const lengths = file.subarray(position + headBytes, position + headBytes + (file[position + 26] ?? 0))
  const parts: Packet[] = []
  let end = position + headBytes + lengths.length
  let part: Packet = { start: end, bytes: 0 }
  for (const length of lengths) {
    part = { ...part, bytes: part.bytes + length }
    end += length
    if (length === 255) continue
    parts.push(part)
    part = { start: end, bytes: 0 }
  }
  const goesOn = lengths.at(-1) === 255
  if (goesOn) parts.push(part)
  const begins = ((file[position + 5] ?? 0) & 2) !== 0
  return { serial: file.readUInt32LE(position + 14), begins, parts, goesOn, end }
}

/** What the packets of a file come to. */
interface Stream {
  first: Packet
  count: number
  /** Of all packets behind the first two, if they are packets of Opus. */
  opusSeconds: number
}

const secondsOf = (file: Buffer, { start, bytes }: Packet): number =>
  bytes === 0 ? 0 : opusSeconds(file[start] ?? 0, file[start + 1] ?? 0)

/** Adds up the one stream in a file; undefined where there are more, or something is between pages. */
const streamOf = (file: Buffer): Stream | undefined => {
  let page = pageAt(file, 0)
  const [first] = page?.parts ?? []
  if (page === undefined || first === undefined) return undefined
  const { serial } = page
  const stream = { first, count: 0, opusSeconds: 0 }
  let isContinued = false
  for (;;) {
    for (const part of page.parts) {
      if (!isContinued) {
        stream.count += 1
        stream.opusSeconds += stream.count > 2 ? secondsOf(file, part) : 0
      }
      isContinued = false
    }
    isContinued = page.goesOn
    if (page.end >= file.length) return stream
    page = pageAt(file, page.end)
    if (page === undefined || page.serial !== serial || page.begins) return undefined
  }
}

/**
 * A packet of Vorbis adds half a long block at most (Vorbis I specification, 1.3.2; its head: 4.2.2). How
 * long each block is stands behind the whole set-up.
 */
const vorbisSeconds = (file: Buffer, { first: { start }, count }: Stream): CountedSound | undefined => {
  if (start + 30 > file.length) return undefined
  const rate = file.readUInt32LE(start + 12)
  const longBlock = 1 << ((file[start + 28] ?? 0) >>> 4)
  return rate === 0 ? undefined : { seconds: (Math.max(0, count - 3) * longBlock) / 2 / rate, exact: false }
}

/**
 * Ogg with Opus or Vorbis and nothing else: its packets are counted, and the
 * times of its pages are not believed.
 */
export const countOggPackets: CountSound = (file) => {
  const stream = streamOf(file)
  if (stream === undefined) return undefined
  const { start } = stream.first
  if (file.toString('latin1', start, start + 8) === 'OpusHead')
    return { seconds: stream.opusSeconds, exact: true }
  return file.toString('latin1', start, start + 7) === '\x01vorbis' ? vorbisSeconds(file, stream) : undefined
}
