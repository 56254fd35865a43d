import { filledBytes, secondsPerByteMax } from './sound-length.ts'
import { afterSkippedTags, tagEnd } from './tags.ts'

/** One frame. */
export interface Frame {
  bytes: number
  seconds: number
}

/** A kind of frame in one file, whose first byte is 0xff. */
export interface Frames {
  /** The most bytes in a file of a frame whose start was cut off. */
  partMax: number
  /** This many frames in a row are no coincidence, wherever they are. */
  rowFrames: number
  /** The longest sound in each byte. */
  secondsPerByteMax: number
  frameAt: (position: number) => Frame | undefined
  /** A frame of any kind that decoders play among these, such as one that no encoder writes. */
  anyFrameAt: (position: number) => Frame | undefined
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

/** The duration of the frames that fill a packet; undefined if they don't, unless the file ends in the last one. */
export const secondsInFilled = (
  file: Buffer,
  start: number,
  bytes: number,
  frameAt: Frames['frameAt'],
): number | undefined => {
  const end = start + bytes
  if (start < 0) return undefined
  let [position, seconds] = [start, 0]
  while (position < Math.min(end, file.length)) {
    const frame = frameAt(position)
    if (frame === undefined) return undefined
    seconds += frame.seconds
    position += frame.bytes
  }
  return seconds > 0 && (position === end || position >= file.length) ? seconds : undefined
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

/** How a walk visits what it finds: a frame, undefined for another byte outside tags. */
type Visit = (frame: Frame | undefined, position: number, isLone: boolean) => void

/**
 * Walks over frames and the bytes between them. Bytes of tags are skipped, but frames within a tag are not, because
 * decoders differ in whether they skip a tag. `isLone`: the frame is in a tag, where it can be a coincidence.
 */
export const walkFrames = (
  file: Buffer,
  [start, end]: readonly [number, number],
  frames: Frames,
  visit: Visit,
): void => {
  let taggedTo = 0
  for (let position = start; position < end; ) {
    const isMark = file[position] === 0xff
    const isTagged = position < taggedTo
    const isSound = isMark && (!isTagged || isRow(file, frames, position, 'whole'))
    const frame = isSound ? frames.frameAt(position) : isMark ? frames.anyFrameAt(position) : undefined
    if (frame !== undefined) {
      if (isSound) taggedTo = 0
      visit(frame, position, !isSound)
      position += frame.bytes
      continue
    }
    taggedTo = Math.max(taggedTo, tagEnd(file, position) ?? 0)
    if (position >= taggedTo) visit(undefined, position, false)
    position += 1
  }
}

/**
 * The longest sound that the bytes between the tags and the first row can be: other decoders may recognise a kind
 * of sound in them that we don't. A partial frame and zeros count as no sound, nor do tags without frames.
 */
export const secondsBefore = (file: Buffer, start: number, first: number, frames: Frames): number => {
  let seconds = 0
  walkFrames(file, [afterSkippedTags(file), Math.min(start, first)], frames, (frame, _position, isLone) => {
    if (isLone) seconds += frame?.seconds ?? 0
  })
  const isPart = first - start <= frames.partMax
  return seconds + (isPart ? 0 : filledBytes(file, start, first) * secondsPerByteMax)
}

/** Above the size of any frame, and a power of two. */
const windowBytes = 16_384

/**
 * The longest sound that frames between two positions can be, wherever a decoder begins: frames can be hidden in
 * the bodies of others. Frames by coincidence make it a little too long.
 */
const longestSeconds = (file: Buffer, start: number, end: number, { anyFrameAt }: Frames): number => {
  const longestFrom = new Float64Array(windowBytes)
  let longest = 0
  for (let position = end - 1; position >= start; position -= 1) {
    const frame = file[position] === 0xff ? anyFrameAt(position) : undefined
    if (frame !== undefined) {
      const rest = longestFrom[(position + frame.bytes) % windowBytes] ?? 0
      longest = Math.max(longest, frame.seconds + rest)
    }
    longestFrom[position % windowBytes] = longest
  }
  return longest
}

/** How much longer than the sound that was counted frames by coincidence make a file that hides nothing. */
export interface Coincidence {
  share: number
  seconds: number
}
const usualCoincidence: Coincidence = { share: 0.25, seconds: 1 }

/**
 * The longest sound that frames between two positions can be, if it is so much longer than the sound that was
 * counted in them that some must be hidden; undefined otherwise.
 */
export const hiddenLongest = (
  file: Buffer,
  [start, end]: readonly [number, number],
  frames: Frames,
  seconds: number,
  coincidence = usualCoincidence,
): number | undefined => {
  const most = seconds * (1 + coincidence.share) + coincidence.seconds
  if ((end - start) * frames.secondsPerByteMax <= most) return undefined
  const longest = longestSeconds(file, start, end, frames)
  return longest > most ? longest : undefined
}
