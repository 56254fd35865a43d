import { formatCredits } from '../core/credits.ts'
import type { Check, Finding } from '../core/doctor-check.ts'
import type { Journal } from '../core/ledger/journal.ts'
import { type Basis, learnedPrice } from '../core/ledger/price-book.ts'
import { type PriceName, type Prices, priceNames } from '../core/ledger/prices.ts'
import type { StoreConnection } from './address.ts'
import { fromStore } from './connection.ts'
import type { Keys } from './keys.ts'
import { readSamples } from './price-book.ts'

interface PriceCheckOptions {
  redis: StoreConnection
  keys: Keys
  /** Identifies the provider's API key without revealing it. */
  providerKeyId: string
  prices: Prices
}

const basisTexts = {
  list: 'from the list',
  few: 'too few jobs to go below the list',
  learned: 'learned',
} as const satisfies Record<Basis, string>

const unitNames = {
  request: 'request',
  output: 'output',
  minute: 'minute',
  hundred_words: '100 words',
} as const

/** What is held for requests like the newest one, beside the list and what that one cost; undefined if none was seen. */
const learnedText = async (options: PriceCheckOptions, price: PriceName): Promise<string | undefined> => {
  const samples = await fromStore(readSamples(options, price))
  const [newest] = samples
  if (newest === undefined) return undefined
  const { per, credits } = options.prices[price]
  const { units = 1, perUnit, seenAs } = newest
  const quote = learnedPrice(options.prices[price], units, samples)
  const forUnits = units === 1 ? '' : ` for ${units}`
  const last = `${seenAs === 'estimate' ? 'estimated' : 'charged'} ${formatCredits(perUnit)}`
  return `${price} holds ${formatCredits(quote.most)} per ${unitNames[per]}${forUnits} (${basisTexts[quote.basis]}, jobs: ${quote.samples}; list: ${formatCredits(credits)}; last ${last})`
}

/** A line for each price that requests were seen of, as holds follow it now. */
export const priceCheck = (options: PriceCheckOptions): Check => ({
  name: 'the prices',
  async run() {
    const texts = await Promise.all(priceNames.map((price) => learnedText(options, price)))
    return texts.flatMap((what): Finding[] => (what === undefined ? [] : [{ verdict: 'ok', what }]))
  },
})

const overrunDays = 30
const dayMs = 24 * 60 * 60_000

/**
 * By job: how far its cost exceeded its hold. One that was raised to the service's estimate counts from what was held
 * before, which is what the member was told.
 */
const overrunsSince = async (
  journal: Pick<Journal, 'lines'>,
  sinceMs: number,
): Promise<ReadonlyMap<string, number>> => {
  const held = new Map<string, number>()
  const overruns = new Map<string, number>()
  for await (const line of journal.lines({ sinceMs })) {
    if (line.operation === 'hold') held.set(line.job, line.credits)
    if (line.operation !== 'settle' && line.operation !== 'book' && line.operation !== 'correct') continue
    const over = Math.max(line.overrun ?? 0, line.credits - (held.get(line.job) ?? line.credits))
    if (over > 0) overruns.set(line.job, over)
    else overruns.delete(line.job)
  }
  return overruns
}

/** How many jobs cost more than was held for them, by the journal. */
export const overrunCheck = ({
  journal,
  now,
}: {
  journal: Pick<Journal, 'lines'>
  now: () => number
}): Check => ({
  name: 'the holds',
  async run() {
    const overruns = [...(await overrunsSince(journal, now() - overrunDays * dayMs)).values()]
    if (overruns.length === 0)
      return [{ verdict: 'ok', what: `no job of the last ${overrunDays} days cost more than was held` }]
    const over = overruns.reduce((sum, each) => sum + each, 0)
    return [
      {
        verdict: 'warning',
        what: 'the holds',
        why: `Jobs of the last ${overrunDays} days that cost more than was held: ${overruns.length}, by ${formatCredits(over)} credits in all.`,
        mend: 'Holds follow after a few jobs. If they keep falling short, raise the price in AUDIO_PRICES_FILE.',
      },
    ]
  },
})
