/** Bytes of a page header before its segment table. */
const headBytes = 27

const checksumAt = 22

/** One page (RFC 3533, 6), and where its body begins and ends. */
export interface Page {
  position: number
  serial: number
  isContinued: boolean
  begins: boolean
  /** The stream's samples up to the page's end (RFC 3533, 6); undefined if not stated. */
  samples: number | undefined
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
  const samples = Number(file.readBigInt64LE(position + 6))
  return {
    position,
    serial: file.readUInt32LE(position + 14),
    isContinued: (flags & 1) !== 0,
    begins: (flags & 2) !== 0,
    samples: samples > 0 ? samples : undefined,
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

const checksumOver = (file: Buffer, from: number, to: number, before: number): number => {
  let rest = before
  for (let at = from; at < to; at += 1)
    rest = (rest << 8) ^ (checksums[((rest >>> 24) ^ (file[at] ?? 0)) & 0xff] ?? 0)
  return rest
}

const noChecksum = Buffer.alloc(4)

/** Whether all of a page is there and its checksum is right. */
const isIntact = (file: Buffer, { position, end }: Page): boolean => {
  if (end > file.length) return false
  const head = checksumOver(file, position, position + checksumAt, 0)
  const rest = checksumOver(noChecksum, 0, noChecksum.length, head)
  const found = checksumOver(file, position + checksumAt + noChecksum.length, end, rest)
  return found === file.readInt32LE(position + checksumAt)
}

/** Damaged files have far fewer bytes in pages that overlap. */
const checkedShareMax = 4

/**
 * Everything in a file that looks like a page, by position, wherever it is: where decoders look for the next page
 * after a damaged one differs. `isWhole`: whether all of it is there and undamaged. Ends with undefined if pages overlap so
 * much that checking them would take forever.
 */
export function* pagesIn(file: Buffer): Generator<{ page: Page; isWhole: boolean } | undefined> {
  let checkedBytes = 0
  for (let at = file.indexOf('OggS'); at !== -1; at = file.indexOf('OggS', at + 1)) {
    const page = pageAt(file, at)
    if (page === undefined) continue
    checkedBytes += page.end - at
    if (checkedBytes > checkedShareMax * file.length + headBytes + 255 * 256) {
      yield undefined
      return
    }
    yield { page, isWhole: isIntact(file, page) }
  }
}

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

/** Bytes that count as 120 ms, the longest packet of Opus (RFC 6716, 2.1.4). */
const packetBytesMost = 120

/** The bytes that a page counts as if nobody knows its stream: short packets can last longer than their bytes. */
export const unknownBytesOf = ({ position, end, lengths }: Page): number =>
  Math.max(
    end - position,
    lengths.reduce((count, length) => count + (length === 255 ? 0 : 1), 0) * packetBytesMost,
  )
