import { clipName, type GivenClip, type LocalClip, tooLongText } from '../core/clip.ts'
import type { TaskRequest } from '../core/feature.ts'
import type { Problem } from '../core/field.ts'
import type { MeasuredClip } from '../core/job-store.ts'
import { unitsOf } from '../core/ledger/price-book.ts'
import type { JobDeps } from './job-deps.ts'

/** What is wrong with clips of ours that are known to be too long; the length of others is known once they are read. */
export const lengthProblems = (clips: readonly GivenClip[], longestMinutes: number): readonly Problem[] => {
  const secondsMax = longestMinutes * 60
  return clips.flatMap(({ field, clip }) =>
    clip.kind === 'result' && clip.seconds !== undefined && clip.seconds > secondsMax
      ? [{ field, text: tooLongText(clipName(clip), clip.seconds, secondsMax) }]
      : [],
  )
}

/** What a request can cost at most by the clip that it is charged by, where reading that told its length. */
export const measure = async (
  { prices, longestMinutes }: Pick<JobDeps, 'prices' | 'longestMinutes'>,
  { request, priced }: Pick<TaskRequest, 'request' | 'priced'>,
  files: Readonly<Record<string, LocalClip>>,
): Promise<MeasuredClip | undefined> => {
  if ('units' in priced || request.encoding === 'json') return undefined
  const { price, clip } = priced
  const [part] = Object.entries(request.files).find(([, { url }]) => url === clip.url) ?? []
  const seconds = part === undefined ? undefined : files[part]?.seconds
  if (seconds === undefined) return undefined
  const bound = await prices.quote({ price, units: unitsOf(priced, { longestMinutes, seconds }) })
  return { seconds, bound }
}
