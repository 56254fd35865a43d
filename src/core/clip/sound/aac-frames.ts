import { aacFrameSamples, aacSampleRates, undescribedAac } from './aac-description.ts'
import { aacPackets } from './aac-packets.ts'
import { type Frame, type Frames, firstRow, type RowKind, walkFrames } from './frame-rows.ts'
import { takePackets } from './packets.ts'
import { type FoundSound, soundOf } from './sound.ts'

const headBytes = 7
const checksumBytes = 2

/** A frame's own head. */
interface Head extends Frame {
  /** Where its blocks begin. */
  blocksAt: number
  rate: number
  /** The audio object type. */
  objectType: number
  /** The channel configuration. */
  channels: number
}

/** The head of an ADTS frame at a position (ISO/IEC 13818-7, 6.2). */
const headAt = (file: Buffer, position: number): Head | undefined => {
  if (position + headBytes > file.length || (file.readUInt16BE(position) & 0xfff6) !== 0xfff0)
    return undefined
  const [one = 0, two = 0, three = 0, four = 0, five = 0, six = 0] = file.subarray(position + 1)
  const rate = aacSampleRates[(two >>> 2) & 15]
  const channels = ((two & 1) << 2) | (three >>> 6)
  const bytes = ((three & 3) << 11) | (four << 3) | (five >>> 5)
  const blocksAt = position + headBytes + ((one & 1) === 0 ? checksumBytes : 0)
  if (rate === undefined || position + bytes < blocksAt) return undefined
  const seconds = (((six & 3) + 1) * aacFrameSamples) / rate
  const kind = (two & 0xfc) * 8 + channels
  return { bytes, seconds, kind, blocksAt, rate, objectType: (two >>> 6) + 1, channels }
}

const framesOf = (file: Buffer): Frames => ({
  partMax: 8192,
  rowFrames: 4,
  frameAt: (position) => headAt(file, position),
})

/** Where the first row of ADTS frames begins in a file whose tags end at `start`; text or part of a frame may come first. */
export const firstAdts = (file: Buffer, start: number, rows: RowKind): number | undefined =>
  firstRow(file, start, framesOf(file), rows)

/**
 * AAC in ADTS from its first row of frames. Frames whose channels are described
 * in their blocks alone can't be sent without that description in front of them, and no recorder writes them.
 */
export const readAdts = (file: Buffer, first: number): FoundSound | undefined => {
  const head = headAt(file, first)
  if (head === undefined) return undefined
  const stream = undescribedAac(head.rate, head.objectType, head.channels === 7 ? 8 : head.channels)
  if (stream === undefined || head.channels === 0) return { kind: 'uncounted' }
  const taker = takePackets(file.length, aacPackets(stream))
  walkFrames(file, first, framesOf(file), (position, { bytes }) => {
    const blocksAt = headAt(file, position)?.blocksAt ?? position
    taker.take(file, blocksAt, position + bytes - blocksAt)
  })
  return soundOf([{ kind: 'sound', sound: taker.sound() }])
}
