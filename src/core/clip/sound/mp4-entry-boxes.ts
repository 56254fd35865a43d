import type { Box } from './mp4-boxes.ts'
import { numberAt, wordAt } from './sound.ts'

/** Where the boxes of a sound entry begin by its version, which QuickTime extends (QuickTime File Format, sound). */
const fieldBytes: readonly number[] = [28, 44, 64]
const headBytes = 8

/** The boxes between two positions in a row, up to one of an impossible size. */
const boxesBetween = (file: Buffer, start: number, end: number): readonly Box[] => {
  const boxes: Box[] = []
  let position = start
  while (position + headBytes <= end) {
    const size = numberAt(file, position, 4) ?? 0
    // QuickTime ends a row with a zero.
    if (size < headBytes || position + size > end) return boxes
    const name = wordAt(file, position + 4)
    boxes.push({ name, start: position + headBytes, end: position + size, isCut: false })
    position += size
  }
  return boxes
}

/**
 * The boxes of a sound entry, with those in QuickTime's `wave` (ISO/IEC 14496-12, 12.2.3). The entry excludes its size and
 * name.
 */
export const entryBoxes = (file: Buffer, { start, end }: Box): readonly Box[] => {
  const fields = fieldBytes[numberAt(file, start + 8, 2) ?? 0]
  if (fields === undefined) return []
  return boxesBetween(file, start + fields, Math.min(end, file.length)).flatMap((box) =>
    box.name === 'wave' ? boxesBetween(file, box.start, box.end) : [box],
  )
}
