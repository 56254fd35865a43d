import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ClipPlace, KnownClip } from '../../src/core/clip/clip-index.ts'
import {
  channelBytesMax,
  channelsMax,
  clipsLapseMs,
  clipsPerMessageMax,
  messagesMax,
} from '../../src/redis/clip-index.ts'
import { dump, openStoreWorld, type StoreWorld } from '../support/redis/store-world.ts'

let world: StoreWorld

beforeEach(() => {
  world = openStoreWorld()
})
afterEach(() => world.close())

const place: ClipPlace = { account: 'discord:server-1', channel: 'channel-1' }
const key = () => world.keys.clips(place.account, place.channel)

const result = (name: string, atMs: number): KnownClip => ({
  clip: { kind: 'result', url: `https://cdn.example/${name}.mp3`, name, seconds: undefined },
  from: 'us',
  atMs,
})

const latestNames = async (countMax = 1_000): Promise<readonly string[]> => {
  const known = await world.clips.latest(place, countMax)
  return known.map(({ clip }) => (clip.kind === 'link' ? clip.url : clip.name))
}

describe('what a message brought', () => {
  test.each<KnownClip>([
    {
      clip: {
        kind: 'upload',
        platform: 'discord',
        url: 'https://cdn.example/a',
        name: 'a "🎻".wav',
        bytes: 5,
        message: { platform: 'discord', channel: 'channel-1', message: 'message-1' },
      },
      from: 'member',
      atMs: 5,
    },
    {
      clip: {
        kind: 'upload',
        platform: 'slack',
        url: 'https://files.example/a',
        name: 'a\nb',
        bytes: undefined,
        message: undefined,
      },
      from: 'member',
      atMs: 0,
    },
    {
      clip: { kind: 'result', url: 'https://cdn.example/b.mp3', name: 'b', seconds: 12.5 },
      from: 'us',
      atMs: 5.5,
    },
    { clip: { kind: 'link', url: 'https://music.example/c.mp3' }, from: 'member', atMs: 5 },
  ])('is found again by its id: %j', async (known) => {
    await world.clips.remember(place, 'message-1', [known])
    expect(await world.clips.inMessage(place, 'message-1')).toEqual([known])
    expect(await world.clips.latest(place, 1)).toEqual([known])
  })

  test('keeps its order', async () => {
    await world.clips.remember(place, 'message-1', [result('a', 1), result('b', 1), result('c', 1)])
    expect(await latestNames()).toEqual(['a', 'b', 'c'])
  })

  test('said twice is known once', async () => {
    await world.clips.remember(place, 'message-1', [result('a', 1)])
    const before = await dump(world)
    await world.clips.remember(place, 'message-1', [result('a', 1)])
    expect(await dump(world)).toEqual(before)
  })

  test('gives way to what it brings now, and is forgotten when that is nothing', async () => {
    await world.clips.remember(place, 'message-1', [result('a', 1), result('b', 1)])
    await world.clips.remember(place, 'message-1', [result('c', 2)])
    expect(await latestNames()).toEqual(['c'])
    await world.clips.remember(place, 'message-1', [])
    expect(await world.clips.inMessage(place, 'message-1')).toEqual([])
    expect(await dump(world)).toEqual({})
  })

  test('is nothing where nobody knows the message', async () => {
    await world.clips.remember(place, 'message-1', [result('a', 1)])
    expect(await world.clips.inMessage(place, 'message-2')).toEqual([])
  })

  test('is known by its first clips, for no message may fill the memory', async () => {
    const many = Array.from({ length: clipsPerMessageMax + 5 }, (_, index) => result(`${index}`, 1))
    await world.clips.remember(place, 'message-1', many)
    expect(await world.clips.inMessage(place, 'message-1')).toEqual(many.slice(0, clipsPerMessageMax))
  })

  test.each([
    ['another channel', { ...place, channel: 'channel-2' }],
    ['another server', { ...place, account: 'discord:server-2' }],
    ['another platform', { ...place, account: 'slack:server-1' }],
  ] as const)('is not known in %s', async (_, elsewhere) => {
    await world.clips.remember(place, 'message-1', [result('a', 1)])
    expect(await world.clips.inMessage(elsewhere, 'message-1')).toEqual([])
    expect(await world.clips.latest(elsewhere, 10)).toEqual([])
  })
})

