import fc from 'fast-check'
import { microcredits } from '../../../src/core/credits.ts'
import type { learnedPrice, Sample } from '../../../src/core/ledger/price-book.ts'
import type { Price } from '../../../src/core/ledger/prices.ts'

const ascending = (amounts: readonly number[]): number[] => amounts.toSorted((one, other) => one - other)
const median = (amounts: readonly number[]): number => ascending(amounts)[Math.floor(amounts.length / 2)] ?? 0
const amountsOf = (samples: readonly Sample[]): readonly number[] => samples.map(({ perUnit }) => perUnit)
const finalOnes = (samples: readonly Sample[]): readonly Sample[] =>
  samples.filter(({ seenAs }) => seenAs === 'final cost')

/** Those that are no more than ten times the usual price. */
const ordinary = (list: number, newestFirst: readonly Sample[]): readonly Sample[] => {
  const amounts = amountsOf(newestFirst)
  const usual = amounts.length < 3 ? list : Math.max(median(amounts), median(amounts.slice(0, 5)))
  return newestFirst.filter(({ perUnit }) => usual === 0 || perUnit <= 10 * usual)
}

/** The least amount that covers 95 of 100, and at least the median of the five that were charged last. */
const coverOf = (list: number, newestFirst: readonly Sample[]): number => {
  const samples = ordinary(list, newestFirst)
  const amounts = ascending(amountsOf(samples))
  const isEnough = (most: number) =>
    amounts.filter((amount) => amount <= most).length * 100 >= amounts.length * 95
  return Math.max(amounts.find(isEnough) ?? list, median(amountsOf(finalOnes(samples)).slice(0, 5)))
}

/** Job by job, from the oldest on: no job raises it more than tenfold. */
const boundOf = (list: number, newestFirst: readonly Sample[]): number => {
  let bound = list
  for (let from = newestFirst.length - 1; from >= 0; from -= 1) {
    const cover = coverOf(list, newestFirst.slice(from))
    bound = bound === 0 ? cover : Math.min(cover, 10 * bound)
  }
  return bound
}

/** The samples of requests that cost alike. */
const kindOf = ({ counting }: Price, units: number, seen: readonly Sample[]): readonly Sample[] => {
  const same = counting === 'fixed' ? seen : seen.filter((sample) => sample.units === units)
  const shorter = seen.filter((sample) => (sample.units ?? Infinity) <= units)
  const alike = counting === 'measured' && same.length < 3 ? shorter : same
  return (finalOnes(alike).length < 3 ? alike : finalOnes(alike)).slice(0, 50)
}

/** An upload says no more than what is not uploaded by its account: three of its kind, or else any and the list. */
const confirmed = (price: Price, units: number, sample: Sample, all: readonly Sample[]): Sample => {
  if (sample.uploader === undefined) return sample
  const others = all.filter((other) => other.uploader !== sample.uploader)
  const kind = amountsOf(kindOf(price, units, others))
  const most = kind.length < 3 ? Math.max(price.credits, ...amountsOf(others)) : Math.max(...kind)
  return { ...sample, perUnit: microcredits(Math.min(sample.perUnit, most)) }
}

/** What a unit can cost by docs/ledger.md, in plain arithmetic. */
const quoteByModel = (price: Price, units: number, all: readonly Sample[]) => {
  const list = price.credits
  const seen = all.map((sample) => confirmed(price, units, sample, all))
  const kind = kindOf(price, units, seen)
  const samples = ordinary(list, kind).length
  if (samples >= 3) return { most: boundOf(list, kind), basis: 'learned', samples }
  const most = Math.max(list, boundOf(list, kind), boundOf(list, seen.slice(0, 50)))
  return { most, basis: seen.length === 0 ? 'list' : 'few', samples }
}

const near = (amount: number) => fc.integer({ min: Math.ceil(amount / 2), max: 2 * amount })

const anyPrice: fc.Arbitrary<Price> = fc.record({
  per: fc.constant('output' as const),
  counting: fc.constantFrom('fixed', 'chosen', 'measured'),
  credits: fc.constantFrom(0, 10, 100, 1_000).map(microcredits),
})

const anySample: fc.Arbitrary<Sample> = fc.record({
  perUnit: fc
    .oneof({ arbitrary: near(100), weight: 8 }, fc.constant(0), fc.constantFrom(20, 99_000), near(1_200))
    .map(microcredits),
  units: fc.oneof(
    { arbitrary: fc.constant(2), weight: 6 },
    fc.integer({ min: 1, max: 3 }),
    fc.constant(undefined),
  ),
  seenAs: fc.oneof(
    { arbitrary: fc.constant('final cost' as const), weight: 2 },
    fc.constant('estimate' as const),
  ),
  uploader: fc.constantFrom(undefined, undefined, 'one', 'one', 'other'),
})

const few = fc.array(anySample, { maxLength: 8 })
const many = fc.array(anySample, { maxLength: 120, size: 'max' })
/** A price that was steady for long, and what came since. */
const steady = fc
  .tuple(few, anySample, fc.integer({ min: 17, max: 210 }))
  .map(([newest, sample, count]) => [...newest, ...Array.from({ length: count }, () => sample)])

/** Whatever was seen, the price is what plain arithmetic says. */
export const priceProperty = (learn: typeof learnedPrice) =>
  fc.property(anyPrice, fc.integer({ min: 1, max: 3 }), fc.oneof(few, many, steady), (price, units, seen) => {
    const [is, ought] = [learn(price, units, seen), quoteByModel(price, units, seen)]
    if (is.most !== ought.most || is.basis !== ought.basis || is.samples !== ought.samples)
      throw new Error(`${JSON.stringify(is)} where it ought to be ${JSON.stringify(ought)}`)
  })
