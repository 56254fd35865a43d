import { type Box, flagsOf } from './mp4-boxes.ts'
import type { PacketTaker } from './packets.ts'
import { numberAt } from './sound.ts'

/** The size of samples that don't state their own, for all fragments of a track (ISO/IEC 14496-12, 8.8.3). */
const generalSize = (file: Buffer, boxes: readonly Box[], track: number): number => {
  const box = boxes.find(({ name, start }) => name === 'trex' && numberAt(file, start + 4, 4) === track)
  return (box && numberAt(file, box.start + 16, 4)) ?? 0
}

interface FragmentHead {
  track: number
  /** The base of its samples' positions. */
  base: number
  /** The size of samples that don't state their own. */
  size: number
}

/** One fragment's header (8.8.7), which may leave values to the defaults. */
const headOf = (file: Buffer, box: Box, fragmentStart: number, size: number): FragmentHead => {
  const flags = flagsOf(file, box)
  const sizeAt = [0x1, 0x2, 0x8].reduce(
    (at, flag) => at + (flags & flag ? (flag === 0x1 ? 8 : 4) : 0),
    box.start + 8,
  )
  return {
    track: numberAt(file, box.start + 4, 4) ?? 0,
    base: flags & 0x1 ? (numberAt(file, box.start + 8, 8) ?? 0) : fragmentStart,
    size: flags & 0x10 ? (numberAt(file, sizeAt, 4) ?? 0) : size,
  }
}

/**
 * Takes the samples of one run (8.8.8), and returns where the next one's start, unless it says otherwise. If the file breaks
 * off within it, those that it lists are taken: their bytes may come earlier in the file.
 */
const takeRun = (file: Buffer, box: Box, head: FragmentHead, from: number, taker: PacketTaker): number => {
  const flags = flagsOf(file, box)
  const samples = numberAt(file, box.start + 4, 4) ?? 0
  const step = [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length * 4
  const sizeAt = flags & 0x100 ? 4 : 0
  const first = box.start + 8 + (flags & 0x1 ? 4 : 0) + (flags & 0x4 ? 4 : 0)
  const listed = step === 0 ? file.length : Math.floor(Math.max(0, box.end - first) / step)
  const ownBegin = flags & 0x1 ? numberAt(file, box.start + 8, 4) : undefined
  let position = ownBegin === undefined ? from : head.base + (ownBegin | 0)
  for (let index = 0; index < Math.min(samples, listed) && !taker.isFull(); index += 1) {
    const bytes = flags & 0x200 ? (numberAt(file, first + index * step + sizeAt, 4) ?? 0) : head.size
    taker.take(file, position, bytes)
    position += bytes
  }
  return position
}

/** The number of a track by its header (8.3.2). */
export const trackId = (file: Buffer, { start }: Box): number | undefined =>
  numberAt(file, start + (file[start] === 1 ? 20 : 12), 4)

/** Takes all samples in a track's fragments, if it has any. */
export const takeFragments = (
  file: Buffer,
  boxes: readonly Box[],
  track: number,
  taker: PacketTaker,
): void => {
  const size = generalSize(file, boxes, track)
  let [fragmentStart, from] = [0, 0]
  let head: FragmentHead | undefined
  for (const box of boxes) {
    if (box.name === 'moof') fragmentStart = box.start - 8
    if (box.name === 'traf') head = undefined
    if (box.name === 'tfhd') {
      const found = headOf(file, box, fragmentStart, size)
      head = found.track === track ? found : undefined
      from = found.base
    }
    if (head !== undefined && box.name === 'trun') from = takeRun(file, box, head, from, taker)
    if (taker.isFull()) return
  }
}
