import type { BudgetCalendar } from './budget.ts'
import { windowAt } from './budget-window.ts'

/** Consecutive days of an account's calendar, both included, such as "2026-07-01". */
export interface DayRange {
  /** Undefined: from the first day that there is. */
  from: string | undefined
  to: string
}

/** Days of which the first is known. */
export interface KnownDays extends DayRange {
  from: string
}

/** A stretch of whole days that comes again. */
export const spans = ['day', 'week', 'month'] as const
export type Span = (typeof spans)[number]

const dayMs = 24 * 60 * 60 * 1000

/** The day that is `count` days after one, or before it if `count` is negative. */
export const dayAfter = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10)

const lastOfMonth = (day: string): string =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).toISOString().slice(0, 10)

/** The days of the month "2026-07". */
export const daysOfMonth = (month: string): KnownDays => ({
  from: `${month}-01`,
  to: lastOfMonth(`${month}-01`),
})

type Calendar = Pick<BudgetCalendar, 'zone' | 'weekStart'>

/** The day, week or month that contains an instant, by an account's calendar. */
export const daysOf = (span: Span, { zone, weekStart }: Calendar, nowMs: number): KnownDays => {
  const { id, day } = windowAt(span, zone, nowMs, weekStart)
  const first = id.slice(id.indexOf(':') + 1)
  switch (span) {
    case 'day':
      return { from: day, to: day }
    case 'week':
      return { from: first, to: dayAfter(first, 6) }
    case 'month':
      return daysOfMonth(first)
  }
}

/** The day, week or month before one. */
export const daysBefore = (span: Span, { from }: { from: string }): KnownDays => {
  const to = dayAfter(from, -1)
  switch (span) {
    case 'day':
      return { from: to, to }
    case 'week':
      return { from: dayAfter(from, -7), to }
    case 'month':
      return daysOfMonth(to.slice(0, 7))
  }
}

/** So many days that end with one. */
export const lastDays = (to: string, count: number): KnownDays => ({
  from: dayAfter(to, 1 - count),
  to,
})

/** Every day of a range. */
export const daysIn = ({ from, to }: KnownDays): readonly string[] => {
  const days: string[] = []
  for (let day = from; day <= to; day = dayAfter(day, 1)) days.push(day)
  return days
}

/** How much of a range has passed at the end of one of its days, from 0 to 1. */
export const passedShare = (range: KnownDays, today: string): number => {
  const days = daysIn(range)
  return (days.indexOf(today) + 1) / days.length
}
