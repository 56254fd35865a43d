import type { FrameRange } from '../clips/range.ts'
import { type Stereo, sampleRate } from '../music/sound/stereo.ts'

const joinFrames = Math.round(0.02 * sampleRate)
const fadeInFrames = Math.round(0.004 * sampleRate)
const fadeOutFrames = Math.round(1.2 * sampleRate)

/** How far a curve without corners has risen from 0 to 1, `index` frames after its start. */
const risen = (index: number, frames: number): number =>
  frames === 0 ? 1 : 0.5 - 0.5 * Math.cos(Math.PI * Math.min(1, index / frames))

type Edges = {
  /** How many frames each fade lasts; they share the range, so none is longer than half of it. */
  readonly fadeIn: number
  readonly fadeOut: number
  /** Whether the clip goes on beyond an edge, so that it fades into the part and out of it again. */
  readonly hasBefore: boolean
  readonly hasAfter: boolean
}

const edgesOf = ({ from, to }: FrameRange, length: number): Edges => {
  const half = Math.floor((to - from) / 2)
  const [hasBefore, hasAfter] = [from > 0, to < length]
  return {
    fadeIn: Math.min(half, hasBefore ? joinFrames : fadeInFrames),
    fadeOut: Math.min(half, hasAfter ? joinFrames : fadeOutFrames),
    hasBefore,
    hasAfter,
  }
}

const joinChannel = (
  clip: Float32Array,
  { from, to }: FrameRange,
  part: Float32Array,
  edges: Edges,
): Float32Array => {
  const out = clip.slice()
  for (let frame = from; frame < to; frame += 1) {
    const fromStart = risen(frame - from, edges.fadeIn)
    const fromEnd = risen(to - 1 - frame, edges.fadeOut)
    const clipBefore = edges.hasBefore ? 1 - fromStart : 0
    const clipAfter = edges.hasAfter ? 1 - fromEnd : 0
    out[frame] =
      fromStart * fromEnd * (part[frame - from] ?? 0) + (clipBefore + clipAfter) * (clip[frame] ?? 0)
  }
  return out
}

/**
 * The clip with a part in the place of a range of its frames. The fades lie inside the range: its first and
 * its last frame are still the clip's own, so nothing outside changes and no join has a step of its own. The
 * weights of clip and part never sum to more than 1, so nothing gets louder than the louder of the two. Where
 * the range begins or ends with the clip, the part fades from or into silence instead.
 */
export const replaceFrames = (clip: Stereo, range: FrameRange, part: Stereo): Stereo => {
  const edges = edgesOf(range, clip.left.length)
  return {
    left: joinChannel(clip.left, range, part.left, edges),
    right: joinChannel(clip.right, range, part.right, edges),
    sampleRate: clip.sampleRate,
  }
}
