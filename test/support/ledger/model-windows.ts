import type { Period } from '../../../src/core/ledger/budget-window.ts'

const dayMs = 86_400_000
const formats = new Map<string, Intl.DateTimeFormat>()

/** The day that a calendar in the zone shows, as 2026-06-15: the way Sweden writes it. */
export const dayIn = (zone: string, instantMs: number): string => {
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone })
  formats.set(zone, format)
  return format.format(instantMs)
}

const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * dayMs).toISOString().slice(0, 10)

/** How windows are counted. */
export interface Calendar {
  period: Period
  zone: string
  /** 0 is Sunday. */
  weekStart: number
}

/** The name of the window that is open at an instant. */
export const windowIn = ({ period, zone, weekStart }: Calendar, instantMs: number): string => {
  const day = dayIn(zone, instantMs)
  switch (period) {
    case 'day':
      return `day:${day}`
    case 'week':
      return `week:${daysBefore(day, (new Date(day).getUTCDay() - weekStart + 7) % 7)}`
    case 'month':
      return `month:${day.slice(0, 7)}`
    case 'once':
      return 'once'
  }
}

/** The first instant of the next window, found by looking; undefined where there is none. */
export const windowEndIn = (calendar: Calendar, instantMs: number): number | undefined => {
  if (calendar.period === 'once') return undefined
  const open = windowIn(calendar, instantMs)
  let before = instantMs
  while (windowIn(calendar, before + dayMs) === open) before += dayMs
  let after = before + dayMs
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (windowIn(calendar, middle) === open) before = middle
    else after = middle
  }
  return after
}
