import { isLong } from '../../support/suite/runs.ts'
import type { Row } from './row.ts'

/** The code in what a refusal says in particular, such as MAX_LENGTH, whatever field it is about. */
const codeIn = (because: RegExp | undefined): string =>
  because?.source.match(/[A-Z]{4,}(?:_[A-Z]+)*/g)?.join() ?? ''

/**
 * Rows of one kind spoil the same kind of call, and are refused with the same code; whatever ends the bot, which
 * has to be started anew, is one kind.
 */
const kindOf = ({ scenario, does, refusals, because, endsWell, endsBot }: Row): string =>
  [
    ...[scenario, 'on' in does ? does.on : 'over a socket'],
    ...(endsBot ? [] : refusals.map(({ source }) => source)),
    ...[codeIn(because), endsWell, endsBot],
  ].join(' ')

/** One row of each kind in `npm test`, the first; all of them in `npm run test:long`. */
export const oneOfEachKind = (rows: readonly Row[]): readonly Row[] =>
  rows.filter((row, index) => isLong || rows.findIndex((other) => kindOf(other) === kindOf(row)) === index)

/** The same of groups of rows, by what each is about. */
export const shortForm = (
  groups: Readonly<Record<string, readonly Row[]>>,
): (readonly [string, readonly Row[]])[] =>
  Object.entries(groups).map(([about, rows]) => [about, oneOfEachKind(rows)])
