import { packetBlocks } from './aac-blocks.ts'
import { type AacSyntax, type Reader, readerOf } from './aac-channels.ts'
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

/** The longest that a block can be. */
export const aacSlowestSeconds = aacFrameSamples / Math.min(...aacSampleRates)

const channelBytesMax = 768
/** Assumed maximum if a description leaves the channels to the stream. */
const channelsMax = 8
/**
 * Channel counts of configurations that differ from their number (ISO/IEC 14496-3, 1.6.3.5). The one for 24 channels
 * would allow frames in which many others fit, and no recorder writes it.
 */
const otherChannels: Readonly<Record<number, number | undefined>> = { 11: 7 }

/** Maximum bytes of a frame by its channel configuration: 6144 bits per channel (4.5.3.1). */
const aacFrameBytesMax = (configuration: number): number =>
  channelBytesMax *
  (otherChannels[configuration] ?? (configuration >= 1 && configuration < 7 ? configuration : channelsMax))

const headBytes = 7
const checksumBytes = 2

const blocksMax = 4

/** A frame's own head. */
interface Head extends Frame {
  channels: number
  /** As it says; decoders that don't go on to the end of a frame go by that. */
  blocks: number
  /** Where they begin. */
  blocksAt: number
  secondsEach: number
  syntax: AacSyntax
}

/** The mark of a frame. Some decoders ignore two of its bits, which are zero. */
const [markBits, lessBits, mark] = [0xfff6, 0xfff0, 0xfff0]

const headAt = (file: Buffer, position: number, bits = markBits): Head | undefined => {
  if (position + headBytes > file.length || (file.readUInt16BE(position) & bits) !== mark) return undefined
  const [one = 0, two = 0, three = 0, four = 0, five = 0, six = 0] = file.subarray(position + 1)
  const rateIndex = (two >>> 2) & 15
  const rate = aacSampleRates[rateIndex]
  const channels = ((two & 1) << 2) | (three >>> 6)
  const bytes = ((three & 3) << 11) | (four << 3) | (five >>> 5)
  const blocks = (six & 3) + 1
  if (rate === undefined || bytes < headBytes) return undefined
  const secondsEach = aacFrameSamples / rate
  const blocksAt = position + headBytes + ((one & 1) === 0 ? checksumBytes : 0)
  const syntax = { rateIndex, kind: (two >>> 6) + 1 }
  return { bytes, seconds: blocks * secondsEach, channels, blocks, blocksAt, secondsEach, syntax }
}

/** Frames may overlap, so that reading all of them could take long; not more than this times the file is read. */
const readMax = 4

/**
 * Frames are no larger than they should be, unless they are whole: otherwise they are hardly any.
 */
const framesOf = (file: Buffer, reader: Reader): Frames => {
  let read = 0
  const frameAt = (position: number): Frame | undefined => {
    const frame = headAt(file, position)
    if (frame === undefined) return undefined
    const { bytes, blocksAt, blocks, channels, syntax } = frame
    if (bytes <= headBytes + checksumBytes + blocks * aacFrameBytesMax(channels)) return frame
    if (read > readMax * file.length) return undefined
    const found = packetBlocks(reader, [blocksAt, position + bytes], syntax)
    read += found.read
    return found.blocks === 0 || found.isBroken ? undefined : frame
  }
  return {
    partMax: 8192,
    rowFrames: 4,
    secondsPerByteMax: (blocksMax * aacSlowestSeconds) / headBytes,
    frameAt,
    anyFrameAt: (position) => headAt(file, position),
  }
}

/** Marks for positions, a bit each. */
const marksFor = (positions: number) => {
  const marks = new Uint8Array(Math.ceil(positions / 8))
  return {
    add: (position: number): void => {
      marks[position >>> 3] = (marks[position >>> 3] ?? 0) | (1 << (position & 7))
    },
    has: (position: number): boolean => (((marks[position >>> 3] ?? 0) >>> (position & 7)) & 1) === 1,
  }
}

/** What blocks last, and how many bytes were read to find that. */
interface Played {
  seconds: number
  read: number
  isBroken: boolean
}

