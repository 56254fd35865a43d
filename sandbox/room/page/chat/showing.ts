import type { SeenMessage } from '../../../people.ts'
import type { PlaceChoice } from './place-choices.ts'

/** Names for the ids that a text mentions. */
export type NameOf = (kind: 'member' | 'channel' | 'group', id: string) => string

/** What a press of a control in a message asks for; `values` are the choices of a menu. */
export type Press = (button: string, values?: readonly string[]) => void

/** What of a place can be chosen of that kind; undefined where it is none of the place. */
export type PlaceChoices = (kind: string) => readonly PlaceChoice[] | undefined

/** What it takes to draw a message. */
export interface Showing {
  message: SeenMessage
  placeChoices: PlaceChoices
  nameOf: NameOf
  press: Press
}
