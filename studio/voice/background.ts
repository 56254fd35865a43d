import { decibelsToGain, type Stereo } from '../music/sound/stereo.ts'
import { applyGains, binCount, changeFrames, powersOf } from './frames.ts'
import { type NoisePowers, steadyNoiseOf } from './steady-noise.ts'

/** What is left of the noise; without any of it pauses would sound like holes. */
const floor = decibelsToGain(-24)
/** How much the last frame counts in the guess at how far the voice stands above the noise. */
const memory = 0.97
const leastRatio = 10 ** (-30 / 10)

/**
 * Writes the gains for a frame after Ephraim and Malah (https://doi.org/10.1109/TASSP.1984.1164453): how far
 * a voice stands above the noise is guessed from what was let through of the last frame and from this one,
 * so that single bins do not chirp.
 */
const createGate = (noise: NoisePowers): ((powers: Float32Array, gains: Float32Array) => void) => {
  const passed = new Float32Array(binCount)
  return (powers, gains) => {
    for (let bin = 0; bin < binCount; bin += 1) {
      const heard = (powers[bin] ?? 0) / Math.max(noise[bin] ?? 0, 1e-20)
      const ratio = Math.max(leastRatio, memory * (passed[bin] ?? 0) + (1 - memory) * Math.max(0, heard - 1))
      const gain = ratio / (1 + ratio)
      passed[bin] = gain * gain * heard
      gains[bin] = Math.max(floor, gain)
    }
  }
}

/**
 * Takes the steady noise out of a sound, such as hiss, hum or a fan, and leaves voices as loud as they were.
 * The sound itself comes back where there is no such noise.
 */
export const removeBackground = (sound: Stereo): Stereo => {
  const noise = steadyNoiseOf(sound)
  if (noise === undefined) return sound
  const gate = createGate(noise)
  const powers = new Float32Array(binCount)
  const gains = new Float32Array(binCount)
  return changeFrames(sound, (frame) => {
    powersOf(frame, powers)
    gate(powers, gains)
    applyGains(frame, gains)
  })
}
