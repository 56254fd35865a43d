import {
  type Frame,
  type Frames,
  firstRow,
  hiddenLongest,
  type RowKind,
  secondsBefore,
  secondsInFilled,
  walkFrames,
} from './frame-rows.ts'
import { type CountedSound, type FoundSound, type PacketSeconds, secondsPerByteMax } from './sound-length.ts'
import { afterSkippedTags } from './tags.ts'

/**
 * In kbit/s, for MPEG-1 and later versions, Layers III, II and I (ISO/IEC 11172-3 and 13818-3, bit rate table).
 */
const bitRates = {
  third: {
    first: [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
    later: [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  },
  second: {
    first: [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
    later: [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  },
  one: {
    first: [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
    later: [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
  },
} as const

/** Samples per second by the two version bits: 2.5, none, 2 and 1. */
const sampleRates: readonly (readonly number[])[] = [
  [11_025, 12_000, 8_000],
  [],
  [22_050, 24_000, 16_000],
  [44_100, 48_000, 32_000],
]

/** The layer by its two bits. */
const layers = { 1: 'third', 2: 'second', 3: 'one' } as const

const headAt = (file: Buffer, position: number) => {
  if (position + 4 > file.length) return undefined
  const head = file.readUInt32BE(position)
  const layer = (head >>> 17) & 3
  if (head >>> 21 !== 0x7ff || (layer !== 1 && layer !== 2 && layer !== 3)) return undefined
  const version = (head >>> 19) & 3
  const rate = sampleRates[version]?.[(head >>> 10) & 3]
  return rate === undefined ? undefined : { head, layer: layers[layer], isFirst: version === 3, rate }
}

/** The bytes of a frame are a multiple of this in Layer I. */
const slotBytes = { third: 1, second: 1, one: 4 } as const

/** The frame whose header is at a position. Where a frame without a bit rate of its own ends is unknown. */
const anyFrameAt = (file: Buffer, position: number): Frame | undefined => {
  const found = headAt(file, position)
  if (found === undefined) return undefined
  const { head, layer, isFirst, rate } = found
  const kilobits = bitRates[layer][isFirst ? 'first' : 'later'][((head >>> 12) & 15) - 1]
  if (kilobits === undefined) return undefined
  const samples = layer === 'one' ? 384 : isFirst || layer === 'second' ? 1152 : 576
  const slot = slotBytes[layer]
  const slots = Math.floor(((samples / 8 / slot) * kilobits * 1000) / rate) + ((head >>> 9) & 1)
  return { bytes: slots * slot, seconds: samples / rate }
}

/** The frame of Layer II or III whose header is at a position. */
const frameAt = (file: Buffer, position: number): Frame | undefined =>
  headAt(file, position)?.layer === 'one' ? undefined : anyFrameAt(file, position)

const framesOf = (file: Buffer): Frames => ({
  partMax: 4096,
  rowFrames: 3,
  secondsPerByteMax,
  frameAt: (position) => frameAt(file, position),
  anyFrameAt: (position) => anyFrameAt(file, position),
})

/** What comes before the first frame: where decoders may begin, and how long it can be. */
interface Lead {
  from: number
  seconds: number
}

/**
 * MP3: frames are counted, and the count in a first frame is not believed. Tags between frames are skipped, but not
 * frames in them. Readers treat other bytes differently, so these count as the longest sound that they can be; zeros
 * count as no sound.
 */
export const countMpegFrames = (
  file: Buffer,
  start: number,
  end: number,
  lead: Lead = { from: start, seconds: 0 },
): CountedSound => {
  const frames = framesOf(file)
  let [seconds, lone, strange] = [0, lead.seconds, 0]
  walkFrames(file, [start, end], frames, (frame, position, isLone) => {
    if (isLone) lone += frame?.seconds ?? 0
    else seconds += frame?.seconds ?? 0
    if (frame === undefined && file[position] !== 0) strange += 1
  })
  const uncertain = lone + strange * secondsPerByteMax
  const hidden = hiddenLongest(file, [lead.from, end], frames, seconds + uncertain)
  return hidden === undefined
    ? { seconds: seconds + uncertain, exact: uncertain < 1 }
    : { seconds: hidden, exact: false }
}

/**
 * A container's packet, which may have several frames. Some decoders ignore where packets begin, so frames that do
 * not fill it are uncertain.
 */
export const mpegPacketSeconds: PacketSeconds = (file, start, bytes) =>
  secondsInFilled(file, start, bytes, (position) => frameAt(file, position))

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
  const from = Math.min(first, afterSkippedTags(file))
  const lead = { from, seconds: secondsBefore(file, start, first, frames) }
  const counted = countMpegFrames(file, first, file.length, lead)
  return { kind: 'audio', contentType: 'audio/mpeg', counted }
}
