import type { Field, Fields } from '../fields/field.ts'
import { choice, optional } from '../fields/field-builders.ts'
import { declared } from '../text/say.ts'

/** What the option is called that says who sees a request, its progress and its result. */
export const seenByName = 'seen_by'

/** Its value for whoever asks alone. */
export const onlyMe = 'me'

/** Its value for everybody where it is asked, as it is where nobody says otherwise. */
export const everybodyHere = 'here'

const seenBy: Field<'here' | 'me' | undefined> = optional(
  choice({
    label: 'Seen by',
    help: 'Who sees it; with "Only me" it comes to your direct messages',
    choices: [
      { value: everybodyHere, label: declared('Everybody here') },
      { value: onlyMe, label: declared('Only me') },
    ],
  }),
)

/** The fields of a feature with those that every feature has, the last of all. */
export const withSeenBy = (fields: Fields): Fields => ({ ...fields, [seenByName]: seenBy })
