import load from '@echogarden/pffft-wasm/simd'

/**
 * Gives the magnitudes of the spectrum of the samples from a place on; the
 * array is used again by the next call.
 */
export type SpectrumReader = (samples: Float32Array, start: number) => Float32Array

const pffft = await load()

/** The library's own numbers (https://bitbucket.org/jpommier/pffft, pffft.h). */
const complexValues = 1
const forwards = 0

/** What the library has prepared for transforms of one size, and where in its memory their values lie. */
type Plan = { readonly setup: number; readonly values: number; readonly work: number }

const makePlan = (size: number): Plan => {
  const bytes = 2 * size * Float32Array.BYTES_PER_ELEMENT
  return {
    setup: pffft._pffft_new_setup(size, complexValues),
    values: pffft._pffft_aligned_malloc(bytes),
    work: pffft._pffft_aligned_malloc(bytes),
  }
}

/** One per size; the library's memory is never freed. */
const plans = new Map<number, Plan>()

const planFor = (size: number): Plan => {
  const plan = plans.get(size) ?? makePlan(size)
  plans.set(size, plan)
  return plan
}

/** Turns values into their spectrum in place; both arrays are as long as the transform, and in any unit. */
export type FourierTransform = {
  readonly forward: (real: Float32Array, imaginary: Float32Array) => void
  /** Undoes `forward`. */
  readonly inverse: (real: Float32Array, imaginary: Float32Array) => void
}

/** A fast Fourier transform of complex values, whose number is a power of two, at least 16. */
export const createFourierTransform = (size: number): FourierTransform => {
  const { setup, values, work } = planFor(size)
  const first = values / Float32Array.BYTES_PER_ELEMENT
  const transform = (real: Float32Array, imaginary: Float32Array): void => {
    const memory = pffft.HEAPF32 // read on every call: growing the memory replaces the array
    for (let index = 0; index < size; index += 1) {
      memory[first + 2 * index] = real[index] ?? 0
      memory[first + 2 * index + 1] = imaginary[index] ?? 0
    }
    pffft._pffft_transform_ordered(setup, values, values, work, forwards)
    for (let index = 0; index < size; index += 1) {
      real[index] = memory[first + 2 * index] ?? 0
      imaginary[index] = memory[first + 2 * index + 1] ?? 0
    }
  }
  const inverse: FourierTransform['inverse'] = (real, imaginary) => {
    // Exchanging the parts turns the direction of a transform round.
    transform(imaginary, real)
    for (let index = 0; index < size; index += 1) {
      real[index] = (real[index] ?? 0) / size
      imaginary[index] = (imaginary[index] ?? 0) / size
    }
  }
  return { forward: transform, inverse }
}

/** A reader of spectra of this many samples, a power of two, seen through a Hann window. */
export const createSpectrumReader = (size: number): SpectrumReader => {
  const window = Float32Array.from(
    { length: size },
    (_empty, index) => 0.5 - 0.5 * Math.cos((2 * Math.PI * index) / size),
  )
  const { forward } = createFourierTransform(size)
  const real = new Float32Array(size)
  const imaginary = new Float32Array(size)
  const magnitudes = new Float32Array(size / 2)
  return (samples, start) => {
    // Only within the samples: reading beyond them costs more than all the rest.
    const from = Math.max(0, -start)
    const to = Math.min(size, samples.length - start)
    real.fill(0)
    imaginary.fill(0)
    for (let index = from; index < to; index += 1) {
      real[index] = (samples[start + index] ?? 0) * (window[index] ?? 0)
    }
    forward(real, imaginary)
    for (let bin = 0; bin < magnitudes.length; bin += 1) {
      magnitudes[bin] = Math.sqrt((real[bin] ?? 0) ** 2 + (imaginary[bin] ?? 0) ** 2)
    }
    return magnitudes
  }
}
