import { type Box, entriesOf } from './mp4-boxes.ts'
import { numberAt } from './sound-length.ts'

/** How many samples a track has, and the size of each in bytes; `all` if all have the same, otherwise zero. */
export interface Sizes {
  samples: number
  all: number
  sizeOf: (index: number) => number
}

const ofNames = (boxes: readonly Box[], ...names: readonly string[]): readonly Box[] =>
  boxes.filter(({ name }) => names.includes(name))

/** The bits in which a compact table tells a size (ISO/IEC 14496-12, 8.7.3.3). */
const compactBits: readonly number[] = [4, 8, 16]

const compactSize = (file: Buffer, first: number, bits: number, index: number): number => {
  if (bits === 16) return file.readUInt16BE(first + index * 2)
  if (bits === 8) return file.readUInt8(first + index)
  const two = file.readUInt8(first + (index >> 1))
  return index % 2 === 0 ? two >> 4 : two & 0xf
}

/**
 * The sizes of a track's samples (8.7.3). Undefined if there is no table, if there are several, of which decoders
 * choose differently, or if its list is too short, past whose end some decoders read.
 */
export const sizesOf = (file: Buffer, boxes: readonly Box[]): Sizes | undefined => {
  const [box, another] = ofNames(boxes, 'stsz', 'stz2')
  if (box === undefined || another !== undefined) return undefined
  const [fact, samples] = [numberAt(file, box.start + 4, 4) ?? 0, numberAt(file, box.start + 8, 4) ?? 0]
  const first = box.start + 12
  if (box.name === 'stsz') {
    const sizeOf = (index: number) => fact || file.readUInt32BE(first + index * 4)
    return fact === 0 && first + samples * 4 > box.end ? undefined : { samples, all: fact, sizeOf }
  }
  const bits = fact & 0xff
  if (!compactBits.includes(bits) || first + Math.ceil((samples * bits) / 8) > box.end) return undefined
  return { samples, all: 0, sizeOf: (index) => compactSize(file, first, bits, index) }
}

/** A track's chunks. The groups of those that have the same number of samples lie between two positions. */
export interface Chunks {
  count: number
  /** How many samples they have together, at most. */
  samples: number
  /** Whether decoders agree on how many samples each has. */
  isOrderly: boolean
  groupsStart: number
  groupsEnd: number
  /** Where a chunk begins, from number 0. */
  positionOf: (chunk: number) => number | undefined
}

const groupBytes = 12

/** How many samples so many chunks have by their groups (8.7.4). */
const samplesIn = (file: Buffer, count: number, start: number, end: number) => {
  let [samples, most, last, isOrderly] = [0, 1, 0, true]
  for (let at = start; at < end; at += groupBytes) {
    const [first, each] = [file.readUInt32BE(at), file.readUInt32BE(at + 4)]
    const next = at + groupBytes < end ? file.readUInt32BE(at + groupBytes) : count + 1
    isOrderly &&= first > last && each > 0 && file.readUInt32BE(at + 8) > 0
    // The first group is that of the first chunk, whatever it says.
    const from = at === start ? 1 : first
    samples += Math.max(0, Math.min(next, count + 1) - from) * each
    ;[most, last] = [Math.max(most, each), first]
  }
  // Decoders repair a table in disorder, each in its own way, but give no chunk more than the table does.
  return { samples: isOrderly ? samples : count * most, isOrderly }
}

/**
 * A track's chunks, none if a table is missing (8.7.4 and 8.7.5). Undefined if there are several tables of a kind.
 * The tables must have all their entries.
 */
export const chunksOf = (file: Buffer, boxes: readonly Box[]): Chunks | undefined => {
  const [groups, otherGroups] = ofNames(boxes, 'stsc')
  const [positions, otherPositions] = ofNames(boxes, 'stco', 'co64')
  if (otherGroups !== undefined || otherPositions !== undefined) return undefined
  const width = positions?.name === 'co64' ? 8 : 4
  const groupsStart = (groups?.start ?? 0) + 8
  const groupsEnd = groupsStart + entriesOf(file, groups) * groupBytes
  const count = groupsEnd === groupsStart ? 0 : entriesOf(file, positions)
  const positionOf = (chunk: number) => numberAt(file, (positions?.start ?? 0) + 8 + chunk * width, width)
  return { count, ...samplesIn(file, count, groupsStart, groupsEnd), groupsStart, groupsEnd, positionOf }
}
