import { createRandomness } from '../support/simulation/randomness.ts'

/** Chance in the words of the fuzzing: the same for the same seed. */
export const randomFrom = (seed: number) => {
  const { next } = createRandomness(seed)
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
