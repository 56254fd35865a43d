import { formatCredits } from '../../../core/credits.ts'
import type { BudgetState } from '../../../core/ledger/budget.ts'
import type { Period } from '../../../core/ledger/budget-window.ts'
import { dayAfter, daysIn, passedShare } from '../../../core/ledger/days.ts'
import { evenPace, fullness } from '../../../core/ledger/pace.ts'
import { type Ranking, rankedSpend } from '../../../core/ledger/ranking.ts'
import { daysText, dayText } from '../../../core/text/day.ts'
import { declared, say, sayDeclared } from '../../../core/text/say.ts'
import { type SpendReading, spendTitle } from '../spend.ts'
import { usageOf } from '../words.ts'

/** What one day used, in millionths. */
export interface DayFigures {
  day: string
  label: string
  used: number
  /** What running jobs may still cost, which counts as today's. */
  held: number
  isToday: boolean
}

/** Members, by their ids on the platform, or features, the highest amount first. */
export interface RankedList {
  kind: 'member' | 'feature'
  title: string
  all: Ranking
}

/** What the dashboard shows, however it is drawn. */
export interface Figures {
  left: string
  /** Whether nothing is left. */
  isOver: boolean
  used: string
  held: string | undefined
  allowed: string
  resets: string
  /** Of the limit, from 0 to 1; together at most 1. */
  usedShare: number
  heldShare: number
  /** How much of the period has passed, from 0 to 1. */
  passedShare: number | undefined
  title: string
  days: readonly DayFigures[]
  /** A daily limit, or what each day could use if a longer one were spread evenly. */
  line: { amount: number; isLimit: boolean } | undefined
  lists: readonly [RankedList] | readonly [RankedList, RankedList]
}

const resetTexts = {
  day: declared('resets tomorrow'),
  week: declared('resets {{day}}'),
  month: declared('resets {{day}}'),
  once: declared('never resets'),
} as const satisfies Record<Period, string>

/** The even pace is of use only where the chart shows the budget's own period. */
const lineOf = (state: BudgetState, { span, days }: SpendReading): Figures['line'] => {
  const { period, limit = 0, granted } = state
  const allowed = limit + granted
  if (allowed <= 0) return undefined
  if (period === 'day') return { amount: allowed, isLimit: true }
  return period === span ? { amount: evenPace(allowed, daysIn(days).length), isLimit: false } : undefined
}

const passedOf = ({ period }: BudgetState, { periodDays, today }: SpendReading): number | undefined => {
  if (period === 'day' || period === 'once') return undefined
  return passedShare(periodDays, today)
}

const listOf = (kind: RankedList['kind'], { span, spent }: SpendReading): RankedList => ({
  kind,
  title: spendTitle(kind, span),
  all: rankedSpend(spent, kind),
})

/** Brings a budget and its spend into the form that is drawn. */
export const figuresOf = (state: BudgetState, reading: SpendReading): Figures => {
  const { shown, shownSpent, today, view, periodDays } = reading
  const { limit = 0, granted, held } = state
  const { left, used, held: heldText } = usageOf(state, state.left)
  const full = fullness(limit + granted, state)
  const sums = new Map<string, number>()
  for (const { day, credits } of shownSpent) sums.set(day, (sums.get(day) ?? 0) + credits)
  const members = listOf('member', reading)
  const features = listOf('feature', reading)
  return {
    left,
    isOver: state.left <= 0,
    used,
    held: held === 0 ? undefined : heldText,
    allowed: formatCredits(Math.max(limit + granted, 0)),
    resets: sayDeclared(resetTexts[state.period], { day: dayText(dayAfter(periodDays.to, 1)) }),
    usedShare: full.used,
    heldShare: full.held,
    passedShare: passedOf(state, reading),
    title: say('By day, {{days}}', { days: daysText(shown.from, shown.to) }),
    days: daysIn(shown).map((day) => ({
      day,
      label: dayText(day),
      used: sums.get(day) ?? 0,
      held: day === today ? held : 0,
      isToday: day === today,
    })),
    line: lineOf(state, reading),
    lists: view === 'feature' ? [features] : [members, features],
  }
}
