import { afterEach, beforeEach, expect, test } from 'vitest'
import { claimedForMs, createChatClaims } from '../../src/redis/chat-claims.ts'
import { openStoreWorld, type StoreWorld } from '../support/redis/store-world.ts'

let world: StoreWorld

beforeEach(() => {
  world = openStoreWorld()
})
afterEach(() => world.close())

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
