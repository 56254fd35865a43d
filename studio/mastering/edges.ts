import { type Stereo, sampleRate } from '../music/sound/stereo.ts'

const fadeSeconds = 0.005
/** A clip whose first or last sample is under this (-60 dBFS) begins or ends in quiet. */
const quiet = 0.001

const isQuietAt = ({ left, right }: Stereo, index: number): boolean =>
  Math.abs(left[index] ?? 0) < quiet && Math.abs(right[index] ?? 0) < quiet

/**
 * Fades in and out, in place, what was made of a clip that begins or ends in quiet: a filter without phase
 * sounds a little before and after what it filters, and would begin in the middle of that.
 */
export const keepEdges = (sound: Stereo, clip: Stereo): void => {
  const last = sound.left.length - 1
  const length = Math.min(Math.round(fadeSeconds * sampleRate), sound.left.length)
  const [fadesIn, fadesOut] = [isQuietAt(clip, 0), isQuietAt(clip, last)]
  for (const channel of [sound.left, sound.right]) {
    for (let index = 0; index < length; index += 1) {
      if (fadesIn) channel[index] = (channel[index] ?? 0) * (index / length)
      if (fadesOut) channel[last - index] = (channel[last - index] ?? 0) * (index / length)
    }
  }
}
