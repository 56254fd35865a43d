import { clipName, readClip } from '../clip/clip.ts'
import { isBlank, onOneLine, shortened } from '../text/text.ts'
import type { JobRecord } from './job.ts'

const lengthMax = 40

const words = (value: unknown): string | undefined =>
  typeof value === 'string' && !isBlank(value) ? onOneLine(value).trim() : undefined

/** Ids, numbers and choices are one word; what somebody wrote is several. */
const written = (value: unknown): string | undefined =>
  typeof value === 'string' && /\S\s+\S/.test(value) ? words(value) : undefined

const firstOf = (
  values: JobRecord['values'],
  read: (value: unknown) => string | undefined,
): string | undefined =>
  Object.values(values)
    .map(read)
    .find((text) => text !== undefined)

const clipIn = (value: unknown): string | undefined => {
  const clip = readClip(value)
  return clip && clipName(clip)
}

/**
 * What a job is about, so that somebody knows theirs among others: the title of its result, the title that
 * was asked for, what was written, or the name of its clip; at most 40 characters. Undefined where it has
 * none of them.
 */
export const aboutJob = ({ values, outcome }: Pick<JobRecord, 'values' | 'outcome'>): string | undefined => {
  const text =
    outcome?.outputs.map(({ title }) => words(title)).find((title) => title !== undefined) ??
    words(values.title) ??
    firstOf(values, written) ??
    firstOf(values, clipIn)
  return text && shortened(text, lengthMax)
}
