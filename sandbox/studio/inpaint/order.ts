import type { TimeRange } from '../clips/range.ts'
import type { PieceOrder } from '../music/order.ts'

/** What somebody wants in the place of a stretch of a clip. Empty texts are left to the composer. */
export type InpaintOrder = Pick<PieceOrder, 'prompt' | 'lyrics' | 'title' | 'gender' | 'take'> & {
  /** In seconds of the clip. */
  readonly range: TimeRange
  /** What is sung inside the range. */
  readonly section: string
}

/** The shortest stretch in which a sound can begin and end without a click. */
export const rangeSecondsMin = 0.01
