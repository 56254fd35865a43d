/** Bytes of a page header before its segment table. */
export const headBytes = 27

/** Where a page has its checksum. */
export const checksumAt = 22

/** One page (RFC 3533, 6), and where its body begins and ends. */
export interface Page {
  position: number
  serial: number
  isContinued: boolean
  begins: boolean
  lengths: Buffer
  start: number
  end: number
}

/** The page of the only version whose mark is at a position, possibly cut off in its body; undefined for another. */
const pageAt = (file: Buffer, position: number): Page | undefined => {
  if (position + headBytes > file.length || file[position + 4] !== 0) return undefined
  const start = position + headBytes + (file[position + 26] ?? 0)
  if (start > file.length) return undefined
  const lengths = file.subarray(position + headBytes, start)
  const flags = file[position + 5] ?? 0
  return {
    position,
    serial: file.readUInt32LE(position + 14),
    isContinued: (flags & 1) !== 0,
    begins: (flags & 2) !== 0,
    lengths,
    start,
    end: lengths.reduce((sum, length) => sum + length, start),
  }
}

/** CRC-32 of one byte with the polynomial 0x04c11db7, not reflected (RFC 3533, 6). */
const checksums = Int32Array.from({ length: 256 }, (_empty, byte) => {
  let rest = byte << 24
  for (let bit = 0; bit < 8; bit += 1) rest = rest < 0 ? (rest << 1) ^ 0x04c1_1db7 : rest << 1
  return rest
})

/** The checksum of some bytes behind others. */
const checksumOver = (file: Buffer, from: number, to: number, before: number): number => {
  let rest = before
  for (let at = from; at < to; at += 1)
    rest = (rest << 8) ^ (checksums[((rest >>> 24) ^ (file[at] ?? 0)) & 0xff] ?? 0)
  return rest
}

const noChecksum = Buffer.alloc(4)

/** The checksum of the page between two positions, whatever it says itself. */
export const pageChecksum = (file: Buffer, position: number, end: number): number => {
  const head = checksumOver(file, position, position + checksumAt, 0)
  const rest = checksumOver(noChecksum, 0, noChecksum.length, head)
  return checksumOver(file, position + checksumAt + noChecksum.length, end, rest)
}

/** Whether all of a page is there and its checksum is right. */
const isIntact = (file: Buffer, { position, end }: Page): boolean =>
  end <= file.length && pageChecksum(file, position, end) === file.readInt32LE(position + checksumAt)

/**
 * The undamaged pages of a file; anything between them is skipped. After a damaged page, the search goes on at the next byte,
 * because another page may begin within it. It stops after checking a few times the file's size.
 */
export function* pagesIn(file: Buffer, start: number): Generator<Page> {
  let checkedBytes = 0
  for (let at = file.indexOf('OggS', start); at !== -1; ) {
    const page = pageAt(file, at)
    checkedBytes += page === undefined ? 0 : page.end - at
    if (checkedBytes > checkedShareMax * file.length) return
    const isWhole = page !== undefined && isIntact(file, page)
    if (isWhole) yield page
    at = file.indexOf('OggS', isWhole ? page.end : at + 1)
  }
}

/** Damaged files have far fewer bytes in pages that overlap. */
const checkedShareMax = 4

/** A packet, or the part of one that is in a page. */
export interface PagePacket {
  from: number
  to: number
  /** Whether it is the first in its page. */
  isFirst: boolean
  /** Whether it ends in its page. */
  isWhole: boolean
}

/** The packets of a page that begin within the file. */
export function* packetsOf(file: Buffer, { lengths, start }: Page): Generator<PagePacket> {
  let position = start
  for (let index = 0; index < lengths.length && position <= file.length; ) {
    const [from, isFirst] = [position, index === 0]
    let isWhole = false
    for (; index < lengths.length && !isWhole; index += 1) {
      position += lengths[index] ?? 0
      isWhole = lengths[index] !== 255
    }
    yield { from, to: position, isFirst, isWhole }
  }
}
