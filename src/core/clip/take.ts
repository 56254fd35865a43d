import { isJobId } from '../job-id.ts'
import type { Outcome, Output } from '../outcome.ts'

/** One take of a job's result, as members write it: `3f2akd7c.2`. */
export interface TakeName {
  /** The job's id, or the beginning of its short name. */
  job: string
  /** From 1. */
  number: number
}

/** What a take looks like, for whoever is told how to write one. */
export const takeExample = '3f2akd7c.2'

const shape = /^\s*#?((?:b\d{2}x)?[a-z2-7]{4,25})\.([1-9]\d?)\s*$/i

/** Reads what names a take; undefined for any other text. */
export const readTakeName = (text: string): TakeName | undefined => {
  const [, job = '', number] = shape.exec(text) ?? []
  return number === undefined ? undefined : { job: job.toLowerCase(), number: Number(number) }
}

/** So many letters and digits has the short name of a job. */
const wholeName = /^[a-z2-7]{8}$/

/**
 * Whether a word among others names a take: only what a job is called in full does, for a file may be called
 * "song.2".
 */
export const isWholeTakeName = (word: string): boolean => {
  const job = readTakeName(word)?.job
  return job !== undefined && (wholeName.test(job) || isJobId(job))
}

/** The name of a take; `job` is its id, which names it for certain, or what people call it. */
export const writeTakeName = ({ job, number }: TakeName): string => `${job}.${number}`

/** The takes of a result that can be heard, with their numbers from 1. The file of a transcript is none. */
export const heardTakes = ({
  outputs,
  transcription,
}: Outcome): readonly { number: number; output: Output }[] =>
  transcription === undefined
    ? outputs.flatMap((output, index) =>
        output.audioUrl === undefined ? [] : [{ number: index + 1, output }],
      )
    : []
