import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { durationText, inMilliseconds, parseTime, seconds, timeMax, timeText } from '../../src/core/time.ts'

const hour = 3_600

describe('a time', () => {
  test.each([
    ['90', 90],
    ['0', 0],
    ['83.5', 83.5],
    ['83,5', 83.5],
    ['.5', 0.5],
    ['83.5s', 83.5],
    ['83,5 sec', 83.5],
    ['5 Seconds', 5],
    ['1:23', 83],
    ['1:23.5', 83.5],
    ['1:23,500', 83.5], // as subtitles write it, where the colon says that the comma parts no thousands
    ['01:23', 83],
    [':30', 30],
    ['90:00', 5_400],
    ['1:02:03', 3_723],
    ['0:01:02.25', 62.25],
    ['1m', 60], // one minute; nobody writes metres or millions here
    ['1m05s', 65],
    ['1m5', 65],
    ['1 min 5 s', 65],
    ['1 minute and 5 seconds', 65],
    ['1 hour, 2 minutes, and 3.5 s', 3_723.5],
    ['1.5m', 90],
    ['2 minutes', 120],
    ['1h', hour],
    ['1h30', 1.5 * hour],
    ['1h 2m 3.5s', 3_723.5],
    ['500ms', 0.5],
    ['1s 500ms', 1.5],
    ['0,250', 0.25],
    ['1234.5678', 1_234.568], // more than a millisecond's worth of digits is rounded
    ['10:00:00', timeMax],
    [' 1:23 ', 83],
    ['٣', 3], // three, in Arabic digits
    ['١:٢٣٫٥', 83.5],
    ['１：２３', 83], // full-width, as East Asian keyboards write it
  ])('written %j is %d seconds', (typed, wanted) => {
    expect(parseTime(typed)).toBe(wanted)
  })

  test.each([
    '',
    ' ',
    'abc',
    's',
    '1 minute and 5', // of what, it does not say
    '1 minute, 5',
    '1 minute and',
    '5 and 1 minutes',
    ':',
    '-3',
    '+3',
    '1:75', // a slip: which of the two is wrong, nobody knows
    '1:5', // 1:05 or 1:50
    '1:2:03',
    '1:60:00',
    '1:23:',
    '1:2:3:4',
    '1:23.5s',
    '1,500', // a second and a half, or fifteen hundred
    '1,000 ms',
    '1.2.3',
    '1.5m30',
    '30s 1m',
    '1m 75s',
    '1m 1m',
    '9 0',
    '1s 5',
    '1e3',
    '0x10',
    '5x',
    '½',
    '∞',
    'NaN',
    '1:23-1:40',
    '10:00:00.001',
    '36001',
    '9'.repeat(400),
    ' '.repeat(41),
  ])('is not read from %j', (typed) => {
    expect(parseTime(typed)).toBeUndefined()
  })

  const anyTime = fc.integer({ min: 0, max: timeMax * 1000 }).map((ms) => seconds(ms / 1000))
  const writers: readonly (readonly [string, (time: number) => string])[] = [
    ['as it is shown', (time) => timeText(seconds(time))],
    ['in seconds', (time) => time.toFixed(3)],
    ['in seconds with a unit', (time) => `${time}s`],
    ['in seconds with a comma', (time) => `${time.toFixed(4).replace('.', ',')}s`],
    ['in milliseconds', (time) => `${inMilliseconds(seconds(time))} ms`],
    ['in minutes and seconds', (time) => `${Math.floor(time / 60)}m${(time % 60).toFixed(3)}s`],
    [
      'in hours, minutes and seconds',
      (time) =>
        `${Math.floor(time / hour)} h ${Math.floor((time % hour) / 60)} min ${(time % 60).toFixed(3)} s`,
    ],
  ]
  test.each(writers)('written back %s is the same', (_, write) => {
    fc.assert(fc.property(anyTime, (time) => void expect(parseTime(write(time))).toBe(time)))
  })

  test('is read from the digits of every script that has ten of its own', () => {
    // https://tc39.es/ecma402/#table-numbering-system-digits
    const scripts = Intl.supportedValuesOf('numberingSystem').filter((system) => {
      const written = new Intl.NumberFormat(`en-u-nu-${system}`, { useGrouping: false }).format(1_234_567_890)
      return /^\p{Nd}{10}$/u.test(written)
    })
    expect(scripts.length).toBeGreaterThan(50)
    for (const system of scripts) {
      const written = new Intl.NumberFormat(`en-u-nu-${system}`, { useGrouping: false }).format(9_876)
      expect(parseTime(written), system).toBe(9_876)
    }
  })

  test('is read or refused, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0159:.,hms -') }), (typed) => {
        const read = parseTime(typed)
        if (read === undefined) return
        expect(read).toBeGreaterThanOrEqual(0)
        expect(read).toBeLessThanOrEqual(timeMax)
        expect(parseTime(timeText(read))).toBe(read)
      }),
    )
  })

  test.each([
    [0, '0:00'],
    [20, '0:20'],
    [83.5, '1:23.5'],
    [83.005, '1:23.005'],
    [3_723, '1:02:03'],
    [36_000, '10:00:00'],
  ])('of %d seconds is shown as %s', (time, shown) => {
    expect(timeText(seconds(time))).toBe(shown)
  })
})

test.each([
  [0, '0:00'],
  [0.4, '0:00'],
  [20.1, '0:20'],
  [59.6, '1:00'],
  [61, '1:01'],
  [723, '12:03'],
  [3_600, '60:00'],
])('a length of %s seconds is shown as %s', (durationSeconds, text) => {
  expect(durationText(durationSeconds)).toBe(text)
})
