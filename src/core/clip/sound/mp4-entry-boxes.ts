import type { Box } from './mp4-boxes.ts'
import { numberAt, wordAt } from './sound-length.ts'

/** Where the boxes of a sound entry begin by its version, which QuickTime extends (QuickTime File Format, sound). */
const fieldBytes: readonly number[] = [28, 44, 64]
const headBytes = 8

/** The boxes between two positions in a row; undefined if one has an impossible size. */
const boxesBetween = (file: Buffer, start: number, end: number): readonly Box[] | undefined => {
  const boxes: Box[] = []
  let position = start
  while (position + headBytes <= end) {
    const size = numberAt(file, position, 4) ?? 0
    // QuickTime ends a row with a zero.
    if (size === 0) return boxes
    if (size < headBytes || position + size > end) return undefined
    const name = wordAt(file, position + 4)
    boxes.push({ name, start: position + headBytes, end: position + size, isCut: false })
    position += size
  }
  return boxes
}

/**
 * The boxes of a sound entry, with those in QuickTime's `wave` (ISO/IEC 14496-12, 12.2.3); undefined if one has an
 * impossible size. The entry excludes its size and name.
 */
export const entryBoxes = (file: Buffer, { start, end }: Box): readonly Box[] | undefined => {
  const fields = fieldBytes[numberAt(file, start + 8, 2) ?? 0]
  const own =
    fields === undefined ? undefined : boxesBetween(file, start + fields, Math.min(end, file.length))
  const groups = own?.map((box) => (box.name === 'wave' ? boxesBetween(file, box.start, box.end) : [box]))
  return groups?.every((group) => group !== undefined) ? groups.flat() : undefined
}
