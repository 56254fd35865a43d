/**
 * Gives the magnitudes of the spectrum of the samples from a place on; the
 * array is used again by the next call.
 */
export type SpectrumReader = (samples: Float32Array, start: number) => Float32Array

const bitReversed = (size: number): Uint32Array => {
  const order = new Uint32Array(size)
  const bits = Math.log2(size)
  for (let index = 0; index < size; index += 1) {
    let reversed = 0
    for (let bit = 0; bit < bits; bit += 1) reversed |= ((index >> bit) & 1) << (bits - 1 - bit)
    order[index] = reversed
  }
  return order
}

const wave = (size: number, of: (turn: number) => number): Float32Array =>
  Float32Array.from({ length: size }, (_empty, index) => of((2 * Math.PI * index) / size))

type Buffers = { readonly real: Float32Array; readonly imaginary: Float32Array }
type Turns = { readonly cosines: Float32Array; readonly sines: Float32Array }

/** The butterflies of the first stage, whose turns are none. */
const combinePairs = ({ real, imaginary }: Buffers): void => {
  for (let low = 0; low < real.length; low += 2) {
    const re = real[low + 1] ?? 0
    const im = imaginary[low + 1] ?? 0
    real[low + 1] = (real[low] ?? 0) - re
    imaginary[low + 1] = (imaginary[low] ?? 0) - im
    real[low] = (real[low] ?? 0) + re
    imaginary[low] = (imaginary[low] ?? 0) + im
  }
}

/**
 * The butterflies of two stages of the fast Fourier transform in one go, of half of `span` and of all of it: most
 * of the time goes into writing what is read again.
 */
const combineTwice = ({ real, imaginary }: Buffers, { cosines, sines }: Turns, span: number): void => {
  const stride = real.length / span
  const quarter = span / 4
  for (let start = 0; start < real.length; start += span) {
    for (let index = 0; index < quarter; index += 1) {
      const first = start + index
      const second = first + quarter
      const third = second + quarter
      const fourth = third + quarter
      const halfCosine = cosines[2 * index * stride] ?? 0
      const halfSine = sines[2 * index * stride] ?? 0
      const re1 = real[first] ?? 0
      const im1 = imaginary[first] ?? 0
      const re2 = (real[second] ?? 0) * halfCosine + (imaginary[second] ?? 0) * halfSine
      const im2 = (imaginary[second] ?? 0) * halfCosine - (real[second] ?? 0) * halfSine
      const re3 = real[third] ?? 0
      const im3 = imaginary[third] ?? 0
      const re4 = (real[fourth] ?? 0) * halfCosine + (imaginary[fourth] ?? 0) * halfSine
      const im4 = (imaginary[fourth] ?? 0) * halfCosine - (real[fourth] ?? 0) * halfSine
      const cosine = cosines[index * stride] ?? 0
      const sine = sines[index * stride] ?? 0
      const reSum = (re3 + re4) * cosine + (im3 + im4) * sine
      const imSum = (im3 + im4) * cosine - (re3 + re4) * sine
      // A quarter of a turn further on, where cosine and sine change places.
      const reQuarter = (im3 - im4) * cosine - (re3 - re4) * sine
      const imQuarter = (re4 - re3) * cosine - (im3 - im4) * sine
      real[first] = re1 + re2 + reSum
      imaginary[first] = im1 + im2 + imSum
      real[second] = re1 - re2 + reQuarter
      imaginary[second] = im1 - im2 + imQuarter
      real[third] = re1 + re2 - reSum
      imaginary[third] = im1 + im2 - imSum
      real[fourth] = re1 - re2 - reQuarter
      imaginary[fourth] = im1 - im2 - imQuarter
    }
  }
}

/** Turns values into their spectrum in place; both arrays are as long as the transform, and in any unit. */
export type FourierTransform = {
  readonly forward: (real: Float32Array, imaginary: Float32Array) => void
  /** Undoes `forward`. */
  readonly inverse: (real: Float32Array, imaginary: Float32Array) => void
}

/** A fast Fourier transform of complex values, whose number is a power of two. */
export const createFourierTransform = (size: number): FourierTransform => {
  const order = bitReversed(size)
  const turns = { cosines: wave(size, Math.cos), sines: wave(size, Math.sin) }
  const buffers = { real: new Float32Array(size), imaginary: new Float32Array(size) }
  const isOdd = Math.log2(size) % 2 === 1
  const transform = (real: Float32Array, imaginary: Float32Array): void => {
    for (let index = 0; index < size; index += 1) {
      const from = order[index] ?? 0
      buffers.real[index] = real[from] ?? 0
      buffers.imaginary[index] = imaginary[from] ?? 0
    }
    if (isOdd) combinePairs(buffers)
    for (let span = isOdd ? 8 : 4; span <= size; span *= 4) combineTwice(buffers, turns, span)
    real.set(buffers.real)
    imaginary.set(buffers.imaginary)
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
  const window = wave(size, (turn) => 0.5 - 0.5 * Math.cos(turn))
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
