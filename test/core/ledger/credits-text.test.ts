import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatCost, formatLeft, formatUsage } from '../../../src/core/ledger/credits-text.ts'

const millionths = (text: string): number => Math.round(Number(text) * 1_000_000)
const anyAmount = fc.oneof(
  fc.nat(30_000),
  fc.nat(10_000_000),
  fc.nat(100).map((hundredths) => hundredths * 10_000),
)

describe('an amount that must be paid, or may be', () => {
  test.each([
    [0, '0'],
    [100_000, '0.10'],
    [12_000_000, '12'],
    [686_000, '0.69'],
    [68_600, '0.07'],
    [16_000, '0.02'],
    [10_001, '0.02'],
    [10_000, '0.01'],
    [9_999, '0.009999'],
    [3_000, '0.003'],
    [1, '0.000001'],
    [999_999_999_999, '1000000'],
  ])('of %d millionths is written as %s', (amount, text) => {
    expect(formatCost(amount)).toBe(text)
  })

  test('is never told as less than it is, nor as a hundredth more', () => {
    fc.assert(
      fc.property(anyAmount, (amount) => {
        const told = millionths(formatCost(amount))
        expect(told).toBeGreaterThanOrEqual(amount)
        expect(told - amount).toBeLessThan(10_000)
      }),
    )
  })
})

describe('an amount that is left', () => {
  test.each([
    [0, undefined, '0'],
    [3_954_000, undefined, '3.95'],
    [3_954_000, 5_000_000, '3.95'],
    [3_959_999, undefined, '3.95'],
    [10_000, undefined, '0.01'],
    [9_999, undefined, '0.009999'],
    [4_000, 5_000_000, '0.004'],
    [-1, undefined, '0'],
    [-500_000, 200_000, '0'],
    [2_505_000, 2_505_000, '2.505'],
    [1_254_000, 2_505_000, '1.254'],
  ])('of %d millionths, of %s, is written as %s', (left, allowed, text) => {
    expect(formatLeft(left, allowed)).toBe(text)
  })

  test('is never told as more than it is, nor as nothing where there is something', () => {
    fc.assert(
      fc.property(anyAmount, (left) => {
        const told = millionths(formatLeft(left))
        expect(told).toBeLessThanOrEqual(left)
        expect(told > 0).toBe(left > 0)
      }),
    )
  })

  test('that does not cover a price is told as less than that', () => {
    fc.assert(
      fc.property(anyAmount, anyAmount, (one, other) => {
        const [left, price] = one < other ? [one, other] : [other, one]
        fc.pre(left < price)
        expect(millionths(formatLeft(left))).toBeLessThan(millionths(formatCost(price)))
      }),
    )
  })
})

describe('what became of a limit', () => {
  const usage = (allowed: number | undefined, spent: number, held: number, left?: number) =>
    formatUsage({ allowed, spent, held, left: left ?? (allowed ?? 0) - spent - held })

  test.each([
    ['of which nothing is used', usage(5_000_000, 0, 0), ['0', '0', '5']],
    ['of which a fine sum is held', usage(5_000_000, 200_000, 686_000), ['0.20', '0.69', '4.11']],
    ['of which fine sums are used and held', usage(5_000_000, 14_000, 14_000), ['0.01', '0.02', '4.97']],
    ['of which little is used', usage(5_000_000, 4_000, 0), ['0.004', '0', '4.996']],
    ['of which little is left', usage(5_000_000, 4_310_000, 686_000), ['4.31', '0.686', '0.004']],
    ['that is finer than a hundredth', usage(2_505_000, 100_000, 0), ['0.10', '0', '2.405']],
    ['that was lowered while jobs ran', usage(200_000, 0, 300_000), ['0', '0.30', '0']],
    ['that was overrun while jobs run', usage(290_000, 2_000_000, 1_883_416), ['2', '1.89', '0']],
    ['of a share for which the server has less', usage(2_000_000, 16_000, 0, 54_000), ['0.02', '0', '0.05']],
    ['that is none', usage(undefined, 16_000, 686_000, 54_000), ['0.02', '0.69', '0.05']],
  ])('(%s) is written for people', (_, { used, held, left }, written) => {
    expect([used, held, left]).toEqual(written)
  })

  test('adds up to it, never with more left or less held than there is', () => {
    const anyLimit = fc.nat(1_000).map((hundredths) => hundredths * 10_000)
    fc.assert(
      fc.property(anyLimit, anyAmount, anyAmount, (allowed, spent, held) => {
        const left = allowed - spent - held
        fc.pre(left >= 0)
        const written = usage(allowed, spent, held)
        const [usedTold, heldTold, leftTold] = [written.used, written.held, written.left].map(millionths)
        expect(Number(usedTold) + Number(heldTold) + Number(leftTold)).toBe(allowed)
        expect(heldTold).toBeGreaterThanOrEqual(held)
        expect(leftTold).toBeLessThanOrEqual(left)
        expect(Math.abs(Number(usedTold) - spent)).toBeLessThan(10_000)
        for (const [told, amount] of [
          [usedTold, spent],
          [heldTold, held],
          [leftTold, left],
        ])
          expect(Number(told) > 0).toBe(Number(amount) > 0)
      }),
    )
  })

  test('that was overrun is never told as less used or held than there is', () => {
    fc.assert(
      fc.property(anyAmount, anyAmount, anyAmount, (allowed, spent, held) => {
        fc.pre(allowed - spent - held < 0)
        const written = usage(allowed, spent, held)
        expect(millionths(written.used)).toBeGreaterThanOrEqual(spent)
        expect(millionths(written.used) - spent).toBeLessThan(10_000)
        expect(millionths(written.held)).toBeGreaterThanOrEqual(held)
        expect(written.left).toBe('0')
      }),
    )
  })
})
