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

/** The lowest of the last so many values, one value at a time. */
const createLowest = (count: number): ((value: number) => number) => {
  // Values that may still be the lowest, in rising order of both place and value, in a ring.
  const values = new Float64Array(count)
  const places = new Float64Array(count)
  let first = 0
  let held = 0
  let place = 0
  const wrapped = (at: number): number => (at < count ? at : at - count)
  return (value) => {
    while (held > 0 && (values[wrapped(first + held - 1)] ?? 1) >= value) held -= 1
    if (held > 0 && (places[first] ?? 0) <= place - count) {
      first = wrapped(first + 1)
      held -= 1
    }
    const at = wrapped(first + held)
    values[at] = value
    places[at] = place
    held += 1
    place += 1
    return values[first] ?? 1
  }
}

/** The mean of the last so many values, one value at a time; before the first there were ones. */
const createMean = (count: number): ((value: number) => number) => {
  const values = new Float64Array(count).fill(1)
  let at = 0
  let total = count
  return (value) => {
    total += value - (values[at] ?? 1)
    values[at] = value
    at = at + 1 < count ? at + 1 : 0
    return total / count
  }
}

/** Falls at once, and comes back to one slowly. */
const createRelease = (seconds: number): ((value: number) => number) => {
  const kept = Math.exp(-1 / (seconds * sampleRate))
  let held = 1
  return (value) => {
    held = Math.min(value, 1 - (1 - held) * kept)
    return held
  }
}

/**
 * Writes into another sound of the same length one that is louder by a factor, with no level above the
 * ceiling; `peaks` are its true peaks before. The gain is the mean of the lowest gains nearby, so it is never
 * above what a peak allows, and bends instead of jumping.
 */
export const limit = (
  { left, right }: Stereo,
  peaks: Float32Array,
  { gain, ceiling, action }: { readonly gain: number; readonly ceiling: number; readonly action: Action },
  out: Stereo,
): void => {
  const lookahead = Math.round(action.lookaheadSeconds * sampleRate)
  const nearby = 2 * lookahead + 1
  const [lowest, release, mean] = [
    createLowest(nearby),
    createRelease(action.releaseSeconds),
    createMean(nearby),
  ]
  for (let ahead = 0; ahead < left.length + 2 * lookahead; ahead += 1) {
    const level = (peaks[ahead] ?? 0) * gain
    const smooth = mean(release(lowest(level > ceiling ? ceiling / level : 1)))
    const index = ahead - 2 * lookahead
    if (index < 0) continue
    out.left[index] = (left[index] ?? 0) * gain * smooth
    out.right[index] = (right[index] ?? 0) * gain * smooth
  }
}
