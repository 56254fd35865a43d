import type { AiMark } from '../../ai-mark.ts'
import { headBytes, type Page, pageAt } from '../sound/ogg-page.ts'
import { wordAt } from '../sound/sound-length.ts'
import { markedComments } from './vorbis-comment.ts'

const lacingMax = 255

/** The checksum of a page (RFC 3533, 6), by bytes. */
const checksums: readonly number[] = Array.from({ length: 256 }, (_, byte) => {
  let sum = byte << 24
  for (let bit = 0; bit < 8; bit += 1) sum = (sum << 1) ^ (sum < 0 ? 0x04c1_1db7 : 0)
  return sum >>> 0
})

/** Writes the checksum of a page into it. */
const sealed = (page: Buffer): Buffer => {
  page.writeUInt32LE(0, 22)
  let sum = 0
  for (const byte of page) sum = ((sum << 8) ^ (checksums[(sum >>> 24) ^ byte] ?? 0)) >>> 0
  page.writeUInt32LE(sum, 22)
  return page
}

/** The page at a position; undefined where none begins, or it is cut off. */
const wholePageAt = (file: Buffer, position: number): Page | undefined => {
  const page = pageAt(file, position)
  return page === undefined || page.end > file.length ? undefined : page
}

/** What the packets of a codec's head are: how the one with the comments begins, and how many follow the first. */
interface Codec {
  first: string
  comments: string
  packets: number
}

const codecs: readonly Codec[] = [
  { first: 'OpusHead', comments: 'OpusTags', packets: 1 },
  { first: '\x01vorbis', comments: '\x03vorbis', packets: 2 },
]

/** The packets of a head behind its first page, and the pages that they fill. */
interface Head {
  packets: Buffer[]
  pages: number
  end: number
}

const headBehind = (file: Buffer, { end: start, serial }: Page, count: number): Head | undefined => {
  const packets: Buffer[] = []
  let parts: Buffer[] = []
  let pages = 0
  let end = start
  while (packets.length < count) {
    const page = wholePageAt(file, end)
    if (page === undefined || page.begins || page.serial !== serial) return undefined
    let at = page.start
    for (const length of page.lengths) {
      parts.push(file.subarray(at, at + length))
      at += length
      if (length === lacingMax) continue
      packets.push(Buffer.concat(parts))
      parts = []
    }
    pages += 1
    end = page.end
  }
  // Sound begins on a page of its own (RFC 7845, 3; Vorbis I, A.2).
  return packets.length === count && parts.length === 0 ? { packets, pages, end } : undefined
}

/** A page of a head, which tells no time: where no packet ends on it, that is said by all bits. */
const headPage = (
  serial: number,
  sequence: number,
  lengths: readonly number[],
  body: Buffer,
): Buffer<ArrayBuffer> => {
  const head = Buffer.alloc(headBytes)
  head.write('OggS')
  if (lengths.every((length) => length === lacingMax)) head.fill(0xff, 6, 14)
  head.writeUInt32LE(serial, 14)
  head.writeUInt32LE(sequence, 18)
  head[26] = lengths.length
  return Buffer.concat([head, Buffer.from(lengths), body])
}

/** Packets on as few pages as take them, from the second page of the stream on. */
const pagesOf = (serial: number, packets: readonly Buffer[]): Buffer[] => {
  const lengths = packets.flatMap(({ length }) => [
    ...Array.from({ length: Math.floor(length / lacingMax) }, () => lacingMax),
    length % lacingMax,
  ])
  const body = Buffer.concat(packets)
  const pages: Buffer[] = []
  let at = 0
  for (let from = 0; from < lengths.length; from += lacingMax) {
    const own = lengths.slice(from, from + lacingMax)
    const end = own.reduce((sum, length) => sum + length, at)
    const page = headPage(serial, pages.length + 1, own, body.subarray(at, end))
    if (from > 0 && lengths[from - 1] === lacingMax) page[5] = 1
    pages.push(sealed(page))
    at = end
  }
  return pages
}

/** The pages behind a head that fills another number of them than before; undefined where one is damaged. */
const renumbered = (file: Buffer, from: number, serial: number, shift: number): Buffer | undefined => {
  if (shift === 0) return file.subarray(from)
  const rest = Buffer.from(file.subarray(from))
  for (let position = 0; position < rest.length; ) {
    const page = wholePageAt(rest, position)
    if (page === undefined) return undefined
    if (page.serial === serial) {
      const bytes = rest.subarray(position, page.end)
      bytes.writeUInt32LE((bytes.readUInt32LE(18) + shift) >>> 0, 18)
      sealed(bytes)
    }
    position = page.end
  }
  return rest
}

/**
 * An Ogg file of one stream of Opus or Vorbis with a mark among its comments (RFC 7845, 5.2;
 * https://xiph.org/vorbis/doc/Vorbis_I_spec.html#x1-620004.2.1).
 */
export const markedOgg = (file: Buffer, mark: AiMark): Buffer<ArrayBuffer> | undefined => {
  const first = wholePageAt(file, 0)
  const codec = codecs.find(({ first: word }) => wordAt(file, first?.start ?? 0, word.length) === word)
  if (first === undefined || codec === undefined) return undefined
  const head = headBehind(file, first, codec.packets)
  const [tags, ...others] = head?.packets ?? []
  const { comments: word } = codec
  if (head === undefined || tags?.toString('latin1', 0, word.length) !== word) return undefined
  const comments = markedComments(tags.subarray(word.length), mark)
  if (comments === undefined) return undefined
  const pages = pagesOf(first.serial, [Buffer.concat([Buffer.from(word), comments]), ...others])
  const rest = renumbered(file, head.end, first.serial, pages.length - head.pages)
  return rest === undefined ? undefined : Buffer.concat([file.subarray(0, first.end), ...pages, rest])
}
