import type { FrameRange } from '../clips/range.ts'
import type { PieceFacts } from '../music/order.ts'
import { renderScore } from '../music/sound/render.ts'
import { type Stereo, sampleRate } from '../music/sound/stereo.ts'
import { composePart, type PartScore } from './composing.ts'
import { replaceFrames } from './joins.ts'
import { atLevel, levelAround, sliceOf } from './level.ts'
import type { InpaintOrder } from './order.ts'

/** Below this a stretch may hold less than a beat, so its music is measured with what lies around it. */
const measuredFramesMin = 2 * sampleRate

/** The music of a score as loud as the clip is around the range; as loud as all pieces for a silent clip. */
const levelled = (clip: Stereo, range: FrameRange, { score, stretchSeconds }: PartScore): Stereo => {
  const music = renderScore(score)
  const lufs = levelAround(clip, range)
  const from = Math.round(stretchSeconds.start * sampleRate)
  const length = range.to - range.from
  const inRange = (sound: Stereo): Stereo => sliceOf(sound, { from, to: from + length })
  if (lufs === undefined) return inRange(music)
  return length < measuredFramesMin ? inRange(atLevel(music, lufs)) : atLevel(inRange(music), lufs)
}

/** A clip with new music in a range, and what is told about it. */
export type Inpainted = { readonly sound: Stereo; readonly facts: PieceFacts }

/** Plays something new in a range of a clip. Outside of the range every sample stays as it is. */
export const inpaint = (clip: Stereo, range: FrameRange, order: InpaintOrder): Inpainted => {
  const part = composePart(clip, range, order)
  return { sound: replaceFrames(clip, range, levelled(clip, range, part)), facts: part.facts }
}
