import { rootMeanSquare } from './audio-analysis.ts'

/** How pitches are looked for, in hertz. */
export type PitchRange = { readonly lowestHz: number; readonly highestHz: number }

/** A frame holds this many of the longest periods that are looked for. */
const periodsPerFrame = 2.4
const hopSeconds = 0.02
/** How unlike its shifted copy a voiced frame may be, of 1. */
const aperiodicityMax = 0.2

const differenceAt = (samples: Float32Array, start: number, length: number, lag: number): number => {
  let sum = 0
  for (let index = start; index < start + length; index += 1) {
    sum += ((samples[index] ?? 0) - (samples[index + lag] ?? 0)) ** 2
  }
  return sum
}

/** Where the lowest point of a parabola through three values lies, seen from the middle one. */
const vertex = (before: number, here: number, after: number): number => {
  const bend = before - 2 * here + after
  return bend === 0 ? 0 : (before - after) / (2 * bend)
}

/** The pitch of one frame after YIN, all steps up to the parabola (https://doi.org/10.1121/1.1458024). */
const pitchAt = (
  samples: Float32Array,
  start: number,
  sampleRate: number,
  { lowestHz, highestHz }: PitchRange,
): number | undefined => {
  const length = Math.round((periodsPerFrame / lowestHz) * sampleRate)
  const longest = Math.ceil(sampleRate / lowestHz)
  const shortest = Math.floor(sampleRate / highestHz)
  const differences = [0]
  const relative = [1]
  let sum = 0
  // Stops at the pitch: the longest periods cost most.
  for (let lag = 1; lag <= longest + 1; lag += 1) {
    const difference = differenceAt(samples, start, length, lag)
    sum += difference
    differences.push(difference)
    relative.push((difference * lag) / (sum || 1))
    const candidate = lag - 1
    if (candidate < shortest) continue
    const [before = 1, here = 1, after = 1] = relative.slice(candidate - 1)
    if (here < aperiodicityMax && here <= before && here < after) {
      const [one = 0, middle = 0, other = 0] = differences.slice(candidate - 1)
      return sampleRate / (candidate + vertex(one, middle, other))
    }
  }
  return undefined
}

/** Each sample as the mean of those around it. */
const smoothed = (samples: Float32Array, width: number): Float32Array => {
  let sum = 0
  return samples.map((sample, index) => {
    sum += sample - (samples[index - width] ?? 0)
    return sum / width
  })
}

/** The pitch in hertz fifty times a second; undefined where nothing is voiced. Overtones count little. */
export const pitchTrack = (
  sound: Float32Array,
  sampleRate: number,
  range: PitchRange,
): readonly (number | undefined)[] => {
  const width = Math.round(sampleRate / (3 * range.highestHz))
  const samples = smoothed(smoothed(sound, width), width)
  const reach = Math.round(((periodsPerFrame + 1) / range.lowestHz) * sampleRate) + 2
  const hop = Math.round(hopSeconds * sampleRate)
  const audible = 0.05 * rootMeanSquare(samples)
  // Frames of any length lie around the same moments; what smoothing delays is taken back.
  const startOf = (frame: number): number => Math.max(0, frame * hop + width - Math.round(reach / 2))
  return Array.from({ length: Math.floor(samples.length / hop) }, (_empty, frame) => {
    const start = startOf(frame)
    if (rootMeanSquare(samples.subarray(start, start + reach)) < audible) return undefined
    return pitchAt(samples, start, sampleRate, range)
  })
}

/**
 * How far the second track lies above the first, in semitones, at every moment at which both have a pitch.
 */
export const semitonesBetween = (
  first: readonly (number | undefined)[],
  second: readonly (number | undefined)[],
): readonly number[] =>
  first.flatMap((hz, frame) => {
    const other = second[frame]
    return hz === undefined || other === undefined ? [] : 12 * Math.log2(other / hz)
  })

export const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
