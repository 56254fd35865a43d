import type { TimeRange } from '../clips/range.ts'
import type { PieceOrder } from '../music/order.ts'

/** What somebody wants in the place of a stretch of a clip. Empty texts are left to the composer. */
export type InpaintOrder = Pick<PieceOrder, 'prompt' | 'lyrics' | 'title' | 'gender' | 'take'> & {
  readonly rangeSeconds: TimeRange
  /** What is sung inside the range. */
  readonly section: string
}

/** The shortest stretch in which a sound can begin and end without a click: 10 ms. */
const rangeSecondsMin = 0.01 - 1e-9

/** Whether a stretch, in seconds, is long enough to hold a sound. */
export const isLongEnough = ({ start, end }: TimeRange): boolean => end - start >= rangeSecondsMin

/** What the service says where the clip or the range is missing, or the range is none. */
export const invalidRange = 'audio_file or audio_url and valid replace range are required.'
