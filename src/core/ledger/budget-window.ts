import assert from 'node:assert'

/** How often a budget starts anew; `once` never does. */
export const periods = ['day', 'week', 'month', 'once'] as const
export type Period = (typeof periods)[number]

/** One stretch of a budget: holds are booked under its id; `endMs` is when the next one starts. */
export interface BudgetWindow {
  id: string
  endMs: number | undefined
}

interface CalendarDate {
  year: number
  month: number
  day: number
}

const dayMs = 24 * 60 * 60 * 1000
const formats = new Map<string, Intl.DateTimeFormat>()

const formatFor = (zone: string): Intl.DateTimeFormat => {
  const known = formats.get(zone)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  })
  formats.set(zone, format)
  return format
}

/** Whether `zone` is an IANA time zone that this machine knows, such as "Europe/Berlin". */
export const isTimeZone = (zone: string): boolean => {
  try {
    formatFor(zone)
    return true
  } catch {
    return false
  }
}

const localDate = (instantMs: number, zone: string): CalendarDate => {
  const part = { year: 0, month: 0, day: 0 }
  for (const { type, value } of formatFor(zone).formatToParts(instantMs)) {
    if (type === 'year' || type === 'month' || type === 'day') part[type] = Number(value)
  }
  return part
}

const dayNumber = ({ year, month, day }: CalendarDate): number => Date.UTC(year, month - 1, day) / dayMs

const dateOfDayNumber = (number: number): CalendarDate => {
  const date = new Date(number * dayMs)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

/**
 * The first instant at which the zone's calendar shows the day or a later one (a zone may skip a whole day).
 */
const findStartOfDay = (number: number, zone: string): number => {
  let before = number * dayMs - dayMs
  let after = number * dayMs + dayMs
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (dayNumber(localDate(middle, zone)) >= number) after = middle
    else before = middle
  }
  return after
}

/**
 * By zone and day: every read of a budget asks for the same few, and a search
 * asks the calendar some thirty times.
 */
const startsOfDays = new Map<string, number>()
const startsOfDaysMax = 1_000

const startOfDay = (number: number, zone: string): number => {
  const name = `${zone} ${number}`
  const known = startsOfDays.get(name)
  if (known !== undefined) return known
  if (startsOfDays.size >= startsOfDaysMax) startsOfDays.clear()
  const start = findStartOfDay(number, zone)
  startsOfDays.set(name, start)
  return start
}

const twoDigits = (value: number): string => String(value).padStart(2, '0')
const dayName = ({ year, month, day }: CalendarDate): string =>
  `${year}-${twoDigits(month)}-${twoDigits(day)}`

/** Weeks begin on Monday unless an account chooses another day; 0 is Sunday. */
export const monday = 1

/**
 * The day number of the week's first day. 1 January 1970, day number 0, was a Thursday: day 4 of the week.
 */
const weekStartOf = (number: number, weekStart: number): number =>
  number - ((((number + 4 - weekStart) % 7) + 7) % 7)

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
  assert(isTimeZone(zone), `${zone} is no time zone`)
  const date = localDate(nowMs, zone)
  const today = dayNumber(date)
  switch (period) {
    case 'day':
      return { id: `day:${dayName(date)}`, endMs: startOfDay(today + 1, zone) }
    case 'week': {
      const first = weekStartOf(today, weekStart)
      return { id: `week:${dayName(dateOfDayNumber(first))}`, endMs: startOfDay(first + 7, zone) }
    }
    case 'month': {
      const next = {
        year: date.month === 12 ? date.year + 1 : date.year,
        month: (date.month % 12) + 1,
        day: 1,
      }
      return { id: `month:${dayName(date).slice(0, 7)}`, endMs: startOfDay(dayNumber(next), zone) }
    }
    case 'once':
      return { id: 'once', endMs: undefined }
  }
}
