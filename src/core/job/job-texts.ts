import { clipName } from '../clip/clip.ts'
import { clipFieldsOf, readGivenClip } from '../clip/clip-field.ts'
import type { Feature } from '../command/feature.ts'
import type { Control } from '../fields/field.ts'
import type { LineFact } from '../message/message.ts'
import { declared, say, sayDeclared, sayOrdinal } from '../text/say.ts'
import { isBlank, onOneLine, shortened, shortenedInside } from '../text/text.ts'
import type { Hindrance, QueuePosition } from './concurrency.ts'
import type { JobRecord } from './job.ts'

const lengthMax = 40

/** Whether a value is in a member's own words: neither an id nor completed from a list. */
const isInOwnWords = (control: Control): boolean =>
  control.kind === 'text' && control.suggestions === undefined && control.isId === undefined

/**
 * A short title by which members recognise a job: the title of its result, the requested title, the text typed in its
 * feature's fields, or the name of its clip; at most 40 characters. Undefined if it has none of them.
 */
export const aboutJob = (
  { values, outcome }: Pick<JobRecord, 'values' | 'outcome'>,
  feature: Pick<Feature, 'fields'> | undefined,
): string | undefined => {
  const titles = outcome?.outputs.map(({ title }) => title) ?? []
  const texts: unknown[] = [...titles, values.title]
  for (const [name, { control }] of Object.entries(feature?.fields ?? {})) {
    if (isInOwnWords(control)) texts.push(values[name])
  }
  for (const text of texts) {
    if (typeof text === 'string' && !isBlank(text)) return shortened(onOneLine(text).trim(), lengthMax)
  }
  const names = feature === undefined ? Object.keys(values) : clipFieldsOf(feature.fields)
  for (const name of names) {
    const clip = readGivenClip(values[name])
    if (clip !== undefined) return shortenedInside(clipName(clip), lengthMax)
  }
  return undefined
}

/** The same, with the job's feature looked up among these. */
export const aboutJobAmong = (
  job: Pick<JobRecord, 'feature' | 'values' | 'outcome'>,
  features: readonly Feature[],
): string | undefined =>
  aboutJob(
    job,
    features.find(({ name }) => name === job.feature),
  )

/**
 * A settled amount with its certainty: it is final if the service reported the final cost, or if the result came
 * with the answer, so that there is no task to look up.
 */
export const settledText = (
  { settledBy, outcome, taskId }: Pick<JobRecord, 'settledBy' | 'outcome' | 'taskId'>,
  amount: string,
): string => {
  const isAnswered = settledBy !== undefined && outcome !== undefined && taskId === undefined
  const isSure = settledBy === 'final' || settledBy === 'refund' || isAnswered
  return isSure ? amount : say('about {{amount}}', { amount })
}

/** Steps of the progress bar: more would need more edits than they are worth. */
const partsMax = 4

/** How many quarters of the expected time have passed; four if it takes longer. */
export const quartersOver = (elapsedMs: number, expectedMs: number): number =>
  Math.max(0, Math.min(partsMax, Math.floor((elapsedMs * partsMax) / Math.max(1, expectedMs))))

const shares = [
  declared('{{bar}} a quarter done'),
  declared('{{bar}} half done'),
  declared('{{bar}} three quarters done'),
] as const
const longer = declared('{{bar}} taking longer than expected')
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

/** The place in the queue, such as "3rd in the queue". */
export const positionText = ({ position }: Pick<QueuePosition, 'position'>): string =>
  position === undefined
    ? say('far back in the queue')
    : sayOrdinal(
        {
          one: '{{count}}st in the queue',
          two: '{{count}}nd in the queue',
          few: '{{count}}rd in the queue',
          other: '{{count}}th in the queue',
        },
        { count: position },
      )

const hindranceTexts = {
  busy: declared("The audio service is busy. You'll keep your place in the queue."),
  paused: declared("The audio service isn't taking requests right now. You'll keep your place in the queue."),
  unpaid: declared(
    "The audio service account that pays for this is out of credit. You'll keep your place in the queue.",
  ),
} as const satisfies Record<Hindrance, string>

/** Why the whole queue waits, in complete sentences. */
export const hindranceText = (hindrance: Hindrance): string => sayDeclared(hindranceTexts[hindrance])

const soonMs = 60 * 60_000

/** When a job should be done. */
export const expectedFact = (atMs: number, nowMs: number): LineFact => ({
  label: say('Expected'),
  value: { atMs, isSoon: Math.abs(atMs - nowMs) < soonMs },
})

/**
 * When a waiting job should be done, by its usual time and those of the jobs before it; empty if that is not known.
 */
export const expectedFacts = (
  { startsInSeconds, hindrance }: QueuePosition,
  usualSeconds: number,
  nowMs: number,
): readonly LineFact[] =>
  hindrance === undefined ? [expectedFact(nowMs + (startsInSeconds + usualSeconds) * 1000, nowMs)] : []
