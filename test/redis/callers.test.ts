import { afterEach, beforeEach, expect, test } from 'vitest'
import { joinedForMs } from '../../src/core/pacing/share.ts'
import { createCallers } from '../../src/redis/callers.ts'
import { openStoreWorld, type StoreWorld } from '../support/redis/store-world.ts'

let world: StoreWorld

beforeEach(() => {
  world = openStoreWorld()
})
afterEach(() => world.close())

const inProcess = (processId: string) => {
  const { redis, keys, clock } = world
  return createCallers({ redis, keys, now: clock.now, processId })
}
const joinAs = (processId: string, closedForMs = 0) => inProcess(processId)('discord')(closedForMs)

test('each process counts once, on the platform that it calls', async () => {
  await joinAs('one')
  await joinAs('one')
  expect(await joinAs('two')).toEqual({ count: 2, closedForMs: 0 })
  expect(await inProcess('one')('slack')(0)).toEqual({ count: 1, closedForMs: 0 })
})

test('one that has said nothing for a while does not count any more', async () => {
  await joinAs('one')
  world.clock.advance(joinedForMs)
  expect(await joinAs('two')).toEqual({ count: 1, closedForMs: 0 })
})

test('a pause that one of them was told of holds for all, and nothing shortens it', async () => {
  await joinAs('one', 60_000)
  const { closedForMs } = await joinAs('two', 1_000)
  expect(closedForMs).toBeGreaterThan(30_000)
  expect(closedForMs).toBeLessThanOrEqual(60_000)
  expect((await inProcess('two')('slack')(0)).closedForMs).toBe(0)
})

test('nothing is left of it for good', async () => {
  await joinAs('one', 60_000)
  const keys = [world.keys.callers('discord'), world.keys.closedChat('discord')]
  for (const key of keys) expect(await world.redis.pttl(key)).toBeGreaterThan(0)
})
