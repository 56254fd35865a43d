import type { ResultMessage } from '../message/message.ts'

/** A part of a member's home on a platform that has one: what a command says, below a heading. */
export interface HomeSection {
  title: string
  message: ResultMessage
}
