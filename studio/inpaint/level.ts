import type { FrameRange } from '../clips/range.ts'
import { loudness } from '../music/sound/loudness.ts'
import { atLoudness } from '../music/sound/master.ts'
import { decibelsToGain, peakOf, type Stereo, sampleRate } from '../music/sound/stereo.ts'

const inaudiblePeak = 1e-4
/** Loudness is measured in blocks of 0.4 seconds, so a shorter sound is measured as if it went on and on. */
const measuredFramesMin = sampleRate
const aroundFrames = 10 * sampleRate
/** Music that is brought far up loses much to the limiter. */
const passes = 5
/** Below this no peak needs limiting, and the gates of the measurement would take the sound for silence. */
const limitedLufsMin = -30

const mapChannels = (sound: Stereo, change: (channel: Float32Array) => Float32Array): Stereo => ({
  left: change(sound.left),
  right: change(sound.right),
  sampleRate: sound.sampleRate,
})

const scaled = (sound: Stereo, gain: number): Stereo =>
  mapChannels(sound, (channel) => channel.map((sample) => gain * sample))

/** The frames of a range. */
export const sliceOf = (sound: Stereo, { from, to }: FrameRange): Stereo =>
  mapChannels(sound, (channel) => channel.subarray(from, to))

/** Whether anything can be heard in a sound. */
export const isAudible = (sound: Stereo): boolean => peakOf(sound) > inaudiblePeak

/** The sound as loud as it can be. */
export const atFullScale = (sound: Stereo): Stereo => {
  const peak = peakOf(sound)
  return peak > 0 ? scaled(sound, 1 / peak) : sound
}

const lengthened = (channel: Float32Array): Float32Array =>
  channel.length >= measuredFramesMin
    ? channel
    : Float32Array.from(
        { length: measuredFramesMin },
        (_empty, index) => channel[index % channel.length] ?? 0,
      )

/** The loudness of a sound of any length and level in LUFS; undefined for silence. */
export const levelOf = (sound: Stereo): number | undefined => {
  if (!isAudible(sound)) return undefined
  // At full scale first, as the gates of the measurement take quiet sounds for silence.
  return loudness(mapChannels(atFullScale(sound), lengthened)) + 20 * Math.log10(peakOf(sound))
}

const joined = (one: Float32Array, other: Float32Array): Float32Array => {
  const out = new Float32Array(one.length + other.length)
  out.set(one)
  out.set(other, one.length)
  return out
}

/**
 * How loud a clip is around a range, or inside it where there is nothing around; undefined for a silent clip.
 */
export const levelAround = (clip: Stereo, { from, to }: FrameRange): number | undefined => {
  const beside = mapChannels(clip, (channel) =>
    joined(channel.subarray(Math.max(0, from - aroundFrames), from), channel.subarray(to, to + aroundFrames)),
  )
  return levelOf(beside) ?? levelOf(sliceOf(clip, { from, to }))
}

/** A sound brought to a level in LUFS; a very high one is reached only as far as the peaks allow. */
export const atLevel = (sound: Stereo, lufs: number): Stereo => {
  const limitedLufs = Math.max(lufs, limitedLufsMin)
  return scaled(atLoudness(sound, limitedLufs, passes), decibelsToGain(lufs - limitedLufs))
}
