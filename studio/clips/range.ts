/** Sample frames of a clip: the first one, and the one after the last. */
export type FrameRange = { readonly from: number; readonly to: number }

/** A stretch of a sound from its start on, in the unit that the name of whatever holds it ends with. */
export type TimeRange = { readonly start: number; readonly end: number }

/**
 * The stretch that two numbers name; undefined where they name none: one is missing, not finite or negative,
 * or they are out of order. Whether it lies within a clip shows only when the clip is read.
 */
export const timeRangeOf = (start: number | undefined, end: number | undefined): TimeRange | undefined => {
  if (start === undefined || end === undefined) return undefined
  const isInOrder = Number.isFinite(end) && start >= 0 && start < end
  return isInOrder ? { start, end } : undefined
}

/**
 * The frames of a stretch at a rate, both ends at the frame nearest to them; 1000
 * units a second are milliseconds.
 */
export const framesOf = ({ start, end }: TimeRange, unitsPerSecond: 1 | 1000, rate: number): FrameRange => ({
  from: Math.round((start * rate) / unitsPerSecond),
  to: Math.round((end * rate) / unitsPerSecond),
})

/** How many frames a clip has, and how many of them a second. */
export type ClipLength = { readonly frames: number; readonly rate: number }

/**
 * The frames of a stretch of a clip; undefined where it holds no frame, or goes on behind the clip. Half a
 * millisecond more than there is means the end of the clip, as lengths are told in whole milliseconds.
 */
export const framesWithin = (
  range: TimeRange,
  unitsPerSecond: 1 | 1000,
  { frames, rate }: ClipLength,
): FrameRange | undefined => {
  const { from, to } = framesOf(range, unitsPerSecond, rate)
  if ((range.end * rate) / unitsPerSecond > frames + rate / 2000) return undefined
  return from < Math.min(to, frames) ? { from, to: Math.min(to, frames) } : undefined
}
