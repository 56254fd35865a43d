/** One frame. */
export interface Frame {
  bytes: number
  seconds: number
  /** What all frames of a sound have in common. */
  kind: number
}

/** A kind of frame in one file, whose first byte is 0xff. */
export interface Frames {
  /** The most bytes in a file of a frame whose start was cut off. */
  partMax: number
  /** This many frames in a row are no coincidence, wherever they are. */
  rowFrames: number
  frameAt: (position: number) => Frame | undefined
}

/** Whether a row must be complete, or may be shorter because the file ends. */
export type RowKind = 'whole' | 'cut'

/** Whether consecutive frames start at a position. */
const isRow = (file: Buffer, { rowFrames, frameAt }: Frames, start: number, kind: RowKind): boolean => {
  let position = start
  for (let count = 0; count < rowFrames; count += 1) {
    const frame = frameAt(position)
    if (frame === undefined) return kind === 'cut' && count > 0 && position >= file.length
    position += frame.bytes
  }
  return true
}

/** Text before the sound of a file without tags is shorter than this. */
const textBytesMax = 65_536

/**
 * Where the first row of frames begins. `start` is where the file's tags end. Tag sizes can be wrong, so sound may
 * begin anywhere after a tag's header; but a few frames right before the end of a file can be a coincidence.
 */
export const firstRow = (file: Buffer, start: number, frames: Frames, kind: RowKind): number | undefined => {
  let sound = start
  while (file[sound] === 0) sound += 1
  const [first, length] =
    kind === 'cut' ? [start, frames.partMax] : [0, start > 0 ? file.length : textBytesMax]
  const last = Math.min(file.length, sound + length)
  for (let at = first; at < last; at += 1) if (file[at] === 0xff && isRow(file, frames, at, kind)) return at
  return undefined
}

/**
 * Visits the frames in rows that are of the same kind as the first one. Tags and other bytes between them are skipped, and so
 * is a frame that is cut off at the end of the file.
 */
export const walkFrames = (
  file: Buffer,
  first: number,
  frames: Frames,
  visit: (position: number, frame: Frame) => void,
): void => {
  const kind = frames.frameAt(first)?.kind
  let isInRow = false
  for (let position = first; position !== -1 && position < file.length; ) {
    const frame = frames.frameAt(position)
    isInRow &&= frame !== undefined && frame.kind === kind
    isInRow ||= frame?.kind === kind && isRow(file, frames, position, 'cut')
    if (!isInRow || frame === undefined) {
      position = file.indexOf(0xff, position + 1)
      continue
    }
    if (position + frame.bytes <= file.length) visit(position, frame)
    position += frame.bytes
  }
}
