import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amountMax, type Microcredits, microcredits } from '../../../src/core/credits.ts'
import {
  absurdTimes,
  billedUnits,
  boundFor,
  isAbsurd,
  isOutlier,
  learnedPrice,
  perUnitOf,
  samplesEnough,
  samplesMax,
} from '../../../src/core/ledger/price-book.ts'
import type { Price } from '../../../src/core/ledger/prices.ts'

const priceOf = (credits: number): Price => ({ per: 'output', credits: microcredits(credits) })
const newestFirst = (...samples: number[]) => samples.map(microcredits)

const amounts = fc.integer({ min: 0, max: amountMax }).map(microcredits)
const smallAmounts = fc.integer({ min: 0, max: 1_000 }).map(microcredits)
const prices = fc.oneof(amounts, smallAmounts).map(priceOf)
const units = fc.integer({ min: 1, max: 100_000 })
/** Amounts of which none is more than ten times another. */
const usualAmounts = fc.integer({ min: 100, max: 1_000 }).map(microcredits)
const usualPrices = usualAmounts.map(priceOf)
const seen = fc.array(usualAmounts, { maxLength: 2 * samplesMax })

const times = (count: number, amount: number): number[] => Array.from({ length: count }, () => amount)

describe('the bound of a request', () => {
  test.each([
    [100_000, 2, 200_000],
    [70_000, 1, 70_000],
    [0, 5, 0],
    [1, 1, 1],
    [amountMax, 1, amountMax],
    [amountMax, 2, amountMax],
    [amountMax, Number.MAX_SAFE_INTEGER, amountMax],
  ])('of %d a unit is, for %d of them, %d', (perUnit, count, bound) => {
    expect(boundFor(microcredits(perUnit), count)).toBe(bound)
  })

  test('is what whole-number arithmetic says, up to the largest amount', () => {
    fc.assert(
      fc.property(amounts, units, (perUnit, count) => {
        const exact = BigInt(perUnit) * BigInt(count)
        expect(BigInt(boundFor(perUnit, count))).toBe(exact < amountMax ? exact : BigInt(amountMax))
      }),
    )
  })

  test('grows with the units, and with the price', () => {
    fc.assert(
      fc.property(amounts, amounts, units, units, (price, more, count, others) => {
        const bound = boundFor(price, count)
        expect(boundFor(price, count + others)).toBeGreaterThanOrEqual(bound)
        expect(boundFor(microcredits(Math.max(price, more)), count)).toBeGreaterThanOrEqual(bound)
      }),
    )
  })

  test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('for %d units is a bug', (count) => {
    expect(() => boundFor(microcredits(1), count)).toThrow(`${count} is not a number of units`)
    expect(() => perUnitOf(microcredits(1), count)).toThrow(`${count} is not a number of units`)
  })
})

describe('the units of a request', () => {
  const upload = { kind: 'upload', platform: 'discord', url: 'https://cdn.example/a.mp3' } as const
  const uploaded = { ...upload, name: 'a.mp3', bytes: undefined, message: undefined }
  const link = { kind: 'link', url: 'https://example.com/a.mp3' } as const
  const result = (seconds: number | undefined) =>
    ({ kind: 'result', url: 'https://cdn.example/b.mp3', name: 'b.mp3', seconds }) as const

  test('are those that it names, however long a clip may be', () => {
    expect(billedUnits({ price: 'remix', units: 2 }, { longestMinutes: 10, seconds: 200 })).toBe(2)
  })

  test.each([
    ['an upload that was read', uploaded, 90, 2],
    ['an upload that was not', uploaded, undefined, 11],
    ['an address', link, undefined, 11],
    ['a result, by its own length', result(61), undefined, 2],
    ['a result of unknown length', result(undefined), undefined, 11],
    ['what was read, before what was said of it', result(61), 30, 1],
  ])(
    'are the minutes begun of %s, or one more than the limit where nobody knows them',
    (_, clip, seconds, units) => {
      expect(billedUnits({ price: 'cutter', clip }, { longestMinutes: 10, seconds })).toBe(units)
    },
  )

  test.each([
    [0, 1],
    [0.01, 1],
    [60, 1],
    [60.001, 2],
    [600, 10],
    [601, 11],
  ])('of a clip of %d s are %d', (seconds, units) => {
    expect(billedUnits({ price: 'cutter', clip: result(seconds) }, { longestMinutes: 10 })).toBe(units)
  })
})

describe('an estimate by the unit', () => {
  test.each([
    [200_000, 2, 100_000],
    [200_001, 2, 100_001],
    [1, 60, 1],
    [0, 60, 0],
    [59, 60, 1],
    [61, 60, 2],
  ])('(%d for %d) is %d', (estimate, count, perUnit) => {
    expect(perUnitOf(microcredits(estimate), count)).toBe(perUnit)
  })

  test('is the least whole amount whose units cover the estimate', () => {
    fc.assert(
      fc.property(amounts, units, (estimate, count) => {
        const perUnit = BigInt(perUnitOf(estimate, count))
        expect(perUnit * BigInt(count) >= estimate).toBe(true)
        expect(perUnit === 0n || (perUnit - 1n) * BigInt(count) < estimate).toBe(true)
      }),
    )
  })
})

