import { numberAt, wordAt } from './sound-length.ts'

/** A box of an MP4, without its size and name (ISO/IEC 14496-12, 4.2). */
export interface Box {
  name: string
  start: number
  end: number
}

const parents: ReadonlySet<string> = new Set([
  ...['moov', 'trak', 'edts', 'mdia', 'minf', 'stbl'],
  ...['mvex', 'moof', 'traf'],
])

/** An hour in one-second fragments has about a quarter as many. */
const boxesMax = 100_000

/**
 * The boxes of a file, nested ones too; undefined if there are too many. If the last one is larger than the file, as
 * after a broken download, it ends with the file.
 */
export const boxesOf = (file: Buffer): readonly Box[] | undefined => {
  const boxes: Box[] = []
  let position = 0
  while (position + 8 <= file.length && boxes.length < boxesMax) {
    const stated = file.readUInt32BE(position)
    const large = stated === 1 ? numberAt(file, position + 8, 8) : undefined
    const size = stated === 0 ? file.length - position : (large ?? stated)
    const start = position + (large === undefined ? 8 : 16)
    const end = position + size
    const name = wordAt(file, position + 4)
    if (end < start || (end > file.length && name !== 'mdat')) return undefined
    boxes.push({ name, start, end: Math.min(end, file.length) })
    position = parents.has(name) ? start : end
  }
  return boxes.length < boxesMax ? boxes : undefined
}

/** The number behind version and flags, which the version makes four or eight bytes long (4.2). */
export const versionedNumber = (file: Buffer, { start }: Box): number =>
  numberAt(file, start + 4, file[start] === 1 ? 8 : 4) ?? 0

/** The flags behind a version. */
export const flagsOf = (file: Buffer, { start }: Box): number => numberAt(file, start + 1, 3) ?? 0

/** The only box of a name; undefined where there is none, or more than one. */
export const onlyBox = (boxes: readonly Box[], name: string): Box | undefined => {
  const [box, another] = boxes.filter((candidate) => candidate.name === name)
  return another === undefined ? box : undefined
}

/** The boxes within each box of a name. */
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
