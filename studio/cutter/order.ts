import type { TimeRange } from '../clips/range.ts'
import type { AudioFormat } from '../encode/formats.ts'

/** The part of a clip to keep. */
export type CutOrder = {
  readonly clipPath: string
  readonly rangeMs: TimeRange
  /** The form of the file; undefined = that of the clip. */
  readonly format: AudioFormat | undefined
}

/** What the service says of a range that is none. */
export const invalidRange = 'Invalid time range specified'
