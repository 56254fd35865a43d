import { type Sound, toMono } from './audio-analysis.ts'

const frameSeconds = 0.04
const lowestHz = 60
const highestHz = 400

const difference = (samples: Float32Array, start: number, length: number, lag: number): number => {
  let sum = 0
  for (let index = start; index < start + length; index += 2) {
    sum += ((samples[index] ?? 0) - (samples[index + lag] ?? 0)) ** 2
  }
  return sum
}

/**
 * The fundamental of one frame after YIN (https://doi.org/10.1121/1.1458024), steps 2 to 4: the first dip of
 * the difference to a shifted copy, taken relative to the mean of all smaller shifts.
 */
const fundamentalAt = (samples: Float32Array, start: number, rate: number): number | undefined => {
  const length = Math.round(frameSeconds * rate)
  const longest = Math.round(rate / lowestHz)
  let sum = 0
  let previous = 1
  let isFalling = false
  for (let lag = 1; lag <= longest; lag += 1) {
    const here = difference(samples, start, length, lag)
    sum += here
    const relative = (here * lag) / (sum || 1)
    if (isFalling && relative > previous && lag - 1 >= rate / highestHz) return rate / (lag - 1)
    isFalling = relative < 0.15 && relative <= previous
    previous = relative
  }
  return undefined
}

/** The median fundamental of the voiced frames, in hertz. */
export const medianFundamental = (sound: Sound): number => {
  const samples = toMono(sound)
  const hop = Math.round(0.03 * sound.sampleRate)
  const found: number[] = []
  for (let start = 0; start + 0.06 * sound.sampleRate < samples.length; start += hop) {
    const hz = fundamentalAt(samples, start, sound.sampleRate)
    if (hz !== undefined) found.push(hz)
  }
  return found.toSorted((one, other) => one - other)[Math.floor(found.length / 2)] ?? 0
}

const envelopeRate = 100

/** The level of the vowels' band, 100 times a second: rectified, smoothed over 50 ms. */
const envelope = (sound: Sound): number[] => {
  const samples = toMono(sound)
  const step = sound.sampleRate / envelopeRate
  const raw = Array.from({ length: Math.floor(samples.length / step) }, (_empty, frame) => {
    let sum = 0
    let smoothed = 0
    const start = Math.round(frame * step)
    for (let index = start; index < start + step; index += 1) {
      smoothed += 0.2 * ((samples[index] ?? 0) - smoothed)
      sum += Math.abs(smoothed)
    }
    return sum / step
  })
  return raw.map((_level, at) => {
    const near = raw.slice(Math.max(0, at - 2), at + 3)
    return near.reduce((sum, level) => sum + level, 0) / near.length
  })
}

/** The syllables one can count by ear: rises of the level by a quarter above the dip before, over a floor. */
export const countSyllables = (sound: Sound): number => {
  const levels = envelope(sound)
  const floor = Math.max(...levels) * 0.06
  let [count, dip, top, isRising] = [0, 0, 0, false]
  for (const level of levels) {
    if (isRising) {
      top = Math.max(top, level)
      if (level < top * 0.8) [isRising, dip] = [false, level]
    } else {
      dip = Math.min(dip, level)
      if (level > floor && level > dip * 1.25 && level > dip + floor / 2) {
        count += 1
        isRising = true
        top = level
      }
    }
  }
  return count
}
