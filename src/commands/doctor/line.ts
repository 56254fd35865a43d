import type { Fact, FactPiece } from '../../core/message/message.ts'
import { inRow, onLines } from '../../core/message/pieces.ts'

/** One thing that was checked. */
export interface DoctorLine {
  label: string
  /** What it is about, such as a channel. */
  about?: FactPiece
  /** How to fix what is wrong, a sentence or two each; empty if all is well. */
  problems: readonly string[]
  /** What is said if all is well. */
  fine: string
}

/** Whether all is well. */
export const isFine = ({ problems }: DoctorLine): boolean => problems.length === 0

/** The line as a fact: what is wrong, each on a line of its own, or that all is well. */
export const factOf = ({ label, about, problems, fine }: DoctorLine): Fact => {
  const said = problems.length === 0 ? [fine] : problems
  if (about === undefined && said.length === 1) return { label, value: said[0] ?? '' }
  const [first = '', ...rest] = said
  const head = about === undefined ? [first] : inRow([about, first], ' · ')
  return { label, value: onLines([head, ...rest]) }
}
