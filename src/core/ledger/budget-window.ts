import assert from 'node:assert'

/** How often a budget resets; `once` never does. */
export const periods = ['day', 'week', 'month', 'once'] as const
export type Period = (typeof periods)[number]

/** One period of a budget: holds are booked under its id; `endMs` is when the next one starts. */
export interface BudgetWindow {
  id: string
  endMs: number | undefined
  /** The calendar day of the instant, such as "2026-07-01". */
  day: string
}

const dayMs = 24 * 60 * 60 * 1000

/** By zone as it was typed: Intl takes any capitals, and one format takes about 27 kB. */
const formats = new Map<string, Intl.DateTimeFormat>()
const formatsMax = 100

/** The calendar day in a zone at an instant: its number, counted from 1 January 1970. */
const localDay = (instantMs: number, zone: string): number => {
  let format = formats.get(zone)
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
    })
    if (formats.size >= formatsMax) formats.clear()
    formats.set(zone, format)
  }
  const part = { year: 0, month: 0, day: 0 }
  for (const { type, value } of format.formatToParts(instantMs)) {
    if (type === 'year' || type === 'month' || type === 'day') part[type] = Number(value)
  }
  return Date.UTC(part.year, part.month - 1, part.day) / dayMs
}

/** Whether `zone` is an IANA time zone that this machine knows, such as "Europe/Berlin". */
export const isTimeZone = (zone: string): boolean => {
  if (formats.has(zone)) return true
  try {
    localDay(0, zone)
    return true
  } catch {
    return false
  }
}

/** By zone and day: every read of a budget needs the same few, and a search makes some thirty calendar calls. */
const startsOfDays = new Map<string, number>()
const startsOfDaysMax = 1_000

/** The first instant of that day or a later one in the zone's calendar (a zone may skip a whole day). */
const startOfDay = (day: number, zone: string): number => {
  const name = `${zone} ${day}`
  const known = startsOfDays.get(name)
  if (known !== undefined) return known
  let before = day * dayMs - dayMs
  let after = day * dayMs + dayMs
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (localDay(middle, zone) >= day) after = middle
    else before = middle
  }
  if (startsOfDays.size >= startsOfDaysMax) startsOfDays.clear()
  startsOfDays.set(name, after)
  return after
}

/** A day as "2026-07-01". */
const dayName = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10)

/** Weeks begin on Monday unless an account chooses another day; 0 is Sunday. */
export const monday = 1

/**
 * The window of `period` that contains `nowMs` (epoch milliseconds) by the calendar of the IANA zone `zone`.
 * Weeks begin on the day `weekStart`: 0 is Sunday, 6 is Saturday.
 */
export const windowAt = (
  period: Period,
  zone: string,
  nowMs: number,
  weekStart: number = monday,
): BudgetWindow => {
  assert(isTimeZone(zone), `${zone} is not a time zone`)
  const today = localDay(nowMs, zone)
  const day = dayName(today)
  switch (period) {
    case 'day':
      return { id: `day:${day}`, endMs: startOfDay(today + 1, zone), day }
    case 'week': {
      // 1 January 1970, day number 0, was a Thursday: day 4 of the week.
      const first = today - ((((today + 4 - weekStart) % 7) + 7) % 7)
      return { id: `week:${dayName(first)}`, endMs: startOfDay(first + 7, zone), day }
    }
    case 'month': {
      const date = new Date(today * dayMs)
      const next = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) / dayMs
      return { id: `month:${day.slice(0, 7)}`, endMs: startOfDay(next, zone), day }
    }
    case 'once':
      return { id: 'once', endMs: undefined, day }
  }
}