describe('the latest clips of a channel', () => {
  test('come newest first, in whatever order they were remembered', async () => {
    for (const [message, atMs] of Object.entries({ 'm-9': 900, 'm-10': 1_000, 'm-1': 100 }))
      await world.clips.remember(place, message, [result(`${message} a`, atMs), result(`${message} b`, atMs)])
    expect(await latestNames()).toEqual(['m-10 a', 'm-10 b', 'm-9 a', 'm-9 b', 'm-1 a', 'm-1 b'])
  })

  test('are no more than asked for', async () => {
    await world.clips.remember(place, 'message-1', [result('a', 1), result('b', 1)])
    await world.clips.remember(place, 'message-2', [result('c', 2), result('d', 2)])
    expect(await latestNames(3)).toEqual(['c', 'd', 'a'])
    expect(await latestNames(0)).toEqual([])
  })

  test('are those of the newest messages; older ones are forgotten', async () => {
    const times = Array.from({ length: messagesMax + 10 }, (_, index) => 1_000 + index)
    await Promise.all(
      times.toReversed().map((atMs) => world.clips.remember(place, `m-${atMs}`, [result(`${atMs}`, atMs)])),
    )
    expect(await latestNames()).toEqual(times.slice(-messagesMax).toReversed().map(String))
    expect(await world.redis.hlen(key())).toBe(messagesMax)
  })

  test('have a size together: older messages are forgotten', async () => {
    const long = (name: string): string => name.padEnd(channelBytesMax / 10, ' long')
    for (const [index, name] of ['a', 'b', 'c', 'd', 'e', 'f'].entries())
      await world.clips.remember(place, `m-${name}`, [result(long(name), index)])
    expect(await latestNames()).toEqual(['f', 'e', 'd', 'c'].map(long))
  })

  test('are not pushed out by a message that is too large itself', async () => {
    // Both its name and its address are as long as that.
    const large = (name: string): string => name.padEnd(channelBytesMax / 5, ' long')
    const tooLarge = (name: string): string => name.padEnd(channelBytesMax, ' long')
    await world.clips.remember(place, 'm-1', [result('a', 1)])
    await world.clips.remember(place, 'm-2', [result(large('b'), 2)])
    await world.clips.remember(place, 'm-3', [result(tooLarge('c'), 3)])
    expect(await latestNames()).toEqual([large('b'), 'a'])
    await world.clips.remember(place, 'm-4', [result(large('d'), 4)])
    await world.clips.remember(place, 'm-5', [result(large('e'), 5)])
    expect(await latestNames()).toEqual([large('e'), large('d'), 'a'])
  })

  test('are not pushed out by one that is older than all of them', async () => {
    for (let atMs = 100; atMs < 100 + messagesMax; atMs += 1)
      await world.clips.remember(place, `m-${atMs}`, [result(`${atMs}`, atMs)])
    const before = await latestNames()
    await world.clips.remember(place, 'm-1', [result('1', 1)])
    expect(await latestNames()).toEqual(before)
  })
})

