import { numberAt } from './sound-length.ts'

const headBytes = 10
const [id3, ape, tagex, id3v1] = [0x49_44_33, 0x41_50_45_54, 0x41_47_45_58, 0x54_41_47]

/** The first bytes of all tags, so that positions without a tag are passed quickly. */
const beginnings: ReadonlySet<number> = new Set([0x41, 0x49, 0x54])

/**
 * The end of an ID3v2 tag at a position (https://id3.org/id3v2.4.0-structure), or of its header if its size is
 * invalid. No version has the number 255.
 */
const id3End = (file: Buffer, position: number): number | undefined => {
  if (numberAt(file, position, 3) !== id3 || position + headBytes > file.length) return undefined
  if (file[position + 3] === 0xff || file[position + 4] === 0xff) return undefined
  const digits = file.subarray(position + 6, position + headBytes)
  if (digits.some((digit) => digit > 0x7f)) return position + headBytes
  const size = digits.reduce((sum, digit) => sum * 128 + digit, 0)
  const hasFooter = ((file[position + 5] ?? 0) & 0x10) !== 0
  return position + size + headBytes * (hasFooter ? 2 : 1)
}

const apeHeadBytes = 32

/** The end of an APE tag, or of its footer alone, at a position (https://wiki.hydrogenaudio.org/APEv2). */
const apeEnd = (file: Buffer, position: number): number | undefined => {
  if (numberAt(file, position, 4) !== ape || numberAt(file, position + 4, 4) !== tagex) return undefined
  if (position + apeHeadBytes > file.length) return undefined
  const isHead = (file.readUInt32LE(position + 20) & 0x2000_0000) !== 0
  return position + apeHeadBytes + (isHead ? file.readUInt32LE(position + 12) : 0)
}

/**
 * The end of a tag at a position; undefined if there is none. A tag of 128 bytes comes last in a file
 * (https://id3.org/ID3v1).
 */
export const tagEnd = (file: Buffer, position: number): number | undefined => {
  if (!beginnings.has(file[position] ?? 0)) return undefined
  if (position === file.length - 128 && numberAt(file, position, 3) === id3v1) return file.length
  return id3End(file, position) ?? apeEnd(file, position)
}

const afterAll = (endOf: (position: number) => number | undefined): number => {
  let position = 0
  for (;;) {
    const end = endOf(position)
    if (end === undefined) return position
    position = end
  }
}

/** Where a file continues after its leading tags, if their sizes are right. */
export const afterTags = (file: Buffer): number =>
  afterAll((position) => id3End(file, position) ?? apeEnd(file, position))

/** Where a file continues after the leading tags that every decoder skips. */
export const afterSkippedTags = (file: Buffer): number => afterAll((position) => id3End(file, position))
