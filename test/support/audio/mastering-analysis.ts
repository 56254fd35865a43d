import { loudness, momentaryLoudness } from '../../../studio/music/sound/loudness.ts'
import type { Stereo } from '../../../studio/music/sound/stereo.ts'
import { rootMeanSquare, spectrum, truePeakDb } from './audio-analysis.ts'

/** The middles of the octaves of IEC 61260-1, in Hz. */
export const octaves = [31.5, 63, 125, 250, 500, 1000, 2000, 4000, 8000, 16_000] as const

const frameSamples = 32_768

const octavePowers = ({ left, right, sampleRate }: Stereo): readonly number[] => {
  const powers = octaves.map(() => 0)
  for (const channel of [left, right]) {
    for (let start = -frameSamples / 2; start < channel.length; start += frameSamples / 2) {
      const frame = new Float32Array(frameSamples)
      frame.set(channel.subarray(Math.max(0, start), start + frameSamples), Math.max(0, -start))
      const magnitudes = spectrum(frame)
      for (const octave of octaves.keys()) {
        const hz = 1000 * 10 ** (0.3 * (octave - 5))
        const from = Math.ceil((hz * 10 ** -0.15 * frameSamples) / sampleRate)
        const to = Math.ceil((hz * 10 ** 0.15 * frameSamples) / sampleRate)
        for (let bin = from; bin < Math.min(to, magnitudes.length); bin += 1) {
          powers[octave] = (powers[octave] ?? 0) + (magnitudes[bin] ?? 0) ** 2
        }
      }
    }
  }
  return powers.map((power) => power / left.length)
}

/** What lies so far under the whole cannot be heard beside it, and counts as that far. */
const deepestDb = -60

/**
 * The level of each octave in decibels, over the loudness of the sound, and over all its octaves together; no
 * level is deeper under the whole than can be told from silence.
 */
export const octaveLevels = (
  sound: Stereo,
): { readonly overLoudness: readonly number[]; readonly overAll: readonly number[] } => {
  const levels = octavePowers(sound).map((power) => 10 * Math.log10(power + 1e-20))
  const all = 10 * Math.log10(levels.reduce((sum, level) => sum + 10 ** (level / 10), 0))
  const lufs = loudness(sound)
  const audible = levels.map((level) => Math.max(level, all + deepestDb))
  return { overLoudness: audible.map((level) => level - lufs), overAll: audible.map((level) => level - all) }
}

/**
 * How much softer the difference of both sides is than their sum, in
 * decibels: narrow sounds have low numbers.
 */
export const widthDb = ({ left, right }: Stereo): number => {
  const middle = left.map((sample, index) => (sample + (right[index] ?? 0)) / 2)
  const side = left.map((sample, index) => (sample - (right[index] ?? 0)) / 2)
  return 20 * Math.log10((rootMeanSquare(side) + 1e-9) / (rootMeanSquare(middle) + 1e-9))
}

/** How far the soft and the loud moments that are no pauses lie apart: the standard deviation, in LU. */
export const spreadLu = (sound: Stereo): number => {
  const lufs = loudness(sound)
  const moments = momentaryLoudness(sound).filter((moment) => moment > lufs - 20)
  const mean = moments.reduce((sum, moment) => sum + moment, 0) / moments.length
  return Math.sqrt(moments.reduce((sum, moment) => sum + (moment - mean) ** 2, 0) / moments.length)
}

/** The highest level between samples of both sides, in dBFS. */
export const peakDb = ({ left, right }: Stereo): number => Math.max(truePeakDb(left), truePeakDb(right))
