import type { Stereo } from '../music/sound/stereo.ts'
import { binCount, binOfHz, eachFrame } from './frames.ts'
import { createStretcher } from './stretch.ts'

/**
 * How a voice sounds whatever it says: its mean level in decibels at points that lie a semitone
 * apart, with 0 as the mean of all.
 */
export type TimbreProfile = Float32Array

const lowestHz = 100
const pointsPerOctave = 12
const octaves = 6.75
const pointCount = Math.round(octaves * pointsPerOctave) + 1
/** Frames softer than the loudest ones by more than this are pauses and breaths. */
const heardDb = 20
const loudestShare = 0.05
/**
 * A level is that of all around a point: a sixth of an octave to both sides,
 * or as far as harmonics lie apart.
 */
const reachPart = 2 ** (1 / 6) - 1
const reachHzMin = 200

/** Where a frequency lies among the points of a profile; points count from 0. */
export const pointOfHz = (hz: number): number => pointsPerOctave * Math.log2(hz / lowestHz)

const hzOfPoint = (point: number): number => lowestHz * 2 ** (point / pointsPerOctave)

/** The value at a place between the values of a list; the ends go on for ever. */
export const valueAt = (values: Float32Array, place: number): number => {
  const inside = Math.max(0, Math.min(values.length - 1, place))
  const before = Math.floor(inside)
  const here = values[before] ?? 0
  return here + (inside - before) * ((values[before + 1] ?? here) - here)
}

const [speechFrom, speechTo] = [binOfHz(200), binOfHz(6000)]

const sumOf = (values: Float32Array): number => values.reduce((sum, value) => sum + value, 0)

/** The level of a frame in decibels, as far as voices matter. */
const levelOf = (powers: Float32Array): number =>
  10 * Math.log10(sumOf(powers.subarray(speechFrom, speechTo)) + 1e-12)

const loudEnough = (levels: readonly number[]): number => {
  const sorted = levels.toSorted((one, other) => other - one)
  return (sorted[Math.floor(sorted.length * loudestShare)] ?? 0) - heardDb
}

const levelsOf = (sound: Stereo): readonly number[] => {
  const levels: number[] = []
  eachFrame(sound, (powers) => levels.push(levelOf(powers)))
  return levels
}

const centred = (values: Float32Array): Float32Array => {
  const mean = sumOf(values) / values.length
  return values.map((value) => value - mean)
}

/** The mean power around each point. */
const aroundPoints = (powers: Float32Array): Float32Array =>
  Float32Array.from({ length: pointCount }, (_empty, point) => {
    const hz = hzOfPoint(point)
    const reach = Math.max(reachHzMin, hz * reachPart)
    const near = powers.subarray(binOfHz(hz - reach), binOfHz(hz + reach) + 1)
    return 10 * Math.log10(sumOf(near) / near.length + 1e-12)
  })

/**
 * Measures the timbre of a sound where it is loud, as it would be with its resonances multiplied by the
 * stretch. The same sound louder or softer has the same profile.
 */
export const timbreOf = (sound: Stereo, stretch = 1): TimbreProfile => {
  const levels = levelsOf(sound)
  const threshold = loudEnough(levels)
  const stretcher = createStretcher(stretch)
  const sums = new Float32Array(binCount)
  eachFrame(sound, (powers, index) => {
    if ((levels[index] ?? 0) < threshold) return
    const { gains } = stretcher(powers)
    for (let bin = 0; bin < binCount; bin += 1) {
      sums[bin] = (sums[bin] ?? 0) + (powers[bin] ?? 0) * (gains[bin] ?? 0) ** 2
    }
  })
  return centred(aroundPoints(sums))
}
