import type { GrantScope } from '../../core/ledger/budget.ts'
import { exactCreditsText } from '../../core/ledger/credits-text.ts'
import type { ExpiringBonus } from '../../core/ledger/overview.ts'
import type { Scope } from '../../core/ledger/scope.ts'
import type { Fact, FactPiece } from '../../core/message/message.ts'
import { onLines, slot, withPieces } from '../../core/message/pieces.ts'
import { say } from '../../core/text/say.ts'
import { scopePiece } from './words.ts'

/** Bonuses that are listed. */
const shownMax = 5

const isOf = (one: GrantScope, other: Scope): boolean =>
  one.kind !== 'server' && one.kind === other.kind && one.id === other.id

const lineOf = ({ scope, credits, expiresAtMs: atMs }: ExpiringBonus, of?: Scope): readonly FactPiece[] => {
  const values = { amount: exactCreditsText(credits), when: slot(0), who: slot(1) }
  return scope.kind === 'server' || of !== undefined
    ? withPieces(say('{{amount}} on {{when}}', values), [{ atMs }])
    : withPieces(say('{{amount}} for {{who}} on {{when}}', values), [{ atMs }, scopePiece(scope)])
}

/** Bonuses that expire before the budget resets, the next first, as a fact: all, or those of one share. */
export const expiringFacts = (all: readonly ExpiringBonus[], of?: Scope): Fact[] => {
  const expiring = of === undefined ? all : all.filter(({ scope }) => isOf(scope, of))
  if (expiring.length === 0) return []
  const lines = expiring.slice(0, shownMax).map((bonus) => lineOf(bonus, of))
  const more = expiring.length - lines.length
  const rest = more > 0 ? [say('and {{count}} more', { count: more })] : []
  return [{ label: say('Bonus expires'), value: onLines([...lines, ...rest]) }]
}
