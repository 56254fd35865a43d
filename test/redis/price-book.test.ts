import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { microcredits } from '../../src/core/credits.ts'
import {
  boundFor,
  type Counted,
  isAbsurd,
  learnedPrice,
  type PriceBook,
  perUnitOf,
  type Sample,
  type SeenAs,
  samplesEnough,
} from '../../src/core/ledger/price-book.ts'
import { builtInPrices, type PriceName } from '../../src/core/ledger/prices.ts'
import type { AccountId } from '../../src/core/target.ts'
import type { StoreConnection } from '../../src/redis/address.ts'
import { createKeys } from '../../src/redis/keys.ts'
import { createPriceBook, quoteWaitMs, readSamples } from '../../src/redis/price-book.ts'
import { connectModel } from '../support/ledger/model-world.ts'
import { openTestRedis, testPrefix, testRedisUrl } from '../support/redis/redis.ts'
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

const open = (
  wait: (spanMs: number) => Promise<void> = never,
  providerKeyId = 'key-1',
  connection = redis,
): PriceBook =>
  createPriceBook({ redis: connection, keys: keys(), providerKeyId, prices: builtInPrices, wait })

const song = { price: 'music.v6', units: 2 } as const
const remix = { price: 'remix', units: 2 } as const

const teach = async (book: PriceBook, estimates: readonly number[], name = 'job') => {
  for (const [index, estimate] of estimates.entries())
    await book.learn(`${name}-${index}`, song, microcredits(estimate), 'estimate')
}

const mostOf = async (book: PriceBook, counted: Counted): Promise<number> => (await book.quote(counted)).most

const times = (count: number, amount: number): number[] => Array.from({ length: count }, () => amount)

describe('a quote', () => {
  test('is by the file where nothing was seen', async () => {
    expect(await open().quote(song)).toEqual({ most: 200_000, basis: 'list', samples: 0 })
    expect(await mostOf(open(), { price: 'speech', units: 3 })).toBe(210_000)
  })

  test('is by what other processes have seen, too', async () => {
    await open().learn('job-1', song, microcredits(300_000), 'estimate')
    expect(await open().quote(song)).toEqual({ most: 300_000, basis: 'few', samples: 1 })
    expect(await mostOf(open(), { ...song, units: 1 })).toBe(150_000)
  })

  test('follows what such requests cost from three on, and says so', async () => {
    const book = open()
    await teach(book, times(samplesEnough - 1, 100_000))
    expect(await book.quote(song)).toEqual({ most: 200_000, basis: 'few', samples: 2 })
    await book.learn('one-more', song, microcredits(100_000), 'final cost')
    expect(await book.quote(song)).toEqual({ most: 100_000, basis: 'learned', samples: 3 })
  })

  test('keeps an estimate beside the final cost that replaced it, in a form that older versions read', async () => {
    const book = open()
    await book.learn('job-1', song, microcredits(300_000), 'estimate')
    await book.learn('job-1', song, microcredits(200_000), 'final cost')
    await book.learn('job-2', song, microcredits(200_000), 'final cost')
    const of = { redis, keys: keys(), providerKeyId: 'key-1' }
    expect(await readSamples(of, song.price)).toEqual([
      { perUnit: 100_000, units: 2, seenAs: 'final cost', estimated: undefined, uploader: undefined },
      { perUnit: 100_000, units: 2, seenAs: 'final cost', estimated: 150_000, uploader: undefined },
    ])
    const older = /^(\d{1,13}) (\S+?)(?: x(\d{1,9}))?( final)?$/
    for (const entry of await redis.lrange(keys().prices('key-1', song.price), 0, -1))
      expect(older.exec(entry)?.slice(3)).toEqual(['2', ' final'])
    expect(await book.learn('job-1', song, microcredits(900_000), 'final cost')).toBe('known')
    expect(await book.learn('job-1', song, microcredits(900_000), 'estimate')).toBe('known')
  })

  test('keeps whose upload set a price, without naming them', async () => {
    const book = open()
    const amount = microcredits(300_000)
    await book.learn('job-1', song, amount, 'estimate', 'discord:server-1')
    await book.learn('job-1', song, amount, 'final cost', 'discord:server-1')
    expect(await book.learn('job-1', song, amount, 'final cost', 'discord:server-1')).toBe('known')
    const stored = await redis.lrange(keys().prices('key-1', song.price), 0, -1)
    expect(stored).toEqual([expect.stringMatching(/^150000 job-1~150000 x2 by [a-z2-7]{4} final$/)])
    expect(await mostOf(book, song)).toBe(200_000)
    expect(await book.highestBeside(song.price, 'discord:server-1')).toBe(100_000)
    await book.learn('job-2', song, amount, 'final cost', 'discord:server-2')
    expect(await mostOf(book, song)).toBe(300_000)
    expect(await book.highestBeside(song.price, 'discord:server-3')).toBe(150_000)
  })

  test('of two takes that cost as much as one is that of two, and of one that of one', async () => {
    const book = open()
    const one = { price: 'inpaint', units: 1 } as const
    const two = { price: 'inpaint', units: 2 } as const
    for (const job of ['a', 'b', 'c']) await book.learn(job, two, microcredits(100_000), 'final cost')
    expect([await mostOf(book, two), await mostOf(book, one)]).toEqual([100_000, 200_000])
    for (const job of ['d', 'e', 'f']) await book.learn(job, one, microcredits(100_000), 'final cost')
    expect([await mostOf(book, two), await mostOf(book, one)]).toEqual([100_000, 100_000])
  })

  test('of one price says nothing about another, nor about another key', async () => {
    await open().learn('job-1', song, microcredits(300_000), 'estimate')
    expect(await mostOf(open(), remix)).toBe(280_000)
    expect(await mostOf(open(), { price: 'music.v7', units: 2 })).toBe(200_000)
    expect(await mostOf(open(never, 'key-2'), song)).toBe(200_000)
  })

  test('leaves out what it cannot read', async () => {
    const book = open()
    await book.learn('job-1', song, microcredits(300_000), 'estimate')
    await redis.lpush(
      keys().prices('key-1', song.price),
      ...[
        'nonsense',
        '-5 job',
        '1.5 job',
        `${'9'.repeat(14)} job`,
        '',
        '900000 job x2 later',
        '900000 job xx',
      ],
    )
    expect(await mostOf(book, song)).toBe(300_000)
  })
})

