import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Draft } from '../../src/core/command/draft.ts'
import type { AccountId } from '../../src/core/target.ts'
import { draftLapseMs } from '../../src/redis/drafts.ts'
import { target } from '../support/commands/invocation.ts'
import { dump, openStoreWorld, type StoreWorld } from '../support/redis/store-world.ts'

let world: StoreWorld

beforeEach(() => {
  world = openStoreWorld()
})
afterEach(() => world.close())

const account = 'discord:server-1'

const draft: Draft = {
  command: 'remix',
  action: undefined,
  member: 'member-1',
  values: { prompt: '"\\" 🎻 \u0000', count: 2, cover: true },
  defaults: [{ name: 'voice', value: 'voice-1', owner: 'server' }],
  shown: { voice: 'Ada' },
  clips: [
    {
      clip: { kind: 'result', url: 'https://cdn.example/a.mp3', name: 'a', seconds: 61.5 },
      from: 'us',
      atMs: 5,
    },
    { clip: { kind: 'link', url: 'https://music.example/b.mp3' }, from: 'member', atMs: 4 },
  ],
}

describe('a draft', () => {
  test.each([
    ['as it is', draft],
    ['with an action', { ...draft, action: 'limit' }],
    ['without defaults', { ...draft, defaults: [], shown: {} }],
    ['without anything', { ...draft, values: {}, clips: [] }],
  ])('is found again %s', async (_, kept) => {
    const id = await world.drafts.keep(account, 'event-1', kept)
    expect(await world.drafts.read(account, id)).toEqual(kept)
  })

  test('has an id that fits into a button: at most 40 letters and digits', async () => {
    expect(await world.drafts.keep(account, 'e'.repeat(500), draft)).toMatch(/^[a-z2-7]{25}$/)
  })

  test('kept twice for one event is one draft', async () => {
    const first = await world.drafts.keep(account, 'event-1', draft)
    const before = await dump(world)
    expect(await world.drafts.keep(account, 'event-1', draft)).toBe(first)
    expect(await dump(world)).toEqual(before)
  })

  test('stays as it is when another one is kept for the same event', async () => {
    const other = { ...draft, clips: draft.clips.toReversed() }
    const ids = [
      await world.drafts.keep(account, 'event-1', draft),
      await world.drafts.keep(account, 'event-1', other),
    ]
    expect(await Promise.all(ids.map((id) => world.drafts.read(account, id)))).toEqual([draft, other])
  })

  test('has another id for another event and for another server', async () => {
    const ids = await Promise.all([
      world.drafts.keep(account, 'event-1', draft),
      world.drafts.keep(account, 'event-2', draft),
      world.drafts.keep('slack:server-1', 'event-1', draft),
    ])
    expect(new Set(ids).size).toBe(3)
  })

  test('is not found from another server', async () => {
    const id = await world.drafts.keep(account, 'event-1', draft)
    expect(await world.drafts.read('discord:server-2', id)).toBeUndefined()
    expect(await world.drafts.read('slack:server-1', id)).toBeUndefined()
  })

  test('lapses a day after it was kept, also when it is read and kept again', async () => {
    const id = await world.drafts.keep(account, 'event-1', draft)
    const key = world.keys.draft(account, id)
    expect(await world.redis.pttl(key)).toBeGreaterThan(draftLapseMs - 60_000)
    await world.redis.pexpire(key, 100_000)
    await world.drafts.read(account, id)
    await world.drafts.keep(account, 'event-1', draft)
    expect(await world.redis.pttl(key)).toBeLessThanOrEqual(100_000)
  })
})

describe('nothing is found', () => {
  test.each(['', 'unknown', '{}', '*', 'x'.repeat(5_000)])('under the id %j', async (id) => {
    await world.drafts.keep(account, 'event-1', draft)
    expect(await world.drafts.read(account, id)).toBeUndefined()
  })

  test.each([
    ['no JSON', '{'],
    ['nothing', 'null'],
    ['of nobody', JSON.stringify({ ...draft, member: undefined })],
    ['for no command', JSON.stringify({ ...draft, command: 5 })],
    [
      // A form names a clip by its position, so one that cannot be read spoils the whole list.
      'on a clip of a kind that is not known',
      JSON.stringify({
        ...draft,
        clips: [{ clip: { kind: 'hologram' }, from: 'us', atMs: 5 }, ...draft.clips],
      }),
    ],
  ])('where what was kept is %s', async (_, text) => {
    const id = await world.drafts.keep(account, 'event-1', draft)
    await world.redis.set(world.keys.draft(account, id), text)
    expect(await world.drafts.read(account, id)).toBeUndefined()
  })
})

