import type { AccountId } from '../target.ts'
import type { Scope } from './scope.ts'

/** What two places that ought to say the same say differently. */
export type DifferingFact =
  | 'posted'
  | 'pending'
  | 'granted'
  | 'pending beside all open holds'
  | 'before'
  | 'version'
  | 'account'
  | 'window'
  | 'scopes'
  | 'hold'
  | 'held'
  | 'settled'
  | 'record settled'
  | 'record'
  | 'state'
  | 'open set'
  | "operator's version"
  | 'lines'
  | 'line of the checkpoint'

/**
 * Where it is: as much of it as there is. `line` is the id of a line that contradicts the lines before it.
 */
interface DifferencePlace {
  bucket?: string | undefined
  account?: AccountId | undefined
  scope?: Scope | undefined
  window?: string | undefined
  job?: string | undefined
  line?: string | undefined
}

/**
 * Two figures that ought to be one: `expected` by the journal (or what else is
 * said), `found` where it is kept.
 */
export interface Difference {
  what: DifferingFact
  at: DifferencePlace
  expected: string | number
  found: string | number
}

const byWhat = ({ what, at }: Difference): string => {
  if (at.line !== undefined) return 'by the lines before it'
  return what === "operator's version" ? 'by the job itself' : 'by the journal'
}

/** Says a difference in a line: "discord:1 month:2026-06: posted is 5, by the journal 6". */
export const differenceText = (difference: Difference): string => {
  const { what, at, expected, found } = difference
  const { bucket, account, scope, window, job, line } = at
  const place = [
    bucket,
    account,
    scope && `${scope.kind} ${scope.id}`,
    window,
    job && `job ${job}`,
    line && `line ${line}`,
  ]
  const where = place.filter((part) => part !== undefined).join(', ')
  return `${where}: ${what} is ${found}, ${byWhat(difference)} ${expected}`
}