describe('what a job cost', () => {
  const stored = () => redis.lrange(keys().prices('key-1', song.price), 0, -1)

  test('teaches once, however often its job repeats it', async () => {
    const book = open()
    expect(await book.learn('job-1', song, microcredits(300_000), 'estimate')).toBe('learned')
    await book.learn('job-2', song, microcredits(100_000), 'estimate')
    expect(await book.learn('job-1', song, microcredits(300_000), 'estimate')).toBe('known')
    expect(await book.learn('job-1', song, microcredits(900_000), 'estimate')).toBe('known')
    expect(await stored()).toEqual(['50000 job-2 x2', '150000 job-1 x2'])
  })

  test('takes the place of what was estimated, and the first to come stays', async () => {
    const book = open()
    await book.learn('job-1', song, microcredits(300_000), 'estimate')
    await book.learn('job-2', song, microcredits(100_000), 'estimate')
    expect(await book.learn('job-1', song, microcredits(200_000), 'final cost')).toBe('learned')
    expect(await stored()).toEqual(['100000 job-1~150000 x2 final', '50000 job-2 x2'])
    expect(await book.learn('job-1', song, microcredits(500_000), 'final cost')).toBe('known')
    expect(await book.learn('job-1', song, microcredits(300_000), 'estimate')).toBe('known')
    expect(await stored()).toEqual(['100000 job-1~150000 x2 final', '50000 job-2 x2'])
  })

  test('is what the next request holds, whatever was estimated', async () => {
    const book = open()
    for (const job of ['a', 'b', 'c']) {
      await book.learn(job, song, microcredits(200_000), 'estimate')
      await book.learn(job, song, microcredits(100_000), 'final cost')
    }
    await book.learn('running', song, microcredits(200_000), 'estimate')
    expect(await mostOf(book, song)).toBe(100_000)
  })

  test('of the same job repeated at the same time teaches once', async () => {
    const lessons = Array.from({ length: 20 }, (_, index) =>
      open().learn('job-1', song, microcredits(500), index % 2 === 0 ? 'estimate' : 'final cost'),
    )
    await Promise.all(lessons)
    expect(await stored()).toEqual([expect.stringMatching(/^250 job-1(~250)? x2 final$/)])
  })

  test.each(['job', 'job-11', '1', '300000', 'job-1-final'])(
    'of the job %j is not that of a job of another name',
    async (name) => {
      const book = open()
      await book.learn('job-1', song, microcredits(300_000), 'estimate')
      expect(await book.learn(name, song, microcredits(300_000), 'estimate')).toBe('learned')
    },
  )

  test('of nothing teaches nothing, for a hold of nothing would bound nothing', async () => {
    const book = open()
    await teach(book, times(samplesEnough, 0))
    await teach(book, times(samplesEnough, 198))
    expect(await mostOf(book, song)).toBe(200_000)
  })

  test('of over ten times the file’s price counts once others agree, and tenfold at most; of over a thousand never', async () => {
    const book = open()
    expect(await book.learn('job-1', song, microcredits(200_000_001), 'estimate')).toBe('absurd')
    expect(await redis.exists(keys().prices('key-1', song.price))).toBe(0)
    expect(await mostOf(book, song)).toBe(200_000)
    for (const [job, lesson, quote] of [
      ['job-2', 'outlier', 200_000],
      ['job-3', 'outlier', 200_000],
      ['job-4', 'learned', 2_000_000],
      ['job-5', 'learned', 20_000_000],
      ['job-6', 'learned', 200_000_000],
    ] as const) {
      expect(await book.learn(job, song, microcredits(200_000_000), 'estimate')).toBe(lesson)
      expect(await mostOf(book, song)).toBe(quote)
    }
  })

  test('is forgotten when a thousand came after it', async () => {
    const book = open()
    const learned = times(1_001, 500).map((cost, index) =>
      book.learn(`job-${index}`, song, microcredits(cost), 'estimate'),
    )
    await Promise.all(learned)
    expect(await redis.llen(keys().prices('key-1', song.price))).toBe(1_000)
  })
})

