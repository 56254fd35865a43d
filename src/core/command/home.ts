import type { ResultMessage } from '../message/message.ts'

/** A part of a member's home on a platform that has one: what a command says, below a heading. */
export interface HomeSection {
  title: string
  /** Its text is empty if the heading says as much. */
  message: ResultMessage
  /** It is all that the member would see each time, so it need not be shown again. */
  isShutOut?: true
}
