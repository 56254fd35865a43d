import { choice, optional } from '../../core/fields/field-builders.ts'
import type { BudgetState } from '../../core/ledger/budget.ts'
import { daysIn, daysOf, type KnownDays, lastDays, type Span } from '../../core/ledger/days.ts'
import type { BudgetOverview } from '../../core/ledger/overview.ts'
import { featureName, memberPiece, rankedLines, rankedSpend } from '../../core/ledger/ranking.ts'
import type { SpendEntry } from '../../core/ledger/spend.ts'
import type { Fact, Menu } from '../../core/message/message.ts'
import type { AccountId } from '../../core/target.ts'
import { declared, say, sayDeclared } from '../../core/text/say.ts'

/** Views of the spend: by member in some days, or by feature in the budget's period. */
const views = ['today', 'week', 'month', 'feature'] as const
export type SpendView = (typeof views)[number]

const viewLabels = {
  today: declared('Today'),
  week: declared('This week'),
  month: declared('This month'),
  feature: declared('By feature'),
} as const satisfies Record<SpendView, string>

/** Chooses the view. */
export const spendField = optional(
  choice({
    label: 'Spend',
    help: 'Spend to show (default: this period, by member)',
    choices: views.map((value) => ({ value, label: viewLabels[value] })),
  }),
)

const spanOfPeriod = { day: 'day', week: 'week', month: 'month', once: 'month' } as const
const viewOfSpan = { day: 'today', week: 'week', month: 'month' } as const
const spanOfView = { today: 'day', week: 'week', month: 'month' } as const

const spanIn = (view: SpendView, { period }: Pick<BudgetState, 'period'>): Span =>
  view === 'feature' ? spanOfPeriod[period] : spanOfView[view]

/** The view of a budget's own period. */
export const usualView = ({ period }: Pick<BudgetState, 'period'>): SpendView =>
  viewOfSpan[spanOfPeriod[period]]

const memberTexts = {
  day: declared('Top spenders today'),
  week: declared('Top spenders this week'),
  month: declared('Top spenders this month'),
} as const satisfies Record<Span, string>

const featureTexts = {
  day: declared('By feature today'),
  week: declared('By feature this week'),
  month: declared('By feature this month'),
} as const satisfies Record<Span, string>

/** The title of a list of members or features. */
export const spendTitle = (kind: 'member' | 'feature', span: Span): string =>
  sayDeclared((kind === 'feature' ? featureTexts : memberTexts)[span])

/** What a view lists, and what its chart shows. */
export interface SpendReading {
  view: SpendView
  isChosen: boolean
  span: Span
  today: string
  /** The budget's own period. */
  periodDays: KnownDays
  days: KnownDays
  spent: readonly SpendEntry[]
  shown: KnownDays
  shownSpent: readonly SpendEntry[]
}

/** A single day says little in a chart, so it is shown with those before it. */
const daysShownMin = 7

/** Reads who spent what on which day. */
export const readSpend = async (
  { overview, now }: { overview: Pick<BudgetOverview, 'spentOn'>; now: () => number },
  account: AccountId,
  state: BudgetState,
  chosen: SpendView | undefined,
): Promise<SpendReading> => {
  const view = chosen ?? usualView(state)
  const span = spanIn(view, state)
  const nowMs = now()
  const days = daysOf(span, state, nowMs)
  const { from: today } = daysOf('day', state, nowMs)
  const shown = span === 'day' ? lastDays(today, daysShownMin) : days
  const shownSpent = await overview.spentOn(account, daysIn(shown))
  return {
    view,
    isChosen: chosen !== undefined,
    span,
    today,
    periodDays: daysOf(spanOfPeriod[state.period], state, nowMs),
    days,
    spent: shownSpent.filter(({ day }) => day >= days.from && day <= days.to),
    shown,
    shownSpent,
  }
}

/** Who spent most, or on which features, as a fact; none if nothing was spent and nobody chose to see it. */
export const spendFacts = ({ view, isChosen, span, spent }: SpendReading): Fact[] => {
  const kind = view === 'feature' ? 'feature' : 'member'
  const all = rankedSpend(spent, kind)
  if (all.length === 0 && !isChosen) return []
  const pieceOf = kind === 'feature' ? featureName : memberPiece
  const value = all.length === 0 ? say('nothing yet') : rankedLines(all, pieceOf)
  return [{ label: spendTitle(kind, span), value }]
}

/** Switches the view. */
export const spendMenu = (state: BudgetState, chosen: SpendView | undefined): Menu => ({
  label: say('Spend'),
  entries: views.map((view) => ({
    label: sayDeclared(viewLabels[view]),
    commandLink: { command: 'budget', action: 'show', values: { spend: view } },
    ...(view === (chosen ?? usualView(state)) && { isChosen: true }),
  })),
})
