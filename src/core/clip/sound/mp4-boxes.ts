import { numberAt, wordAt } from './sound.ts'

/** A box of an MP4, without its size and name (ISO/IEC 14496-12, 4.2). */
export interface Box {
  name: string
  start: number
  end: number
  /** Whether it claims more bytes than the file has. */
  isCut: boolean
}

const parents: ReadonlySet<string> = new Set([
  ...['moov', 'trak', 'edts', 'mdia', 'minf', 'stbl'],
  ...['mvex', 'moof', 'traf'],
])

/** Whether a box of this name holds others. */
export const isParent = (name: string): boolean => parents.has(name)

/** An hour in one-second fragments has about a quarter of this. */
const boxesMax = 100_000

/**
 * The header of the box at a position; undefined if its size is impossible. Size 0 means the rest of the enclosing
 * box.
 */
const boxAt = (file: Buffer, position: number, limit: number): Box | undefined => {
  const stated = file.readUInt32BE(position)
  const large = stated === 1 ? numberAt(file, position + 8, 8) : undefined
  const start = position + (large === undefined ? 8 : 16)
  const end = stated === 0 ? limit : position + (large ?? stated)
  if (end < start || start > limit) return undefined
  return { name: wordAt(file, position + 4), start, end: Math.min(end, limit), isCut: end > file.length }
}

/**
 * The boxes of a file from a position, including nested ones; undefined if there are too many. No box extends past
 * its parent. Anything may follow the last box and ends the list, as does a download that broke off in a box
 * without sound.
 */
export const boxesOf = (file: Buffer, from: number): readonly Box[] | undefined => {
  const boxes: Box[] = []
  const limits = [file.length]
  let position = from
  while (boxes.length < boxesMax) {
    const limit = limits.at(-1) ?? 0
    const box = position + 8 <= limit ? boxAt(file, position, limit) : undefined
    const isEnd =
      box === undefined || (limits.length === 1 && box.isCut && box.name !== 'mdat' && !isParent(box.name))
    if (isEnd && limits.length === 1) return boxes
    if (isEnd) {
      position = limits.pop() ?? 0
      continue
    }
    boxes.push(box)
    if (isParent(box.name)) limits.push(box.end)
    position = isParent(box.name) ? box.start : box.end
  }
  return undefined
}

/** The entry count of a box that begins with version, flags and count; zero without a box. */
export const entriesOf = (file: Buffer, box: Box | undefined): number =>
  box === undefined ? 0 : (numberAt(file, box.start + 4, 4) ?? 0)

/** The flags after a version. */
export const flagsOf = (file: Buffer, { start }: Box): number => numberAt(file, start + 1, 3) ?? 0

/** The only box with a name; undefined if there is none, or more than one. */
export const onlyBox = (boxes: readonly Box[], name: string): Box | undefined => {
  const [box, another] = boxes.filter((candidate) => candidate.name === name)
  return another === undefined ? box : undefined
}

/** The boxes within each box with a name. */
export const within = (boxes: readonly Box[], name: string): readonly (readonly Box[])[] => {
  const groups: Box[][] = []
  let groupEnd = 0
  for (const box of boxes) {
    if (box.name === name) {
      groups.push([])
      groupEnd = box.end
    } else if (box.start < groupEnd) groups.at(-1)?.push(box)
  }
  return groups
}
