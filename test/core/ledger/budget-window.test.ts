import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { isTimeZone, type Period, periods, windowAt } from '../../../src/core/ledger/budget-window.ts'

const at = (iso: string): number => {
  const instantMs = Date.parse(iso)
  expect(instantMs).not.toBeNaN()
  return instantMs
}

/**
 * Why it is worth a look, an instant, the window's id without its period, and when the next window begins.
 */
type Row = readonly [why: string, now: string, id: string, ends: string]
type Zones = Readonly<Record<string, readonly Row[]>>

// Offsets and their changes are those of the IANA time zone database.

const days: Zones = {
  UTC: [
    ['at noon', '2026-06-15T12:00Z', '2026-06-15', '2026-06-16T00:00Z'],
    ['at its first instant', '2026-06-15T00:00Z', '2026-06-15', '2026-06-16T00:00Z'],
    ['at its last instant', '2026-06-15T23:59:59.999Z', '2026-06-15', '2026-06-16T00:00Z'],
    ['at the end of the year', '2026-12-31T23:00Z', '2026-12-31', '2027-01-01T00:00Z'],
    ['before a leap day', '2028-02-28T12:00Z', '2028-02-28', '2028-02-29T00:00Z'],
  ],
  'Europe/Berlin': [
    ['on the day of 23 hours', '2026-03-29T12:00+02:00', '2026-03-29', '2026-03-30T00:00+02:00'],
    [
      'at the first half past two of 25 hours',
      '2026-10-25T02:30+02:00',
      '2026-10-25',
      '2026-10-26T00:00+01:00',
    ],
    [
      'at the second half past two of 25 hours',
      '2026-10-25T02:30+01:00',
      '2026-10-25',
      '2026-10-26T00:00+01:00',
    ],
  ],
  'Asia/Kathmandu': [['15 minutes off', '2026-06-15T23:59+05:45', '2026-06-15', '2026-06-16T00:00+05:45']],
  'Pacific/Apia': [
    ['before the day that Samoa never had', '2011-12-29T12:00-10:00', '2011-12-29', '2011-12-31T00:00+14:00'],
    ['after the day that Samoa never had', '2011-12-31T00:00+14:00', '2011-12-31', '2012-01-01T00:00+14:00'],
  ],
  'Australia/Lord_Howe': [
    ['on the day with half an hour more', '2026-04-05T12:00+10:30', '2026-04-05', '2026-04-06T00:00+10:30'],
    ['on the day with half an hour less', '2026-10-04T12:00+11:00', '2026-10-04', '2026-10-05T00:00+11:00'],
  ],
  'Africa/Cairo': [
    ['before a day that begins at one', '2026-04-23T23:30+02:00', '2026-04-23', '2026-04-24T01:00+03:00'],
    [
      'before midnight, in an hour that comes twice',
      '2026-10-29T23:30+02:00',
      '2026-10-29',
      '2026-10-30T00:00+02:00',
    ],
  ],
  'America/Havana': [
    ['before a day that has no midnight', '2026-03-07T12:00-05:00', '2026-03-07', '2026-03-08T01:00-04:00'],
    [
      'after midnight, in an hour that comes twice',
      '2026-11-01T00:30-05:00',
      '2026-11-01',
      '2026-11-02T00:00-05:00',
    ],
  ],
  'Pacific/Kiritimati': [
    ['where it is earliest', '2026-06-15T00:00+14:00', '2026-06-15', '2026-06-16T00:00+14:00'],
  ],
  'Etc/GMT+12': [['where it is latest', '2026-06-15T23:59-12:00', '2026-06-15', '2026-06-16T00:00-12:00']],
}

const weeks: Zones = {
  UTC: [
    ['begins on Monday', '2026-06-15T00:00Z', '2026-06-15', '2026-06-22T00:00Z'],
    ['ends on Sunday', '2026-06-21T23:59:59.999Z', '2026-06-15', '2026-06-22T00:00Z'],
    ['goes over the end of the year', '2027-01-01T12:00Z', '2026-12-28', '2027-01-04T00:00Z'],
    ['is found before the epoch too', '1969-12-31T12:00Z', '1969-12-29', '1970-01-05T00:00Z'],
  ],
  'Europe/Berlin': [
    ['may be an hour short', '2026-03-29T23:30+02:00', '2026-03-23', '2026-03-30T00:00+02:00'],
  ],
  'Pacific/Apia': [['may lack a Friday', '2011-12-31T12:00+14:00', '2011-12-26', '2012-01-02T00:00+14:00']],
}

const months: Zones = {
  UTC: [
    ['of 31 days', '2026-01-31T23:59:59.999Z', '2026-01', '2026-02-01T00:00Z'],
    ['of 28 days', '2026-02-28T23:00Z', '2026-02', '2026-03-01T00:00Z'],
    ['of 29 days', '2028-02-29T23:00Z', '2028-02', '2028-03-01T00:00Z'],
    ['at the end of the year', '2026-12-31T23:59:59Z', '2026-12', '2027-01-01T00:00Z'],
  ],
  'Europe/Berlin': [
    ['with a change of the clocks in it', '2026-03-01T00:00+01:00', '2026-03', '2026-04-01T00:00+02:00'],
  ],
  'Pacific/Apia': [['that lacks a day', '2011-12-15T12:00-10:00', '2011-12', '2012-01-01T00:00+14:00']],
  'America/Havana': [
    ['that is over elsewhere already', '2026-06-30T23:30-04:00', '2026-06', '2026-07-01T00:00-04:00'],
  ],
}

