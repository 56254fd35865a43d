import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Microcredits, microcredits } from '../../src/core/credits.ts'
import {
  isAbsurd,
  learnedPrice,
  perUnitOf,
  samplesEnough,
  samplesMax,
} from '../../src/core/ledger/price-book.ts'
import { builtInPrices, type PriceName } from '../../src/core/ledger/prices.ts'
import type { StoreConnection } from '../../src/redis/address.ts'
import { createKeys } from '../../src/redis/keys.ts'
import { createPriceBook, quoteWaitMs } from '../../src/redis/price-book.ts'
import { openTestRedis, testPrefix } from '../support/redis/redis.ts'
import { runs } from '../support/suite/runs.ts'

let redis: StoreConnection
let round = 0

beforeEach(() => {
  round += 1
  redis = openTestRedis()
})
afterEach(() => redis.disconnect())

const keys = () => createKeys(`${testPrefix}prices-${round}:`)
const never = (): Promise<void> => new Promise(() => undefined)

const open = (wait: (spanMs: number) => Promise<void> = never, providerKeyId = 'key-1') =>
  createPriceBook({ redis, keys: keys(), providerKeyId, prices: builtInPrices, wait })

const song = { price: 'music.v6', units: 2 } as const
const remix = { price: 'remix', units: 2 } as const

const teach = async (book: ReturnType<typeof open>, estimates: readonly number[], name = 'job') => {
  for (const [index, estimate] of estimates.entries())
    await book.learn(`${name}-${index}`, song, microcredits(estimate))
}

const times = (count: number, amount: number): number[] => Array.from({ length: count }, () => amount)

describe('a quote', () => {
  test('is by the file where nothing was seen', async () => {
    expect(await open().quote(song)).toBe(200_000)
    expect(await open().quote({ price: 'speech', units: 3 })).toBe(210_000)
  })

  test('is by what other processes have seen, too', async () => {
    await open().learn('job-1', song, microcredits(300_000))
    expect(await open().quote(song)).toBe(300_000)
    expect(await open().quote({ ...song, units: 1 })).toBe(150_000)
  })

  test('goes below the file’s price from twenty estimates on', async () => {
    const book = open()
    await teach(book, times(samplesEnough - 1, 100_000))
    expect(await book.quote(song)).toBe(200_000)
    await book.learn('one-more', song, microcredits(100_000))
    expect(await book.quote(song)).toBe(100_000)
  })

  test('is never below the last estimate', async () => {
    const book = open()
    await teach(book, [...times(50, 100_000), 170_001])
    expect(await book.quote(song)).toBe(170_002)
  })

  test('of one price says nothing about another, nor about another key', async () => {
    await open().learn('job-1', song, microcredits(300_000))
    expect(await open().quote(remix)).toBe(280_000)
    expect(await open().quote({ price: 'music.v7', units: 2 })).toBe(200_000)
    expect(await open(never, 'key-2').quote(song)).toBe(200_000)
  })

  test('leaves out what it cannot read', async () => {
    const book = open()
    await book.learn('job-1', song, microcredits(300_000))
    await redis.lpush(
      keys().prices('key-1', song.price),
      'nonsense',
      '-5 job',
      '1.5 job',
      `${'9'.repeat(14)} job`,
      '',
    )
    expect(await book.quote(song)).toBe(300_000)
  })
})