describe('what is remembered', () => {
  const lapsesInMs = () => world.redis.pttl(key())

  test('lapses after a month without use', async () => {
    await world.clips.remember(place, 'message-1', [result('a', 1)])
    expect(await lapsesInMs()).toBeGreaterThan(clipsLapseMs - 60_000)
    expect(await lapsesInMs()).toBeLessThanOrEqual(clipsLapseMs)
  })

  test.each([
    ['another message', () => world.clips.remember(place, 'message-2', [result('b', 2)])],
    ['a look at the message', () => world.clips.inMessage(place, 'message-1')],
    ['a look at the channel', () => world.clips.latest(place, 1)],
  ])('stays for another month after %s', async (_, use) => {
    await world.clips.remember(place, 'message-1', [result('a', 1)])
    await world.redis.pexpire(key(), 100_000)
    await use()
    expect(await lapsesInMs()).toBeGreaterThan(clipsLapseMs - 60_000)
  })

  test('is not made by looking', async () => {
    await world.clips.inMessage(place, 'message-1')
    await world.clips.latest(place, 10)
    expect(await dump(world)).toEqual({})
  })

  test.each([
    ['a kind that is not known yet', '5 [{"clip":{"kind":"hologram"},"from":"us","atMs":5}]'],
    ['a clip from nobody', '5 [{"clip":{"kind":"link","url":"https://a.example"},"atMs":5}]'],
    ['no list', '5 {"clip":{"kind":"link","url":"https://a.example"},"from":"us","atMs":5}'],
    ['no JSON', '5 [{"clip":'],
    ['no time', '[]'],
    ['nothing at all', ''],
  ])('is left out where it is %s, and the rest is found', async (_, text) => {
    await world.clips.remember(place, 'message-1', [result('a', 1)])
    await world.redis.hset(key(), 'message-2', text)
    expect(await latestNames()).toEqual(['a'])
    expect(await world.clips.inMessage(place, 'message-2')).toEqual([])
  })

  test('in a form that nobody knows is the first to go', async () => {
    await world.redis.hset(key(), 'message-1', 'what?')
    for (let atMs = 1; atMs <= messagesMax; atMs += 1)
      await world.clips.remember(place, `m-${atMs}`, [result(`${atMs}`, atMs)])
    expect(await world.redis.hexists(key(), 'message-1')).toBe(0)
    expect(await latestNames()).toHaveLength(messagesMax)
  })
})

describe('of an account with more channels than are remembered', () => {
  const channel = (index: number): ClipPlace => ({ ...place, channel: `channel-${index}` })
  const isKnown = async (index: number) => (await world.clips.latest(channel(index), 1)).length === 1

  const useInTurn = async (count: number) => {
    for (let index = 0; index < count; index += 1) {
      world.clock.advance(1)
      await world.clips.remember(channel(index), 'message-1', [result('a', 1)])
    }
  }

  test('the channel that was used least lately is forgotten', async () => {
    await useInTurn(channelsMax)
    world.clock.advance(1)
    await world.clips.inMessage(channel(0), 'message-1')
    await world.clips.remember(channel(channelsMax), 'message-1', [result('a', 1)])
    expect(await isKnown(0)).toBe(true)
    expect(await isKnown(1)).toBe(false)
    expect(await isKnown(2)).toBe(true)
    expect(await isKnown(channelsMax)).toBe(true)
    expect(await world.redis.zcard(world.keys.clipChannels(place.account))).toBe(channelsMax)
  })

  test('those of another account stay', async () => {
    const other: ClipPlace = { ...place, account: 'discord:server-2' }
    await world.clips.remember(other, 'message-1', [result('a', 1)])
    await useInTurn(channelsMax + 3)
    expect(await world.clips.latest(other, 1)).toHaveLength(1)
    expect((await world.redis.keys(`${world.prefix}*`)).length).toBe(channelsMax + 1 + 2)
  })

  test('those that an earlier version entered without a time go first', async () => {
    await useInTurn(channelsMax - 1)
    await world.clips.remember(channel(900), 'message-1', [result('a', 1)])
    await world.redis.zadd(world.keys.clipChannels(place.account), 0, 'channel-900')
    await world.clips.remember(channel(901), 'message-1', [result('a', 1)])
    expect(await isKnown(900)).toBe(false)
    expect(await isKnown(0)).toBe(true)
  })
})

