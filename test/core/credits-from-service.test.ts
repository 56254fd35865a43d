import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { creditsFromService, creditsMax, formatCredits, parseCredits } from '../../src/core/credits.ts'

// What is expected comes from decimal arithmetic on BigInt: a price is a whole number and a power of ten.

interface Decimal {
  digits: bigint
  /** The value is digits times ten to this. */
  exponent: number
}

const powerOfTen = (exponent: number): bigint => 10n ** BigInt(exponent)

const roundedUp = (numerator: bigint, denominator: bigint): bigint =>
  (numerator + denominator - 1n) / denominator

/** Millionths of a decimal, rounded up. */
const millionthsOf = ({ digits, exponent }: Decimal): bigint => {
  const shift = exponent + 6
  return shift >= 0 ? digits * powerOfTen(shift) : roundedUp(digits, powerOfTen(-shift))
}

/**
 * The exact value of a double as a fraction:
 * https://en.wikipedia.org/wiki/Double-precision_floating-point_format
 */
const fractionOf = (value: number): { numerator: bigint; denominator: bigint } => {
  const bits = new DataView(new ArrayBuffer(8))
  bits.setFloat64(0, value)
  const word = bits.getBigUint64(0)
  const fraction = word & 0xf_ffff_ffff_ffffn
  const biased = Number((word >> 52n) & 0x7ffn)
  const whole = biased === 0 ? fraction : fraction | 0x10_0000_0000_0000n
  const power = Math.max(biased, 1) - 1075
  return power >= 0
    ? { numerator: whole << BigInt(power), denominator: 1n }
    : { numerator: whole, denominator: 1n << BigInt(-power) }
}

const plainText = ({ digits, exponent }: Decimal): string => {
  const text = String(digits).padStart(1 - exponent, '0')
  return exponent === 0 ? text : `${text.slice(0, exponent)}.${text.slice(exponent)}`
}

/** Prices of at most fifteen digits, which a double keeps, with up to twelve decimals. */
const decimals = fc
  .record({
    digits: fc.bigInt({ min: 0n, max: 999_999_999_999_999n }),
    exponent: fc.integer({ min: -12, max: 0 }),
  })
  .filter((price) => millionthsOf(price) <= BigInt(creditsMax) * 1_000_000n)
  .filter(({ digits, exponent }) => digits <= BigInt(creditsMax) * powerOfTen(-exponent))

const forms: readonly [string, (price: Decimal) => unknown][] = [
  ['a number', (price) => Number(plainText(price))],
  ['a text', plainText],
  ['a text with blanks around it', (price) => ` ${plainText(price)}\n`],
  ['a text with an exponent', ({ digits, exponent }) => `${digits}e${exponent}`],
  ['a text with a large exponent sign', ({ digits, exponent }) => `${digits}.0E${exponent}`],
  ['what JSON makes of it', (price) => JSON.parse(plainText(price)) as unknown],
]

describe('a price of the service', () => {
  test.each(forms)('as %s is rounded up as whole-number arithmetic says', (_, write) => {
    fc.assert(
      fc.property(decimals, (price) => {
        expect(creditsFromService(write(price))).toBe(Number(millionthsOf(price)))
      }),
    )
  })

  test('is never held below any double by more than that double’s own noise, nor above by a millionth', () => {
    const anyPrice = fc.oneof(
      fc.double({ min: 0, max: creditsMax, noNaN: true }),
      fc.double({ min: 0, max: 1e-4, noNaN: true }),
      fc.nat(10_000_000).map((count) => count * 0.1),
      fc.tuple(fc.nat(1_000), fc.nat(1_000)).map(([one, other]) => one * 0.01 + other * 0.001),
    )
    const noiseOf = 100_000_000_000_000n // the fifteenth digit
    fc.assert(
      fc.property(anyPrice, (price) => {
        const held = BigInt(creditsFromService(price) ?? -1)
        const { numerator, denominator } = fractionOf(price)
        const exact = numerator * 1_000_000n
        expect(held * denominator * noiseOf >= exact * (noiseOf - 1n)).toBe(true)
        expect(held * denominator < exact + denominator || (price < 1e-6 && held === 1n)).toBe(true)
      }),
    )
  })

  test('grows with the price', () => {
    const price = fc.double({ min: 0, max: creditsMax, noNaN: true })
    fc.assert(
      fc.property(price, price, (one, other) => {
        const [less = 0, more = 0] = [one, other].toSorted((a, b) => a - b)
        expect(Number(creditsFromService(less))).toBeLessThanOrEqual(Number(creditsFromService(more)))
      }),
    )
  })

  test('that is no larger than what may be typed comes to the same, typed or stated', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000_000), (millionths) => {
        const text = formatCredits(millionths)
        expect([creditsFromService(text), creditsFromService(Number(text))]).toEqual([millionths, millionths])
        expect(parseCredits(text)).toBe(millionths)
      }),
    )
  })

  test.each<[price: unknown, millionths: number, what: string]>([
    [0.1 + 0.2, 300_000, 'a sum of floats'],
    ['0.30000000000000004', 300_000, 'such a sum as a text'],
    [1.1 * 3, 3_300_000, 'a product of floats'],
    [2.007, 2_007_000, 'a product with a million that is too large'],
    [1.005, 1_005_000, 'a product with a million that is too small'],
    [1e-7, 1, 'a tenth of a millionth'],
    ['1e-07', 1, 'a tenth of a millionth, as Python writes it'],
    [Number.MIN_VALUE, 1, 'the smallest double'],
    ['0.000001000000001', 2, 'a thousandth of a millionth of a millionth too much'],
    ['1e3', 1_000_000_000, 'an exponent'],
    ['1E+3', 1_000_000_000, 'an exponent with a plus'],
    ['007.50', 7_500_000, 'leading noughts'],
    [999_999.999_999_9, 1_000_000_000_000, 'almost a million'],
    ['0e99999', 0, 'nothing, often'],
  ])('as %j is %d millionths: %s', (price, millionths) => {
    expect(creditsFromService(price)).toBe(millionths)
  })

  test.each<[price: unknown, what: string]>([
    ['0x10', 'hexadecimal'],
    ['0b1', 'binary'],
    ['0o7', 'octal'],
    ['1_000', 'an underscore'],
    ['1 000', 'a blank inside'],
    ['1,5', 'a comma'],
    ['.5', 'no whole part'],
    ['5.', 'no decimals after a point'],
    ['+5', 'a plus'],
    ['-0', 'a minus'],
    ['٠.٧٨', 'Arabic digits'],
    ['0.７８', 'wide digits'],
    ['NaN', 'not a number'],
    ['Infinity', 'infinite'],
    ['1e400', 'beyond a double'],
    ['1e7', 'more than a million'],
    ['1000000.0000001', 'a little more than a million'],
    ['$0.78', 'a currency'],
    ['0.78 USD', 'a unit'],
    ['9'.repeat(100_000), 'very long'],
    [Number.MAX_VALUE, 'the largest double'],
    [Number.NEGATIVE_INFINITY, 'infinitely little'],
    [{ valueOf: (): number => 1 }, 'an object'],
    [new Date(5), 'a date'],
    [['1'], 'a list'],
  ])('as %o is no price: %s', (price) => {
    expect(creditsFromService(price)).toBeUndefined()
  })

  test('is whole millionths or nothing, whatever comes', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const held = creditsFromService(value)
        expect(held === undefined || (Number.isSafeInteger(held) && held >= 0)).toBe(true)
      }),
    )
  })
})