/**
 * What a frame lasts by its blocks and those of further frames in it, of which decoders ignore how many bytes their heads
 * say. `isClear`: whether a frame surely lasts as long as its head says.
 */
const playedOf = (
  reader: Reader,
  file: Buffer,
  position: number,
  frame: Head,
  isClear: (position: number) => boolean,
): Played => {
  const end = position + frame.bytes
  const played: Played = { seconds: 0, read: 0, isBroken: false }
  let [at, last] = [position, frame]
  while (at < end) {
    const head = headAt(file, at, lessBits)
    last = head ?? last
    played.read += headBytes
    if (head !== undefined && at > position && isClear(at) && at + head.bytes <= end) {
      played.seconds += head.seconds
      at += head.bytes
      continue
    }
    const found = packetBlocks(reader, [head?.blocksAt ?? at, end], last.syntax)
    played.seconds += found.blocks * last.secondsEach
    played.read += found.read
    played.isBroken = found.isBroken
    at = found.headAt !== undefined && headAt(file, found.headAt, lessBits) ? found.headAt : end
  }
  return played
}

/**
 * What decoders can find wherever they begin: frames with the blocks that they play, or as many as their heads say if
 * another one follows at their end.
 */
const findableFrames = (
  file: Buffer,
  reader: Reader,
  frames: Frames,
  isClear: (position: number) => boolean,
): Frames => {
  let read = 0
  const anyFrameAt = (position: number): Frame | undefined => {
    const head = headAt(file, position, lessBits)
    if (head === undefined || isClear(position)) return head
    const { bytes } = head
    if (read > readMax * file.length) return { bytes, seconds: bytes * frames.secondsPerByteMax }
    const isLinked = headAt(file, position) !== undefined && headAt(file, position + bytes) !== undefined
    const played = playedOf(reader, file, position, head, isClear)
    read += played.read
    return { bytes, seconds: Math.max(isLinked ? head.seconds : 0, played.seconds) }
  }
  return { ...frames, anyFrameAt }
}

/** Of such frames, hardly any are a coincidence. */
const findableCoincidence = { share: 0.05, seconds: 0.5 }

/**
 * AAC in ADTS frames (ISO/IEC 13818-7, 6.2), whose tags end at `start`; text or part of a frame may come first. The
 * length is not certain if anything but frames and tags follows.
 */
export const readAdts = (file: Buffer, start: number, rows: RowKind): FoundSound | undefined => {
  const reader = readerOf(file)
  const frames = framesOf(file, reader)
  const first = firstRow(file, start, frames, rows)
  if (first === undefined) return undefined
  const before = secondsBefore(file, start, first, frames)
  const clear = marksFor(file.length)
  let [seconds, lone, strange] = [before, 0, 0]
  walkFrames(file, [first, file.length], frames, (frame, position, isLone) => {
    const head = frame && headAt(file, position)
    if (head === undefined) {
      // Where the file breaks off within a head, there is no more frame.
      if (position + headBytes <= file.length) strange += 1
      return
    }
    const played = playedOf(reader, file, position, head, clear.has)
    const longest = Math.max(head.seconds, played.seconds + (played.isBroken ? head.secondsEach : 0))
    if (longest === head.seconds) clear.add(position)
    seconds += longest
    if (isLone) lone += longest
  })
  const from = Math.min(first, afterSkippedTags(file))
  const findable = findableFrames(file, reader, frames, clear.has)
  const hidden = hiddenLongest(file, [from, file.length], findable, seconds, findableCoincidence)
  const bound: CountedSound = {
    seconds: (hidden ?? seconds) + strange * secondsPerByteMax,
    exact: hidden === undefined && before + lone < 1,
  }
  // Beside unknown bytes, little is certain, but what was counted is.
  const isLong = bound.seconds > file.length * secondsPerByteMax
  const counted = strange === 0 ? bound : isLong ? { ...bound, exact: false } : undefined
  return { kind: 'audio', contentType: 'audio/aac', counted }
}
