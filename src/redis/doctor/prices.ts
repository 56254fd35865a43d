import { formatCredits, type Microcredits } from '../../core/credits.ts'
import { type Check, ok } from '../../core/doctor-check.ts'
import type { Journal } from '../../core/ledger/journal.ts'
import { type Basis, learnedPrice, usualCosts } from '../../core/ledger/price-book.ts'
import { type PriceName, type Prices, priceNames } from '../../core/ledger/prices.ts'
import type { StoreConnection } from '../address.ts'
import { fromStore } from '../connection.ts'
import type { Keys } from '../keys.ts'
import { readSamples } from '../price-book.ts'

interface PriceCheckOptions {
  redis: StoreConnection
  keys: Keys
  /** Identifies the provider's API key without revealing it. */
  providerKeyId: string
  prices: Prices
}

const basisTexts = {
  list: 'the list',
  few: 'the list, or above',
  learned: 'learned',
} as const satisfies Record<Basis, string>

const unitNames = {
  request: 'request',
  output: 'output',
  minute: 'minute',
  hundred_words: '100 words',
} as const

const heading = ['price', 'per', 'list', 'estimated', 'charged', 'held', 'by', 'jobs'] as const

const amountText = (amount: Microcredits | undefined): string =>
  amount === undefined ? '-' : formatCredits(amount)

/** A price as requests like the newest one have it; undefined if none was seen. */
const rowOf = async (
  options: PriceCheckOptions,
  price: PriceName,
): Promise<readonly string[] | undefined> => {
  const samples = await fromStore(readSamples(options, price))
  const [newest] = samples
  if (newest === undefined) return undefined
  const { units = 1 } = newest
  const known = options.prices[price]
  const { estimated, charged, jobs } = usualCosts(known, units, samples)
  const { most, basis } = learnedPrice(known, units, samples)
  const per = `${unitNames[known.per]}${units === 1 ? '' : ` x${units}`}`
  const amounts = [known.credits, estimated, charged, most].map(amountText)
  return [price, per, ...amounts, basisTexts[basis], String(jobs)]
}

/** Rows with their columns below each other. */
const aligned = (rows: readonly (readonly string[])[]): readonly string[] => {
  const widthOf = (column: number): number => Math.max(...rows.map((row) => row[column]?.length ?? 0))
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widthOf(column)))
      .join('  ')
      .trimEnd(),
  )
}

/** A table of the prices that requests were seen of: the list, what the service estimates and charges, and the hold. */
export const priceCheck = (options: PriceCheckOptions): Check => ({
  id: 'money.prices',
  async run() {
    const rows = await Promise.all(priceNames.map((price) => rowOf(options, price)))
    const seen = rows.flatMap((row) => (row === undefined ? [] : [row]))
    if (seen.length === 0) return [ok('no job has told a price yet')]
    const lines = aligned([heading, ...seen]).map((line) => `\n         ${line}`)
    return [ok(`credits per unit, by medians of the last jobs:${lines.join('')}`)]
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
  id: 'money.holds',
  isLong: true,
  async run() {
    const overruns = [...(await overrunsSince(journal, now() - overrunDays * dayMs)).values()]
    if (overruns.length === 0) return [ok(`no job of the last ${overrunDays} days cost more than was held`)]
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
