import type { Stereo } from '../music/sound/stereo.ts'
import { pointOfHz, type TimbreProfile, timbreOf, valueAt } from './profile.ts'
import type { TimbreChange } from './timbre.ts'

/** Most throats of adults are within a sixth of one another, which is three semitones. */
const stretchPointsMax = 3
const stretchStep = 0.25
/** Between these the resonances of the mouth lie, clear of the lowest harmonics. */
const comparedFromHz = 450
const comparedToHz = 5500
/** What is wider than this many points is brightness, and no resonance. */
const trendPoints = 15
/** How much likeness a point of stretch has to bring. */
const stretchCost = 0.03
/** Below this the pitch decides on the level, and above the other the microphone. */
const equalisedFromHz = 350
const equalisedToHz = 7000
const equaliserDbMax = 14

const points = (fromHz: number, toHz: number): readonly number[] => {
  const first = Math.ceil(pointOfHz(fromHz))
  return Array.from({ length: Math.floor(pointOfHz(toHz)) - first + 1 }, (_empty, index) => first + index)
}
const compared = points(comparedFromHz, comparedToHz)

/** The profile less its trend. */
const resonancesOf = (profile: TimbreProfile): Float32Array =>
  profile.map((level, point) => {
    const near = profile.subarray(Math.max(0, point - trendPoints), point + trendPoints + 1)
    return level - near.reduce((sum, value) => sum + value, 0) / near.length
  })

const correlation = (one: readonly number[], other: readonly number[]): number => {
  const product = (first: readonly number[], second: readonly number[]): number =>
    first.reduce((sum, value, at) => sum + value * (second[at] ?? 0), 0)
  return product(one, other) / Math.sqrt(product(one, one) * product(other, other) + 1e-9)
}

/** By how many points the resonances of one profile have to go up to lie where those of the other one do. */
const stretchPointsBetween = (from: TimbreProfile, to: TimbreProfile): number => {
  const [own, wanted] = [resonancesOf(from), resonancesOf(to)]
  const target = compared.map((point) => valueAt(wanted, point))
  let best = { points: 0, score: -Infinity }
  for (let shift = -stretchPointsMax; shift <= stretchPointsMax; shift += stretchStep) {
    const moved = compared.map((point) => valueAt(own, point - shift))
    const score = correlation(moved, target) - stretchCost * Math.abs(shift)
    if (score > best.score) best = { points: shift, score }
  }
  return best.points
}

const limited = (decibels: number): number => Math.max(-equaliserDbMax, Math.min(equaliserDbMax, decibels))

/** The mean of what is done where voices are, which is no change of timbre. */
const meanOf = (values: Float32Array): number =>
  compared.reduce((sum, point) => sum + valueAt(values, point), 0) / compared.length

/**
 * What has to be done to a voice so that it sounds like another one: its resonances are moved to those of the
 * other one, and what then differs is made up for. A clip that lacks a whole range, as a hum does, is not
 * raised out of its noise: up to a plain voice it is equalised within limits, and from there on to the wanted
 * one, so that two voices still make two sounds of it.
 */
export const changeTowards = (
  sound: Stereo,
  wanted: TimbreProfile,
  plain: TimbreProfile,
): Omit<TimbreChange, 'breathDb'> => {
  const stretch = 2 ** (stretchPointsBetween(timbreOf(sound), wanted) / 12)
  const from = timbreOf(sound, stretch)
  const missing = wanted.map((level, point) => {
    const reference = plain[point] ?? 0
    return limited(reference - (from[point] ?? 0)) + limited(level - reference)
  })
  const mean = meanOf(missing)
  return {
    stretch,
    equaliserDb: (hz) => {
      const place = pointOfHz(Math.max(equalisedFromHz, Math.min(equalisedToHz, hz)))
      return valueAt(missing, place) - mean
    },
  }
}
