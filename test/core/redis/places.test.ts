import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { StoreConnection } from '../../../src/core/redis/connection.ts'
import { createKeys } from '../../../src/core/redis/keys.ts'
import { createPlaces } from '../../../src/core/redis/places.ts'
import { createTestClock, type TestClock } from '../../support/clock.ts'
import { openTestRedis, testPrefix } from '../../support/redis.ts'

let redis: StoreConnection
let clock: TestClock
let round = 0

const keys = () => createKeys(`${testPrefix}${round}:`)
const places = (parallel: number, lookupsPerMinute = 20, providerKeyId = 'key-1') =>
  createPlaces({ redis, keys: keys(), now: clock.now, providerKeyId, parallel, lookupsPerMinute })

beforeEach(() => {
  round += 1
  redis = openTestRedis()
  clock = createTestClock()
})
afterEach(() => redis.disconnect())

const inAnHour = () => clock.now() + 3_600_000
const taken = { status: 'taken' }
const waiting = (position: number) => ({ status: 'waiting', position })

describe('the places of one key', () => {
  test('are as many as the plan has', async () => {
    const { take } = places(2)
    expect(await take('a', 1, inAnHour())).toEqual(taken)
    expect(await take('b', 1, inAnHour())).toEqual(taken)
    expect(await take('c', 1, inAnHour())).toEqual(waiting(1))
    expect(await take('d', 1, inAnHour())).toEqual(waiting(2))
  })

  test('are shared by all processes, and fifty that come at once', async () => {
    const processes = [places(3), places(3)]
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, index) => processes[index % 2]?.take(`job-${index}`, 1, inAnHour())),
    )
    expect(results.filter((result) => result?.status === 'taken')).toHaveLength(3)
  })

  test('have nothing to do with those of another key', async () => {
    await places(1).take('a', 1, inAnHour())
    expect(await places(1, 20, 'key-2').take('b', 1, inAnHour())).toEqual(taken)
  })

  test('may become fewer under those who hold them', async () => {
    await places(2).take('a', 1, inAnHour())
    await places(2).take('b', 1, inAnHour())
    expect(await places(1).take('a', 1, inAnHour())).toEqual(taken)
    expect(await places(1).take('c', 1, inAnHour())).toEqual(waiting(1))
  })
})

describe('a place', () => {
  test('taken again is the same one, with a later end', async () => {
    const { take } = places(1)
    await take('a', 1, clock.now() + 1_000)
    expect(await take('a', 1, clock.now() + 10_000)).toEqual(taken)
    clock.advance(5_000)
    expect(await take('b', 1, inAnHour())).toEqual(waiting(1))
  })

  test('ends by itself when its time is over', async () => {
    const { take } = places(1)
    await take('a', 1, clock.now() + 1_000)
    clock.advance(999)
    expect(await take('b', 1, inAnHour())).toEqual(waiting(1))
    clock.advance(1)
    expect(await take('b', 1, inAnHour())).toEqual(taken)
  })

  test('goes to the next in line when it is given back', async () => {
    const { take, release } = places(1)
    await take('a', 1, inAnHour())
    await take('b', 1, inAnHour())
    await take('c', 1, inAnHour())
    expect(await release('a', 1)).toBe('b')
    expect(await take('b', 1, inAnHour())).toEqual(taken)
    expect(await release('b', 1)).toBe('c')
    expect(await take('c', 1, inAnHour())).toEqual(taken)
    expect(await release('c', 1)).toBeUndefined()
  })

  test('of an earlier try of the same job is given up for that of a later one, and never the other way', async () => {
    const { take } = places(2)
    await take('a', 1, inAnHour())
    await take('a', 2, inAnHour())
    expect(await redis.zrange(keys().leases('key-1'), '0', '-1')).toEqual(['a-2'])
    await take('a', 1, inAnHour())
    expect(await redis.zrange(keys().leases('key-1'), '0', '-1')).toEqual(['a-1', 'a-2'])
  })

  test('of another job is never touched, however alike their names are', async () => {
    const { take } = places(5)
    for (const job of ['a', 'a-1', 'aa', '']) await take(job, 1, inAnHour())
    await take('a', 2, inAnHour())
    expect(await redis.zrange(keys().leases('key-1'), '0', '-1')).toEqual(['-1', 'a-1-1', 'a-2', 'aa-1'])
  })

  test('given back under another epoch is not given back, and nobody is called', async () => {
    const { take, release } = places(1)
    await take('a', 2, inAnHour())
    await take('b', 1, inAnHour())
    expect(await release('a', 1)).toBeUndefined()
    expect(await take('b', 1, inAnHour())).toEqual(waiting(1))
  })

  test('given back twice calls nobody the second time', async () => {
    const { take, release } = places(1)
    await take('a', 1, inAnHour())
    await take('b', 1, inAnHour())
    expect(await release('a', 1)).toBe('b')
    expect(await release('a', 1)).toBeUndefined()
  })
})

describe('the line', () => {
  test('keeps its order however often its members ask', async () => {
    const { take, release } = places(1)
    await take('a', 1, inAnHour())
    for (const job of ['b', 'c', 'd']) {
      clock.advance(1)
      await take(job, 1, inAnHour())
    }
    clock.advance(1)
    expect(await take('c', 2, inAnHour())).toEqual(waiting(2))
    expect(await take('b', 2, inAnHour())).toEqual(waiting(1))
    await release('a', 1)
    expect(await take('d', 2, inAnHour())).toEqual(waiting(3))
    expect(await take('c', 3, inAnHour())).toEqual(waiting(2))
    expect(await take('b', 3, inAnHour())).toEqual(taken)
  })

  test('lets nobody past who waits while a place is free', async () => {
    const { take, release } = places(1)
    await take('a', 1, inAnHour())
    await take('b', 1, inAnHour())
    await release('a', 1)
    clock.advance(1)
    expect(await take('c', 1, inAnHour())).toEqual(waiting(2))
  })

  test('forgets who leaves it', async () => {
    const { take, release } = places(1)
    await take('a', 1, inAnHour())
    await take('b', 1, inAnHour())
    clock.advance(1)
    await take('c', 1, inAnHour())
    expect(await release('b', 1)).toBeUndefined()
    expect(await release('a', 1)).toBe('c')
  })
})

describe('the look-ups of a minute', () => {
  test('are as many as the plan has, over all processes', async () => {
    const [one, two] = [places(1, 5), places(1, 5)]
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, index) => (index % 2 === 0 ? one : two).spendLookup()),
    )
    expect(results.filter(({ status }) => status === 'spent')).toHaveLength(5)
    for (const result of results) {
      if (result.status === 'wait') expect(result.waitMs).toSatisfy((ms: number) => ms > 0 && ms <= 60_000)
    }
  })

  test('begin anew with the next minute', async () => {
    const { spendLookup } = places(1, 1)
    await spendLookup()
    expect(await spendLookup()).toMatchObject({ status: 'wait' })
    await redis.pexpire(keys().lookups('key-1'), 0)
    expect(await spendLookup()).toEqual({ status: 'spent' })
  })

  test('of another key are its own', async () => {
    await places(1, 1).spendLookup()
    expect(await places(1, 1, 'key-2').spendLookup()).toEqual({ status: 'spent' })
  })
})
