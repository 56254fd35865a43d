import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStoreWorld, type StoreWorld } from '../support/redis/store-world.ts'

let world: StoreWorld
beforeEach(() => {
  world = openStoreWorld()
})
afterEach(() => world.close())

const account = 'discord:server-1'
const nothing = { words: 0, channel: 0, blocked: 0, too_many: 0, consent: 0 }

test('refusals are counted by reason, for each server', async () => {
  await world.refusals.count(account, 'words')
  await world.refusals.count(account, 'words')
  await world.refusals.count(account, 'blocked')
  await world.refusals.count(account, 'consent')
  expect(await world.refusals.thisMonth(account)).toEqual({ ...nothing, words: 2, blocked: 1, consent: 1 })
  expect(await world.refusals.thisMonth('slack:server-1')).toEqual(nothing)
})

test('a new month counts from zero', async () => {
  await world.refusals.count(account, 'channel')
  world.clock.advance(31 * 24 * 60 * 60_000)
  expect(await world.refusals.thisMonth(account)).toEqual(nothing)
})

test('counts leave Redis by themselves', async () => {
  await world.refusals.count(account, 'channel')
  const month = new Date(world.clock.now()).toISOString().slice(0, 7)
  expect(await world.redis.pttl(world.keys.refusals(account, month))).toBeGreaterThan(0)
})
