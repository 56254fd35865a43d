import { type Frame, type Frames, firstRow, type RowKind, walkFrames } from './frame-rows.ts'
import { takePackets } from './packets.ts'
import { type FoundSound, type SoundCodec, soundOf } from './sound.ts'

/**
 * In kbit/s, for MPEG-1 and later versions, Layers III and II (ISO/IEC 11172-3 and 13818-3, bit rate table).
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
} as const

/** Samples per second by the two version bits: 2.5, none, 2 and 1. */
const sampleRates: readonly (readonly number[])[] = [
  [11_025, 12_000, 8_000],
  [],
  [22_050, 24_000, 16_000],
  [44_100, 48_000, 32_000],
]

/** What all frames of a sound have in common: version, layer and rate. Where they change, decoders look for others. */
const kindBits = 0xfffe_0c00

const headAt = (file: Buffer, position: number) => {
  if (position + 4 > file.length) return undefined
  const head = file.readUInt32BE(position)
  // Nobody writes Layer I.
  const layer = [undefined, 'third', 'second'] as const
  const version = (head >>> 19) & 3
  const [rate, named] = [sampleRates[version]?.[(head >>> 10) & 3], layer[(head >>> 17) & 3]]
  if (head >>> 21 !== 0x7ff || rate === undefined || named === undefined) return undefined
  return { head, layer: named, isFirst: version === 3, rate, bitRate: (head >>> 12) & 15 }
}

/** A frame of MP3 or MP2, by its header. */
export interface MpegFrame extends Frame {
  layer: 'third' | 'second'
  /** Whether it is of MPEG-1. */
  isFirst: boolean
  /** Samples per second. */
  rate: number
}

/** The frame whose header is at a position. Where one without a bit rate of its own ends is unknown. */
export const mpegFrameAt = (file: Buffer, position: number): MpegFrame | undefined => {
  const found = headAt(file, position)
  if (found === undefined) return undefined
  const { head, layer, isFirst, rate, bitRate } = found
  const kilobits = bitRates[layer][isFirst ? 'first' : 'later'][bitRate - 1]
  if (kilobits === undefined) return undefined
  const samples = isFirst || layer === 'second' ? 1152 : 576
  const bytes = Math.floor(((samples / 8) * kilobits * 1000) / rate) + ((head >>> 9) & 1)
  return { bytes, seconds: samples / rate, kind: (head & kindBits) >>> 0, layer, isFirst, rate }
}

/** A container's packets, each filled by one frame or more, of the kind of the first. */
export const mpegPackets = (): SoundCodec => {
  let kind: number | undefined
  return {
    coding: { kind: 'mpeg' },
    packetSeconds: (file, start, bytes) => {
      let [position, seconds] = [start, 0]
      while (position < start + bytes) {
        const frame = mpegFrameAt(file, position)
        if (frame === undefined || frame.kind !== (kind ?? frame.kind)) return undefined
        kind = frame.kind
        position += frame.bytes
        seconds += frame.seconds
      }
      return position === start + bytes ? seconds : undefined
    },
  }
}

/** Whether there is a free-format header at a position: only the encoder knows where its frames end. */
export const isFreeMpeg = (file: Buffer, position: number): boolean => {
  const found = headAt(file, position)
  return found !== undefined && found.layer === 'third' && found.bitRate === 0
}

const framesOf = (file: Buffer): Frames => ({
  partMax: 4096,
  rowFrames: 3,
  frameAt: (position) => mpegFrameAt(file, position),
})

/** Where the first row of frames of an MP3 or MP2 begins, whose tags end at `start`; text or part of a frame may come first. */
export const firstMpeg = (file: Buffer, start: number, rows: RowKind): number | undefined =>
  firstRow(file, start, framesOf(file), rows)

/** MP3 and MP2 from their first row of frames. */
export const readMpeg = (file: Buffer, first: number): FoundSound | undefined => {
  const taker = takePackets(file.length, {
    coding: { kind: 'mpeg' },
    packetSeconds: (_file, position) => mpegFrameAt(file, position)?.seconds,
  })
  walkFrames(file, first, framesOf(file), (position, { bytes }) => taker.take(file, position, bytes))
  return soundOf([{ kind: 'sound', sound: taker.sound() }])
}
