/** Numbers that look random and are the same for the same seed: https://github.com/cprosche/mulberry32 */
export const randomFrom = (seed: number) => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    /** A whole number from 0 on, less than this. */
    below: (limit: number): number => Math.floor(next() * limit),
    /** One of these. */
    of: <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)] as T,
    /** True once in so many times. */
    once: (times: number): boolean => next() * times < 1,
  }
}
export type Random = ReturnType<typeof randomFrom>
