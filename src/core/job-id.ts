import assert from 'node:assert'

const pattern = /^(b\d{2})x[a-z2-7]{25}$/

/** Whether this may be the id of a job: its bucket, and a hash of the event that asked for it. */
export const isJobId = (text: string): boolean => pattern.test(text)

/** The bucket of a job, which its id names. Anything that is no job id is a bug and throws. */
export const bucketOfJob = (jobId: string): string => {
  const [, bucket] = pattern.exec(jobId) ?? []
  assert(bucket !== undefined, 'that is no job id')
  return bucket
}

/** A key for outside effects of this job: the hash in its id, 25 characters. */
export const effectKey = (jobId: string): string => jobId.slice(jobId.indexOf('x') + 1)

const nameLength = 8

/** What people call a job: short enough to read out and to type. */
export const jobName = (jobId: string): string => effectKey(jobId).slice(0, nameLength)

/**
 * The name of a job in what was typed or picked: letters and digits; what stands behind them is what a list
 * says of it.
 */
export const jobNameIn = (typed: string): string =>
  /^[\s#/]*([a-z0-9]+)/i.exec(typed)?.[1]?.toLowerCase() ?? ''

/** One take of a job's result, as members write it: `3f2akd7c.2`. */
export interface TakeName {
  /** The job's id, or the beginning of its short name. */
  job: string
  /** From 1. */
  number: number
}

/** What a take looks like, for texts that say how to write one. */
export const takeExample = '3f2akd7c.2'

const takeShape = /^\s*#?((?:b\d{2}x)?[a-z2-7]{4,25})\.([1-9]\d?)\s*$/i

/** Reads what names a take; undefined for any other text. */
export const readTakeName = (text: string): TakeName | undefined => {
  const [, job = '', number] = takeShape.exec(text) ?? []
  return number === undefined ? undefined : { job: job.toLowerCase(), number: Number(number) }
}

/** The whole short name of a job. */
const wholeName = /^[a-z2-7]{8}$/

/**
 * Whether a word among others names a take. Only the whole name or the id of a job does, since a file may be called
 * "song.2".
 */
export const isWholeTakeName = (word: string): boolean => {
  const job = readTakeName(word)?.job
  return job !== undefined && (wholeName.test(job) || isJobId(job))
}

/** The name of a take; `job` is its id, which names it for certain, or what people call it. */
export const writeTakeName = ({ job, number }: TakeName): string => `${job}.${number}`

/**
 * The note of a new job with a number drawn by the process that took it. The same event taken by a copy of the
 * program with another Redis is a job with the same id and another number.
 */
export const takerNote = 'taker'

/** Platforms number the parts of a message with small numbers of their own. */
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
