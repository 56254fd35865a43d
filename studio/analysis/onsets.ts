import { createSpectrumReader } from './fourier.ts'

/** How strongly something new begins, frame by frame, 1 on average: in all, and in the bass alone. */
export type Onsets = {
  readonly strengths: Float32Array
  readonly bassStrengths: Float32Array
  readonly framesPerSecond: number
  /** The time of a frame in seconds. */
  readonly timeOf: (frame: number) => number
}

const windowSamples = 1024
const hopSamples = 128
const bassHz = 160
const compression = 100
const aroundSeconds = 0.25
/** Where in its window a stroke raises the spectrum most, measured with clicks. */
const onsetPlace = 0.78

const lessMean = (values: Float32Array, around: number): Float32Array => {
  const sums = new Float64Array(values.length + 1)
  for (const [index, value] of values.entries()) sums[index + 1] = (sums[index] ?? 0) + value
  return values.map((value, index) => {
    const from = Math.max(0, index - around)
    const to = Math.min(values.length, index + around)
    return Math.max(0, value - ((sums[to] ?? 0) - (sums[from] ?? 0)) / (to - from))
  })
}

const normalised = (values: Float32Array): Float32Array => {
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
  return values.map((value) => value / (mean || 1))
}

/** Finds onsets in one channel by what grows in the logarithm of its spectrum from frame to frame. */
export const findOnsets = (samples: Float32Array, rate: number): Onsets => {
  const read = createSpectrumReader(windowSamples)
  const count = Math.max(0, Math.ceil(samples.length / hopSamples))
  const all = new Float32Array(count)
  const bass = new Float32Array(count)
  const bassBins = Math.ceil((bassHz * windowSamples) / rate)
  const before = new Float32Array(windowSamples / 2)
  const bassBefore = new Float32Array(bassBins)
  for (let frame = 0; frame < count; frame += 1) {
    const magnitudes = read(samples, frame * hopSamples - windowSamples)
    for (let bin = 0; bin < magnitudes.length; bin += 1) {
      const level = Math.log1p(compression * (magnitudes[bin] ?? 0))
      const growth = Math.max(0, level - (before[bin] ?? 0))
      all[frame] = (all[frame] ?? 0) + growth
      before[bin] = level
      if (bin >= bassBins) continue
      bass[frame] = (bass[frame] ?? 0) + Math.max(0, (magnitudes[bin] ?? 0) - (bassBefore[bin] ?? 0))
      bassBefore[bin] = magnitudes[bin] ?? 0
    }
  }
  const framesPerSecond = rate / hopSamples
  const around = Math.round(aroundSeconds * framesPerSecond)
  return {
    strengths: normalised(lessMean(all, around)),
    bassStrengths: normalised(lessMean(bass, around)),
    framesPerSecond,
    timeOf: (frame) => (frame * hopSamples - windowSamples * (1 - onsetPlace)) / rate,
  }
}
