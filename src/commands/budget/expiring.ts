import { exactCreditsText } from '../../core/ledger/credits-text.ts'
import type { ExpiringBonus } from '../../core/ledger/overview.ts'
import type { Fact, FactPiece } from '../../core/message/message.ts'
import { onLines, slot, withPieces } from '../../core/message/pieces.ts'
import { say } from '../../core/text/say.ts'
import { scopePiece } from './words.ts'

const shownMax = 5

const lineOf = (
  { scope, credits, expiresAtMs: atMs }: ExpiringBonus,
  isNamed: boolean,
): readonly FactPiece[] => {
  const values = { amount: exactCreditsText(credits), when: slot(0), who: slot(1) }
  return scope.kind === 'server' || !isNamed
    ? withPieces(say('{{amount}} on {{when}}', values), [{ atMs }])
    : withPieces(say('{{amount}} for {{who}} on {{when}}', values), [{ atMs }, scopePiece(scope)])
}

/** Bonuses that expire, the next first, as a fact. With `isNamed`, each says whose it is. */
export const expiringFacts = (all: readonly ExpiringBonus[], isNamed: boolean): Fact[] => {
  if (all.length === 0) return []
  const lines = all.slice(0, shownMax).map((bonus) => lineOf(bonus, isNamed))
  const more = all.length - lines.length
  const rest = more > 0 ? [say('and {{count}} more', { count: more })] : []
  return [{ label: say('Bonus expires'), value: onLines([...lines, ...rest]) }]
}
