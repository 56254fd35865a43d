import { afterTags, beforeTag } from './mpeg-frames.ts'
import type { CountSound } from './sound-length.ts'

/** Samples in a second by their index (ISO/IEC 14496-3, 1.6.3.4). */
export const aacSampleRates: readonly number[] = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
]

/**
 * The samples of a frame. Where a frame says how to double the rate, it has twice as many and lasts as long.
 */
export const aacFrameSamples = 1024

/** The most bytes of a frame for each channel: 6144 bits (ISO/IEC 14496-3, 4.5.3.1). */
export const aacFrameBytesMax = 768

const headBytes = 7

/**
 * AAC in ADTS frames (ISO/IEC 13818-7, 6.2), counted in a row to the end. Undefined where the row breaks, or
 * where a frame has more bytes than one can have.
 */
export const countAacFrames: CountSound = (file) => {
  const end = beforeTag(file)
  let position = afterTags(file)
  let seconds = 0
  while (position < end) {
    if (position + headBytes > end || (file.readUInt16BE(position) & 0xfff6) !== 0xfff0) return undefined
    const [two = 0, three = 0, four = 0, five = 0, six = 0] = file.subarray(
      position + 2,
      position + headBytes,
    )
    const rate = aacSampleRates[(two >>> 2) & 15]
    const channels = ((two & 1) << 2) | (three >>> 6)
    const bytes = ((three & 3) << 11) | (four << 3) | (five >>> 5)
    const blocks = (six & 3) + 1
    if (rate === undefined || channels === 0 || bytes < headBytes) return undefined
    if (bytes > headBytes + 2 + blocks * channels * aacFrameBytesMax) return undefined
    seconds += (blocks * aacFrameSamples) / rate
    position += bytes
  }
  return seconds === 0 ? undefined : { seconds, exact: true }
}
