import { findChord } from '../analysis/harmony.ts'
import type { FrameRange, TimeRange } from '../clips/range.ts'
import { readBrief } from '../music/brief.ts'
import type { PieceOrder } from '../music/order.ts'
import { type Stereo, sampleRate } from '../music/sound/stereo.ts'
import type { Style } from '../music/style.ts'
import type { Key } from '../music/theory.ts'
import { listenIn } from '../remix/listening.ts'
import { atFullScale, isAudible, sliceOf } from './level.ts'

/** What the clip around a range asks of those who play in it. */
export type Surroundings = {
  readonly beatsPerMinute: number
  /** The time of a bar's beginning, in seconds of the clip; it need not be the first one. */
  readonly barSeconds: number
  readonly key: Key
  /**
   * The chord heard in a stretch of the clip, as a sign for `readChord`; undefined where none can be heard.
   */
  readonly chordIn: (stretchSeconds: TimeRange, before: string | undefined) => string | undefined
}

/** As much of a long clip as is listened to: the tempo of the whole may wander. */
const heardSecondsMax = 60

/** The part of a clip that is listened to, with the range in its middle as far as the clip goes. */
const windowAround = ({ from, to }: FrameRange, length: number): FrameRange => {
  const wanted = Math.min(length, heardSecondsMax * sampleRate)
  const middle = Math.round((from + to - wanted) / 2)
  const start = Math.max(0, Math.min(length - wanted, middle))
  return { from: start, to: start + wanted }
}

/** Where nothing can be heard, the order alone decides. */
const imagined = (order: PieceOrder): Surroundings => {
  const { beatsPerMinute, key } = readBrief(order)
  return { beatsPerMinute, key, barSeconds: 0, chordIn: () => undefined }
}

/**
 * Listens to the clip around a range, or takes tempo and key from the order
 * where the clip is silent or short.
 */
export const surroundingsOf = (
  clip: Stereo,
  range: FrameRange,
  style: Style,
  order: PieceOrder,
): Surroundings => {
  const window = windowAround(range, clip.left.length)
  const part = sliceOf(clip, window)
  const heard = isAudible(part) ? listenIn(atFullScale(part), style) : 'silent'
  if (typeof heard === 'string') return imagined(order)
  const { bars, key, chroma, seconds } = heard
  const windowSeconds = window.from / sampleRate
  return {
    beatsPerMinute: bars.beatsPerMinute,
    barSeconds: windowSeconds + bars.firstBarSeconds,
    key,
    chordIn: ({ start, end }, before) => {
      const [from, to] = [Math.max(0, start - windowSeconds), Math.min(seconds, end - windowSeconds)]
      const frames = { from: Math.round(from * sampleRate), to: Math.round(to * sampleRate) }
      if (from >= to || !isAudible(sliceOf(part, frames))) return undefined
      return findChord(chroma(from, to), key, before)
    },
  }
}
