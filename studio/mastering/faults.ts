/**
 * What counts against a mastering, each as far as it lies outside of what is promised; the weightiest first.
 */
export type Faults = {
  readonly loudnessLu: number
  readonly octavesDb: number
  /** By how much dynamics came further from those of the reference than they were. */
  readonly dynamicsLu: number
  /** The mean difference of all octaves: what decides where all promises are kept. */
  readonly distanceDb: number
}

/** Loudness within 1 LU is promised; some room is kept. */
export const enoughLu = 0.9
/** A result that is this near to what is wanted is not tried again. */
const closeDb = 0.3
/** What an octave counts at most, as one that cannot be mended must not outweigh all others. */
const farDb = 4

/** How far off a sound is with so many decibels missing in its octaves: the mean over them. */
export const distance = (missing: readonly number[]): number =>
  missing.reduce((sum, change) => sum + Math.min(farDb, Math.abs(change)), 0) / missing.length

const inOrder = (faults: Faults): readonly number[] => [
  faults.loudnessLu,
  faults.octavesDb,
  faults.dynamicsLu,
  faults.distanceDb,
]

/**
 * Where loudness and octaves cannot both be met, the loudness is met, then the octaves, and dynamics after
 * them: what comes later in the order only decides between those that are alike in all before it.
 */
export const isBetter = (one: Faults, other: Faults): boolean => {
  const [ones, others] = [inOrder(one), inOrder(other)]
  const at = ones.findIndex((fault, index) => fault !== others[index])
  return at >= 0 && (ones[at] ?? 0) < (others[at] ?? 0)
}

/** Whether all promises are kept. */
export const isWithin = ({ loudnessLu, octavesDb, dynamicsLu }: Faults): boolean =>
  loudnessLu + octavesDb + dynamicsLu === 0

/** Whether another round is not worth its time. */
export const isClose = (faults: Faults): boolean => isWithin(faults) && faults.distanceDb <= closeDb
