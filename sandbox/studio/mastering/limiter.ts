import { type Stereo, sampleRate } from '../music/sound/stereo.ts'

/** How a limiter acts: how long before a peak its gain begins to fall, and how long it takes to come back. */
export type Action = { readonly lookaheadSeconds: number; readonly releaseSeconds: number }

/** Nobody hears it work. */
export const gentle: Action = { lookaheadSeconds: 0.004, releaseSeconds: 0.08 }

/** From the gentle one to one that gives up clean waves for loudness. */
export const actions: readonly Action[] = [
  gentle,
  { lookaheadSeconds: 0.002, releaseSeconds: 0.02 },
  { lookaheadSeconds: 0.0005, releaseSeconds: 0.002 },
]

/** The lowest of the values up to this far away, on both sides of each. */
const lowestNearby = (values: Float32Array, distance: number): Float32Array => {
  const out = new Float32Array(values.length)
  // Places of values that may still be the lowest, in rising order of both place and value.
  const candidates = new Uint32Array(values.length)
  let first = 0
  let count = 0
  for (let ahead = 0; ahead < values.length + distance; ahead += 1) {
    if (ahead < values.length) {
      const value = values[ahead] ?? 1
      while (count > first && (values[candidates[count - 1] ?? 0] ?? 1) >= value) count -= 1
      candidates[count] = ahead
      count += 1
    }
    const index = ahead - distance
    if (index < 0) continue
    if ((candidates[first] ?? 0) < index - distance) first += 1
    out[index] = values[candidates[first] ?? 0] ?? 1
  }
  return out
}

/** The mean of the values up to this far away, on both sides of each; beyond the ends the end goes on. */
const meanNearby = (values: Float32Array, distance: number): Float32Array => {
  const at = (index: number): number => values[Math.min(values.length - 1, Math.max(0, index))] ?? 1
  const out = new Float32Array(values.length)
  let total = 0
  for (let index = -distance; index < distance; index += 1) total += at(index)
  for (let index = 0; index < values.length; index += 1) {
    total += at(index + distance)
    out[index] = total / (2 * distance + 1)
    total -= at(index - distance)
  }
  return out
}

const release = (gains: Float32Array, seconds: number): void => {
  const kept = Math.exp(-1 / (seconds * sampleRate))
  let held = 1
  for (let index = 0; index < gains.length; index += 1) {
    held = Math.min(gains[index] ?? 1, 1 - (1 - held) * kept)
    gains[index] = held
  }
}

const allowedGains = (peaks: Float32Array, gain: number, ceiling: number): Float32Array => {
  const gains = new Float32Array(peaks.length)
  for (let index = 0; index < peaks.length; index += 1) {
    const level = (peaks[index] ?? 0) * gain
    gains[index] = level > ceiling ? ceiling / level : 1
  }
  return gains
}

const apply = (samples: Float32Array, gain: number, gains: Float32Array): Float32Array => {
  const out = new Float32Array(samples.length)
  for (let index = 0; index < samples.length; index += 1) {
    out[index] = (samples[index] ?? 0) * gain * (gains[index] ?? 1)
  }
  return out
}

/**
 * A sound made louder by a factor, with no level above the ceiling, of which `peaks` are the true peaks. The gain is
 * the mean of the lowest gains nearby, so it is never above what a peak allows, and bends instead of jumping.
 */
export const limit = (
  { left, right }: Stereo,
  peaks: Float32Array,
  { gain, ceiling, action }: { readonly gain: number; readonly ceiling: number; readonly action: Action },
): Stereo => {
  const lookahead = Math.round(action.lookaheadSeconds * sampleRate)
  const lowest = lowestNearby(allowedGains(peaks, gain, ceiling), lookahead)
  release(lowest, action.releaseSeconds)
  const gains = meanNearby(lowest, lookahead)
  return { left: apply(left, gain, gains), right: apply(right, gain, gains), sampleRate }
}
