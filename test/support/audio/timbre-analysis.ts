import { rootMeanSquare, type Sound, spectrum, toMono } from './audio-analysis.ts'

const size = 2048

/** About as wide as the harmonics of a high voice lie apart, and wider where ears tell less apart. */
const bandEdgesHz = [300, 700, 1100, 1500, 2000, 2600, 3300, 4200, 5300, 7000]

const loudFrames = (samples: Float32Array): readonly Float32Array[] => {
  const frames = Array.from({ length: Math.floor(samples.length / size) }, (_empty, index) =>
    samples.subarray(index * size, (index + 1) * size),
  )
  const levels = frames.map(rootMeanSquare)
  const loudest = Math.max(...levels)
  return frames.filter((_frame, index) => (levels[index] ?? 0) > loudest / 8)
}

/** The long-term average spectrum of a voice where it is loud, in decibels a band, with 0 as the mean. */
export const longTermSpectrum = (sound: Pick<Sound, 'left' | 'right' | 'sampleRate'>): readonly number[] => {
  const spectra = loudFrames(toMono({ ...sound, seconds: 0 })).map(spectrum)
  const levels = bandEdgesHz.slice(1).map((to, index) => {
    const [first, last] = [bandEdgesHz[index] ?? 0, to].map((hz) =>
      Math.round((hz * size) / sound.sampleRate),
    )
    const powers = spectra.map((one) => one.subarray(first, last).reduce((sum, value) => sum + value ** 2, 0))
    return 10 * Math.log10(powers.reduce((sum, power) => sum + power, 1e-9))
  })
  const mean = levels.reduce((sum, level) => sum + level, 0) / levels.length
  return levels.map((level) => level - mean)
}

/** How unlike two spectra are: the mean difference of their bands in decibels. */
export const spectralDistance = (one: readonly number[], other: readonly number[]): number =>
  one.reduce((sum, level, band) => sum + Math.abs(level - (other[band] ?? 0)), 0) / one.length
