import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Draft } from '../../src/core/command/draft.ts'
import type { AccountId } from '../../src/core/target.ts'
import { draftBytesMax, draftLapseMs, draftsMax } from '../../src/redis/drafts.ts'
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

describe('the drafts of a member in an account', () => {
  const direct = 'discord:@member-1'
  const lengthOf = async (place: AccountId, id: string) =>
    (await world.redis.get(world.keys.draft(place, id)))?.length ?? 0
  const named = (count: number): Draft => ({ ...draft, values: { prompt: `tide ${count}` } })
  const keepMany = async (count: number, place: AccountId = account, more: Partial<Draft> = {}) => {
    const ids: string[] = []
    for (let index = 0; index < count; index += 1) {
      world.clock.advance(1)
      ids.push(await world.drafts.keep(place, `event-${index}`, { ...named(index), ...more }))
    }
    return ids
  }
  const isThere = async (place: AccountId, id: string) => (await world.drafts.read(place, id)) !== undefined

  test('are so many: a new one drops the oldest, which nothing names any more', async () => {
    const [oldest = '', second = ''] = await keepMany(draftsMax + 1)
    expect(await isThere(account, oldest)).toBe(false)
    expect(await isThere(account, second)).toBe(true)
    expect(await world.drafts.of(account, 'member-1')).toHaveLength(draftsMax)
    const names = await world.redis.zrange(world.keys.draftsOf(account, 'member-1'), '0', '-1')
    expect(names).toHaveLength(draftsMax)
    expect(names).not.toContain(world.keys.draft(account, oldest))
  })

  test('are few and short-lived where the operator lets nobody spend', async () => {
    world.close()
    world = openStoreWorld({ servers: ['discord:server-2'] })
    await keepMany(13)
    expect(await world.drafts.of(account, 'member-1')).toHaveLength(12)
    const [last = ''] = await keepMany(1, account, { values: { lyrics: 'x'.repeat(100_000) } })
    expect(await world.drafts.of(account, 'member-1')).toHaveLength(1)
    expect(await world.redis.pttl(world.keys.draft(account, last))).toBeLessThanOrEqual(60 * 60_000)
    await keepMany(13, direct, { target: target() })
    expect(await world.drafts.of(account, 'member-1')).toHaveLength(13)
    await keepMany(13, 'discord:server-2')
    expect(await world.drafts.of('discord:server-2', 'member-1')).toHaveLength(13)
  })

  test('drop nothing of other members, and nothing of theirs elsewhere', async () => {
    const theirs = await world.drafts.keep(account, 'event', { ...draft, member: 'member-2' })
    const away = await world.drafts.keep('discord:server-2', 'event', draft)
    await keepMany(draftsMax + 1)
    expect(await isThere(account, theirs)).toBe(true)
    expect(await isThere('discord:server-2', away)).toBe(true)
  })

  test('have so many bytes together, and the newest is kept whatever it has', async () => {
    const large = { ...draft, values: { lyrics: '歌'.repeat(draftBytesMax / 12) } }
    const ids: string[] = []
    for (const event of ['1', '2', '3', '4']) {
      world.clock.advance(1)
      ids.push(await world.drafts.keep(account, event, large))
    }
    const lengths = await Promise.all(ids.map((id) => lengthOf(account, id)))
    expect(lengths.map((length) => length > 0)).toEqual([false, true, true, true])
    world.clock.advance(1)
    const huge = { ...draft, values: { lyrics: 'x'.repeat(2 * draftBytesMax) } }
    const last = await world.drafts.keep(account, '5', huge)
    expect(await isThere(account, last)).toBe(true)
    expect(await world.drafts.of(account, 'member-1')).toEqual([huge])
  })

  test('that are kept at once, by two processes, are no more after the next one', async () => {
    const other = openStoreWorld({ prefix: world.prefix, redis: world.redis })
    await Promise.all(
      Array.from({ length: 2 * draftsMax }, (_, index) =>
        (index % 2 === 0 ? world : other).drafts.keep(account, `event-${index}`, named(index)),
      ),
    )
    await world.drafts.keep(account, 'event', draft)
    expect(await world.drafts.of(account, 'member-1')).toHaveLength(draftsMax)
    expect(await world.drafts.forget(account, 'member-1')).toBe(draftsMax)
  })

  test('and those made elsewhere in its name are counted where they are, and found and forgotten here', async () => {
    const own = await world.drafts.keep(account, 'event', draft)
    const ids = await keepMany(draftsMax + 1, direct, { target: target() })
    expect(await isThere(direct, ids[0] ?? '')).toBe(false)
    expect(await isThere(account, own)).toBe(true)
    expect(await world.drafts.of(account, 'member-1')).toHaveLength(draftsMax + 1)
    expect(await world.drafts.forget(account, 'member-1')).toBe(draftsMax + 1)
  })

  test('leave a bounded number of names where they were made in its name', async () => {
    await keepMany(3 * draftsMax, direct, { target: target() })
    expect(await world.redis.zcard(world.keys.draftNames(account, 'member-1'))).toBe(2 * draftsMax)
  })

  test('that an earlier version entered in another slot stay, and are found and forgotten', async () => {
    const id = await world.drafts.keep(direct, 'event', draft)
    await world.redis.zadd(
      world.keys.draftsOf(account, 'member-1'),
      world.clock.now(),
      world.keys.draft(direct, id),
    )
    await keepMany(draftsMax + 1)
    expect(await world.drafts.of(account, 'member-1')).toHaveLength(draftsMax + 1)
    expect(await world.drafts.forget(account, 'member-1')).toBe(draftsMax + 1)
    expect(await isThere(direct, id)).toBe(false)
  })
})

describe('a draft that changes another one', () => {
  const change = (base: string, values: Draft['values']): Draft => ({ ...draft, clips: [], values, base })

  test('is read as the whole with the changes, and without what they leave out', async () => {
    const base = await world.drafts.keep(account, 'event-1', draft)
    const id = await world.drafts.keep(account, 'event-1', change(base, { count: 1, cover: null }))
    expect(await world.drafts.read(account, id)).toEqual({
      ...draft,
      clips: [],
      values: { prompt: draft.values.prompt, count: 1 },
    })
  })

  test('holds its changes only, and is listed as such', async () => {
    const base = await world.drafts.keep(account, 'event-1', draft)
    const id = await world.drafts.keep(account, 'event-1', change(base, { count: 1 }))
    expect(await world.redis.get(world.keys.draft(account, id))).not.toContain('prompt')
    expect(await world.drafts.of(account, 'member-1')).toContainEqual(change(base, { count: 1 }))
  })

  test('is gone once the other one is', async () => {
    const base = await world.drafts.keep(account, 'event-1', draft)
    const id = await world.drafts.keep(account, 'event-1', change(base, { count: 1 }))
    await world.redis.del(world.keys.draft(account, base))
    expect(await world.drafts.read(account, id)).toBeUndefined()
  })

  test('has no values that an earlier version could take for the whole', async () => {
    const base = await world.drafts.keep(account, 'event-1', draft)
    const id = await world.drafts.keep(account, 'event-1', change(base, { count: 1 }))
    expect(JSON.parse((await world.redis.get(world.keys.draft(account, id))) ?? '')).not.toHaveProperty(
      'values',
    )
  })
})
