import type { Stereo } from '../music/sound/stereo.ts'

/** Samples on either side that a level between two samples is found from. */
const reach = 6
const places = [0.25, 0.5, 0.75]

/**
 * Windowed sincs for three places between two samples: fourfold oversampling, after annex 2 of ITU-R BS.1770.
 */
const kernels = places.map((place) =>
  Float64Array.from({ length: 2 * reach }, (_empty, tap) => {
    const distance = tap - reach + 1 - place
    const window = Math.cos((Math.PI * distance) / (2 * reach + 1)) ** 2
    return (window * Math.sin(Math.PI * distance)) / (Math.PI * distance)
  }),
)

const [early = new Float64Array(0), middle = early, late = early] = kernels

/** So many samples are looked at together, as a copy of a long sound would take much memory. */
const blockSamples = 65_536

const raiseBlock = (
  peaks: Float32Array,
  samples: Float32Array,
  start: number,
  padded: Float32Array,
): void => {
  const before = reach - 1
  padded.fill(0)
  padded.set(
    samples.subarray(Math.max(0, start - before), start + blockSamples + reach),
    Math.max(0, before - start),
  )
  const end = Math.min(blockSamples, samples.length - start)
  for (let index = 0; index < end; index += 1) {
    let one = 0
    let two = 0
    let three = 0
    for (let tap = 0; tap < 2 * reach; tap += 1) {
      const sample = padded[index + tap] ?? 0
      one += (early[tap] ?? 0) * sample
      two += (middle[tap] ?? 0) * sample
      three += (late[tap] ?? 0) * sample
    }
    const here = Math.abs(padded[index + before] ?? 0)
    const level = Math.max(here, Math.abs(one), Math.abs(two), Math.abs(three))
    if (level > (peaks[start + index] ?? 0)) peaks[start + index] = level
  }
}

const raise = (peaks: Float32Array, samples: Float32Array): void => {
  const padded = new Float32Array(blockSamples + 2 * reach)
  for (let start = 0; start < samples.length; start += blockSamples) {
    raiseBlock(peaks, samples, start, padded)
  }
}

/** The highest level of both sides at each sample and before the next one, between the two as well. */
export const truePeaks = ({ left, right }: Stereo): Float32Array => {
  const peaks = new Float32Array(left.length)
  raise(peaks, left)
  raise(peaks, right)
  return peaks
}

/** The highest of all levels. */
export const highest = (peaks: Float32Array): number => peaks.reduce((most, peak) => Math.max(most, peak), 0)
