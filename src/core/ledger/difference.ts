import type { AccountId } from '../target.ts'
import type { Scope } from './scope.ts'

/** Facts that two records state differently. */
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
  | 'spent'
  | 'record settled'
  | 'record'
  | 'state'
  | 'open set'
  | "operator's version"
  | 'lines'
  | 'line of the checkpoint'

/** Where the difference is, as far as that applies. `line` is the id of an entry that contradicts earlier ones. */
interface DifferencePlace {
  bucket?: string | undefined
  account?: AccountId | undefined
  scope?: Scope | undefined
  window?: string | undefined
  day?: string | undefined
  feature?: string | undefined
  job?: string | undefined
  line?: string | undefined
}

/** Two figures that should be equal: `expected` by the journal (or another named source), `found` as stored. */
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

/** A difference on one line: "discord:1 month:2026-06: posted is 5, by the journal 6". */
export const differenceText = (difference: Difference): string => {
  const { what, at, expected, found } = difference
  const { bucket, account, scope, window, day, feature, job, line } = at
  const place = [
    bucket,
    account,
    scope && `${scope.kind} ${scope.id}`,
    window,
    day,
    feature,
    job && `job ${job}`,
    line && `line ${line}`,
  ]
  const where = place.filter((part) => part !== undefined).join(', ')
  return `${where}: ${what} is ${found}, ${byWhat(difference)} ${expected}`
}
