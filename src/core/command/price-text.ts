import type { Microcredits } from '../credits.ts'
import type { RawValues } from '../fields/field.ts'
import { creditsText, formatCost } from '../ledger/credits-text.ts'
import type { PriceBook } from '../ledger/price-book.ts'
import { builtInPrices, type Price, type PriceName } from '../ledger/prices.ts'
import { declared, say, sayDeclared, sayList } from '../text/say.ts'
import type { PriceText } from './answer.ts'
import type { Command } from './command.ts'
import type { Feature } from './feature.ts'

type Prices = Pick<PriceBook, 'quote'>

const unitTexts = {
  request: { exact: '{{amount}}', most: declared('up to {{amount}}') },
  output: {
    exact: declared('{{amount}} per take'),
    most: declared('up to {{amount}} per take'),
  },
  minute: {
    exact: declared('{{amount}} per minute'),
    most: declared('up to {{amount}} per minute'),
  },
  hundred_words: {
    exact: declared('{{amount}} per 100 words'),
    most: declared('up to {{amount}} per 100 words'),
  },
} as const satisfies Record<Price['per'], object>

interface Dearest {
  amount: Microcredits
  /** Whether all of the prices follow what the service charged, so that a higher one would be a surprise. */
  isLearned: boolean
}

const dearest = async (names: readonly PriceName[], prices: Prices): Promise<Dearest> => {
  const quotes = await Promise.all(names.map((price) => prices.quote({ price, units: 1 })))
  return {
    amount: quotes.map(({ most }) => most).reduce((one, other) => (other > one ? other : one)),
    isLearned: quotes.every(({ basis }) => basis === 'learned'),
  }
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== false

/** The price that each option without a value would raise it to. */
const raises = async (
  { fields, otherPrices }: Feature,
  least: Microcredits,
  prices: Prices,
  given: RawValues,
): Promise<readonly (Dearest & { label: string })[]> => {
  const found = Object.entries(otherPrices).map(async ([name, names = []]) => {
    const label = fields[name]?.label
    if (label === undefined || isGiven(given[name])) return []
    const { amount, isLearned } = await dearest(names, prices)
    const isMore = amount > least && formatCost(amount) !== formatCost(least)
    return isMore ? [{ label: sayDeclared(label), amount, isLearned }] : []
  })
  return (await Promise.all(found)).flat()
}

/**
 * The most that a unit of a command's simplest request can cost with these values, and with its other options;
 * undefined if it is free.
 */
export const priceText = async (
  command: Command,
  prices: Prices,
  given: RawValues = {},
): Promise<PriceText | undefined> => {
  if (command.kind === 'utility' || command.usualPrice === undefined) return undefined
  const { usualPrice, otherPrices } = command
  const { per } = builtInPrices[usualPrice]
  const named = Object.entries(otherPrices).flatMap(([name, names = []]) =>
    isGiven(given[name]) ? names : [],
  )
  const { amount, isLearned } = await dearest([usualPrice, ...named], prices)
  const { exact, most } = unitTexts[per]
  const usual = sayDeclared(exact, { amount: creditsText(amount) })
  const raised = await raises(command, amount, prices, given)
  if (raised.length === 0) return { whole: usual, short: usual, isLearned }
  const dear = creditsText(Math.max(...raised.map((raise) => raise.amount)))
  const options = raised.map((raise) =>
    say('{{amount}} with {{option}}', { amount: formatCost(raise.amount), option: raise.label }),
  )
  return {
    whole: sayList([usual, ...options], 'unit'),
    short: sayDeclared(most, { amount: dear }),
    isLearned: isLearned && raised.every((raise) => raise.isLearned),
  }
}
