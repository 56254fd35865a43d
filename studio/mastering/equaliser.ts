import { createFourierTransform } from '../analysis/fourier.ts'
import type { Stereo } from '../music/sound/stereo.ts'
import { binCount } from './spectrum.ts'

/** Gains of the middle and the side, one for each bin of a spectrum. */
export type Gains = { readonly middle: Float64Array; readonly side: Float64Array }

/**
 * The halves of two filters that are alike forwards and backwards: the tap in the middle, and those after it.
 */
type Taps = { readonly middle: Float32Array; readonly side: Float32Array }

/** Taps on either side of the middle one; beyond them a filter is cut off, softly. */
const reach = 8191
const size = 2 * (binCount - 1)
const samplesPerBlock = size - 2 * reach

const { forward, inverse } = createFourierTransform(size)

const fadeOut = (tap: number): number => 0.5 + 0.5 * Math.cos((Math.PI * tap) / (reach + 1))

/**
 * Filters with these gains and no phase. Gains that change faster than the taps can follow come out smoother.
 */
const designTaps = ({ middle, side }: Gains): Taps => {
  const real = new Float32Array(size)
  const imaginary = new Float32Array(size)
  for (let bin = 0; bin < size; bin += 1) {
    const mirrored = Math.min(bin, size - bin)
    real[bin] = middle[mirrored] ?? 0
    imaginary[bin] = side[mirrored] ?? 0
  }
  inverse(real, imaginary)
  const taper = (taps: Float32Array): Float32Array =>
    taps.slice(0, reach + 1).map((tap, index) => tap * fadeOut(index))
  return { middle: taper(real), side: taper(imaginary) }
}

/** The spectrum of the taps, which is real as they are alike on both sides of the first place. */
const responses = ({ middle, side }: Taps): Taps => {
  const real = new Float32Array(size)
  const imaginary = new Float32Array(size)
  for (let tap = 0; tap <= reach; tap += 1) {
    for (const at of [tap, (size - tap) % size]) {
      real[at] = middle[tap] ?? 0
      imaginary[at] = side[tap] ?? 0
    }
  }
  forward(real, imaginary)
  return { middle: real, side: imaginary }
}

/** The gains that the filters of these gains really have. */
export const gainsInEffect = (gains: Gains): Gains => {
  const { middle, side } = responses(designTaps(gains))
  return {
    middle: Float64Array.from(middle.subarray(0, binCount)),
    side: Float64Array.from(side.subarray(0, binCount)),
  }
}

/** Weighs the even part of a spectrum, which is the middle, and the odd one, which is the side. */
const weigh = (real: Float32Array, imaginary: Float32Array, weights: Taps): void => {
  for (let bin = 0; bin <= size / 2; bin += 1) {
    const mirrored = (size - bin) % size
    const re = real[bin] ?? 0
    const im = imaginary[bin] ?? 0
    const mirroredRe = real[mirrored] ?? 0
    const mirroredIm = imaginary[mirrored] ?? 0
    const middle = (weights.middle[bin] ?? 0) / 2
    const side = (weights.side[bin] ?? 0) / 2
    const evenRe = middle * (re + mirroredRe)
    const evenIm = middle * (im - mirroredIm)
    const oddRe = side * (re - mirroredRe)
    const oddIm = side * (im + mirroredIm)
    real[bin] = evenRe + oddRe
    imaginary[bin] = evenIm + oddIm
    real[mirrored] = evenRe - oddRe
    imaginary[mirrored] = oddIm - evenIm
  }
}

/**
 * Writes a sound with these gains into another one of the same length, without a delay: each block of samples
 * goes through the spectrum together with as many neighbours as the filters reach.
 */
export const equalise = ({ left, right }: Stereo, gains: Gains, out: Stereo): void => {
  const weights = responses(designTaps(gains))
  const real = new Float32Array(size)
  const imaginary = new Float32Array(size)
  for (let start = 0; start < left.length; start += samplesPerBlock) {
    for (let at = 0; at < size; at += 1) {
      const one = left[start + at - reach] ?? 0
      const other = right[start + at - reach] ?? 0
      real[at] = (one + other) / 2
      imaginary[at] = (one - other) / 2
    }
    forward(real, imaginary)
    weigh(real, imaginary, weights)
    inverse(real, imaginary)
    const end = Math.min(left.length, start + samplesPerBlock)
    for (let index = start; index < end; index += 1) {
      const at = index - start + reach
      out.left[index] = (real[at] ?? 0) + (imaginary[at] ?? 0)
      out.right[index] = (real[at] ?? 0) - (imaginary[at] ?? 0)
    }
  }
}