describe('a member’s drafts', () => {
  const elsewhere = 'discord:@member-1'
  const inItsName: Draft = { ...draft, target: target() }
  const idsLeft = async (place: AccountId, ...ids: readonly string[]): Promise<readonly string[]> => {
    const read = await Promise.all(ids.map((id) => world.drafts.read(place, id)))
    return ids.filter((_, index) => read[index] !== undefined)
  }

  test('are all that were asked in an account, the oldest first, and nobody else’s', async () => {
    const newer = { ...draft, values: { prompt: 'an ebb' } }
    await world.drafts.keep(account, 'event-1', draft)
    world.clock.advance(1_000)
    await world.drafts.keep(account, 'event-2', newer)
    await world.drafts.keep(account, 'event-3', { ...draft, member: 'member-2' })
    await world.drafts.keep('discord:server-2', 'event-4', draft)
    expect(await world.drafts.of(account, 'member-1')).toEqual([draft, newer])
  })

  test('are those of either place, where one was asked in the name of the other', async () => {
    await world.drafts.keep(elsewhere, 'event-1', inItsName)
    for (const place of [account, elsewhere] as const)
      expect(await world.drafts.of(place, 'member-1')).toEqual([inItsName])
  })

  test.each<AccountId>([account, elsewhere])('are forgotten in the name of %s', async (place) => {
    const id = await world.drafts.keep(elsewhere, 'event-1', inItsName)
    expect(await world.drafts.forget(place, 'member-1')).toBe(1)
    expect(await idsLeft(elsewhere, id)).toEqual([])
    expect(await world.drafts.forget(place, 'member-1')).toBe(0)
  })

  test('are forgotten alone: not another member’s, nor those of another account', async () => {
    const mine = await world.drafts.keep(account, 'event-1', draft)
    const theirs = await world.drafts.keep(account, 'event-1', { ...draft, member: 'member-2' })
    const away = await world.drafts.keep('discord:server-2', 'event-1', draft)
    await world.drafts.forget(account, 'member-1')
    expect(await idsLeft(account, mine, theirs)).toEqual([theirs])
    expect(await idsLeft('discord:server-2', away)).toEqual([away])
  })

  test('can be kept again after that, and are found once more', async () => {
    const id = await world.drafts.keep(account, 'event-1', draft)
    await world.drafts.forget(account, 'member-1')
    expect(await world.drafts.keep(account, 'event-1', draft)).toBe(id)
    expect(await world.drafts.of(account, 'member-1')).toEqual([draft])
    expect(await world.drafts.forget(account, 'member-1')).toBe(1)
  })

  test('are found for longer than they are kept, and no longer than a day and an hour', async () => {
    const names = world.keys.draftsOf(account, 'member-1')
    const entries = () => world.redis.zcard(names)
    await world.drafts.keep(account, 'event-1', draft)
    const leftMs = await world.redis.pttl(names)
    expect(leftMs).toBeGreaterThan(draftLapseMs)
    expect(leftMs).toBeLessThanOrEqual(draftLapseMs + 60 * 60_000)
    world.clock.advance(draftLapseMs)
    await world.drafts.keep(account, 'event-2', draft)
    expect(await entries()).toBe(2)
    world.clock.advance(60 * 60_000 + 1)
    await world.drafts.keep(account, 'event-3', draft)
    expect(await entries()).toBe(2)
  })

  test('that lapsed or that another version wrote are left out, and the latter forgotten as well', async () => {
    const [lapsed = '', strange = ''] = await Promise.all(
      ['event-1', 'event-2', 'event-3'].map((event) => world.drafts.keep(account, event, draft)),
    )
    await world.redis.del(world.keys.draft(account, lapsed))
    await world.redis.set(world.keys.draft(account, strange), '{"of":"tomorrow"}')
    expect(await world.drafts.of(account, 'member-1')).toEqual([draft])
    expect(await world.drafts.forget(account, 'member-1')).toBe(2)
    expect(await world.redis.exists(world.keys.draft(account, strange))).toBe(0)
  })
})
