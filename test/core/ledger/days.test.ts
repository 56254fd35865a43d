import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { windowAt } from '../../../src/core/ledger/budget-window.ts'
import { daysBefore, daysIn, daysOf, daysOfMonth, spans } from '../../../src/core/ledger/days.ts'

const at = (instant: string): number => Date.parse(instant)
const berlin = { zone: 'Europe/Berlin', weekStart: 1 }

describe('the days of', () => {
  test.each([
    ['day', '2026-06-15T23:30:00Z', '2026-06-16', '2026-06-16'],
    ['week', '2026-06-14T21:00:00Z', '2026-06-08', '2026-06-14'],
    ['week', '2026-06-14T22:00:00Z', '2026-06-15', '2026-06-21'],
    ['month', '2026-01-31T22:59:59Z', '2026-01-01', '2026-01-31'],
    ['month', '2026-01-31T23:00:00Z', '2026-02-01', '2026-02-28'],
    ['month', '2028-02-10T12:00:00Z', '2028-02-01', '2028-02-29'],
  ] as const)('a %s in Berlin at %s', (span, instant, from, to) => {
    expect(daysOf(span, berlin, at(instant))).toEqual({ from, to })
  })

  test('a week follow the day that it starts on', () => {
    const sunday = { zone: 'UTC', weekStart: 0 }
    expect(daysOf('week', sunday, at('2026-06-15T12:00Z'))).toEqual({ from: '2026-06-14', to: '2026-06-20' })
  })

  test('a month by its name', () => {
    expect(daysOfMonth('2026-12')).toEqual({ from: '2026-12-01', to: '2026-12-31' })
  })
})

const instant = fc.date({ min: new Date('2012-01-02'), max: new Date('2040-01-01'), noInvalidDate: true })
const anyCalendar = fc.record({
  zone: fc.constantFrom(...Intl.supportedValuesOf('timeZone')),
  weekStart: fc.nat(6),
})

test('in any zone today is among them, they are one window, and those before end the day before', () => {
  fc.assert(
    fc.property(fc.constantFrom(...spans), anyCalendar, instant.map(Number), (span, calendar, nowMs) => {
      const range = daysOf(span, calendar, nowMs)
      const { day } = windowAt(span, calendar.zone, nowMs, calendar.weekStart)
      const days = daysIn(range)
      expect(days).toContain(day)
      const before = daysBefore(span, range)
      expect(daysIn({ from: before.from, to: range.to })).toEqual([...daysIn(before), ...days])
      expect(days.length).toBeGreaterThanOrEqual({ day: 1, week: 7, month: 28 }[span])
      expect(days.length).toBeLessThanOrEqual({ day: 1, week: 7, month: 31 }[span])
    }),
  )
})
