import { MPEGDecoder } from 'mpg123-decoder'

/** Decoded sound. */
export type Sound = {
  readonly left: Float32Array
  readonly right: Float32Array
  readonly sampleRate: number
  readonly seconds: number
}

/** Decodes an MP3, without the silence its encoder puts around it. */
export const decodeMp3 = async (bytes: Uint8Array): Promise<Sound> => {
  const decoder = new MPEGDecoder({ enableGapless: true })
  await decoder.ready
  const { channelData, sampleRate, samplesDecoded, errors } = decoder.decode(bytes)
  decoder.free()
  const [left, right = left] = channelData
  if (left === undefined || right === undefined || errors.length > 0) throw new Error('not a sound MP3')
  return { left, right, sampleRate, seconds: samplesDecoded / sampleRate }
}

/** Both channels as one. */
export const toMono = ({ left, right }: Sound): Float32Array =>
  left.map((sample, index) => (sample + (right[index] ?? 0)) / 2)

/** The root of the mean square. */
export const rootMeanSquare = (samples: Float32Array): number =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length)

/**
 * The highest level in dBFS, between the samples too: each gap is filled at three places with a windowed
 * sinc, which is the fourfold oversampling of ITU-R BS.1770 annex 2.
 */
export const truePeakDb = (channel: Float32Array): number => {
  const reach = 6
  const kernels = [0.25, 0.5, 0.75].map((part) =>
    Array.from({ length: 2 * reach }, (_empty, tap) => {
      const distance = tap - reach + 1 - part
      const window = Math.cos((Math.PI * distance) / (2 * reach + 1)) ** 2
      return (Math.sin(Math.PI * distance) / (Math.PI * distance)) * window
    }),
  )
  let peak = 0
  for (let index = reach; index < channel.length - reach; index += 1) {
    const here = Math.abs(channel[index] ?? 0)
    peak = Math.max(peak, here)
    if (here < peak * 0.5) continue
    for (const kernel of kernels) {
      let between = 0
      for (let tap = 0; tap < kernel.length; tap += 1) {
        between += (kernel[tap] ?? 0) * (channel[index + tap - reach + 1] ?? 0)
      }
      peak = Math.max(peak, Math.abs(between))
    }
  }
  return 20 * Math.log10(peak)
}

type Plan = {
  readonly order: Uint32Array
  readonly cosines: Float64Array
  readonly sines: Float64Array
  readonly window: Float64Array
}

const plans = new Map<number, Plan>()

/**
 * Where each value goes, the turns of the butterflies and a Hann window: the
 * same for every run of one length.
 */
const planFor = (size: number): Plan => {
  const known = plans.get(size)
  if (known !== undefined) return known
  const order = new Uint32Array(size)
  for (let index = 1; index < size; index += 1) {
    order[index] = ((order[index >> 1] ?? 0) >> 1) | (index & 1 ? size >> 1 : 0)
  }
  const wave = (of: (turn: number) => number): Float64Array =>
    Float64Array.from({ length: size }, (_empty, index) => of((2 * Math.PI * index) / size))
  const window = wave((turn) => 0.5 - 0.5 * Math.cos(turn))
  const plan = { order, cosines: wave(Math.cos), sines: wave(Math.sin), window }
  plans.set(size, plan)
  return plan
}

/** All indices are within the arrays: a fallback for each value would double the time. */
const transform = (real: Float64Array, imaginary: Float64Array, { cosines, sines }: Plan): void => {
  const size = real.length
  for (let span = 2; span <= size; span *= 2) {
    const half = span / 2
    const stride = size / span
    for (let start = 0; start < size; start += span) {
      for (let index = 0; index < half; index += 1) {
        const low = start + index
        const high = low + half
        const cosine = cosines[index * stride] as number
        const sine = sines[index * stride] as number
        const highReal = real[high] as number
        const highImaginary = imaginary[high] as number
        const re = highReal * cosine + highImaginary * sine
        const im = highImaginary * cosine - highReal * sine
        const lowReal = real[low] as number
        const lowImaginary = imaginary[low] as number
        real[high] = lowReal - re
        imaginary[high] = lowImaginary - im
        real[low] = lowReal + re
        imaginary[low] = lowImaginary + im
      }
    }
  }
}

/** Magnitudes of the spectrum of a run of samples, whose length is a power of two. */
export const spectrum = (samples: Float32Array): Float64Array => {
  const size = samples.length
  const plan = planFor(size)
  const { order, window } = plan
  const real = new Float64Array(size)
  const imaginary = new Float64Array(size)
  for (let index = 0; index < size; index += 1) {
    const from = order[index] as number
    real[index] = (samples[from] as number) * (window[from] as number)
  }
  transform(real, imaginary, plan)
  const magnitudes = new Float64Array(size / 2)
  for (let bin = 0; bin < magnitudes.length; bin += 1) {
    const re = real[bin] as number
    const im = imaginary[bin] as number
    magnitudes[bin] = Math.sqrt(re * re + im * im)
  }
  return magnitudes
}

