import assert from 'node:assert'

const pattern = /^(b\d{2})x[a-z2-7]{25}$/

/** Whether this can be a job's id: its bucket, and a hash of the event that requested it. */
export const isJobId = (text: string): boolean => pattern.test(text)

/** The bucket in a job's id. Anything else is a bug and throws. */
export const bucketOfJob = (jobId: string): string => {
  const [, bucket] = pattern.exec(jobId) ?? []
  assert(bucket !== undefined, 'that is not a job id')
  return bucket
}

/** A key for this job's outside effects: the hash in its id, 25 characters. */
export const effectKey = (jobId: string): string => jobId.slice(jobId.indexOf('x') + 1)

const nameLength = 8

/** A job's short name, easy to read out and to type. */
export const jobName = (jobId: string): string => effectKey(jobId).slice(0, nameLength)

/**
 * Whether this can be a job's short name, the beginning of it, or more of its hash. Anything shorter could be any
 * word.
 */
export const isJobNameStart = (text: string): boolean => /^[a-z2-7]{4,25}$/.test(text)

/** The name of a job in what was typed or picked: letters and digits; a list's description follows them. */
export const jobNameIn = (typed: string): string =>
  /^[\s#/]*([a-z0-9]+)/i.exec(typed)?.[1]?.toLowerCase() ?? ''

/** One take of a job's result, as members write it: `3f2akd7c.2`. */
export interface TakeName {
  /** The job's id, or the beginning of its short name. */
  job: string
  /** From 1. */
  number: number
}

/** Example of a take's name, for texts that say how to write one. */
export const takeExample = '3f2akd7c.2'

/** Quotes, brackets, formatting and punctuation around a take's name are not part of it. */
const takeShape =
  /^[\s`*_~|"'“”„‘’«»([{<]*#?((?:b\d{2}x)?[a-z2-7]{4,25})\.([1-9]\d?)[\s`*_~|"'“”„‘’«»)\]}>,.:;!?]*$/i

/** Parses a take's name, with any marks around it; undefined for any other text. */
export const readTakeName = (text: string): TakeName | undefined => {
  const [, job = '', number] = takeShape.exec(text) ?? []
  return number === undefined ? undefined : { job: job.toLowerCase(), number: Number(number) }
}

/** The whole short name of a job. */
const wholeName = /^[a-z2-7]{8}$/

const noBreakSpace = '\u00a0'

/** What stands between a label and its value on a line. A job's name is too short to be alone on the next line. */
export const labelGap = (value: string): string => `:${wholeName.test(value) ? noBreakSpace : ' '}`

/**
 * Whether a word among others names a take. Only a job's whole name or id does, because a file may be called
 * "song.2".
 */
export const isWholeTakeName = (word: string): boolean => {
  const job = readTakeName(word)?.job
  return job !== undefined && (wholeName.test(job) || isJobId(job))
}

/** The name of a take; `job` is its unambiguous id or its short name. */
export const writeTakeName = ({ job, number }: TakeName): string => `${job}.${number}`

/**
 * The note of a new job with a random number of the process that took it. If a copy of the program with another
 * Redis takes the same event, its job has the same id and another number.
 */
export const takerNote = 'taker'

/** Platforms number the parts of a message with small numbers of their own. */
const takerMin = 2 ** 20
const takerMax = 2 ** 31 - 1

/** The number for a process, from a random number of at least 0 and below 1. */
export const takerFrom = (random: number): number => takerMin + Math.floor(random * (takerMax - takerMin + 1))

/** Whether a number can come from `takerFrom`. */
export const isTaker = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= takerMin && value <= takerMax

/** The number in a job's notes; jobs of earlier versions have none. */
export const takerIn = (notes: Readonly<Record<string, string>>): number | undefined => {
  const taker = Number(notes[takerNote])
  return isTaker(taker) ? taker : undefined
}
