import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { LookupUse } from '../../src/core/job/concurrency.ts'
import { createPlaces } from '../../src/redis/places.ts'
import { type LineWorld, openLineWorld } from '../support/jobs/line-world.ts'
import { anyUse } from '../support/service/client.ts'

let world: LineWorld

beforeEach(() => {
  world = openLineWorld()
})
afterEach(() => world.close())

const windowMs = 62_000
const spent = { status: 'spent' }

const result = (server: string, jobId = `${server}-job`): LookupUse => ({
  for: 'result',
  account: `discord:${server}`,
  jobId,
})
const reading = (server: string, member: string): LookupUse => ({
  for: 'reading',
  account: `discord:${server}`,
  member,
  jobId: `${server}-${member}`,
})
const list: LookupUse = { for: 'list' }
const search: LookupUse = { for: 'search' }
const typing: LookupUse = { for: 'typing' }

/** Spends what can be spent for this now; how many that were. */
const spendAll = async ({ placesOf }: LineWorld, lookups: number, use: LookupUse): Promise<number> => {
  const { spendLookup } = placesOf(1, lookups)
  let count = 0
  while (count <= lookups && (await spendLookup(use)).status === 'spent') count += 1
  return count
}

describe('the look-ups of a minute', () => {
  test('are as many as the plan has, over all processes', async () => {
    const [one, two] = [world.placesOf(1, 5), world.placesOf(1, 5)]
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, index) => (index % 2 === 0 ? one : two).spendLookup(anyUse)),
    )
    expect(results.filter(({ status }) => status === 'spent')).toHaveLength(5)
    for (const result of results) {
      if (result.status === 'wait') expect(result.waitMs).toSatisfy((ms: number) => ms > 0 && ms <= 62_000)
    }
  })

  test('are never more within any minute of the service’s, wherever it begins', async () => {
    const { clock } = world
    const { spendLookup } = world.placesOf(1, 3)
    const spent = { status: 'spent' }
    expect(await spendLookup(anyUse)).toEqual(spent)
    clock.advance(61_000)
    expect([await spendLookup(anyUse), await spendLookup(anyUse)]).toEqual([spent, spent])
    expect(await spendLookup(anyUse)).toEqual({ status: 'wait', waitMs: 1_000 })
    clock.advance(1_000)
    expect(await spendLookup(anyUse)).toEqual(spent)
    expect(await spendLookup(anyUse)).toEqual({ status: 'wait', waitMs: 61_000 })
  })

  test('are worth waiting for where several come back together: at the latest when a quarter of them can be spent', async () => {
    const { clock } = world
    const { spendLookup } = world.placesOf(1, 8)
    for (let second = 0; second < 8; second += 1) {
      await spendLookup(anyUse)
      clock.advance(1_000)
    }
    expect(await spendLookup(anyUse)).toEqual({ status: 'wait', waitMs: 62_000 - 7_000 })
    clock.advance(62_000 - 7_000)
    expect([await spendLookup(anyUse), await spendLookup(anyUse)]).toEqual([
      { status: 'spent' },
      { status: 'spent' },
    ])
    expect(await spendLookup(anyUse)).toMatchObject({ status: 'wait' })
  })

  test('come back within a minute after a clock that was put back, and leave nothing behind', async () => {
    const { redis, keys, clock } = world
    const ahead = createPlaces({
      redis,
      keys,
      providerKeyId: 'key-1',
      addressId: 'address-1',
      parallel: 1,
      lookupsPerMinute: 1,
      now: () => clock.now() + 3_600_000,
    })
    await ahead.spendLookup(anyUse)
    expect(await world.placesOf(1, 1).spendLookup(anyUse)).toEqual({ status: 'wait', waitMs: 62_000 })
    const lapsesInMs = await redis.pttl(keys.lookups('key-1'))
    expect(lapsesInMs).toSatisfy((ms: number) => ms > 0 && ms <= 62_000)
  })

  test('of another key are its own', async () => {
    await world.placesOf(1, 1).spendLookup(anyUse)
    expect(await world.placesOf(1, 1, 'key-2').spendLookup(anyUse)).toEqual({ status: 'spent' })
  })
})

