import { createFourierTransform } from '../analysis/fourier.ts'
import { type Stereo, sampleRate } from '../music/sound/stereo.ts'

/** Long enough to tell the lowest third of an octave, 25 Hz, from the next. */
const frameSamples = 32_768
const hopSamples = frameSamples / 2

/** Bins of a spectrum, from 0 Hz to half the rate, both included. */
export const binCount = frameSamples / 2 + 1

/** The bin of a frequency, mostly between two. */
export const binOf = (hz: number): number => (hz * frameSamples) / sampleRate

/** The frequency of a bin. */
export const hzOf = (bin: number): number => (bin * sampleRate) / frameSamples

/**
 * The mean power of the middle (half the sum of both sides) and of the side
 * (half their difference), bin by bin.
 */
export type Spectrum = { readonly middle: Float64Array; readonly side: Float64Array }

const { forward } = createFourierTransform(frameSamples)

const window = Float32Array.from(
  { length: frameSamples },
  (_empty, index) => 0.5 - 0.5 * Math.cos((2 * Math.PI * index) / frameSamples),
)

type Buffers = { readonly real: Float32Array; readonly imaginary: Float32Array }

/** Reads the middle as the real part and the side as the imaginary one, so that one transform serves both. */
const readFrame = ({ left, right }: Stereo, start: number, { real, imaginary }: Buffers): void => {
  for (let at = 0; at < frameSamples; at += 1) {
    const weight = (window[at] ?? 0) / 2
    const one = left[start + at] ?? 0
    const other = right[start + at] ?? 0
    real[at] = weight * (one + other)
    imaginary[at] = weight * (one - other)
  }
}

/** What is even in a spectrum comes from the real part of the samples, what is odd from the imaginary one. */
const addPowers = ({ real, imaginary }: Buffers, { middle, side }: Spectrum): void => {
  for (let bin = 0; bin < binCount; bin += 1) {
    const mirrored = (frameSamples - bin) % frameSamples
    const re = real[bin] ?? 0
    const im = imaginary[bin] ?? 0
    const mirroredRe = real[mirrored] ?? 0
    const mirroredIm = imaginary[mirrored] ?? 0
    middle[bin] = (middle[bin] ?? 0) + ((re + mirroredRe) ** 2 + (im - mirroredIm) ** 2) / 4
    side[bin] = (side[bin] ?? 0) + ((re - mirroredRe) ** 2 + (im + mirroredIm) ** 2) / 4
  }
}

/**
 * The spectrum of a whole sound. The powers are per sample, so that sounds of
 * different lengths can be compared.
 */
export const spectrumOf = (sound: Stereo): Spectrum => {
  const buffers = { real: new Float32Array(frameSamples), imaginary: new Float32Array(frameSamples) }
  const sums = { middle: new Float64Array(binCount), side: new Float64Array(binCount) }
  // The first frame begins before the sound and the last ends after it, so that all samples count alike.
  for (let start = -hopSamples; start < sound.left.length; start += hopSamples) {
    readFrame(sound, start, buffers)
    forward(buffers.real, buffers.imaginary)
    addPowers(buffers, sums)
  }
  const perSample = 1 / Math.max(1, sound.left.length)
  return {
    middle: sums.middle.map((power) => power * perSample),
    side: sums.side.map((power) => power * perSample),
  }
}
