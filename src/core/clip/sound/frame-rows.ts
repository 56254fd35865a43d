import { secondsPerByteMax } from './sound-length.ts'
import { tagEnd } from './tags.ts'

/** A kind of frame in one file, whose first byte is 0xff. */
export interface Frames<Frame extends { bytes: number }> {
  /** The most bytes in a file of a frame whose start was cut off. */
  partMax: number
  /** This many frames in a row are no coincidence, wherever they are. */
  rowFrames: number
  frameAt: (position: number) => Frame | undefined
}

/** Whether a row must be complete, or may be shorter because the file ends. */
export type RowKind = 'whole' | 'cut'

/** Whether consecutive frames start at a position. */
const isRow = <Frame extends { bytes: number }>(
  file: Buffer,
  { rowFrames, frameAt }: Frames<Frame>,
  start: number,
  kind: RowKind,
): boolean => {
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
export const firstRow = <Frame extends { bytes: number }>(
  file: Buffer,
  start: number,
  frames: Frames<Frame>,
  kind: RowKind,
): number | undefined => {
  let sound = start
  while (file[sound] === 0) sound += 1
  const [first, length] =
    kind === 'cut' ? [start, frames.partMax] : [0, start > 0 ? file.length : textBytesMax]
  const last = Math.min(file.length, sound + length)
  for (let at = first; at < last; at += 1) if (file[at] === 0xff && isRow(file, frames, at, kind)) return at
  return undefined
}

/**
 * The longest sound that the bytes between the tags and the first row can be: other decoders may recognise a kind
 * of sound in them that we don't. A partial frame and zeros count as no sound.
 */
export const secondsBefore = <Frame extends { bytes: number }>(
  file: Buffer,
  start: number,
  first: number,
  { partMax }: Frames<Frame>,
): number => {
  if (first - start <= partMax) return 0
  return (
    file.subarray(start, first).reduce((bytes, byte) => bytes + (byte === 0 ? 0 : 1), 0) * secondsPerByteMax
  )
}

/**
 * Walks over frames and the bytes between them. Bytes of tags are skipped, but consecutive frames within a tag are
 * not, because decoders differ in whether they believe its size.
 */
export const walkFrames = <Frame extends { bytes: number }>(
  file: Buffer,
  [start, end]: readonly [number, number],
  frames: Frames<Frame>,
  visit: (frame: Frame | undefined, position: number) => void,
): void => {
  let taggedTo = 0
  for (let position = start; position < end; ) {
    const frame = file[position] === 0xff ? frames.frameAt(position) : undefined
    if (frame !== undefined && (position >= taggedTo || isRow(file, frames, position, 'whole'))) {
      taggedTo = 0
      visit(frame, position)
      position += frame.bytes
      continue
    }
    taggedTo = Math.max(taggedTo, tagEnd(file, position) ?? 0)
    if (position >= taggedTo) visit(undefined, position)
    position += 1
  }
}