describe('a share of the look-ups of a minute', () => {
  test.each([
    ['results have all', result('one'), 20],
    ['lists and searches have a fifth', search, 4],
    ['pages of lists have half of it', list, 2],
    ['looks at the service itself have two', { for: 'service' }, 2],
    ['the doctor has a quarter', { for: 'doctor' }, 5],
    ['a member looks up three for nothing', reading('one', 'ada'), 3],
  ] as const)('%s', async (_, use, count) => {
    expect(await spendAll(world, 20, use)).toBe(count)
    world.clock.advance(windowMs)
    expect(await spendAll(world, 20, use)).toBe(count)
  })

  test('of the doctor is its own, and never more than the plan', async () => {
    expect(await spendAll(world, 20, { for: 'service' })).toBe(2)
    expect(await spendAll(world, 20, { for: 'doctor' })).toBe(5)
    world.clock.advance(windowMs)
    expect(await spendAll(world, 4, { for: 'doctor' })).toBe(2)
    world.clock.advance(windowMs)
    expect(await spendAll(world, 1, { for: 'doctor' })).toBe(1)
  })

  test('is a quarter for what all members look up for nothing', async () => {
    const counts: number[] = []
    for (const member of ['ada', 'bob', 'cleo', 'dan', 'eve'])
      counts.push(await spendAll(world, 20, reading('one', member)))
    expect(counts).toEqual([3, 2, 0, 0, 0])
    expect(await spendAll(world, 20, search)).toBe(4)
    expect(await spendAll(world, 20, result('one'))).toBe(11)
  })

  test.each([
    [1, 5 * windowMs],
    [2, 2.5 * windowMs],
    [4, 1.25 * windowMs],
  ])('of a plan with %d a minute is one for lists in a longer time', async (lookups, spanMs) => {
    const { spendLookup } = world.placesOf(1, lookups)
    expect(await spendLookup(search)).toEqual(spent)
    expect(await spendLookup(search)).toEqual({ status: 'wait', waitMs: spanMs })
    world.clock.advance(spanMs)
    expect(await spendLookup(search)).toEqual(spent)
  })

  test.each([
    [20, 2, 2],
    [10, 1, 1],
    [40, 4, 4],
  ])(
    'of a plan with %d a minute leaves searches what pages of lists do not take',
    async (lookups, pages, left) => {
      expect(await spendAll(world, lookups, list)).toBe(pages)
      expect(await spendAll(world, lookups, search)).toBe(left)
      expect(await spendAll(world, lookups, list)).toBe(0)
    },
  )

  test('is smaller still for names that are being typed, so that one that was sent is found', async () => {
    expect(await spendAll(world, 20, typing)).toBe(3)
    expect(await spendAll(world, 20, search)).toBe(1)
    expect(await spendAll(world, 20, result('one'))).toBe(16)
  })

  test.each([1, 5, 8])('of a plan with %d a minute brings a search before the next page', async (lookups) => {
    const { spendLookup } = world.placesOf(1, lookups)
    expect(await spendLookup(list)).toEqual(spent)
    const waits = await spendLookup(search)
    if (waits.status !== 'wait') throw new Error('the share of lists was exceeded')
    world.clock.advance(waits.waitMs)
    expect(await spendLookup(list)).toMatchObject({ status: 'wait' })
    expect(await spendLookup(search)).toEqual(spent)
    expect(await spendLookup(list)).toMatchObject({ status: 'wait' })
  })

  test('is none for pages of lists while searches take all of it', async () => {
    const { spendLookup } = world.placesOf(1, 20)
    for (let searches = 0; searches < 8; searches += 1) {
      expect(await spendLookup(search)).toEqual(spent)
      world.clock.advance(windowMs / 4)
      if (searches > 1) expect(await spendLookup(list)).toMatchObject({ status: 'wait' })
    }
    world.clock.advance(windowMs)
    expect(await spendAll(world, 20, list)).toBe(2)
  })

  test('that is used up keeps nothing free for those who wait for it', async () => {
    expect(await spendAll(world, 20, search)).toBe(4)
    expect(await spendAll(world, 20, result('one'))).toBe(16)
  })
})

describe('the turns of those who wait', () => {
  /** Four a minute, which a first job has spent; then each of these finds none left. */
  const usedUp = async (...uses: readonly LookupUse[]) => {
    const { spendLookup } = world.placesOf(1, 4)
    await spendAll(world, 4, result('busy', 'first'))
    for (const use of uses) expect(await spendLookup(use)).toMatchObject({ status: 'wait' })
    world.clock.advance(windowMs)
    return spendLookup
  }

  test('are by account: one that was not served yet goes before one that was, no matter who comes first', async () => {
    const spendLookup = await usedUp(result('calm'), result('busy', 'second'))
    for (const job of ['second', 'third', 'fourth'])
      expect(await spendLookup(result('busy', job))).toEqual(spent)
    expect(await spendLookup(result('busy', 'fifth'))).toMatchObject({ status: 'wait' })
    expect(await spendLookup(result('calm'))).toEqual(spent)
  })

  test('are by job within an account', async () => {
    const spendLookup = await usedUp(
      result('busy', 'first'),
      result('busy', 'second'),
      result('busy', 'third'),
    )
    const served: unknown[] = []
    for (const job of ['first', 'first', 'first', 'second', 'third'])
      served.push((await spendLookup(result('busy', job))).status)
    expect(served).toEqual(['spent', 'spent', 'wait', 'spent', 'spent'])
  })

  test('come to results before anything that is looked up for nothing', async () => {
    const spendLookup = await usedUp(...['a', 'b', 'c', 'd'].map((server) => result(server)))
    expect(await spendLookup(reading('one', 'ada'))).toMatchObject({ status: 'wait' })
    for (const server of ['a', 'b', 'c', 'd']) expect(await spendLookup(result(server))).toEqual(spent)
  })

  test('do not wait for what is looked up for nothing', async () => {
    const spendLookup = await usedUp(reading('one', 'ada'), reading('two', 'bob'))
    expect(await spendAll(world, 4, result('busy', 'first'))).toBe(4)
    expect(await spendLookup(reading('one', 'ada'))).toMatchObject({ status: 'wait' })
  })

  test('are lost by those who do not come back in time', async () => {
    await usedUp(result('calm'))
    world.clock.advance(10_000)
    expect(await spendAll(world, 4, result('busy', 'first'))).toBe(4)
  })
})
