import type { CountSound } from './sound-length.ts'

/**
 * Of Layer III in kbit/s, of MPEG-1 and of what followed it (ISO/IEC 11172-3
 * and 13818-3, table of bit rates).
 */
const bitRates = {
  first: [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  later: [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const

/** Samples in a second by the two bits of the version: 2.5, none, 2 and 1. */
const sampleRates: readonly (readonly number[])[] = [
  [11_025, 12_000, 8_000],
  [],
  [22_050, 24_000, 16_000],
  [44_100, 48_000, 32_000],
]

interface Frame {
  bytes: number
  seconds: number
}

/**
 * The frame of Layer III whose head is at a position. A frame without a bit rate of
 * its own ends nobody knows where.
 */
const frameAt = (file: Buffer, position: number): Frame | undefined => {
  if (position + 4 > file.length) return undefined
  const head = file.readUInt32BE(position)
  if (head >>> 21 !== 0x7ff || ((head >>> 17) & 3) !== 1) return undefined
  const version = (head >>> 19) & 3
  const rate = sampleRates[version]?.[(head >>> 10) & 3]
  const kilobits = bitRates[version === 3 ? 'first' : 'later'][((head >>> 12) & 15) - 1]
  if (rate === undefined || kilobits === undefined) return undefined
  const samples = version === 3 ? 1152 : 576
  const padding = (head >>> 9) & 1
  return { bytes: Math.floor(((samples / 8) * kilobits * 1000) / rate) + padding, seconds: samples / rate }
}

const tagHeadBytes = 10

/**
 * Where a file goes on after the tags that it begins with; every reader leaves them out
 * (https://id3.org/id3v2.4.0-structure).
 */
export const afterTags = (file: Buffer): number => {
  let position = 0
  while (
    file.toString('latin1', position, position + 3) === 'ID3' &&
    position + tagHeadBytes <= file.length
  ) {
    const size = file
      .subarray(position + 6, position + tagHeadBytes)
      .reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0)
    const hasFooter = ((file[position + 5] ?? 0) & 0x10) !== 0
    position += size + tagHeadBytes * (hasFooter ? 2 : 1)
  }
  return position
}

/**
 * Where the frames end at the latest: a tag of 128 bytes is all that may follow them (https://id3.org/ID3v1).
 */
export const beforeTag = (file: Buffer): number =>
  file.toString('latin1', file.length - 128, file.length - 125) === 'TAG' ? file.length - 128 : file.length

/** Of the lowest bit rate, 8 kbit/s, a byte is a thousandth of a second. */
const secondsPerByteMax = 1 / 1000

/**
 * MP3: frames in a row are counted, and the number of them that a first frame may tell is not believed. Where
 * the row breaks, readers differ in how they go on, so that all bytes from there count as the longest sound
 * that they can be; zeros are none.
 */
export const countMpegFrames: CountSound = (file) => {
  let position = afterTags(file)
  const end = beforeTag(file)
  let seconds = 0
  for (;;) {
    while (position < end && file[position] === 0) position += 1
    const frame = position < end ? frameAt(file, position) : undefined
    if (frame === undefined) break
    seconds += frame.seconds
    position += frame.bytes
  }
  const rest = Math.max(0, end - position) * secondsPerByteMax
  return seconds === 0 ? undefined : { seconds: seconds + rest, exact: rest < 1 }
}
