import { type Microcredits, parseCredits } from '../credits.ts'
import type { Field } from '../fields/field.ts'
import { choice, credits, optional } from '../fields/field-builders.ts'
import { declared } from '../text/say.ts'

/** Name of the setting for how members are told that a job of more than a minute is over. */
export const readyNoticeName = 'ready_notice'

/** How a member is told; a mention goes to the thread below the message on Slack. */
export const readyNotices = ['mention', 'direct', 'off'] as const
export type ReadyNotice = (typeof readyNotices)[number]

const readyNotice: Field<ReadyNotice | undefined> = optional(
  choice({
    label: 'Ready notice',
    help: 'How to notify you when a result takes over a minute',
    choices: [
      { value: 'mention', label: declared('Mention') },
      { value: 'direct', label: declared('Direct message') },
      { value: 'off', label: declared('Off') },
    ],
  }),
)

/** A stored choice; a mention if there is none, or one of another version. */
export const readyNoticeOf = (value: unknown): ReadyNotice =>
  readyNotices.find((known) => known === value) ?? 'mention'

/** Name of the setting for the amount from which a typed request shows its price first. */
export const confirmFromName = 'confirm_from'

/** The least amount to confirm, as stored; undefined if there is none, or one of another version. */
export const confirmFromOf = (value: unknown): Microcredits | undefined => parseCredits(String(value))

/** The fields of settings that no feature has, since they are not part of a request. */
export const ownSettings: Readonly<Record<string, Field>> = {
  [readyNoticeName]: readyNotice,
  [confirmFromName]: optional(
    credits({ label: 'Confirm from', help: 'Show the price first if a request can cost this much or more' }),
  ),
}
