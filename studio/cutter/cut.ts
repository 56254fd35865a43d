import { framesWithin, type TimeRange } from '../clips/range.ts'
import type { Stereo } from '../music/sound/stereo.ts'

/**
 * The frames of a sound in a range, at the sound's own rate and exactly as they are; undefined
 * where the range holds no frame or goes on behind the sound.
 */
export const cut = (sound: Stereo, rangeMs: TimeRange): Stereo | undefined => {
  const { left, right, sampleRate: rate } = sound
  const frames = framesWithin(rangeMs, 1000, { frames: left.length, rate })
  if (frames === undefined) return undefined
  const kept = (channel: Float32Array): Float32Array => channel.slice(frames.from, frames.to)
  return { left: kept(left), right: kept(right), sampleRate: rate }
}
