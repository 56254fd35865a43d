import { numberAt } from './sound.ts'

const headBytes = 10
const [id3, ape, tagex] = [0x49_44_33, 0x41_50_45_54, 0x41_47_45_58]

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

const afterAll = (endOf: (position: number) => number | undefined): number => {
  let position = 0
  for (;;) {
    const end = endOf(position)
    if (end === undefined) return position
    position = end
  }
}

/** Where the sound ends before a file's last tags: ID3v1 (https://id3.org/ID3v1) of 128 bytes, and APE before it. */
export const beforeTags = (file: Buffer): number => {
  const end =
    file.length -
    (file.length > id3v1Bytes && file.toString('latin1', file.length - id3v1Bytes).startsWith('TAG')
      ? id3v1Bytes
      : 0)
  const foot = end - apeHeadBytes
  if (foot < 0 || numberAt(file, foot, 4) !== ape || numberAt(file, foot + 4, 4) !== tagex) return end
  const hasHead = (file.readUInt32LE(foot + 20) & 0x8000_0000) !== 0
  return Math.max(0, end - file.readUInt32LE(foot + 12) - (hasHead ? apeHeadBytes : 0))
}
const id3v1Bytes = 128

/** Where a file continues after its leading tags, if their sizes are right. */
export const afterTags = (file: Buffer): number =>
  afterAll((position) => id3End(file, position) ?? apeEnd(file, position))