describe('beside a process of an older version', () => {
  const list = () => keys().prices('key-1', song.price)

  /** The script of then, as far as it matters: a job's entry is known by all that follows the amount. */
  const learnAsBefore = async (job: string, perUnit: number): Promise<void> => {
    const entries = await redis.lrange(list(), 0, -1)
    if (!entries.some((entry) => /^\d+ (.*)$/.exec(entry)?.[1] === job))
      await redis.lpush(list(), `${perUnit} ${job}`)
  }
  /** What it reads, newest first. */
  const readAsBefore = async (): Promise<readonly number[]> =>
    (await redis.lrange(list(), 0, -1)).flatMap((entry) => Number(/^(\d{1,13}) /.exec(entry)?.[1] ?? []))

  test('what it kept is read, with a higher final cost in the place of the estimate', async () => {
    for (const job of ['a', 'b', 'c']) await learnAsBefore(job, 60_000)
    await learnAsBefore('c final', 80_000)
    expect(await open().quote(song)).toEqual({ most: 160_000, basis: 'learned', samples: 3 })
  })

  test('what this version keeps is read by it', async () => {
    await open().learn('a', song, microcredits(120_000), 'estimate')
    await open().learn('a', song, microcredits(100_000), 'final cost')
    await open().learn('b', song, microcredits(120_000), 'estimate')
    expect(await readAsBefore()).toEqual([60_000, 50_000])
  })

  test('what it keeps of an upload that this version estimated counts for itself, and the other way round', async () => {
    const amount = microcredits(300_000)
    for (const job of ['a', 'b']) await open().learn(job, song, amount, 'estimate', 'discord:server-1')
    await redis.lpush(list(), '150000 a~150000 x2 final')
    await open().learn('b', song, amount, 'final cost', 'discord:server-1')
    const of = { redis, keys: keys(), providerKeyId: 'key-1' }
    expect(
      (await readSamples(of, song.price)).map(({ seenAs, uploader }) => [seenAs, uploader?.length]),
    ).toEqual([
      ['final cost', 4],
      ['final cost', undefined],
    ])
    expect(await mostOf(open(), song)).toBe(300_000)
  })

  test('a job that both tell of counts once, in any order', async () => {
    const book = open()
    await learnAsBefore('a', 60_000)
    await book.learn('a', song, microcredits(120_000), 'estimate')
    await book.learn('a', song, microcredits(100_000), 'final cost')
    await learnAsBefore('a', 60_000)
    await learnAsBefore('a final', 70_000)
    await book.learn('b', song, microcredits(100_000), 'final cost')
    await book.learn('c', song, microcredits(100_000), 'final cost')
    expect(await book.quote(song)).toEqual({ most: 100_000, basis: 'learned', samples: 3 })
  })
})

