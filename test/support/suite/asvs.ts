import { readFileSync } from 'node:fs'
import { z } from 'zod'

/** Levels of the standard, by the number of a requirement such as 1.2.10. */
export type Levels = ReadonlyMap<string, number>

const standardSchema = z.object({ sections: z.record(z.string(), z.array(z.number())) })

/** The requirements of OWASP ASVS 5.0.0: their numbers and levels alone. */
export const readLevels = (): Levels => {
  const text = readFileSync(new URL('../../fixtures/asvs-5.0.0.json', import.meta.url), 'utf8')
  const { sections } = standardSchema.parse(JSON.parse(text))
  return new Map(
    Object.entries(sections).flatMap(([section, levels]) =>
      levels.map((level, index) => [`${section}.${index + 1}`, level] as const),
    ),
  )
}

/** A row of a page: what it covers (a requirement, a section or a chapter), how that is held, and what shows it. */
export interface Row {
  keys: readonly string[]
  how: string
  shownBy: string
}

/** The rows whose first cell has keys in backticks, such as `1.2.10`, `1.2` or `V1`. */
export const rowsIn = (page: string): readonly Row[] =>
  page.split('\n').flatMap((line) => {
    const [, first = '', how = '', shownBy = ''] = line.split(/(?<!\\)\|/).map((cell) => cell.trim())
    const keys = [...first.matchAll(/`([^`]+)`/g)].map(([, key = '']) => key)
    return line.startsWith('|') && keys.length > 0 ? [{ keys, how, shownBy }] : []
  })

/** Files that a text links to, from the root of the project; `page` lies in docs. */
export const linkedFiles = (text: string): readonly string[] =>
  [...text.matchAll(/\]\(([^)\s#]+)/g)].map(([, link = '']) =>
    new URL(link, 'file:///docs/').pathname.slice(1),
  )

const states = ['not applicable', 'does not hold yet', 'partly', 'by the operator', 'holds'] as const

/** How far a requirement is met. */
export type State = (typeof states)[number]

/** A row begins with its state; without one it holds. */
export const stateOf = ({ how }: Pick<Row, 'how'>): State =>
  states.find((state) => how.toLowerCase().startsWith(`${state}:`)) ?? 'holds'

const reasonCharsMin = 10

const rowProblems = ({ keys, how, shownBy }: Row): readonly string[] => {
  const state = stateOf({ how })
  const needsLink = state === 'holds' || state === 'partly'
  if (needsLink) return linkedFiles(shownBy).length > 0 ? [] : [`${keys.join()}: nothing shows it`]
  return how.length >= state.length + reasonCharsMin ? [] : [`${keys.join()}: no reason`]
}

/** What covers a requirement: its own row, else that of its section, else that of its chapter. */
const coverOf = (rows: ReadonlyMap<string, Row>, requirement: string): Row | undefined => {
  const [chapter, section] = requirement.split('.')
  return [requirement, `${chapter}.${section}`, `V${chapter}`].flatMap((key) => rows.get(key) ?? []).at(0)
}

const byKey = (rows: readonly Row[]): ReadonlyMap<string, Row> =>
  new Map(rows.flatMap((row) => row.keys.map((key) => [key, row] as const)))

/** What is wrong with a page about the standard. `needed` tells which requirements it has to cover. */
export const asvsProblems = (
  page: string,
  levels: Levels,
  needed: (requirement: string, level: number) => boolean,
): readonly string[] => {
  const rows = rowsIn(page)
  const keys = rows.flatMap((row) => row.keys)
  const numbers = [...levels.keys()]
  const known = new Set(
    numbers.flatMap((number) => [number, number.replace(/\.\d+$/, ''), `V${number.split('.')[0]}`]),
  )
  const covered = byKey(rows)
  return [
    ...keys.filter((key) => !known.has(key)).map((key) => `${key}: there is no such requirement`),
    ...keys.filter((key, index) => keys.indexOf(key) !== index).map((key) => `${key}: listed twice`),
    ...rows.flatMap(rowProblems),
    ...[...levels].flatMap(([number, level]) =>
      needed(number, level) && coverOf(covered, number) === undefined ? [`${number}: not covered`] : [],
    ),
  ]
}

/** How many requirements of a level are in each state; those that no row covers are left out. */
export const countStates = (page: string, levels: Levels, level: number): Readonly<Record<State, number>> => {
  const covered = byKey(rowsIn(page))
  const found = [...levels].flatMap(([number, itsLevel]) => {
    const row = itsLevel === level ? coverOf(covered, number) : undefined
    return row === undefined ? [] : [stateOf(row)]
  })
  const count = (state: State): number => found.filter((each) => each === state).length
  return {
    holds: count('holds'),
    partly: count('partly'),
    'by the operator': count('by the operator'),
    'does not hold yet': count('does not hold yet'),
    'not applicable': count('not applicable'),
  }
}