const rowsOf = (zones: Zones): [zone: string, ...Row][] =>
  Object.entries(zones).flatMap(([zone, rows]) => rows.map((row): [string, ...Row] => [zone, ...row]))

describe.each([
  ['day', days],
  ['week', weeks],
  ['month', months],
] as const)('a %s', (period, zones) => {
  test.each(rowsOf(zones))('in %s, %s (%s), is %s', (zone, _, now, id, ends) => {
    expect(windowAt(period, zone, at(now))).toMatchObject({ id: `${period}:${id}`, endMs: at(ends) })
    const { day } = windowAt(period, zone, at(now))
    expect(`day:${day}`).toBe(windowAt('day', zone, at(now)).id)
  })
})

test('a budget that is given once never resets', () => {
  expect(windowAt('once', 'Europe/Berlin', at('2026-06-15T12:00Z'))).toEqual({
    id: 'once',
    endMs: undefined,
    day: '2026-06-15',
  })
})

describe('row 36, in every zone that there is', () => {
  const instant = fc.date({ min: new Date('2012-01-02'), max: new Date('2040-01-01'), noInvalidDate: true })
  const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
  const recurring = fc.constantFrom(...periods.filter((period) => period !== 'once'))
  const anyWindow = fc.tuple(recurring, zone, instant.map(Number))

  const endOf = (period: Period, name: string, nowMs: number): number =>
    windowAt(period, name, nowMs).endMs ?? Number.NaN

  test('a window ends after now, and the next one begins at its end', () => {
    fc.assert(
      fc.property(anyWindow, ([period, name, nowMs]) => {
        const { id } = windowAt(period, name, nowMs)
        const endMs = endOf(period, name, nowMs)
        expect(endMs).toBeGreaterThan(nowMs)
        expect(windowAt(period, name, endMs - 1).id).toBe(id)
        expect(windowAt(period, name, endMs).id).not.toBe(id)
      }),
    )
  })

  test('all instants of a window are in the same one', () => {
    fc.assert(
      fc.property(anyWindow, fc.maxSafeNat(), ([period, name, nowMs], step) => {
        const window = windowAt(period, name, nowMs)
        const laterMs = nowMs + (step % ((window.endMs ?? 0) - nowMs))
        const { id, endMs } = windowAt(period, name, laterMs)
        expect({ id, endMs }).toEqual({ id: window.id, endMs: window.endMs })
      }),
    )
  })

  test('a window is as long as its name says, give or take what clocks are changed by', () => {
    const dayMs = 86_400_000
    const changeMsMax = dayMs / 6 // Antarctica/Casey has moved by three hours at once
    const days = { day: [1, 1], week: [7, 7], month: [28, 31] } as const
    fc.assert(
      fc.property(anyWindow, ([period, name, nowMs]) => {
        const beginMs = endOf(period, name, nowMs)
        const lengthMs = endOf(period, name, beginMs) - beginMs
        const [daysMin, daysMax] = days[period]
        expect(lengthMs).toBeGreaterThan(daysMin * dayMs - changeMsMax)
        expect(lengthMs).toBeLessThan(daysMax * dayMs + changeMsMax)
      }),
    )
  })
})

test.each([
  ['UTC', true],
  ['Europe/Berlin', true],
  ['europe/berlin', true],
  ['Asia/Kathmandu', true],
  ['+02:00', true],
  ['', false],
  ['Europe/Atlantis', false],
  ['Berlin', false],
  ['__proto__', false],
  ['../etc/passwd', false],
])('whether %j is a time zone: %s', (zone, expected) => {
  expect(isTimeZone(zone)).toBe(expected)
})

test('however a zone is spelled, only the latest spellings keep their calendar in memory', async () => {
  const made: WeakRef<Intl.DateTimeFormat>[] = []
  const { DateTimeFormat } = Intl
  vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(function remember(...args) {
    const calendar = new DateTimeFormat(...args)
    made.push(new WeakRef(calendar))
    return calendar
  })
  const name = 'America/Argentina/Buenos_Aires'
  for (let spelling = 0; spelling < 1_000; spelling += 1) {
    const isRaised = (at: number): boolean => ((spelling >> at) & 1) === 1
    const typed = [...name].map((letter, at) => (isRaised(at) ? letter.toUpperCase() : letter.toLowerCase()))
    expect(isTimeZone(typed.join(''))).toBe(true)
  }
  vi.restoreAllMocks()
  await setImmediate() // until then each WeakRef keeps its format
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  expect(made.length).toBeGreaterThan(400)
  expect(made.filter((format) => format.deref() !== undefined).length).toBeLessThanOrEqual(100)
})

test('a window of no zone is a bug', () => {
  expect(() => windowAt('day', 'Europe/Atlantis', 0)).toThrow('is not a time zone')
})
