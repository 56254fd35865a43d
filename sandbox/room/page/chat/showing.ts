import type { SeenMessage } from '../../../control/people.ts'
import type { ChoicesOfPlace } from './place-choices.ts'

/** Names for the ids that a text mentions. */
export type NameOf = (kind: 'member' | 'channel' | 'group', id: string) => string

/** What a press of a control in a message asks for; `values` are the choices of a menu. */
export type Press = (button: string, values?: readonly string[]) => void

/** What it takes to draw a message. */
export interface Showing {
  message: SeenMessage
  choicesOfPlace: ChoicesOfPlace
  nameOf: NameOf
  press: Press
}
