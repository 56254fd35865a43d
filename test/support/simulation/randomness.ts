/** Chance that a seed decides: the same seed brings the same chances for ever. */
export interface Randomness {
  /** From 0 to just below 1. */
  next(): number
  /** Whether what happens in `share` of all cases happens now. */
  chance(share: number): boolean
  /** A whole number from `min` to `max`, both included. */
  between(min: number, max: number): number
  pick<T>(choices: readonly [T, ...T[]]): T
}

/**
 * Mulberry32, of the public domain: https://gist.github.com/tommyettinger/46a874533244883189143505d203312c
 */
export const createRandomness = (seed: number): Randomness => {
  let state = Math.imul(seed ^ 0x9e_37_79_b9, 0x85_eb_ca_6b)
  const next = (): number => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    between,
    chance: (share) => next() < share,
    pick: (choices) => choices[between(0, choices.length - 1)] ?? choices[0],
  }
}
