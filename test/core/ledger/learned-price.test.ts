import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amountMax, microcredits } from '../../../src/core/credits.ts'
import {
  boundFor,
  highestBeside,
  isOutlier,
  learnedPrice,
  outlierTimes,
  perUnitOf,
  type Sample,
  type SeenAs,
  samplesEnough,
  samplesMax,
  usualCosts,
} from '../../../src/core/ledger/price-book.ts'
import { builtInPrices, type Counting, type Price } from '../../../src/core/ledger/prices.ts'

const takes = 2
const priceOf = (credits: number, counting: Counting = 'fixed'): Price => ({
  per: 'output',
  counting,
  credits: microcredits(credits),
})
const sample = (perUnit: number, seenAs: SeenAs = 'final cost', units = takes): Sample => ({
  perUnit: microcredits(perUnit),
  units,
  seenAs,
})
const charged = (...amounts: number[]) => amounts.map((amount) => sample(amount))
const estimated = (...amounts: number[]) => amounts.map((amount) => sample(amount, 'estimate'))
const times = (count: number, amount: number): number[] => Array.from({ length: count }, () => amount)
const most = (price: Price, newestFirst: readonly Sample[], units = takes): number =>
  learnedPrice(price, units, newestFirst).most

/** Amounts of which none is more than ten times another. */
const usualAmounts = fc.integer({ min: 100, max: 1_000 })
const usualPrices = usualAmounts.map((credits) => priceOf(credits))
const anySample = fc.tuple(usualAmounts, fc.constantFrom<SeenAs>('estimate', 'final cost'))
const seen = fc.array(
  anySample.map(([amount, seenAs]) => sample(amount, seenAs)),
  { maxLength: 2 * samplesMax },
)
const allCharged = (minLength: number) =>
  fc.array(
    usualAmounts.map((amount) => sample(amount)),
    { minLength, maxLength: 2 * samplesMax },
  )
const file = priceOf(50)

describe('what a unit can cost', () => {
  test.each([
    ['nothing was seen: the file’s', [], 50],
    ['a lower one was charged: still the file’s', [10], 50],
    ['a higher one was charged: that one', [60], 60],
    ['a higher one was charged before: that one', [10, 60], 60],
    ['two lower ones were charged: still the file’s', [10, 10], 50],
    ['three lower ones were charged: theirs', [10, 10, 10], 10],
    ['three of different prices were: the highest', [10, 12, 11], 12],
    ['three that cost nothing were: nothing', [0, 0, 0], 0],
    // The 95th percentile of twenty is the nineteenth.
    ['one of twenty was higher: that of the others', [...times(19, 10), 60], 10],
    ['two of twenty were higher: theirs', [...times(18, 10), 60, 61], 60],
    ['the newest of twenty was higher: that of the others', [60, ...times(19, 10)], 10],
    // The 95th percentile of fifty is the 48th.
    ['two of fifty were higher: that of the others', [...times(48, 10), 60, 60], 10],
    ['three of fifty were higher: theirs', [...times(47, 10), 60, 60, 60], 60],
    ['what is older than fifty was higher: that of the newest', [...times(50, 10), ...times(200, 60)], 10],
  ])('where %s', (_, samples, price) => {
    expect(most(file, charged(...samples))).toBe(price)
  })

  test('is at most a quarter more than a steady price, from three finished jobs on', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: amountMax }),
        fc.integer({ min: 1, max: 10 }),
        fc.integer({ min: samplesEnough, max: 2 * samplesMax }),
        fc.integer({ min: 1, max: 50 }).map((times) => times / 10),
        (cost, units, count, ofFile) => {
          const perUnit = perUnitOf(microcredits(cost), units)
          const price = priceOf(Math.ceil(Math.min(amountMax, perUnit * ofFile)))
          const quote = learnedPrice(
            price,
            units,
            times(count, perUnit).map((each) => sample(each)),
          )
          const hold = boundFor(quote.most, units)
          expect(hold).toBeGreaterThanOrEqual(cost)
          expect(hold).toBeLessThan(cost + units) // what rounding up by the unit adds
          expect(quote).toMatchObject({ basis: 'learned', samples: Math.min(count, samplesMax) })
        },
      ),
    )
  })

  test('covers 95 of 100 of the last fifty, and no more than it has to', () => {
    fc.assert(
      fc.property(usualPrices, allCharged(samplesEnough), (price, samples) => {
        const learned = most(price, samples)
        const newest = samples.slice(0, samplesMax).map(({ perUnit }): number => perUnit)
        const share = (amounts: readonly number[]) => amounts.length * 100
        expect(share(newest.filter((one) => one <= learned))).toBeGreaterThanOrEqual(newest.length * 95)
        expect(share(newest.filter((one) => one < learned))).toBeLessThan(newest.length * 95)
      }),
    )
  })

  test('is never below the median of what was charged lately', () => {
    fc.assert(
      fc.property(usualPrices, seen, (price, samples) => {
        const lately = samples
          .slice(0, samplesMax)
          .filter(({ seenAs }) => seenAs === 'final cost')
          .slice(0, 5)
          .map(({ perUnit }): number => perUnit)
          .toSorted((one, other) => one - other)
        expect(most(price, samples)).toBeGreaterThanOrEqual(lately[Math.floor((lately.length - 1) / 2)] ?? 0)
      }),
    )
  })

  test('is never below the file’s, nor below what was seen, while fewer than three were', () => {
    const few = fc.array(
      anySample.map(([amount, seenAs]) => sample(amount, seenAs)),
      { maxLength: samplesEnough - 1 },
    )
    fc.assert(
      fc.property(usualPrices, few, (price, samples) => {
        const expected = Math.max(price.credits, ...samples.map(({ perUnit }) => perUnit))
        expect(most(price, samples)).toBe(expected)
      }),
    )
  })

  test('says how sure it is', () => {
    expect(learnedPrice(file, takes, [])).toEqual({ most: 50, basis: 'list', samples: 0 })
    expect(learnedPrice(file, takes, charged(10, 10))).toEqual({ most: 50, basis: 'few', samples: 2 })
    expect(learnedPrice(file, takes, charged(10, 10, 10))).toEqual({ most: 10, basis: 'learned', samples: 3 })
    const outlier = charged(967, 10, 10)
    expect(learnedPrice(file, takes, outlier)).toEqual({ most: 50, basis: 'few', samples: 2 })
  })

  test('leaves what it was given as it was', () => {
    const samples: readonly Sample[] = Object.freeze(charged(3, 1, 2))
    most(file, samples)
    expect(samples).toEqual(charged(3, 1, 2))
  })
})

