import { type Frames, firstRow, type RowKind, secondsBefore, walkFrames } from './frame-rows.ts'
import type { FoundSound } from './sound-length.ts'

/** Samples per second by index (ISO/IEC 14496-3, 1.6.3.4). */
export const aacSampleRates: readonly number[] = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
]

/** Samples of a frame. A frame that says how to double the rate has twice as many and lasts as long. */
export const aacFrameSamples = 1024

const channelBytesMax = 768
/** Assumed maximum if a description leaves the channels to the stream. */
const channelsMax = 8
/** Channel counts of configurations that differ from their number (ISO/IEC 14496-3, 1.6.3.5, and 23003-3). */
const otherChannels: Readonly<Record<number, number | undefined>> = { 11: 7, 13: 24 }

/** Maximum bytes of a frame by its channel configuration: 6144 bits per channel (4.5.3.1). */
export const aacFrameBytesMax = (configuration: number): number =>
  channelBytesMax *
  (otherChannels[configuration] ?? (configuration >= 1 && configuration < 7 ? configuration : channelsMax))

const headBytes = 7

interface Frame {
  bytes: number
  seconds: number
}

/** The frame at a position; undefined if there is none, or if it is larger than a frame can be. */
const frameAt = (file: Buffer, position: number): Frame | undefined => {
  if (position + headBytes > file.length || (file.readUInt16BE(position) & 0xfff6) !== 0xfff0)
    return undefined
  const [two = 0, three = 0, four = 0, five = 0, six = 0] = file.subarray(position + 2, position + headBytes)
  const rate = aacSampleRates[(two >>> 2) & 15]
  const channels = ((two & 1) << 2) | (three >>> 6)
  const bytes = ((three & 3) << 11) | (four << 3) | (five >>> 5)
  const blocks = (six & 3) + 1
  if (rate === undefined || bytes < headBytes) return undefined
  if (bytes > headBytes + 2 + blocks * aacFrameBytesMax(channels)) return undefined
  return { bytes, seconds: (blocks * aacFrameSamples) / rate }
}

const framesOf = (file: Buffer): Frames<Frame> => ({
  partMax: 8192,
  rowFrames: 4,
  frameAt: (position) => frameAt(file, position),
})

/**
 * AAC in ADTS frames (ISO/IEC 13818-7, 6.2), whose tags end at `start`; text or part of a frame may come first. The
 * length is not certain if anything but frames and tags follows.
 */
export const readAdts = (file: Buffer, start: number, rows: RowKind): FoundSound | undefined => {
  const frames = framesOf(file)
  const first = firstRow(file, start, frames, rows)
  if (first === undefined) return undefined
  const before = secondsBefore(file, start, first, frames)
  let seconds = before
  let isCertain = true
  walkFrames(file, [first, file.length], frames, (frame) => {
    seconds += frame?.seconds ?? 0
    isCertain &&= frame !== undefined
  })
  return {
    kind: 'audio',
    contentType: 'audio/aac',
    counted: isCertain ? { seconds, exact: before < 1 } : undefined,
  }
}
