import type { Feature } from '../command/feature.ts'
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
 * What a unit of the plainest request costs at most, such as "0.10 credits a take"; undefined where a feature
 * costs nothing.
 */
export const usualPriceText = async (
  { usualPrice }: Pick<Feature, 'usualPrice'>,
  prices: Pick<PriceBook, 'quote'>,
): Promise<string | undefined> =>
  usualPrice &&
  unitPriceText(builtInPrices[usualPrice].per, await prices.quote({ price: usualPrice, units: 1 }))
