import { firstOfEachKind, oneOfEachKind } from '../../support/suite/runs.ts'
import type { Row } from './row.ts'

/** The error code in a refusal's reason, such as MAX_LENGTH, whatever field it is about. */
const codeIn = (because: RegExp | undefined): string =>
  because?.source.match(/[A-Z]{4,}(?:_[A-Z]+)*/g)?.join() ?? ''

/** Whether a row has to start a bot, which takes a second or two. */
const startsBot = ({ scenario, endsBot }: Row): boolean => scenario === 'another' || endsBot === true

/**
 * Rows are of one kind if they spoil the same call in the same scenario and are refused with the same code. Rows that
 * start a bot count as one kind however they are refused.
 */
const kindOf = (row: Row): string =>
  [
    ...[row.scenario, 'on' in row.does ? row.does.on : 'over a socket'],
    ...(startsBot(row) ? [] : row.refusals.map(({ source }) => source)),
    ...[codeIn(row.because), row.endsWell, row.endsBot],
  ].join(' ')

type Groups = Readonly<Record<string, readonly Row[]>>

/** The rows to play, group by group. */
export const shortForm = (groups: Groups): (readonly [string, readonly Row[]])[] =>
  Object.entries(groups).map(([about, rows]) => [about, oneOfEachKind(rows, kindOf)])

/** The names of the rows that only the long form plays. */
export const leftToLongForm = (groups: Groups): readonly string[] =>
  Object.values(groups).flatMap((rows) => {
    const played = new Set(firstOfEachKind(rows, kindOf))
    return rows.filter((row) => !played.has(row)).map(({ name }) => name)
  })
