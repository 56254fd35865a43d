import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  creditsFromService,
  creditsMax,
  formatCredits,
  microcredits,
  parseCredits,
} from '../../src/core/credits.ts'

const perCredit = 1_000_000
const anyAmount = fc.integer({ min: 0, max: creditsMax * perCredit }).map(microcredits)

describe('an amount that somebody types', () => {
  test.each([
    ['0', 0],
    ['1', 1_000_000],
    ['12', 12_000_000],
    ['0.5', 500_000],
    ['2.50', 2_500_000],
    ['0.000001', 1],
    ['1.234567', 1_234_567],
    ['007', 7_000_000],
    ['  3.25\n', 3_250_000],
    ['1000000', creditsMax * perCredit],
    ['1000000.000000', creditsMax * perCredit],
    ['0.1', 100_000],
    ['0.3', 300_000],
    ['16.1', 16_100_000],
    ['1.005', 1_005_000],
  ])('%j is read exactly', (text, millionths) => {
    expect(parseCredits(text)).toBe(millionths)
  })

  test.each([
    ['', 'is nothing'],
    ['   ', 'is blank'],
    ['-1', 'is negative'],
    ['-0', 'has a minus'],
    ['+1', 'has a plus'],
    ['.5', 'has no whole part'],
    ['5.', 'ends in a point'],
    ['1,5', 'has a comma'],
    ['1.2.3', 'has two points'],
    ['1 000', 'has a blank inside'],
    ['1e3', 'has an exponent'],
    ['0x10', 'is hexadecimal'],
    ['0.0000001', 'is finer than a millionth'],
    ['1000000.000001', 'is more than a million'],
    ['99999999', 'has too many digits'],
    ['NaN', 'is not a number'],
    ['Infinity', 'is infinite'],
    ['١٢', 'is in other digits'],
    ['12 credits', 'has a unit'],
    ['__proto__', 'is a name'],
  ])('%j is refused, since it %s', (text) => {
    expect(parseCredits(text)).toBeUndefined()
  })

  test('is the same after it was written and read again', () => {
    fc.assert(fc.property(anyAmount, (amount) => parseCredits(formatCredits(amount)) === amount))
  })

  test('is what whole-number arithmetic says, never what a float makes of it', () => {
    const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 6 })
    const whole = fc.integer({ min: 0, max: creditsMax - 1 })
    fc.assert(
      fc.property(whole, digits, (integer, decimals) => {
        const exact = BigInt(integer) * 1_000_000n + BigInt(decimals.join('').padEnd(6, '0'))
        expect(parseCredits(`${integer}.${decimals.join('')}`)).toBe(Number(exact))
      }),
    )
  })

  test('is a whole number of millionths or nothing, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const amount = parseCredits(text)
        expect(amount === undefined || (Number.isSafeInteger(amount) && amount >= 0)).toBe(true)
      }),
    )
  })
})

describe('an amount is written', () => {
  test.each([
    [0, '0'],
    [-0, '0'],
    [1, '0.000001'],
    [10, '0.00001'],
    [100, '0.0001'],
    [1_000, '0.001'],
    [10_000, '0.01'],
    [100_000, '0.10'],
    [120_000, '0.12'],
    [1_000_000, '1'],
    [12_000_000, '12'],
    [1_234_567, '1.234567'],
    [1_000_000_000_000, '1000000'],
    [-1, '-0.000001'],
    [-2_500_000, '-2.50'],
  ])('%d as %j', (amount, text) => {
    expect(formatCredits(amount)).toBe(text)
  })

  test('with two to six decimals, or with none if it is whole', () => {
    const pattern = (amount: number) => (amount % 1_000_000 === 0 ? /^\d+$/ : /^\d+\.\d{2,6}$/)
    fc.assert(fc.property(anyAmount, (amount) => pattern(amount).test(formatCredits(amount))))
  })
})

describe('a price that the service states', () => {
  // Prices and strings as the service's own samples have them.
  test.each([
    [0, 0],
    [-0, 0],
    [0.06, 60_000],
    [0.1, 100_000],
    [1.07, 1_070_000],
    ['0.78', 780_000],
    [' 5.55 ', 5_550_000],
    [2.007, 2_007_000], // 2.007 * 1e6 is 2007000.0000000002
    [0.29, 290_000], // 0.29 * 1e6 is 290000 only after rounding
    [creditsMax, creditsMax * perCredit],
  ])('as %j is read as %d millionths', (price, millionths) => {
    expect(creditsFromService(price)).toBe(millionths)
  })

  test.each([
    [0.0000001, 1],
    ['0.0000011', 2],
    [0.1234561, 123_457],
  ])('as %j is rounded up to %d millionths', (price, millionths) => {
    expect(creditsFromService(price)).toBe(millionths)
  })

  test.each([
    -1,
    -0.000001,
    creditsMax + 1,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    '',
    '  ',
    'free',
    '-1',
    '1e400',
    '0,5',
    null,
    undefined,
    true,
    {},
    [],
    [1],
    1n,
  ])('as %o is no price', (price) => {
    expect(creditsFromService(price)).toBeUndefined()
  })

  test('is taken exactly when it has at most six decimals, as a number and as a string', () => {
    fc.assert(
      fc.property(anyAmount, (amount) => {
        expect(creditsFromService(amount / perCredit)).toBe(amount)
        expect(creditsFromService(formatCredits(amount))).toBe(amount)
      }),
    )
  })
})

test.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, Number.MAX_SAFE_INTEGER + 1])(
  '%d is not an amount of microcredits, and saying so is a bug',
  (millionths) => {
    expect(() => microcredits(millionths)).toThrow('is not an amount of microcredits')
  },
)
