/** Sample frames of a clip: the first one, and the one after the last. */
export type FrameRange = { readonly from: number; readonly to: number }

/** A stretch of a clip as a caller names it, from its start on. */
export type TimeRange = { readonly start: number; readonly end: number }

/**
 * The stretch that two numbers name; undefined where they name none: one is missing, not finite or negative, or
 * they are out of order. Whether it lies within a clip shows only when the clip is read.
 */
export const timeRangeOf = (start: number | undefined, end: number | undefined): TimeRange | undefined => {
  if (start === undefined || end === undefined) return undefined
  const isInOrder = Number.isFinite(end) && start >= 0 && start < end
  return isInOrder ? { start, end } : undefined
}

/** The frames of a stretch at a rate, both ends at the frame nearest to them; 1000 units a second are milliseconds. */
export const framesOf = ({ start, end }: TimeRange, unitsPerSecond: 1 | 1000, rate: number): FrameRange => ({
  from: Math.round((start * rate) / unitsPerSecond),
  to: Math.round((end * rate) / unitsPerSecond),
})

/** Whether there is at least one frame in a range, and none beyond a clip of this many. */
export const liesWithin = ({ from, to }: FrameRange, length: number): boolean => from < to && to <= length
