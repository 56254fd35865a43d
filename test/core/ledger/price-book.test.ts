import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amountMax, microcredits } from '../../../src/core/credits.ts'
import {
  absurdTimes,
  billedUnits,
  boundFor,
  isAbsurd,
  perUnitOf,
} from '../../../src/core/ledger/price-book.ts'
import type { Price } from '../../../src/core/ledger/prices.ts'

const priceOf = (credits: number): Price => ({
  per: 'output',
  counting: 'fixed',
  credits: microcredits(credits),
})

const amounts = fc.integer({ min: 0, max: amountMax }).map(microcredits)
const units = fc.integer({ min: 1, max: 100_000 })

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
    [100 * absurdTimes, 100, false],
    [100 * absurdTimes, 99, true],
    [100, 0, true],
    [0, 5, false],
    [0, amountMax, false],
    [1, amountMax, true],
    [amountMax, amountMax, false],
  ])('where the file says %d: %d by the unit (%s)', (credits, perUnit, expected) => {
    expect(isAbsurd(priceOf(credits), microcredits(perUnit))).toBe(expected)
  })
})
