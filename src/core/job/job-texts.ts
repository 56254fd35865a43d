import { clipName, readClip } from '../clip/clip.ts'
import { declared, say, sayDeclared } from '../text/say.ts'
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

type Settled = Pick<JobRecord, 'settledBy' | 'outcome' | 'taskId'>

/**
 * Whether nothing can say any more that a job cost something else: the service said what it cost in the end, or
 * its result came with the answer, so that there is no task to look up.
 */
const isSettledForGood = ({ settledBy, outcome, taskId }: Settled): boolean =>
  settledBy === 'final' || (settledBy !== undefined && outcome !== undefined && taskId === undefined)

/** An amount that a job was settled by, as sure as it is. */
export const settledText = (job: Settled, amount: string): string =>
  isSettledForGood(job) || job.settledBy === 'refund' ? amount : say('about {{amount}}', { amount })

/** Parts of the expected time that are told apart: more would be more edits than they are worth. */
const partsMax = 4

/** How many quarters of the expected time are over; four where it takes longer. */
export const quartersOver = (elapsedMs: number, expectedMs: number): number =>
  Math.max(0, Math.min(partsMax, Math.floor((elapsedMs * partsMax) / Math.max(1, expectedMs))))

const shares = [
  declared('{{bar}} a quarter of the expected time is over'),
  declared('{{bar}} half of the expected time is over'),
  declared('{{bar}} three quarters of the expected time is over'),
] as const
const longer = declared('{{bar}} it is taking longer than expected')
const blocksPerPart = 2

/**
 * A bar with its meaning in words, such as "████░░░░ half of the expected time is over"; undefined at the
 * beginning.
 */
export const progressText = (quarters: number): string | undefined => {
  if (quarters <= 0) return undefined
  const over = Math.min(quarters, partsMax)
  const bar = '█'.repeat(over * blocksPerPart) + '░'.repeat((partsMax - over) * blocksPerPart)
  return sayDeclared(shares[over - 1] ?? longer, { bar })
}
