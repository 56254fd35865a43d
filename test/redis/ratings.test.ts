import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Rated, RatingCount, RatingValue } from '../../src/core/job/ratings.ts'
import { openStoreWorld, ratingsKeptMs, type StoreWorld } from '../support/redis/store-world.ts'

let world: StoreWorld
beforeEach(() => {
  world = openStoreWorld()
})
afterEach(() => world.close())

const account = 'discord:server-1'
const model: Rated = { kind: 'model', feature: 'music', model: 'v7' }
const anyModel: Rated = { kind: 'model', feature: 'music', model: undefined }
const voice: Rated = { kind: 'voice', id: 'voice-7' }

const rate = (value: RatingValue, { member = 'member-1', take = 'job-1.1', rated = [model, voice] } = {}) =>
  world.ratings.rate(account, member, { take, value }, rated)
const counts = () => world.ratings.counts(account)
const counted = (...all: RatingCount[]) =>
  expect.toSatisfy((found: unknown) => {
    expect(found).toHaveLength(all.length)
    expect(found).toEqual(expect.arrayContaining(all))
    return true
  })

describe('a rating', () => {
  test('is counted for its model and its voice', async () => {
    expect(await rate('good')).toBe('rated')
    expect(await counts()).toEqual(
      counted({ rated: model, good: 1, bad: 0 }, { rated: voice, good: 1, bad: 0 }),
    )
    expect(await world.ratings.of(account, 'member-1')).toEqual([{ take: 'job-1.1', value: 'good' }])
  })

  test('is one, however often it is given', async () => {
    await rate('good')
    expect(await rate('good')).toBe('same')
    expect(await counts()).toEqual(
      counted({ rated: model, good: 1, bad: 0 }, { rated: voice, good: 1, bad: 0 }),
    )
  })

  test('moves when its member changes their mind, and leaves nothing behind', async () => {
    await rate('good')
    expect(await rate('bad')).toBe('rated')
    expect(await counts()).toEqual(
      counted({ rated: model, good: 0, bad: 1 }, { rated: voice, good: 0, bad: 1 }),
    )
    expect(await world.redis.hkeys(world.keys.ratings(account))).toHaveLength(2)
    expect(await world.ratings.of(account, 'member-1')).toEqual([{ take: 'job-1.1', value: 'bad' }])
  })

  test('of each member and of each take counts by itself', async () => {
    await rate('good', { rated: [anyModel] })
    await rate('good', { rated: [anyModel], member: 'member-2' })
    await rate('bad', { rated: [anyModel], take: 'job-1.2' })
    expect(await counts()).toEqual([{ rated: anyModel, good: 2, bad: 1 }])
  })

  test('of another server is not counted here', async () => {
    await rate('good')
    expect(await world.ratings.counts('discord:server-2')).toEqual([])
  })

  test('is kept as long as records are', async () => {
    await rate('good')
    const leftMs = await world.redis.pttl(world.keys.ratingsOf(account, 'member-1'))
    expect(leftMs).toBeGreaterThan(ratingsKeptMs - 60_000)
    expect(leftMs).toBeLessThanOrEqual(ratingsKeptMs)
    expect(await world.redis.pttl(world.keys.ratings(account))).toBe(-1)
  })
})

test('what a member takes back is gone from the counts, and nothing else is', async () => {
  await rate('good')
  await rate('bad', { take: 'job-1.2' })
  await rate('good', { member: 'member-2' })
  await world.ratings.forget(account, 'member-1')
  await world.ratings.forget(account, 'member-1')
  expect(await world.ratings.of(account, 'member-1')).toEqual([])
  expect(await counts()).toEqual(
    counted({ rated: model, good: 1, bad: 0 }, { rated: voice, good: 1, bad: 0 }),
  )
})

test('what another version wrote is left out', async () => {
  await rate('good', { rated: [voice] })
  await world.redis.hset(world.keys.ratings(account), 'odd', '1')
  await world.redis.hset(world.keys.ratingsOf(account, 'member-1'), 'job-9.1', 'odd')
  expect(await counts()).toEqual([{ rated: voice, good: 1, bad: 0 }])
  expect(await world.ratings.of(account, 'member-1')).toEqual([{ take: 'job-1.1', value: 'good' }])
})
