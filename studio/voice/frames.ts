import { createFourierTransform } from '../analysis/fourier.ts'
import { type Stereo, sampleRate } from '../music/sound/stereo.ts'

/**
 * Samples of a frame: short enough for a syllable, long enough to tell the harmonics of a low voice apart.
 */
export const frameSamples = 2048
/** Bins of a frame's spectrum, from 0 Hz to half the rate, both included. */
export const binCount = frameSamples / 2 + 1
const hopSamples = frameSamples / 4

/** The frequency of a bin. */
export const hzOfBin = (bin: number): number => (bin * sampleRate) / frameSamples

/** The bin nearest to a frequency. */
export const binOfHz = (hz: number): number =>
  Math.max(0, Math.min(binCount - 1, Math.round(hz / hzOfBin(1))))

/**
 * The spectrum of both sides at one moment. The left side is the real part of the samples and the right side
 * the imaginary one, so a gain that is the same at `bin` and at `frameSamples - bin` is a gain of both sides.
 */
export type Frame = { readonly real: Float32Array; readonly imaginary: Float32Array }

const transform = createFourierTransform(frameSamples)

/** The square root of a Hann window: it is applied before and after, and four of them add up to two. */
const window = Float32Array.from({ length: frameSamples }, (_empty, index) =>
  Math.sin((Math.PI * (index + 0.5)) / frameSamples),
)
const windowsSum = 2

/** How many frames cover a sound of this length, with every sample in four of them. */
export const frameCountOf = (length: number): number => Math.ceil(length / hopSamples) + 3

/** Where a frame begins; the first ones begin before the sound. */
const startOf = (index: number): number => (index - 3) * hopSamples

const readFrame = ({ left, right }: Stereo, index: number, { real, imaginary }: Frame): void => {
  const start = startOf(index)
  // Only within the sound: reading beyond it costs more than all the rest.
  const from = Math.max(0, -start)
  const to = Math.min(frameSamples, left.length - start)
  real.fill(0)
  imaginary.fill(0)
  for (let at = from; at < to; at += 1) {
    const weight = window[at] ?? 0
    real[at] = weight * (left[start + at] ?? 0)
    imaginary[at] = weight * (right[start + at] ?? 0)
  }
  transform.forward(real, imaginary)
}

const addFrame = ({ left, right }: Stereo, index: number, { real, imaginary }: Frame): void => {
  transform.inverse(real, imaginary)
  const start = startOf(index)
  const from = Math.max(0, -start)
  const to = Math.min(frameSamples, left.length - start)
  for (let at = from; at < to; at += 1) {
    const weight = (window[at] ?? 0) / windowsSum
    left[start + at] = (left[start + at] ?? 0) + weight * (real[at] ?? 0)
    right[start + at] = (right[start + at] ?? 0) + weight * (imaginary[at] ?? 0)
  }
}

const emptyFrame = (): Frame => ({
  real: new Float32Array(frameSamples),
  imaginary: new Float32Array(frameSamples),
})

/** The power of both sides in each bin of a frame. */
export const powersOf = ({ real, imaginary }: Frame, powers: Float32Array): void => {
  for (let bin = 0; bin < binCount; bin += 1) {
    const mirrored = (frameSamples - bin) % frameSamples
    const here = (real[bin] ?? 0) ** 2 + (imaginary[bin] ?? 0) ** 2
    powers[bin] = (here + (real[mirrored] ?? 0) ** 2 + (imaginary[mirrored] ?? 0) ** 2) / 2
  }
}

/** Applies a gain to both sides in each bin of a frame. */
export const applyGains = ({ real, imaginary }: Frame, gains: Float32Array): void => {
  for (let bin = 0; bin < frameSamples; bin += 1) {
    const gain = gains[bin < binCount ? bin : frameSamples - bin] ?? 0
    real[bin] = (real[bin] ?? 0) * gain
    imaginary[bin] = (imaginary[bin] ?? 0) * gain
  }
}

/** Shows the powers of every frame of a sound; the array is used again for the next frame. */
export const eachFrame = (sound: Stereo, see: (powers: Float32Array, index: number) => void): void => {
  const frame = emptyFrame()
  const powers = new Float32Array(binCount)
  for (let index = 0; index < frameCountOf(sound.left.length); index += 1) {
    readFrame(sound, index, frame)
    powersOf(frame, powers)
    see(powers, index)
  }
}

/** A sound of the same length, every frame of which has been changed in place. */
export const changeFrames = (sound: Stereo, change: (frame: Frame, index: number) => void): Stereo => {
  const length = sound.left.length
  const out: Stereo = { left: new Float32Array(length), right: new Float32Array(length), sampleRate }
  const frame = emptyFrame()
  for (let index = 0; index < frameCountOf(length); index += 1) {
    readFrame(sound, index, frame)
    change(frame, index)
    addFrame(out, index, frame)
  }
  return out
}
