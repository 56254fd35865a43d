import { type Microcredits, microcredits } from '../core/credits.ts'
import {
  boundFor,
  isAbsurd,
  isOutlier,
  learnedPrice,
  type PriceBook,
  perUnitOf,
  samplesMax,
} from '../core/ledger/price-book.ts'
import type { PriceName, Prices } from '../core/ledger/prices.ts'
import type { StoreConnection } from './address.ts'
import { fromStore } from './connection.ts'
import type { Keys } from './keys.ts'
import { plainScript, runScript } from './scripts.ts'

const learnPrice = plainScript('learn-price')

/** A repeat is recognized while its job is among this many; it comes within half a minute, if at all. */
const jobsKept = 1_000

/** Longest time that a member's answer waits for the prices. */
export const quoteWaitMs = 100

interface PriceBookOptions {
  redis: StoreConnection
  keys: Keys
  /** Identifies the provider's API key without revealing it. */
  providerKeyId: string
  prices: Prices
  /** Resolves after `spanMs` milliseconds. */
  wait: (spanMs: number) => Promise<void>
}

/** The price book of one provider's key, shared by all processes that use it. */
export const createPriceBook = (options: PriceBookOptions): PriceBook => {
  const { redis, keys, providerKeyId, prices, wait } = options
  const lastKnown = new Map<PriceName, Microcredits>()

  const readSeen = async (price: PriceName): Promise<readonly Microcredits[]> => {
    const seen: Microcredits[] = []
    for (const sample of await redis.lrange(keys.prices(providerKeyId, price), 0, samplesMax - 1)) {
      // Skips what another version of this program may have written.
      const [, millionths] = /^(\d{1,13}) /.exec(sample) ?? []
      if (millionths !== undefined) seen.push(microcredits(Number(millionths)))
    }
    return seen
  }

  const read = async (price: PriceName): Promise<Microcredits> => {
    const perUnit = learnedPrice(prices[price], await readSeen(price))
    lastKnown.set(price, perUnit)
    return perUnit
  }

  return {
    async quote({ price, units }) {
      const perUnit = await Promise.race([read(price).catch(() => undefined), wait(quoteWaitMs)])
      if (typeof perUnit === 'number') return boundFor(perUnit, units)
      // If it can't be read, the higher of the file's price and the last known one counts.
      const { credits } = prices[price]
      const known = lastKnown.get(price) ?? credits
      return boundFor(known > credits ? known : credits, units)
    },
    async learn(jobId, { price, units }, estimate) {
      const perUnit = perUnitOf(estimate, units)
      if (isAbsurd(prices[price], perUnit)) return 'absurd'
      const args = [jobId, perUnit, jobsKept]
      const [status] = await runScript(redis, learnPrice, [keys.prices(providerKeyId, price)], args)
      if (status !== 'learned') return 'known'
      return isOutlier(prices[price], await fromStore(readSeen(price))) ? 'outlier' : 'learned'
    },
  }
}