describe('an estimate beyond all reason', () => {
  test.each([
    [100, 100 * absurdTimes, false],
    [100, 100 * absurdTimes + 1, true],
    [100, 1, false],
    [100, 0, true],
    [0, 5, false],
    [0, amountMax, false],
    [1, amountMax, true],
    [amountMax, amountMax, false],
  ])('where the file says %d: %d by the unit (%s)', (credits, perUnit, expected) => {
    expect(isAbsurd(priceOf(credits), microcredits(perUnit))).toBe(expected)
  })
})

describe('the price that is learned', () => {
  const file = priceOf(50)

  test.each([
    ['nothing was seen: the file’s', [], 50],
    ['a lower one was seen: still the file’s', [10], 50],
    ['a higher one was seen: that one', [60], 60],
    ['a higher one was seen before: that one', [10, 60], 60],
    ['nineteen lower ones were seen: still the file’s', times(samplesEnough - 1, 10), 50],
    ['twenty lower ones were seen: theirs', times(samplesEnough, 10), 10],
    ['twenty that cost nothing were seen: nothing', times(samplesEnough, 0), 0],
    // The 95th percentile of twenty is the nineteenth.
    ['one of twenty was higher: that of the others', [...times(19, 10), 60], 10],
    ['two of twenty were higher: theirs', [...times(18, 10), 60, 61], 60],
    ['the newest is the highest: that one', [99, ...times(19, 10)], 99],
    // The 95th percentile of two hundred is the 190th.
    ['ten of two hundred were higher: that of the others', [...times(190, 10), ...times(10, 60)], 10],
    ['eleven of two hundred were higher: theirs', [...times(189, 10), ...times(11, 60)], 60],
    [
      'what is older than two hundred was higher: that of the newest',
      [...times(200, 10), ...times(800, 60)],
      10,
    ],
  ])('where %s', (_, samples, price) => {
    expect(learnedPrice(file, newestFirst(...samples))).toBe(price)
  })

  test('is never below the last one seen', () => {
    fc.assert(
      fc.property(usualPrices, seen, (price, samples) => {
        expect(learnedPrice(price, samples)).toBeGreaterThanOrEqual(samples[0] ?? 0)
      }),
    )
  })

  test('holds at least the last estimate, for as many units as it was for', () => {
    fc.assert(
      fc.property(
        usualPrices,
        seen,
        usualAmounts,
        units,
        fc.nat(),
        (price, samples, perUnit, count, rest) => {
          const estimate = microcredits(perUnit * count - (rest % count))
          const learned = learnedPrice(price, [perUnitOf(estimate, count), ...samples])
          expect(boundFor(learned, count)).toBeGreaterThanOrEqual(estimate)
        },
      ),
    )
  })

  test('covers 95 of 100 of the newest, and is one of them or the file’s', () => {
    fc.assert(
      fc.property(usualPrices, seen, (price, samples) => {
        const learned = learnedPrice(price, samples)
        const newest = samples.slice(0, samplesMax)
        const covered = newest.filter((sample) => sample <= learned)
        expect(covered.length * 100).toBeGreaterThanOrEqual(newest.length * 95)
        expect([price.credits, ...newest]).toContain(learned)
      }),
    )
  })

  test('is never below the file’s while fewer than twenty were seen', () => {
    const few = fc.array(amounts, { maxLength: samplesEnough - 1 })
    fc.assert(
      fc.property(prices, few, (price, samples) => {
        expect(learnedPrice(price, samples)).toBeGreaterThanOrEqual(price.credits)
      }),
    )
  })

  test('does not depend on the order of those before the newest five', () => {
    const newestFive = fc.array(amounts, { minLength: 5, maxLength: 5 })
    const some = fc.array(amounts, { maxLength: samplesMax - 5 })
    const shuffled = some.chain((older) =>
      fc.tuple(fc.constant(older), fc.shuffledSubarray(older, { minLength: older.length })),
    )
    fc.assert(
      fc.property(prices, newestFive, shuffled, (price, newest, [older, otherwise]) => {
        expect(learnedPrice(price, [...newest, ...otherwise])).toBe(
          learnedPrice(price, [...newest, ...older]),
        )
      }),
    )
  })

  test.each([
    ['one reading of far more than is usual: still the usual', [967, ...times(20, 1)], 1],
    ['two of them: still the usual', [967, 967, ...times(20, 1)], 1],
    ['three of them: theirs', [967, 967, 967, ...times(20, 1)], 967],
    ['one of them a while ago: still the usual', [1, 1, 967, ...times(20, 1)], 1],
    ['ten times the usual: that', [10, ...times(20, 1)], 10],
    ['the first is far more than the file says: the file’s', [501], 50],
    ['the first three are far more than the file says: theirs', [501, 501, 501], 501],
    ['any, where the usual is nothing', [3, ...times(20, 0)], 3],
  ])('where it saw %s', (_, samples, price) => {
    expect(learnedPrice(file, newestFirst(...samples))).toBe(price)
  })

  test('is none of one that is far beyond the usual, which is told', () => {
    expect(isOutlier(file, newestFirst(967, ...times(20, 1)))).toBe(true)
    expect(isOutlier(file, newestFirst(10, ...times(20, 1)))).toBe(false)
    expect(isOutlier(file, newestFirst(967, 967, 967))).toBe(false)
    expect(isOutlier(priceOf(0), newestFirst(5))).toBe(false)
  })

  test('leaves what it was given as it was', () => {
    const samples: readonly Microcredits[] = Object.freeze(newestFirst(3, 1, 2))
    learnedPrice(file, samples)
    expect(samples).toEqual([3, 1, 2])
  })
})
