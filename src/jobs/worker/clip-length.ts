import assert from 'node:assert'
import { clipName, isTooLong, lengthAboveText, minutesText } from '../../core/clip/clip.ts'
import type { LocalClip } from '../../core/clip/clip-reading.ts'
import type { Feature } from '../../core/command/feature.ts'
import type { TaskRequest } from '../../core/command/prepared-request.ts'
import type { ApiRequest, SentClip } from '../../core/endpoints/api-request.ts'
import type { RawValues } from '../../core/fields/field.ts'
import type { JobRecord } from '../../core/job/job.ts'
import type { MeasuredClip } from '../../core/job/job-store.ts'
import { billedUnits } from '../../core/ledger/price-book.ts'
import { say } from '../../core/text/say.ts'
import type { JobDeps } from '../job-deps.ts'

const fileIn = (
  request: ApiRequest,
  files: Readonly<Record<string, LocalClip>>,
  url: string,
): LocalClip | undefined => {
  if (request.encoding === 'json') return undefined
  const [part = ''] = Object.entries(request.files).find(([, file]) => file.url === url) ?? []
  return files[part]
}

/** A request that fits the clips that were read, or why it does not, in words for the member. */
export type FittedRequest = { status: 'fits'; prepared: TaskRequest } | { status: 'misfit'; reason: string }

/** Rebuilds the request with the lengths of the clips that were read; any that they rule out are now problems. */
export const withLengths = (
  feature: Feature,
  values: RawValues,
  prepared: TaskRequest,
  files: Readonly<Record<string, LocalClip>>,
): FittedRequest => {
  const measured = prepared.clips.flatMap(({ field, clip }) => {
    const seconds = fileIn(prepared.request, files, clip.url)?.seconds
    return clip.kind !== 'upload' || seconds === undefined ? [] : [[field, { ...clip, seconds }]]
  })
  if (measured.length === 0) return { status: 'fits', prepared }
  const read = feature.prepare({ ...values, ...Object.fromEntries(measured) })
  if (!read.ok) return { status: 'misfit', reason: read.problems.map(({ text }) => text).join(' ') }
  assert(
    read.prepared.obtains === 'task',
    `${feature.name} is one kind of feature with a length and another without`,
  )
  return { status: 'fits', prepared: read.prepared }
}

/**
 * Why a clip exceeds its hold: only shorter ones were accepted when it was requested. Nothing is held for the
 * rest, so sending it could overspend a budget.
 */
export const overHoldText = (
  { longestMinutes }: Pick<JobDeps, 'longestMinutes'>,
  { unreadMinutes = longestMinutes }: Pick<JobRecord, 'unreadMinutes'>,
  { priced }: Pick<TaskRequest, 'priced'>,
  clip: SentClip,
  { seconds, contentType }: Pick<LocalClip, 'seconds' | 'contentType'>,
): string | undefined => {
  const isCharged = 'clip' in priced && priced.clip.kind === clip.kind && priced.clip.url === clip.url
  const heldSeconds = unreadMinutes * 60
  if (!isCharged || unreadMinutes >= longestMinutes || !isTooLong(seconds, heldSeconds, contentType))
    return undefined
  return say(
    '{{clip}} is {{length}} long, but the limit was {{most}} when you sent it. Longer clips are allowed now, so try again.',
    {
      clip: clipName(clip),
      length: lengthAboveText(seconds, heldSeconds),
      most: minutesText(heldSeconds),
    },
  )
}

/** The most that a request can cost by the clip that sets its price, if that was read. */
export const measure = async (
  { prices, longestMinutes }: Pick<JobDeps, 'prices' | 'longestMinutes'>,
  { request, priced }: Pick<TaskRequest, 'request' | 'priced'>,
  files: Readonly<Record<string, LocalClip>>,
): Promise<MeasuredClip | undefined> => {
  if ('units' in priced) return undefined
  const { price, clip } = priced
  const seconds = fileIn(request, files, clip.url)?.seconds
  if (seconds === undefined) return undefined
  const units = billedUnits(priced, { longestMinutes, seconds })
  return { seconds, bound: (await prices.quote({ price, units })).most }
}
