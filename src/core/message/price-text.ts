import type { Command } from '../command/command.ts'
import type { Microcredits } from '../credits.ts'
import type { PriceBook } from '../ledger/price-book.ts'
import { builtInPrices, type Price } from '../ledger/prices.ts'
import { say } from '../texts/say.ts'
import { creditsText } from './credits-text.ts'

const unitPriceText = (per: Price['per'], amount: Microcredits): string => {
  const credits = creditsText(amount)
  switch (per) {
    case 'request':
      return credits
    case 'output':
      return say('{{credits}} a take', { credits })
    case 'minute':
      return say('{{credits}} a minute', { credits })
    case 'hundred_words':
      return say('{{credits}} a hundred words', { credits })
  }
}

/**
 * What a unit of a command's plainest request costs at most, such as "0.10 credits a take"; undefined where it
 * costs nothing.
 */
export const usualPriceText = async (
  command: Command,
  prices: Pick<PriceBook, 'quote'>,
): Promise<string | undefined> => {
  if (command.kind === 'utility' || command.usualPrice === undefined) return undefined
  const { usualPrice: price } = command
  return unitPriceText(builtInPrices[price].per, await prices.quote({ price, units: 1 }))
}
