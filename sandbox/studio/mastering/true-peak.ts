import type { Stereo } from '../music/sound/stereo.ts'

/** Samples on either side that a level between two samples is found from. */
const reach = 6
const places = [0.25, 0.5, 0.75]

/** Windowed sincs for three places between two samples: fourfold oversampling, after annex 2 of ITU-R BS.1770. */
const kernels = places.map((place) =>
  Float64Array.from({ length: 2 * reach }, (_empty, tap) => {
    const distance = tap - reach + 1 - place
    const window = Math.cos((Math.PI * distance) / (2 * reach + 1)) ** 2
    return (window * Math.sin(Math.PI * distance)) / (Math.PI * distance)
  }),
)

const [early = new Float64Array(0), middle = early, late = early] = kernels

const raise = (peaks: Float32Array, samples: Float32Array): void => {
  const padded = new Float32Array(samples.length + 2 * reach)
  padded.set(samples, reach - 1)
  for (let index = 0; index < samples.length; index += 1) {
    let one = 0
    let two = 0
    let three = 0
    for (let tap = 0; tap < 2 * reach; tap += 1) {
      const sample = padded[index + tap] ?? 0
      one += (early[tap] ?? 0) * sample
      two += (middle[tap] ?? 0) * sample
      three += (late[tap] ?? 0) * sample
    }
    const here = Math.abs(samples[index] ?? 0)
    const level = Math.max(here, Math.abs(one), Math.abs(two), Math.abs(three))
    if (level > (peaks[index] ?? 0)) peaks[index] = level
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
