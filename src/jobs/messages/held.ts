import type { Feature } from '../../core/command/feature.ts'
import type { PreparedRequest } from '../../core/command/prepared-request.ts'
import type { Microcredits } from '../../core/credits.ts'
import type { JobRecord } from '../../core/job/job.ts'
import { creditsText } from '../../core/ledger/credits-text.ts'
import { minutesUnread } from '../../core/ledger/price-book.ts'
import type { Fact } from '../../core/message/message.ts'
import { say, sayCount } from '../../core/text/say.ts'
import type { JobDeps } from '../job-deps.ts'

/** How many minutes are held for because nobody knows yet how long the clip is; undefined for all else. */
export const unreadMinutesOf = (prepared: PreparedRequest, longestMinutes: number): number | undefined =>
  'priced' in prepared ? minutesUnread(prepared.priced, longestMinutes) : undefined

/** Warns that the hold may not cover a clip that decides the price and only the service reads. */
export const unmeasuredTexts = (prepared: PreparedRequest, longestMinutes: number): readonly string[] =>
  'priced' in prepared && 'clip' in prepared.priced && prepared.priced.clip.kind === 'link'
    ? [
        sayCount(
          "I can't measure a clip at a web address. Over a minute, it can cost more than is held.",
          "I can't measure a clip at a web address. Over {{count}} minutes, it can cost more than is held.",
          { count: longestMinutes },
        ),
      ]
    : []

/** The same of a job that was never about to be sent: its hold may have been lowered since. */
export const unreadMinutesBeforeSent = (
  { longestMinutes }: Pick<JobDeps, 'longestMinutes'>,
  { submitEpoch, values, unreadMinutes }: Pick<JobRecord, 'submitEpoch' | 'values' | 'unreadMinutes'>,
  feature: Feature,
): number | undefined => {
  const read = submitEpoch === undefined ? feature.prepare(values) : undefined
  return read?.ok ? unreadMinutesOf(read.prepared, unreadMinutes ?? longestMinutes) : undefined
}

/** What is held for a job, and for how long a clip where that is not known yet: see `unreadMinutesOf`. */
export const heldFact = (held: Microcredits, unreadMinutes?: number): Fact => {
  const amount = creditsText(held)
  return {
    label: say('Held'),
    value:
      unreadMinutes === undefined
        ? say('at most {{amount}}', { amount })
        : sayCount(
            'at most {{amount}}, for a clip of up to a minute until it is read; what is not needed comes back',
            'at most {{amount}}, for a clip of up to {{count}} minutes until it is read; what is not needed comes back',
            { amount, count: unreadMinutes },
          ),
  }
}

/** Why so much is needed for a clip whose length is not known yet, and for which one it is less. */
export const unreadText = (unreadMinutes: number): string =>
  `${sayCount(
    'So much is held for a clip of up to a minute until it is read; what is not needed comes back.',
    'So much is held for a clip of up to {{count}} minutes until it is read; what is not needed comes back.',
    { count: unreadMinutes },
  )} ${say('For a take of a result here, whose length is known, only that is held.')}`
