import { microcredits } from '../core/credits.ts'
import {
  boundFor,
  highestBeside,
  isAbsurd,
  isOutlier,
  learnedPrice,
  type PriceBook,
  perUnitOf,
  type Quote,
  type Sample,
} from '../core/ledger/price-book.ts'
import type { PriceName, Prices } from '../core/ledger/prices.ts'
import type { AccountId } from '../core/target.ts'
import type { StoreConnection } from './address.ts'
import { fromStore } from './connection.ts'
import { type Keys, shortHash } from './keys.ts'
import { plainScript, runScript } from './scripts.ts'

const learnPrice = plainScript('learn-price')

/** A repeat is recognized while its job is among this many; it comes within half a minute, if at all. */
const jobsKept = 1_000

/** How many of them are read for a quote: enough for a kind that is requested now and then. */
const jobsRead = 200

/** Longest time that a member's answer waits for the prices. */
export const quoteWaitMs = 100

interface SamplesOptions {
  redis: StoreConnection
  keys: Keys
  /** Identifies the provider's API key without revealing it. */
  providerKeyId: string
}

interface PriceBookOptions extends SamplesOptions {
  prices: Prices
  /** Resolves after `spanMs` milliseconds. */
  wait: (spanMs: number) => Promise<void>
}

/** Stands for an account in an entry: too short to tell whose it is, but two accounts rarely share it. */
const uploaderMark = (account: AccountId): string => shortHash(account).slice(0, 4)

/**
 * An entry of this version, or of an older one, which wrote no units, no estimate beside a final cost, or no uploader.
 * Older versions skip entries with an uploader.
 */
const entryPattern = /^(\d{1,13}) ([^ ~]+)(?:~(\d{1,13}))?(?: x(\d{1,9}))?(?: by ([a-z2-7]{4}))?( final)?$/

/**
 * Reads what jobs told of a price, newest first, and skips entries of unknown versions. Of a job's entries its final cost
 * counts: older versions, which may run at the same time, keep the estimate beside it. They keep only final costs above
 * the estimate, so these count as estimates do: with the others.
 */
export const readSamples = async (
  { redis, keys, providerKeyId }: SamplesOptions,
  price: PriceName,
): Promise<readonly Sample[]> => {
  const samples = new Map<string, Sample>()
  for (const entry of await redis.lrange(keys.prices(providerKeyId, price), 0, jobsRead - 1)) {
    const [, perUnit, job = '', estimated, units, uploader, final] = entryPattern.exec(entry) ?? []
    if (perUnit === undefined || (samples.has(job) && final === undefined)) continue
    samples.set(job, {
      perUnit: microcredits(Number(perUnit)),
      units: units === undefined ? undefined : Number(units),
      seenAs: final === undefined || units === undefined ? 'estimate' : 'final cost',
      estimated: estimated === undefined ? undefined : microcredits(Number(estimated)),
      uploader,
    })
  }
  return [...samples.values()]
}

/** The price book of one provider's key, shared by all processes that use it. */
export const createPriceBook = (options: PriceBookOptions): PriceBook => {
  const { redis, keys, providerKeyId, prices, wait } = options
  const lastRead = new Map<PriceName, readonly Sample[]>()

  return {
    async quote({ price, units }) {
      const list: Quote = { most: prices[price].credits, basis: 'list', samples: 0 }
      const read = async (): Promise<readonly Sample[]> => {
        const samples = await readSamples(options, price)
        lastRead.set(price, samples)
        return samples
      }
      const inTime = await Promise.race([read().catch(() => undefined), wait(quoteWaitMs)])
      const learned = learnedPrice(prices[price], units, inTime ?? lastRead.get(price) ?? [])
      // If it can't be read, the higher of the file's price and the last known one counts.
      const { most, ...basis } = inTime !== undefined || learned.most > list.most ? learned : list
      return { most: boundFor(most, units), ...basis }
    },
    async highestBeside(price, account) {
      const seen = await fromStore(readSamples(options, price))
      return highestBeside(prices[price], seen, uploaderMark(account))
    },
    async learn(jobId, { price, units }, credits, seenAs, uploader) {
      const perUnit = perUnitOf(credits, units)
      if (isAbsurd(prices[price], perUnit)) return 'absurd'
      const [final, ending] = seenAs === 'final cost' ? ['yes', ' final'] : ['', '']
      const by = uploader === undefined ? '' : ` by ${uploaderMark(uploader)}`
      const args = [jobId, perUnit, `x${units}${by}${ending}`, final, jobsKept]
      const [status] = await runScript(redis, learnPrice, [keys.prices(providerKeyId, price)], args)
      if (status !== 'learned') return 'known'
      const seen = await fromStore(readSamples(options, price))
      return isOutlier(prices[price], units, seen) ? 'outlier' : 'learned'
    },
  }
}
