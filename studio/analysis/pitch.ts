import { toMono } from '../clips/mono.ts'
import type { Stereo } from '../music/sound/stereo.ts'

const framesRate = 11_025
const frameSamples = 512
const hopSamples = 256
const lowestHz = 60
const highestHz = 450
const secondsHeard = 20
/** A frame counts as voiced from this likeness with itself one period later. */
const voicedLikeness = 0.6
/** The shortest period that is nearly as good as the best one counts, as its multiples fit as well. */
const nearlyBest = 0.9
/** Frames softer than this part of the loudest are pauses. */
const audiblePart = 0.02

const energyAt = (samples: Float32Array, start: number): number => {
  let sum = 0
  for (let index = start; index < start + frameSamples; index += 1) sum += (samples[index] ?? 0) ** 2
  return sum
}

const likeness = (samples: Float32Array, start: number, lag: number): number => {
  let sum = 0
  for (let index = start; index < start + frameSamples; index += 1) {
    sum += (samples[index] ?? 0) * (samples[index + lag] ?? 0)
  }
  return sum / Math.sqrt(energyAt(samples, start) * energyAt(samples, start + lag) + 1e-12)
}

const pitchAt = (samples: Float32Array, start: number): number | undefined => {
  const first = Math.floor(framesRate / highestHz)
  const likenesses = Array.from({ length: Math.ceil(framesRate / lowestHz) - first }, (_empty, index) =>
    likeness(samples, start, first + index),
  )
  const best = Math.max(...likenesses)
  if (best < voicedLikeness) return undefined
  const found = likenesses.findIndex(
    (value, index) =>
      value >= nearlyBest * best &&
      value >= (likenesses[index - 1] ?? 1) &&
      value >= (likenesses[index + 1] ?? 1),
  )
  return found < 0 ? undefined : framesRate / (first + found)
}

/**
 * The pitch a voice speaks at, in hertz: the median over all voiced moments; undefined where there are none.
 */
export const medianPitch = (sound: Stereo): number | undefined => {
  const samples = toMono(sound, framesRate, secondsHeard)
  const count = Math.max(0, Math.floor((samples.length - 2 * frameSamples) / hopSamples))
  const energies = Array.from({ length: count }, (_empty, frame) => energyAt(samples, frame * hopSamples))
  const audible = audiblePart * Math.max(...energies, 1e-6)
  const pitches = energies.flatMap((energy, frame) =>
    energy < audible ? [] : (pitchAt(samples, frame * hopSamples) ?? []),
  )
  return pitches.toSorted((one, other) => one - other)[Math.floor(pitches.length / 2)]
}
