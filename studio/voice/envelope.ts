import { createFourierTransform } from '../analysis/fourier.ts'
import { sampleRate } from '../music/sound/stereo.ts'
import { binCount, frameSamples } from './frames.ts'

/**
 * Writes the logarithmic envelope of the powers of a frame, in nepers of amplitude, one value for each bin.
 */
export type EnvelopeReader = (powers: Float32Array, envelope: Float32Array) => void

/**
 * What repeats faster along the spectrum than this is the work of the vocal cords and not of
 * the mouth: their harmonics lie as far apart as the voice is high, which makes 400 Hz the
 * highest voice that is told apart well.
 */
const longestQuefrencySeconds = 1 / 400
const inaudiblePower = 1e-10

const lifter = Float32Array.from({ length: frameSamples }, (_empty, at) => {
  const distance = Math.min(at, frameSamples - at) / (longestQuefrencySeconds * sampleRate)
  return distance < 1 ? 0.5 + 0.5 * Math.cos(Math.PI * distance) : 0
})

/**
 * Makes a reader of envelopes by way of the cepstrum
 * (https://ccrma.stanford.edu/~jos/sasp/Cepstral_Windowing.html).
 */
export const createEnvelopeReader = (): EnvelopeReader => {
  const transform = createFourierTransform(frameSamples)
  const real = new Float32Array(frameSamples)
  const imaginary = new Float32Array(frameSamples)
  return (powers, envelope) => {
    for (let bin = 0; bin < binCount; bin += 1) {
      const level = Math.log((powers[bin] ?? 0) + inaudiblePower) / 2
      real[bin] = level
      real[(frameSamples - bin) % frameSamples] = level
    }
    imaginary.fill(0)
    transform.inverse(real, imaginary)
    for (let at = 0; at < frameSamples; at += 1) real[at] = (real[at] ?? 0) * (lifter[at] ?? 0)
    imaginary.fill(0)
    transform.forward(real, imaginary)
    envelope.set(real.subarray(0, binCount))
  }
}