describe('what a member brought', () => {
  const account = place.account
  const brought = (name: string, by: string): KnownClip => ({ ...result(name, 5), by })
  const elsewhere: ClipPlace = { ...place, channel: 'channel-2' }

  beforeEach(async () => {
    await world.clips.remember(place, 'message-1', [brought('a', 'm1')])
    await world.clips.remember(place, 'message-2', [brought('b', 'm2')])
    await world.clips.remember(elsewhere, 'message-3', [brought('c', 'm1'), brought('d', 'm1')])
    await world.clips.remember({ ...place, account: 'discord:server-2' }, 'message-4', [brought('e', 'm1')])
    await world.clips.remember(elsewhere, 'message-5', [result('f', 5)])
  })

  const namesOf = async (of: typeof account, member: string) =>
    (await world.clips.of(of, member))
      .map(({ clip, channel }) => [channel, clip.kind === 'result' ? clip.name : ''])
      .toSorted()

  test('is found in all channels of the account', async () => {
    expect(await namesOf(account, 'm1')).toEqual([
      ['channel-1', 'a'],
      ['channel-2', 'c'],
      ['channel-2', 'd'],
    ])
  })

  test('has them as its owner, though only an earlier version of this program kept it', async () => {
    const [known] = await world.clips.inMessage(place, 'message-1')
    expect(known).toMatchObject({ clip: { by: 'm1' }, by: 'm1' })
  })

  test('is forgotten at their wish, and nobody else’s', async () => {
    expect(await world.clips.forget(account, 'm1')).toBe(2)
    expect(await world.clips.forget(account, 'm1')).toBe(0)
    expect(await namesOf(account, 'm1')).toEqual([])
    expect(await namesOf(account, 'm2')).toEqual([['channel-1', 'b']])
    expect(await namesOf('discord:server-2', 'm1')).toHaveLength(1)
    expect(await world.clips.inMessage(elsewhere, 'message-5')).toEqual([result('f', 5)])
  })

  test('is forgotten with a message in which another member shared it, too', async () => {
    await world.clips.remember(place, 'message-6', [brought('g', 'm2'), brought('h', 'm1')])
    expect(await world.clips.forget(account, 'm1')).toBe(3)
    expect(await world.clips.inMessage(place, 'message-6')).toEqual([])
  })

  test('is looked for only in texts with their ID, because reading a text takes long', async () => {
    const escaped = JSON.stringify([brought('g', 'm9')]).replaceAll('m9', String.raw`\u006d9`)
    await world.redis.hset(key(), { 'message-7': `5 ${escaped}`, 'message-8': '5 ["m9"]' })
    expect(await namesOf(account, 'm9')).toHaveLength(1)
    expect(await world.clips.forget(account, 'm9')).toBe(0)
    const odd = 'm"9\n🎻'
    await world.clips.remember(place, 'message-9', [brought('i', odd)])
    expect(await world.clips.forget(account, odd)).toBe(1)
  })

  test('is looked for in a few channels at the same time', async () => {
    for (let count = 0; count < 40; count += 1)
      await world.clips.remember({ ...place, channel: `more-${count}` }, 'message-1', [brought('g', 'm1')])
    const evalsha = world.redis.evalsha.bind(world.redis)
    let inHand = 0
    let most = 0
    vi.spyOn(world.redis, 'evalsha').mockImplementation((...args) => {
      inHand += 1
      most = Math.max(most, inHand)
      return evalsha(...args).finally(() => {
        inHand -= 1
      })
    })
    expect(await world.clips.forget(account, 'm1')).toBe(42)
    expect(most).toBeLessThanOrEqual(5)
  })

  test('leaves nothing where it was all there was', async () => {
    for (const member of ['m1', 'm2']) await world.clips.forget(account, member)
    await world.clips.forget('discord:server-2', 'm1')
    await world.clips.remember(elsewhere, 'message-5', [])
    expect(await dump(world)).toEqual({})
  })
})

describe('what is kept for a bounded time', () => {
  test('is not known after that, and removed by the next reader', async () => {
    const bounded = openStoreWorld({ clipsKeptMs: 1_000 })
    const nowMs = bounded.clock.now()
    await bounded.clips.remember(place, 'message-1', [result('a', nowMs - 900)])
    await bounded.clips.remember(place, 'message-2', [result('b', nowMs)])
    bounded.clock.advance(500)
    expect(await bounded.clips.latest(place, 5)).toEqual([result('b', nowMs)])
    expect(await bounded.redis.hkeys(bounded.keys.clips(place.account, place.channel))).toEqual(['message-2'])
    bounded.clock.advance(600)
    expect(await bounded.clips.inMessage(place, 'message-2')).toEqual([])
    expect(await dump(bounded)).toEqual({})
    bounded.close()
  })
})