const spectra = (samples: Float32Array, size: number, hop: number): Float64Array[] =>
  Array.from({ length: Math.max(0, Math.floor((samples.length - size) / hop) + 1) }, (_empty, frame) =>
    spectrum(samples.subarray(frame * hop, frame * hop + size)),
  )

const onsetHop = 256

/** How much new sound begins, 172 times a second: the sum of all that grows in the logarithmic spectrum. */
const onsetStrengths = (samples: Float32Array): Float64Array => {
  const frames = spectra(samples, 1024, onsetHop).map((frame) =>
    frame.map((magnitude) => Math.log(1 + 100 * magnitude)),
  )
  const flux = frames.map((frame, index) => {
    const before = frames[index - 1] ?? frame
    return frame.reduce((sum, value, bin) => sum + Math.max(0, value - (before[bin] ?? 0)), 0)
  })
  const around = 40
  return Float64Array.from(flux, (value, index) => {
    const near = flux.slice(Math.max(0, index - around), index + around)
    return Math.max(0, value - near.reduce((sum, other) => sum + other, 0) / near.length)
  })
}

const correlationAt = (strengths: Float64Array, lag: number): number => {
  const whole = Math.floor(lag)
  const part = lag - whole
  let sum = 0
  for (let index = whole + 1; index < strengths.length; index += 1) {
    const back = (strengths[index - whole] ?? 0) * (1 - part) + (strengths[index - whole - 1] ?? 0) * part
    sum += (strengths[index] ?? 0) * back
  }
  return sum / (strengths.length - whole)
}

/**
 * The tempo between two bounds, in beats per minute: the period at which onsets repeat most, counted over one
 * to eight beats, so that a small error adds up and shows.
 */
export const estimateTempo = (
  sound: Sound,
  bounds: { readonly from: number; readonly to: number },
): number => {
  const strengths = onsetStrengths(toMono(sound))
  const framesPerMinute = (60 * sound.sampleRate) / onsetHop
  let best = { tempo: 0, score: -1 }
  for (let tempo = bounds.from; tempo <= bounds.to; tempo += 0.25) {
    const period = framesPerMinute / tempo
    const score = [1, 2, 3, 4, 6, 8].reduce((sum, beats) => sum + correlationAt(strengths, period * beats), 0)
    if (score > best.score) best = { tempo, score }
  }
  return best.tempo
}

/** How much of the sound lies on each pitch class, from C; the sum is 1. */
export const chroma = (sound: Sound): readonly number[] => {
  const size = 8192
  const classes = Array.from({ length: 12 }, () => 0)
  for (const frame of spectra(toMono(sound), size, size)) {
    for (let bin = 8; bin < frame.length; bin += 1) {
      const hz = (bin * sound.sampleRate) / size
      if (hz < 110 || hz > 1800) continue
      const isPeak = (frame[bin] ?? 0) > (frame[bin - 1] ?? 0) && (frame[bin] ?? 0) >= (frame[bin + 1] ?? 0)
      if (!isPeak) continue
      const pitch = Math.round(69 + 12 * Math.log2(hz / 440))
      classes[pitch % 12] = (classes[pitch % 12] ?? 0) + (frame[bin] ?? 0)
    }
  }
  const total = classes.reduce((sum, value) => sum + value, 0)
  return classes.map((value) => value / total)
}

/** The tonic, 0 = C, whose scale holds most of the sound; the scale is given as semitones over its tonic. */
export const estimateTonic = (sound: Sound, scale: readonly number[]): number => {
  const classes = chroma(sound)
  const shares = classes.map((_share, tonic) =>
    scale.reduce((sum, semitones) => sum + (classes[(tonic + semitones) % 12] ?? 0), 0),
  )
  return shares.indexOf(Math.max(...shares))
}

const bandEdgesHz = [40, 80, 160, 320, 640, 1280, 2560, 5120, 10_240, 16_000]

/** The level in each of nine octave bands, second by second, in decibels. */
export const bandLevels = (sound: Sound): readonly number[] => {
  const size = 4096
  return spectra(toMono(sound), size, sound.sampleRate / 2).flatMap((frame) =>
    bandEdgesHz.slice(1).map((to, index) => {
      const from = bandEdgesHz[index] ?? 0
      const bins = frame.subarray((from * size) / sound.sampleRate, (to * size) / sound.sampleRate + 1)
      return 10 * Math.log10(bins.reduce((sum, value) => sum + value * value, 1e-6))
    }),
  )
}

/** How far two sounds lie apart: the mean difference of their levels over bands and time, in decibels. */
export const distanceDb = (one: Sound, other: Sound): number => {
  const [first, second] = [bandLevels(one), bandLevels(other)]
  const length = Math.min(first.length, second.length)
  return (
    first.slice(0, length).reduce((sum, level, at) => sum + Math.abs(level - (second[at] ?? 0)), 0) / length
  )
}
