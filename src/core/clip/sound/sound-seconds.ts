import { type CountedSound, secondsPerByteMax } from './sound-length.ts'

/**
 * What a length came to: `seconds` as far as it can be told, and what it is at most, where that is certain.
 */
export interface SoundSeconds {
  seconds: number | undefined
  secondsMost: number | undefined
}

/** A head that says so much less than the sound is wrong; no count is that far off. */
const doubtedBelow = 0.9

/**
 * How long the sound of a file lasts. `stated` is what its head says, which counts where it is more, because the
 * service may go by it. Sound that cannot be counted is bounded by its bytes.
 */
export const soundSeconds = (
  bytes: number,
  counted: CountedSound | undefined,
  stated: number | undefined,
): SoundSeconds => {
  const secondsMost = Math.max(counted?.seconds ?? bytes * secondsPerByteMax, stated ?? 0)
  if (counted === undefined) return { seconds: stated, secondsMost }
  const isBelieved = !counted.exact && stated !== undefined && stated >= counted.seconds * doubtedBelow
  return { seconds: isBelieved ? stated : secondsMost, secondsMost }
}
