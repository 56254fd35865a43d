import type { Field, Fields } from '../fields/field.ts'
import { choice, optional, toggle } from '../fields/field-builders.ts'
import { declared } from '../text/say.ts'

/** Name of the option for who sees a request, its progress and its result. */
export const seenByName = 'seen_by'

/** Only the requester. */
export const onlyMe = 'me'

/** Everyone in the place of the request, which is the default. */
export const everybodyHere = 'here'

const seenBy: Field<'here' | 'me' | undefined> = optional(
  choice({
    label: 'Seen by',
    help: 'Who sees it ("Only me" goes to your direct messages)',
    choices: [
      { value: everybodyHere, label: declared('Everyone here') },
      { value: onlyMe, label: declared('Only me') },
    ],
  }),
)

/** Name of the option for whether a result is covered until a reader clicks it. */
export const spoilerName = 'spoiler'

/** On Slack nothing can be covered, so it keeps these out of the channel. */
const spoiler: Field<boolean | undefined> = optional(
  toggle({
    label: 'Spoiler',
    help: 'Hide audio, cover and lyrics until someone clicks (on Slack, they go to the thread)',
  }),
)

/** A feature's fields with those that every feature has, which come last. */
export const withSharedFields = (fields: Fields): Fields => ({
  ...fields,
  [seenByName]: seenBy,
  [spoilerName]: spoiler,
})