describe('estimates', () => {
  test('count as long as nothing was charged', () => {
    expect(most(file, estimated(20, 20, 20))).toBe(20)
    expect(most(file, [...estimated(20), ...charged(10, 10)])).toBe(20)
  })

  test('no longer count where three were charged, so a service that estimates too much holds nobody up', () => {
    expect(most(file, [...estimated(20, 20), ...charged(10, 10, 10)])).toBe(10)
    expect(most(file, [...estimated(20, 20), ...charged(30, 30, 30)])).toBe(30)
  })
})

describe('a kind of request', () => {
  const one = (perUnit: number) => sample(perUnit, 'final cost', 1)
  const two = (perUnit: number) => sample(perUnit, 'final cost', 2)

  test('of the built-in prices is told by how its units come about', () => {
    const of = (counting: Counting) =>
      Object.entries(builtInPrices).flatMap(([name, price]) => (price.counting === counting ? [name] : []))
    expect(of('chosen')).toEqual(['musicBatch', 'musicBatch.voice', 'inpaint'])
    expect(of('measured')).toEqual(['voiceChanger', 'mastering', 'cutter', 'speech', 'transcription'])
    expect(of('fixed').toSorted()).toEqual(
      [
        ...['musicV1', 'musicV1.voice', 'music.v6', 'music.v6-pro', 'music.v7', 'music.v7-pro'],
        ...['music.voice', 'remix', 'lyrics'],
      ].toSorted(),
    )
  })

  test('of chosen takes lowers no other: two may cost as much as one', () => {
    const price = priceOf(100, 'chosen')
    const twos = [two(50), two(50), two(50)]
    expect(learnedPrice(price, 2, twos)).toEqual({ most: 50, basis: 'learned', samples: 3 })
    expect(learnedPrice(price, 1, twos)).toEqual({ most: 100, basis: 'few', samples: 0 })
    const both = [one(100), one(100), one(100), ...twos]
    expect([most(price, both, 1), most(price, both, 2)]).toEqual([100, 50])
  })

  test('of chosen takes is raised by others while too little was seen of it, and by its own', () => {
    const price = priceOf(100, 'chosen')
    expect(most(price, [two(150), two(150), two(150)], 1)).toBe(150)
    expect(most(price, [one(300), ...times(40, 50).map(two)], 1)).toBe(300)
  })

  test('of a length follows the same length, and else only shorter ones', () => {
    // Four at once and one more by the minute.
    const cost = (minutes: number) => sample(Math.ceil((4 + minutes) / minutes), 'final cost', minutes)
    const price = priceOf(5, 'measured')
    const threes = [cost(3), cost(3), cost(3)]
    expect(learnedPrice(price, 3, threes)).toEqual({ most: 3, basis: 'learned', samples: 3 })
    expect(learnedPrice(price, 10, threes)).toEqual({ most: 3, basis: 'learned', samples: 3 })
    expect(learnedPrice(price, 1, threes)).toEqual({ most: 5, basis: 'few', samples: 0 })
    const more = [cost(1), cost(1), cost(1), ...threes]
    expect([most(price, more, 1), most(price, more, 2), most(price, more, 3)]).toEqual([5, 5, 3])
  })

  test('of a length holds what it costs, however its price is made up', () => {
    const minutes = fc.integer({ min: 1, max: 11 })
    const parts = fc.record({
      once: fc.integer({ min: 0, max: 9_000 }),
      each: fc.integer({ min: 1, max: 9_000 }),
    })
    fc.assert(
      fc.property(parts, fc.array(minutes, { maxLength: 80 }), minutes, ({ once, each }, lengths, asked) => {
        const costOf = (length: number) => microcredits(once + each * length)
        const price = priceOf(once + each, 'measured')
        const samples = lengths.map((length) =>
          sample(perUnitOf(costOf(length), length), 'final cost', length),
        )
        const hold = boundFor(learnedPrice(price, asked, samples).most, asked)
        expect(hold).toBeGreaterThanOrEqual(costOf(asked))
      }),
    )
  })

  test('of a number that older versions did not write is that of a price with one kind alone', () => {
    const old = estimated(...times(30, 10)).map((each): Sample => ({ ...each, units: undefined }))
    expect(most(priceOf(50, 'fixed'), old)).toBe(10)
    expect(most(priceOf(50, 'chosen'), old)).toBe(50)
    expect(most(priceOf(50, 'measured'), old)).toBe(50)
    expect(most(priceOf(5, 'chosen'), old)).toBe(10)
  })
})

