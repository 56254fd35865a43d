import assert from 'node:assert'

/** Whole millionths of a credit, the only internal form of money. */
export type Microcredits = number & { readonly unit: 'microcredits' }

/** Millionths in a credit. Dividing by it is not exact, so only charts, the log and metrics do. */
export const perCredit = 1_000_000
const decimalsMax = 6

/** The largest amount accepted as input: a million credits. */
export const creditsMax = 1_000_000

/** Zero credits. */
export const noCredits = 0 as Microcredits

/** Brands a whole, safe, non-negative number of millionths; anything else is a bug and throws. */
export const microcredits = (millionths: number): Microcredits => {
  assert(
    Number.isSafeInteger(millionths) && millionths >= 0,
    `${millionths} is not an amount of microcredits`,
  )
  return millionths as Microcredits
}

/** The maximum in millionths. */
export const amountMax = microcredits(creditsMax * perCredit)

const decimalPattern = /^(\d{1,7})(?:\.(\d{1,6}))?$/

/**
 * Reads a decimal amount such as "12", "0.5" or "1.234567" exactly, without passing through a float.
 * Returns undefined for anything else: signs, exponents, more than six decimals, more than a million credits.
 */
export const parseCredits = (text: string): Microcredits | undefined => {
  const match = decimalPattern.exec(text.trim())
  if (match === null) return undefined
  const [, whole = '', decimals = ''] = match
  const millionths = Number(whole) * perCredit + Number(decimals.padEnd(decimalsMax, '0'))
  return millionths <= amountMax ? microcredits(millionths) : undefined
}

/** A number as JSON writes it, without a sign. */
const numberPattern = /^\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i

/** A double preserves this many decimal digits; digits after them are noise. */
const digitsKept = 15

/**
 * Takes a price as the audio service states it (a number, or a number in a string) and rounds it up to the next
 * millionth, so that a hold is never smaller than the price. Returns undefined if it is not a usable amount.
 */
export const creditsFromService = (value: unknown): Microcredits | undefined => {
  const credits = typeof value === 'string' && numberPattern.test(value.trim()) ? Number(value) : value
  if (typeof credits !== 'number' || !(credits >= 0 && credits <= creditsMax)) return undefined
  // The point is moved in the digits, since `credits * perCredit` makes 2007000.0000000002 of 2.007.
  const [mantissa = '', exponent = ''] = credits.toExponential(digitsKept - 1).split('e')
  const digits = mantissa.replace('.', '')
  const wholeDigits = Math.max(0, Number(exponent) + 1 + decimalsMax)
  const isMore = /[1-9]/.test(digits.slice(wholeDigits))
  return microcredits(Number(digits.slice(0, wholeDigits)) + (isMore ? 1 : 0))
}

/** Writes a whole amount as "12", any other with two to six decimals: "0.10", "0.000001". A debt has a minus. */
export const formatCredits = (amount: number): string => {
  const digits = Math.abs(amount)
    .toFixed(0)
    .padStart(decimalsMax + 1, '0')
  const whole = digits.slice(0, -decimalsMax)
  const decimals = digits.slice(-decimalsMax).replace(/0{1,4}$/, '')
  return `${amount < 0 ? '-' : ''}${whole}${decimals === '00' ? '' : `.${decimals}`}`
}
