import type { FactPiece } from '../message/message.ts'
import { onLines, slot, withPieces } from '../message/pieces.ts'
import { say, sayCount } from '../text/say.ts'
import { formatCost } from './credits-text.ts'
import { isPseudonym } from './pseudonym.ts'
import type { SpendEntry } from './spend.ts'

/** Members and features that are named; the rest is summed up. */
const namedMax = 5

/** Amounts by name, the highest first. */
export type Ranking = readonly (readonly [name: string, amount: number])[]

/** Sums up amounts by name. */
export const ranked = (parts: Ranking): Ranking => {
  const sums = new Map<string, number>()
  for (const [name, amount] of parts) sums.set(name, (sums.get(name) ?? 0) + amount)
  return [...sums]
    .filter(([, amount]) => amount !== 0)
    .toSorted(([one, ofOne], [other, ofOther]) => ofOther - ofOne || (one < other ? -1 : 1))
}

/** What each member spent, or what was spent on each feature. */
export const rankedSpend = (spent: readonly SpendEntry[], kind: 'member' | 'feature'): Ranking =>
  ranked(spent.map((entry) => [entry[kind], entry.credits]))

/** One line per member or feature, and one for the rest; at most `countMax` are named. */
export const rankedLines = (
  all: Ranking,
  pieceOf: (name: string) => FactPiece,
  countMax = namedMax,
): readonly FactPiece[] => {
  const lines = all
    .slice(0, countMax)
    .map(([name, amount]) =>
      withPieces(say('{{name}}: {{amount}}', { name: slot(0), amount: formatCost(amount) }), [pieceOf(name)]),
    )
  const rest = all.slice(countMax)
  const sum = rest.reduce((total, [, amount]) => total + amount, 0)
  if (rest.length > 0) {
    const values = { count: rest.length, amount: formatCost(sum) }
    lines.push([sayCount('{{count}} other: {{amount}}', '{{count}} others: {{amount}}', values)])
  }
  return onLines(lines)
}

/** A member by the name that the platform shows, unless they deleted their data. */
export const memberPiece = (id: string): FactPiece =>
  isPseudonym(id) ? say('Deleted member') : { kind: 'member', id }

/** A feature as its command. */
export const featureName = (name: string): string => (name === '' ? say('not recorded') : `/${name}`)
