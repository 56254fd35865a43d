import {
  type Frame,
  type Frames,
  firstRow,
  hiddenLongest,
  type RowKind,
  secondsBefore,
  walkFrames,
} from './frame-rows.ts'
import { type CountedSound, type FoundSound, secondsPerByteMax } from './sound-length.ts'
import { afterSkippedTags } from './tags.ts'

/** Samples per second by index (ISO/IEC 14496-3, 1.6.3.4). */
export const aacSampleRates: readonly number[] = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
]

/** Samples of a frame. A frame that says how to double the rate has twice as many and lasts as long. */
export const aacFrameSamples = 1024

const channelBytesMax = 768
/** Assumed maximum if a description leaves the channels to the stream. */
const channelsMax = 8
/**
 * Channel counts of configurations that differ from their number (ISO/IEC 14496-3, 1.6.3.5). The one for 24 channels
 * would allow frames in which many others fit, and no recorder writes it.
 */
const otherChannels: Readonly<Record<number, number | undefined>> = { 11: 7 }

/** Maximum bytes of a frame by its channel configuration: 6144 bits per channel (4.5.3.1). */
export const aacFrameBytesMax = (configuration: number): number =>
  channelBytesMax *
  (otherChannels[configuration] ?? (configuration >= 1 && configuration < 7 ? configuration : channelsMax))

const headBytes = 7

const blocksMax = 4

/** The frame at a position, with its channels and blocks; undefined if there is none. */
const headAt = (file: Buffer, position: number) => {
  if (position + headBytes > file.length || (file.readUInt16BE(position) & 0xfff6) !== 0xfff0)
    return undefined
  const [two = 0, three = 0, four = 0, five = 0, six = 0] = file.subarray(position + 2, position + headBytes)
  const rate = aacSampleRates[(two >>> 2) & 15]
  const channels = ((two & 1) << 2) | (three >>> 6)
  const bytes = ((three & 3) << 11) | (four << 3) | (five >>> 5)
  const blocks = (six & 3) + 1
  if (rate === undefined || bytes < headBytes) return undefined
  return { bytes, seconds: (blocks * aacFrameSamples) / rate, channels, blocks }
}

/** The frame at a position; undefined if there is none, or if it is larger than a frame can be. */
const frameAt = (file: Buffer, position: number): Frame | undefined => {
  const frame = headAt(file, position)
  if (frame === undefined) return undefined
  return frame.bytes > headBytes + 2 + frame.blocks * aacFrameBytesMax(frame.channels) ? undefined : frame
}

const framesOf = (file: Buffer): Frames => ({
  partMax: 8192,
  rowFrames: 4,
  secondsPerByteMax: (blocksMax * aacFrameSamples) / Math.min(...aacSampleRates) / headBytes,
  frameAt: (position) => frameAt(file, position),
  anyFrameAt: (position) => headAt(file, position),
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
  let [seconds, lone, strange] = [before, 0, 0]
  walkFrames(file, [first, file.length], frames, (frame, _position, isLone) => {
    seconds += frame?.seconds ?? 0
    if (isLone) lone += frame?.seconds ?? 0
    if (frame === undefined) strange += 1
  })
  const from = Math.min(first, afterSkippedTags(file))
  const hidden = hiddenLongest(file, [from, file.length], frames, seconds)
  const bound: CountedSound = {
    seconds: (hidden ?? seconds) + strange * secondsPerByteMax,
    exact: hidden === undefined && before + lone < 1,
  }
  // Beside unknown bytes, little is certain, but what was counted is.
  const isLong = bound.seconds > file.length * secondsPerByteMax
  const counted = strange === 0 ? bound : isLong ? { ...bound, exact: false } : undefined
  return { kind: 'audio', contentType: 'audio/aac', counted }
}
