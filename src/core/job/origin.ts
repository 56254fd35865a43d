/**
 * The note of a new job with a number drawn by the process that took it. The same event taken by a copy of the
 * program with another Redis is a job with the same id and another number.
 */
export const originNote = 'origin'

/** Platforms count parts of a message through with small numbers of their own. */
const originMin = 2 ** 20
const originMax = 2 ** 31 - 1

/** The number for a process, from a random number of at least 0 and below 1. */
export const originFrom = (random: number): number =>
  originMin + Math.floor(random * (originMax - originMin + 1))

/** Whether a number may be one that `originFrom` made. */
export const isOrigin = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= originMin && value <= originMax

/** The number in a job's notes; jobs of earlier versions have none. */
export const originIn = (notes: Readonly<Record<string, string>>): number | undefined => {
  const origin = Number(notes[originNote])
  return isOrigin(origin) ? origin : undefined
}