describe('an estimate', () => {
  test('teaches once, however often its job repeats it', async () => {
    const book = open()
    expect(await book.learn('job-1', song, microcredits(300_000))).toBe('learned')
    await book.learn('job-2', song, microcredits(100_000))
    expect(await book.learn('job-1', song, microcredits(300_000))).toBe('known')
    expect(await book.learn('job-1', song, microcredits(900_000))).toBe('known')
    expect(await redis.lrange(keys().prices('key-1', song.price), 0, -1)).toEqual([
      '50000 job-2',
      '150000 job-1',
    ])
  })

  test('of the same job repeated at the same time teaches once', async () => {
    const lessons = Array.from({ length: 20 }, () => open().learn('job-1', song, microcredits(5)))
    expect((await Promise.all(lessons)).filter((lesson) => lesson === 'learned')).toHaveLength(1)
  })

  test.each(['job', 'job-11', '1', '', '300000 job-1'])(
    'of the job %j is not that of a job of another name',
    async (name) => {
      const book = open()
      await book.learn('job-1', song, microcredits(300_000))
      expect(await book.learn(name, song, microcredits(300_000))).toBe('learned')
    },
  )

  test('of nothing teaches nothing, for a hold of nothing would bound nothing', async () => {
    const book = open()
    await teach(book, times(samplesEnough, 0))
    expect(await book.quote(song)).toBe(200_000)
  })

  test('of over ten times the file’s price counts once others agree, of over a thousand never', async () => {
    const book = open()
    expect(await book.learn('job-1', song, microcredits(200_000_001))).toBe('absurd')
    expect(await redis.exists(keys().prices('key-1', song.price))).toBe(0)
    expect(await book.quote(song)).toBe(200_000)
    for (const [job, lesson, quote] of [
      ['job-2', 'outlier', 200_000],
      ['job-3', 'outlier', 200_000],
      ['job-4', 'learned', 200_000_000],
    ] as const) {
      expect(await book.learn(job, song, microcredits(200_000_000))).toBe(lesson)
      expect(await book.quote(song)).toBe(quote)
    }
  })

  test('is forgotten when a thousand came after it', async () => {
    const book = open()
    await Promise.all(times(1_001, 5).map((_, index) => book.learn(`job-${index}`, song, microcredits(5))))
    expect(await redis.llen(keys().prices('key-1', song.price))).toBe(1_000)
  })

  test('comes to the same in Redis as by the rule alone, whatever repeats', async () => {
    const lessons = fc.array(
      fc.record({
        job: fc.integer({ min: 0, max: 60 }),
        price: fc.constantFrom<PriceName>('music.v6', 'remix'),
        units: fc.integer({ min: 1, max: 3 }),
        estimate: fc.integer({ min: 0, max: 400_000 }).map(microcredits),
      }),
      { maxLength: 120 },
    )
    // An estimate of nothing is no price to learn from, so the others alone are not enough to go by.
    const oneTooFew = [0, ...times(samplesEnough - 1, 100_000)].map((estimate, job) => ({
      job,
      price: 'remix' as const,
      units: 1,
      estimate: microcredits(estimate),
    }))
    await fc.assert(
      fc.asyncProperty(lessons, async (list) => {
        round += 1
        const book = open()
        const known = new Map<string, Microcredits>()
        for (const { job, price, units, estimate } of list) {
          await book.learn(`job-${job}`, { price, units }, estimate)
          const name = `${price} ${job}`
          const perUnit = perUnitOf(estimate, units)
          if (!known.has(name) && !isAbsurd(builtInPrices[price], perUnit)) known.set(name, perUnit)
        }
        for (const price of ['music.v6', 'remix'] as const) {
          const seen = [...known]
            .filter(([name]) => name.startsWith(`${price} `))
            .map(([, perUnit]) => perUnit)
          const expected = learnedPrice(builtInPrices[price], seen.toReversed().slice(0, samplesMax))
          expect(await book.quote({ price, units: 1 })).toBe(expected)
        }
      }),
      { numRuns: runs(20, 200), examples: [[oneTooFew]] },
    )
  })
})

describe('where Redis is', () => {
  const atOnce = (): Promise<void> => Promise.resolve()

  test('slow, nobody waits longer than a moment, and the file’s price holds', async () => {
    await open().learn('job-1', song, microcredits(300_000))
    const waited: number[] = []
    const impatient = open((spanMs) => {
      waited.push(spanMs)
      return Promise.resolve()
    })
    expect(await impatient.quote(song)).toBe(200_000)
    expect(waited).toEqual([quoteWaitMs])
  })

  test.each([
    ['the last known price where it is higher', [300_000], 300_000],
    ['the file’s price where that is higher', times(samplesEnough, 100_000), 200_000],
  ])('away, %s holds', async (_, estimates, bound) => {
    const book = open()
    await teach(book, estimates)
    await book.quote(song)
    redis.disconnect()
    expect(await book.quote(song)).toBe(bound)
  })

  test('slow, what comes late is known the next time', async () => {
    await open().learn('job-1', song, microcredits(300_000))
    const impatient = open(atOnce)
    await impatient.quote(song)
    await redis.exists(keys().prices('key-1', song.price)) // answered after the prices, by the same node
    expect(await impatient.quote(song)).toBe(300_000)
  })

  test('away, an estimate is not learned, and says so', async () => {
    redis.disconnect()
    await expect(open().learn('job-1', song, microcredits(1))).rejects.toMatchObject({
      code: 'store_unavailable',
    })
  })
})
