import type { BudgetState } from '../../core/ledger/budget.ts'
import type { SetLimit } from '../../core/ledger/overview.ts'
import type { ScopeKind } from '../../core/ledger/scope.ts'
import type { Button, Fact } from '../../core/message/message.ts'
import { onLines, slot, withPieces } from '../../core/message/pieces.ts'
import { declared, say, sayDeclared } from '../../core/text/say.ts'
import { pageButtons } from '../shared/page.ts'
import { amountPer, scopePiece } from './words.ts'

/** Limits on a page: the message is about the budget. */
export const limitsPerPage = 5

const limitTexts = {
  channel: declared('{{who}}: {{limit}}'),
  group: declared('{{who}}: {{limit}}, shared'),
  member: declared('{{who}}: {{limit}}'),
  feature: declared('{{who}}: {{limit}}'),
  model: declared('{{who}}: {{limit}}'),
} as const satisfies Record<ScopeKind, string>

const lineOf = ({ scope, limit, isForEach }: SetLimit, { period }: BudgetState) => {
  const values = { who: slot(0), limit: amountPer(limit, period) }
  const sentence =
    isForEach === true
      ? say('{{who}}: {{limit}} for each member', values)
      : sayDeclared(limitTexts[scope.kind], values)
  return withPieces(sentence, [scopePiece(scope)])
}

const shownOf = (all: readonly SetLimit[], page: number) =>
  all.slice((page - 1) * limitsPerPage, page * limitsPerPage)

/** A page of the limits of single groups, channels, members, features and models. */
export const setLimitFacts = (all: readonly SetLimit[], state: BudgetState, page: number): Fact[] => {
  const shown = shownOf(all, page)
  if (all.length === 0) return []
  const first = (page - 1) * limitsPerPage + 1
  const label =
    all.length <= limitsPerPage
      ? say('Individual limits')
      : say('Individual limits ({{first}} to {{last}} of {{count}})', {
          first,
          last: first + shown.length - 1,
          count: all.length,
        })
  const lines = shown.map((limit) => lineOf(limit, state))
  if (lines.length === 0) return [{ label: say('Individual limits'), value: say('none on this page') }]
  return [{ label, value: onLines(lines) }]
}

/** Buttons for the other pages, which keep the view of the spend. */
export const setLimitButtons = (
  all: readonly SetLimit[],
  page: number,
  spend: string | undefined,
): Button[] =>
  pageButtons({
    list: { command: 'budget', action: 'show', values: spend === undefined ? {} : { spend } },
    page,
    hasMore: all.length > page * limitsPerPage,
    labels: { back: say('Earlier limits'), on: say('More limits') },
  })
