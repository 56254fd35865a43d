import type { Stereo } from '../music/sound/stereo.ts'
import { binCount, binOfHz, eachFrame } from './frames.ts'

/** The power of a steady noise in each bin of a frame. */
export type NoisePowers = Float32Array

const smoothing = 0.75
/** Even without a pause a voice leaves each frequency alone for this part of the time. */
const quietShare = 0.15
/**
 * By how much the mean of noise that was smoothed like this lies above what its quietest part stays below, in
 * decibels; measured on white noise.
 */
const meanOverQuietDb = 3.1
const lowestDb = -120
const levelsPerDb = 2
const levelCount = 200 * levelsPerDb
/** Frames softer than this hold nothing at all. */
const emptyPower = 1e-9

/** How often each bin had each level, in steps of half a decibel. */
type Levels = { readonly counts: Uint32Array; frames: number }

const levelOf = (power: number): number => {
  const level = Math.round((10 * Math.log10(power + 1e-20) - lowestDb) * levelsPerDb)
  return Math.max(0, Math.min(levelCount - 1, level))
}

const isEmpty = (powers: Float32Array): boolean => powers.reduce((sum, power) => sum + power, 0) < emptyPower

/** Frames from the first to the last one that hold anything; a clip may lie between two silences. */
const heardRange = (sound: Stereo): { readonly first: number; readonly last: number } => {
  let [first, last] = [Number.POSITIVE_INFINITY, -1]
  eachFrame(sound, (powers, index) => {
    if (isEmpty(powers)) return
    first = Math.min(first, index)
    last = index
  })
  return { first, last }
}

const countLevels = (sound: Stereo): Levels => {
  const levels: Levels = { counts: new Uint32Array(binCount * levelCount), frames: 0 }
  const { first, last } = heardRange(sound)
  const smoothed = new Float32Array(binCount)
  eachFrame(sound, (powers, index) => {
    if (index < first || index > last) return
    const part = levels.frames === 0 ? 1 : 1 - smoothing
    for (let bin = 0; bin < binCount; bin += 1) {
      smoothed[bin] = (smoothed[bin] ?? 0) + part * ((powers[bin] ?? 0) - (smoothed[bin] ?? 0))
      const place = bin * levelCount + levelOf(smoothed[bin] ?? 0)
      levels.counts[place] = (levels.counts[place] ?? 0) + 1
    }
    levels.frames += 1
  })
  return levels
}

const noisePowerOf = ({ counts, frames }: Levels, bin: number): number => {
  let below = 0
  let level = 0
  while (level < levelCount - 1) {
    below += counts[bin * levelCount + level] ?? 0
    if (below >= quietShare * frames) break
    level += 1
  }
  return 10 ** ((level / levelsPerDb + lowestDb + meanOverQuietDb) / 10)
}

/** Voices stand out of a noise in some band first; single bins do by chance. */
const bandEdgesHz = [150, 350, 550, 800, 1100, 1500, 2000, 2700, 3600, 4800, 6400]
const outstandingDb = 5
const outstandingShare = 0.05

const sumBetween = (powers: Float32Array, from: number, to: number): number =>
  powers.subarray(from, to).reduce((sum, power) => sum + power, 1e-20)

/** How far a frame stands out of the noise in the band in which it does so most, in decibels. */
const standOut = (powers: Float32Array, noise: NoisePowers): number => {
  const ratios = bandEdgesHz.slice(1).map((to, index) => {
    const [first, last] = [binOfHz(bandEdgesHz[index] ?? 0), binOfHz(to)]
    return sumBetween(powers, first, last) / sumBetween(noise, first, last)
  })
  return 10 * Math.log10(Math.max(...ratios))
}

/** Where nothing ever stands out, as in a single held tone, what is steady is not the background. */
const hasForeground = (sound: Stereo, noise: NoisePowers): boolean => {
  const heights: number[] = []
  eachFrame(sound, (powers) => heights.push(standOut(powers, noise)))
  const sorted = heights.toSorted((one, other) => other - one)
  return (sorted[Math.floor(sorted.length * outstandingShare)] ?? 0) > outstandingDb
}

/**
 * Finds the noise that goes on all through a sound by the quietest moments of each frequency; undefined where
 * there is none, or nothing else.
 */
export const steadyNoiseOf = (sound: Stereo): NoisePowers | undefined => {
  const levels = countLevels(sound)
  if (levels.frames === 0) return undefined
  const noise = Float32Array.from({ length: binCount }, (_empty, bin) => noisePowerOf(levels, bin))
  return hasForeground(sound, noise) ? noise : undefined
}
