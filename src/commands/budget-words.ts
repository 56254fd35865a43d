import { formatCredits, type Microcredits } from '../core/credits.ts'
import type { BudgetState, MemberBudget } from '../core/ledger/budget.ts'
import type { Period } from '../core/ledger/budget-window.ts'
import { type Fact, plainMessage, type ResultMessage } from '../core/message.ts'

const periodWords = {
  day: 'per day',
  week: 'per week',
  month: 'per month',
  once: 'in all',
} as const satisfies Record<Period, string>

/** An amount that comes again, such as "10.00 credits per month". */
export const amountPer = (limit: Microcredits, period: Period): string =>
  `${formatCredits(limit)} credits ${periodWords[period]}`

/** What is left, for people: after an overrun there is nothing, not less. */
export const leftText = (left: number): string => formatCredits(Math.max(0, left))

/**
 * What a member may still use: what their limit leaves, but never more than the server has. Negative after an overrun.
 */
export const leftForMember = (server: BudgetState, { limit, spent, held }: MemberBudget): number =>
  limit === undefined ? server.left : Math.min(server.left, limit - spent - held)

/** When a budget's figures begin again. */
export const startsAnewFact = ({ resetsAtMs }: BudgetState): Fact => ({
  label: 'Starts anew',
  value: resetsAtMs === undefined ? 'never by itself' : { atMs: resetsAtMs },
})

/** Shown instead of figures while nobody has given the server any credits. */
export const noCreditsYet = (mend: string): ResultMessage =>
  plainMessage(`There are no credits here yet. ${mend}`)
