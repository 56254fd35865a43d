/**
 * The note of a new job with a number drawn by the process that took it. The same event taken by a copy of the
 * program with another Redis is a job with the same id and another number.
 */
export const takerNote = 'taker'

/** Platforms count parts of a message through with small numbers of their own. */
const takerMin = 2 ** 20
const takerMax = 2 ** 31 - 1

/** The number for a process, from a random number of at least 0 and below 1. */
export const takerFrom = (random: number): number => takerMin + Math.floor(random * (takerMax - takerMin + 1))

/** Whether a number may be one that `takerFrom` made. */
export const isTaker = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= takerMin && value <= takerMax

/** The number in a job's notes; jobs of earlier versions have none. */
export const takerIn = (notes: Readonly<Record<string, string>>): number | undefined => {
  const taker = Number(notes[takerNote])
  return isTaker(taker) ? taker : undefined
}
