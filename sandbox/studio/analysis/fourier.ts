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

/** The butterflies of one stage of the fast Fourier transform. */
const combine = ({ real, imaginary }: Buffers, { cosines, sines }: Turns, span: number): void => {
  const stride = real.length / span
  for (let start = 0; start < real.length; start += span) {
    for (let index = 0; index < span / 2; index += 1) {
      const low = start + index
      const high = low + span / 2
      const cosine = cosines[index * stride] ?? 0
      const sine = sines[index * stride] ?? 0
      const re = (real[high] ?? 0) * cosine + (imaginary[high] ?? 0) * sine
      const im = (imaginary[high] ?? 0) * cosine - (real[high] ?? 0) * sine
      real[high] = (real[low] ?? 0) - re
      imaginary[high] = (imaginary[low] ?? 0) - im
      real[low] = (real[low] ?? 0) + re
      imaginary[low] = (imaginary[low] ?? 0) + im
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
  const transform = (real: Float32Array, imaginary: Float32Array): void => {
    for (let index = 0; index < size; index += 1) {
      const from = order[index] ?? 0
      buffers.real[index] = real[from] ?? 0
      buffers.imaginary[index] = imaginary[from] ?? 0
    }
    for (let span = 2; span <= size; span *= 2) combine(buffers, turns, span)
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
    for (let index = 0; index < size; index += 1) {
      real[index] = (samples[start + index] ?? 0) * (window[index] ?? 0)
    }
    imaginary.fill(0)
    forward(real, imaginary)
    for (let bin = 0; bin < magnitudes.length; bin += 1) {
      magnitudes[bin] = Math.hypot(real[bin] ?? 0, imaginary[bin] ?? 0)
    }
    return magnitudes
  }
}