const anyLessons = fc.array(
  fc.record({
    job: fc.integer({ min: 0, max: 60 }),
    price: fc.constantFrom<PriceName>('music.v6', 'inpaint', 'mastering'),
    units: fc.integer({ min: 1, max: 3 }),
    credits: fc.integer({ min: 0, max: 400_000 }).map(microcredits),
    seenAs: fc.constantFrom<SeenAs>('estimate', 'final cost'),
    uploader: fc.constantFrom<AccountId | undefined>(undefined, 'discord:server-1', 'discord:server-2'),
  }),
  { maxLength: 150, size: 'max' },
)

/** Prices come to the same in Redis as by the rule alone, whatever is learned in any order, and repeats. */
const sameByRuleAlone = (by: () => PriceBook) =>
  fc.asyncProperty(anyLessons, async (list) => {
    round += 1
    const book = by()
    const known: { name: string; sample: Sample }[] = [] // oldest first
    for (const { job, price, units, credits, seenAs, uploader } of list) {
      await book.learn(`job-${job}`, { price, units }, credits, seenAs, uploader)
      const name = `${price} ${job}`
      const perUnit = perUnitOf(credits, units)
      const before = known.findIndex((each) => each.name === name)
      const isNew = before < 0 || (known[before]?.sample.seenAs === 'estimate' && seenAs === 'final cost')
      if (isAbsurd(builtInPrices[price], perUnit) || !isNew) continue
      if (before >= 0) known.splice(before, 1)
      known.push({ name, sample: { perUnit, units, seenAs, uploader } })
    }
    for (const price of ['music.v6', 'inpaint', 'mastering'] as const) {
      const seen = known.flatMap(({ name, sample }) => (name.startsWith(`${price} `) ? [sample] : []))
      for (const units of [1, 2, 3]) {
        const { most, ...basis } = learnedPrice(builtInPrices[price], units, seen.toReversed())
        expect(await book.quote({ price, units })).toEqual({ most: boundFor(most, units), ...basis })
      }
    }
  })

test('prices come to the same in Redis as by the rule alone, whatever is learned in any order, and repeats', async () => {
  await fc.assert(
    sameByRuleAlone(() => open()),
    { numRuns: runs(20, 200) },
  )
})

test.each([
  ['a charge takes no estimate’s place', "if ARGV[4] == '' or string.match(more, ' final$')", 'if true'],
  [
    'an estimate takes the place of a charge',
    "if ARGV[4] == '' or string.match(more, ' final$')",
    'if false',
  ],
  ['a second charge counts', "ARGV[4] == '' or string.match(more, ' final$')", "ARGV[4] == ''"],
  ['a job is taken for another one', 'if job == ARGV[1] then', 'if job ~= ARGV[1] then'],
  ['few jobs are kept', 'tonumber(ARGV[5]) - 1', '9'],
])('that is noticed where %s', async (_, right, wrong) => {
  const { redis: mistaken } = connectModel(testRedisUrl(), (script) => {
    if (!script.includes('-- LEARN PRICE: ')) return script
    expect(script.split(right)).toHaveLength(2)
    return script.replace(right, () => wrong)
  })
  try {
    const book = () => open(never, 'key-1', mistaken)
    const found = await fc.check(sameByRuleAlone(book), { numRuns: 50, seed: 20_260_615, endOnFailure: true })
    expect(String(found.errorInstance)).toMatch(/to deeply equal/)
  } finally {
    mistaken.disconnect()
  }
})

describe('where Redis is', () => {
  const atOnce = (): Promise<void> => Promise.resolve()

  test('slow, nobody waits longer than a moment, and the file’s price holds', async () => {
    await open().learn('job-1', song, microcredits(300_000), 'estimate')
    const waited: number[] = []
    const impatient = open((spanMs) => {
      waited.push(spanMs)
      return Promise.resolve()
    })
    expect(await mostOf(impatient, song)).toBe(200_000)
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
    expect(await mostOf(book, song)).toBe(bound)
  })

  test('slow, what comes late is known the next time', async () => {
    await open().learn('job-1', song, microcredits(300_000), 'estimate')
    const impatient = open(atOnce)
    await impatient.quote(song)
    await redis.exists(keys().prices('key-1', song.price)) // answered after the prices, by the same node
    expect(await mostOf(impatient, song)).toBe(300_000)
  })

  test('away, an estimate is not learned, and says so', async () => {
    redis.disconnect()
    await expect(open().learn('job-1', song, microcredits(500), 'estimate')).rejects.toMatchObject({
      code: 'store_unavailable',
    })
  })
})
