import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { joinedForMs } from '../../src/core/pacing/share.ts'
import { claimedForMs, createCallers, createChatClaims } from '../../src/redis/chat-processes.ts'
import { openStoreWorld, type StoreWorld } from '../support/redis/store-world.ts'

let world: StoreWorld

beforeEach(() => {
  world = openStoreWorld()
})
afterEach(() => world.close())

describe('of the processes that call a platform,', () => {
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
})

describe('of the bots on one Redis,', () => {
  const inProcess = (processId: string) => {
    const { redis, keys, clock } = world
    return createChatClaims({ redis, keys, now: clock.now, processId })
  }

  test.each(['100', 'U0 in T1'])(
    'the processes of one bot (%s) share a chat, and keep another off',
    async (bot) => {
      expect(await inProcess('one').claim('discord', bot)).toBeUndefined()
      expect(await inProcess('one').claim('discord', bot)).toBeUndefined()
      expect(await inProcess('two').claim('discord', bot)).toBeUndefined()
      expect(await inProcess('three').claim('discord', `${bot}0`)).toBe(bot)
      expect(await inProcess('three').claim('slack', `${bot}0`)).toBeUndefined()
    },
  )

  test('another bot gets the chat once the last process of the first gave it up', async () => {
    await inProcess('one').claim('discord', '100')
    await inProcess('two').claim('discord', '100')
    await inProcess('one').release('discord', '100')
    expect(await inProcess('three').claim('discord', '200')).toBe('100')
    await inProcess('two').release('discord', '100')
    expect(await inProcess('three').claim('discord', '200')).toBeUndefined()
    expect(await inProcess('one').claim('discord', '100')).toBe('200')
  })

  test('a claim that is not renewed lapses', async () => {
    await inProcess('one').claim('discord', '100')
    world.clock.advance(claimedForMs - 1)
    expect(await inProcess('two').claim('discord', '200')).toBe('100')
    await inProcess('one').claim('discord', '100')
    world.clock.advance(claimedForMs - 1)
    expect(await inProcess('two').claim('discord', '200')).toBe('100')
    world.clock.advance(1)
    expect(await inProcess('two').claim('discord', '200')).toBeUndefined()
    expect(await world.redis.pttl(world.keys.claims('discord'))).toBeGreaterThan(0)
  })
})
