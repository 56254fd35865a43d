import { type Frames, firstRow, type RowKind, secondsBefore, walkFrames } from './frame-rows.ts'
import { type FoundSound, type PacketSeconds, secondsPerByteMax } from './sound-length.ts'

/** In kbit/s, for MPEG-1 and later versions, Layer III and Layer II (ISO/IEC 11172-3 and 13818-3, bit rate table). */
const bitRates = {
  third: {
    first: [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
    later: [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  },
  second: {
    first: [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
    later: [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  },
} as const

/** Samples per second by the two version bits: 2.5, none, 2 and 1. */
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

/** The layer by its two bits. */
const layers = { 1: 'third', 2: 'second' } as const

const headAt = (file: Buffer, position: number) => {
  if (position + 4 > file.length) return undefined
  const head = file.readUInt32BE(position)
  const layer = (head >>> 17) & 3
  if (head >>> 21 !== 0x7ff || (layer !== 1 && layer !== 2)) return undefined
  const version = (head >>> 19) & 3
  const rate = sampleRates[version]?.[(head >>> 10) & 3]
  return rate === undefined ? undefined : { head, layer: layers[layer], isFirst: version === 3, rate }
}

/**
 * The frame of Layer II or III whose header is at a position. Where a frame without a bit rate of its own ends is
 * unknown.
 */
const frameAt = (file: Buffer, position: number): Frame | undefined => {
  const found = headAt(file, position)
  if (found === undefined) return undefined
  const { head, layer, isFirst, rate } = found
  const kilobits = bitRates[layer][isFirst ? 'first' : 'later'][((head >>> 12) & 15) - 1]
  if (kilobits === undefined) return undefined
  const samples = isFirst || layer === 'second' ? 1152 : 576
  const padding = (head >>> 9) & 1
  return { bytes: Math.floor(((samples / 8) * kilobits * 1000) / rate) + padding, seconds: samples / rate }
}

const framesOf = (file: Buffer): Frames<Frame> => ({
  partMax: 4096,
  rowFrames: 3,
  frameAt: (position) => frameAt(file, position),
})

/**
 * MP3: frames are counted, and the count in a first frame is not believed. Tags between frames are skipped. Readers
 * treat other bytes differently, so these count as the longest sound that they can be; zeros count as no sound.
 */
export const countMpegFrames = (file: Buffer, start: number, end: number) => {
  let seconds = 0
  let strange = 0
  walkFrames(file, [start, end], framesOf(file), (frame, position) => {
    seconds += frame?.seconds ?? 0
    if (frame === undefined && file[position] !== 0) strange += 1
  })
  const rest = strange * secondsPerByteMax
  return { seconds: seconds + rest, exact: rest < 1 }
}

/** A container's packet, which may have several frames. */
export const mpegPacketSeconds: PacketSeconds = (file, start, bytes) => {
  const { seconds, exact } = countMpegFrames(file, start, Math.min(file.length, start + bytes))
  return exact && seconds > 0 ? seconds : undefined
}

/** Whether the file begins with a free-format header: only the encoder knows where its frames end. */
const isFree = (file: Buffer, position: number): boolean => {
  const found = headAt(file, position)
  return found !== undefined && found.layer === 'third' && ((found.head >>> 12) & 15) === 0
}

/** MP3 and MP2, whose tags end at `start`; text or part of a frame may come first. */
export const readMpeg = (file: Buffer, start: number, rows: RowKind): FoundSound | undefined => {
  if (isFree(file, start)) return { kind: 'refused', called: 'freeformat-MP3' }
  const frames = framesOf(file)
  const first = firstRow(file, start, frames, rows)
  if (first === undefined) return undefined
  const before = secondsBefore(file, start, first, frames)
  const { seconds, exact } = countMpegFrames(file, first, file.length)
  if (seconds === 0) return undefined
  const counted = { seconds: seconds + before, exact: exact && before < 1 }
  return { kind: 'audio', contentType: 'audio/mpeg', counted }
}
