import type { CountedSound } from './sound-length.ts'

/** A length: `seconds` as far as it is known, and `secondsMost` if there is a certain upper bound. */
export interface SoundSeconds {
  seconds: number | undefined
  secondsMost: number | undefined
}

/** A header below this share of the counted length is wrong: counts are never that far off. */
const doubtedBelow = 0.9

/**
 * Sound that can't be counted may be anything that a decoder finds in the bytes: a packet of Opus lasts up to 120 ms
 * and needs one byte (RFC 6716, 3.1), and four bytes of AAC last up to 140 ms.
 */
const uncountedSecondsPerByte = 0.12

/** Sums of many frames are off by less. */
const toMicroseconds = (seconds: number): number => Math.round(seconds * 1e6) / 1e6

/**
 * The length of a file's sound. The header's length, `stated`, counts if it is longer, because the service may go
 * by it. Sound that can't be counted is bounded by its bytes.
 */
export const soundSeconds = (
  bytes: number,
  counted: CountedSound | undefined,
  stated: number | undefined,
): SoundSeconds => {
  const told = stated === undefined ? undefined : toMicroseconds(stated)
  const secondsMost = Math.max(toMicroseconds(counted?.seconds ?? bytes * uncountedSecondsPerByte), told ?? 0)
  if (counted === undefined) return { seconds: told, secondsMost }
  const isBelieved = !counted.exact && told !== undefined && told >= counted.seconds * doubtedBelow
  return { seconds: isBelieved ? told : secondsMost, secondsMost }
}
