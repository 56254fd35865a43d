import type { CountedSound } from './sound-length.ts'

/** A length: `seconds` as far as it is known, and `secondsMost`, which it surely doesn't exceed. */
export interface SoundSeconds {
  seconds: number | undefined
  secondsMost: number | undefined
}

/** A header below this share of the counted length is wrong: counts are never that far off. */
const doubtedBelow = 0.9

/**
 * Sound that can't be counted has no bound: decoders can be told to play a few bytes for hours. Longer than any clip,
 * and the same after it was written as JSON.
 */
export const unboundedSeconds = Number.MAX_SAFE_INTEGER

/** Sums of many frames are off by less. */
const toMicroseconds = (seconds: number): number => Math.round(seconds * 1e6) / 1e6

/**
 * The length of a file's sound. The header's length, `stated`, counts if it is longer, because the service may go
 * by it. Sound that can't be counted may last `unboundedSeconds`.
 */
export const soundSeconds = (counted: CountedSound | undefined, stated: number | undefined): SoundSeconds => {
  const told = stated === undefined ? undefined : toMicroseconds(stated)
  if (counted === undefined) return { seconds: told, secondsMost: unboundedSeconds }
  const secondsMost = Math.max(toMicroseconds(counted.seconds), told ?? 0)
  const isBelieved = !counted.exact && told !== undefined && told >= counted.seconds * doubtedBelow
  return { seconds: isBelieved ? told : secondsMost, secondsMost }
}