describe('what uploaded clips of one account were charged', () => {
  const by = (uploader: string | undefined, perUnit: number, units = takes): Sample => ({
    ...sample(perUnit, 'final cost', units),
    uploader,
  })

  test.each([
    ['nothing else was seen: up to the file’s price', [by('a', 90), by('a', 90), by('a', 90)], 50],
    ['that is less than the file’s: as it is', [by('a', 10), by('a', 10), by('a', 10)], 10],
    ['another account’s say so: theirs', [by('a', 90), by('b', 90)], 90],
    ['another account’s say less: up to that', [by('a', 90), by('b', 60)], 60],
    ['a job without an upload says so: that', [by('a', 90), by(undefined, 90)], 90],
    [
      'three others of the kind cost less than the file’s price: up to that',
      [...times(3, 40).map((amount) => by('a', amount)), by('b', 10), by('c', 10), by(undefined, 12)],
      12,
    ],
    [
      'two others of the kind do: up to the file’s',
      [by('a', 90), by('a', 90), by('a', 90), by('b', 10), by('c', 10)],
      50,
    ],
  ])('counts, where %s', (_, samples, price) => {
    expect(most(file, samples)).toBe(price)
  })

  test('says nothing of another number of units than three others of a kind', () => {
    const price = priceOf(50, 'chosen')
    const twos = times(3, 40).map((amount) => by(undefined, amount, 2))
    expect(most(price, [by('a', 45, 1), by('a', 45, 1), by('a', 45, 1), ...twos], 1)).toBe(45)
  })

  test('moves no hold of anybody above the file’s price, however many they are', () => {
    const alone = fc.array(
      usualAmounts.map((amount) => by('a', amount)),
      { maxLength: 60 },
    )
    fc.assert(
      fc.property(usualPrices, alone, (price, samples) => {
        expect(most(price, samples)).toBeLessThanOrEqual(price.credits)
      }),
    )
  })

  test.each([
    ['nothing else: the file’s', [by('a', 90)], 50],
    ['a job without an upload: that', [by('a', 90), by(undefined, 70)], 70],
    ['one other account’s: still the file’s', [by('a', 90), by('b', 90)], 50],
    ['two others’: what both say', [by('a', 95), by('b', 90), by('c', 70)], 70],
  ])('leaves, as the highest price that it did not make up, beside %s', (_, samples, price) => {
    expect(highestBeside(file, samples, 'a')).toBe(price)
  })
})

