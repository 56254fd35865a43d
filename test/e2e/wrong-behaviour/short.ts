import { oneOfEachKind } from '../../support/suite/runs.ts'
import type { Row } from './row.ts'

/** The error code in a refusal's reason, such as MAX_LENGTH, whatever field it is about. */
const codeIn = (because: RegExp | undefined): string =>
  because?.source.match(/[A-Z]{4,}(?:_[A-Z]+)*/g)?.join() ?? ''

/**
 * Rows of one kind spoil the same call and are refused with the same code. Rows that end the bot count as one kind,
 * because each costs a restart.
 */
const kindOf = ({ scenario, does, refusals, because, endsWell, endsBot }: Row): string =>
  [
    ...[scenario, 'on' in does ? does.on : 'over a socket'],
    ...(endsBot ? [] : refusals.map(({ source }) => source)),
    ...[codeIn(because), endsWell, endsBot],
  ].join(' ')

/** The rows to play, group by group. */
export const shortForm = (
  groups: Readonly<Record<string, readonly Row[]>>,
): (readonly [string, readonly Row[]])[] =>
  Object.entries(groups).map(([about, rows]) => [about, oneOfEachKind(rows, kindOf)])