describe('what is far beyond the usual', () => {
  test.each([
    ['one reading of far more than is usual: still the usual', [967, ...times(20, 1)], 1],
    ['two of them: still the usual', [967, 967, ...times(20, 1)], 1],
    ['three of them: ten times the usual', [967, 967, 967, ...times(20, 1)], 10],
    ['four of them: ten times that', [...times(4, 967), ...times(20, 1)], 100],
    ['five of them: theirs', [...times(5, 967), ...times(20, 1)], 967],
    ['nothing else: theirs', times(samplesMax, 967), 967],
    ['one of them a while ago: still the usual', [1, 1, 967, ...times(20, 1)], 1],
    ['one of them among three: the file’s', [1, 967, 1], 50],
    ['ten times the usual, too often to be left out: that', [10, 10, ...times(18, 1)], 10],
    ['the first is far more than the file says: the file’s', [501], 50],
    ['the first three are: ten times the file’s', [501, 501, 501], 500],
    ['the first four are: theirs', times(4, 501), 501],
    ['any, where the usual is nothing', [3, 3, ...times(18, 0)], 3],
  ])('where it saw %s', (_, samples, price) => {
    expect(most(file, charged(...samples))).toBe(price)
  })

  test('never raises a price more than tenfold by one job', () => {
    const wild = fc.array(
      fc.oneof(usualAmounts, fc.integer({ min: 1, max: 1_000_000 })).map((amount) => sample(amount)),
      { minLength: 1, maxLength: 60 },
    )
    fc.assert(
      fc.property(usualPrices, wild, (price, samples) => {
        const before = most(price, samples.slice(1))
        // While few were seen, the file's price is the minimum of both.
        expect(most(price, samples)).toBeLessThanOrEqual(Math.max(before, price.credits) * outlierTimes)
      }),
    )
  })

  test('is told', () => {
    expect(isOutlier(file, takes, charged(967, ...times(20, 1)))).toBe(true)
    expect(isOutlier(file, takes, [...estimated(967), ...charged(...times(20, 1))])).toBe(true)
    expect(isOutlier(file, takes, charged(10, ...times(20, 1)))).toBe(false)
    expect(isOutlier(file, takes, charged(967, 967, 967))).toBe(false)
    expect(isOutlier(priceOf(0), takes, charged(5))).toBe(false)
    const ones = times(20, 1).map((perUnit) => sample(perUnit, 'final cost', 1))
    expect(isOutlier(priceOf(50, 'chosen'), takes, [...charged(60), ...ones])).toBe(false)
  })
})

describe('what a unit usually costs', () => {
  const both = (cost: number, estimate: number, units = takes): Sample => ({
    ...sample(cost, 'final cost', units),
    estimated: microcredits(estimate),
  })

  test.each([
    ['unknown where nothing was seen', [], { estimated: undefined, charged: undefined, jobs: 0 }],
    [
      'only estimated where nothing was charged',
      estimated(10, 30, 20),
      { estimated: 20, charged: undefined, jobs: 3 },
    ],
    [
      'only charged where nothing was estimated',
      charged(10, 30, 20),
      { estimated: undefined, charged: 20, jobs: 3 },
    ],
    [
      'both, each by its median',
      [both(10, 40), both(11, 60), both(9, 50)],
      { estimated: 50, charged: 10, jobs: 3 },
    ],
    [
      'of the two in the middle the higher',
      [both(10, 40), both(20, 50)],
      { estimated: 50, charged: 20, jobs: 2 },
    ],
    ['both, while few are done', [...estimated(70), both(10, 50)], { estimated: 70, charged: 10, jobs: 2 }],
    [
      'by those that are done, once there are enough of them',
      [...estimated(90, 90), both(10, 50), both(10, 50), both(10, 50)],
      { estimated: 50, charged: 10, jobs: 3 },
    ],
    [
      'by the last ones',
      [...charged(...times(samplesMax, 10)), ...charged(...times(100, 99))],
      { charged: 10, jobs: 50 },
    ],
  ] as const)('is %s', (_, samples, expected) => {
    expect(usualCosts(file, takes, samples)).toMatchObject(expected)
  })

  test('is that of requests with as many outputs', () => {
    const chosen = priceOf(50, 'chosen')
    const samples = [both(20, 40, 1), both(10, 30, 2)]
    expect(usualCosts(chosen, 1, samples)).toEqual({ estimated: 40, charged: 20, jobs: 1 })
    expect(usualCosts(chosen, 2, samples)).toEqual({ estimated: 30, charged: 10, jobs: 1 })
  })
})
