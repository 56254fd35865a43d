import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  channelDefaultsMax,
  channelRulesMax,
  noSettings,
  type SettingScope,
} from '../../src/core/command/settings.ts'
import { connectStore } from '../../src/redis/connection.ts'
import { createSettings } from '../../src/redis/settings.ts'
import { dump, openStoreWorld, type StoreWorld } from '../support/redis/store-world.ts'

let world: StoreWorld

beforeEach(() => {
  world = openStoreWorld()
})
afterEach(() => world.close())

const account = 'discord:server-1'
const here = { member: 'member-1', channel: 'channel-1' }
const read = (place = here) => world.settings.read(account, place)

const mine: SettingScope = { kind: 'member', id: 'member-1' }
const ofChannel: SettingScope = { kind: 'channel', id: 'channel-1' }
const ofServer: SettingScope = { kind: 'server' }

test('nothing is set at first', async () => {
  expect(await read()).toEqual(noSettings)
})

test('the rules for clips are changed one by one, and one of another version counts as unset', async () => {
  await world.settings.setConsent(account, {})
  expect((await read()).consent).toEqual({ voices: 'attest', clips: 'off' })
  await world.settings.setConsent(account, { voices: 'off', clips: 'ask' })
  await world.settings.setConsent(account, { clips: 'tell' })
  expect((await read()).consent).toEqual({ voices: 'off', clips: 'tell' })
  expect((await world.settings.read('slack:server-1', here)).consent).toEqual(noSettings.consent)
  await world.redis.hset(world.keys.settings(account), { 'consent-voices': 'vote' })
  expect((await read()).consent).toEqual({ voices: 'attest', clips: 'tell' })
})

describe('in a server that the operator lets spend nothing', () => {
  const stranger = {
    code: 'not_let_in',
    memberText: expect.stringContaining("Credits aren't turned on here."),
  }

  test.each<[string, () => Promise<unknown>]>([
    ["a member's default", () => world.settings.change(account, mine, { voice: 'id-7' })],
    ["a channel's default", () => world.settings.change(account, ofChannel, { voice: 'id-7' })],
    ['a rule for a channel', () => world.settings.rule(account, { channel: 'channel-1' }, 'allow')],
    ['a list of words', () => world.settings.refuseWords(account, ['bad'])],
    ['a rule for clips', () => world.settings.setConsent(account, { clips: 'ask' })],
  ])('%s is not set, since it would stay for good', async (_, set) => {
    await world.allowlist.remove(account)
    const before = await dump(world)
    await expect(set()).rejects.toMatchObject(stranger)
    expect(await dump(world)).toEqual(before)
  })

  test('what was set before can be taken out', async () => {
    await world.settings.change(account, mine, { voice: 'id-7' })
    await world.settings.rule(account, { channel: 'channel-1' }, 'allow')
    await world.settings.refuseWords(account, ['bad'])
    await world.allowlist.remove(account)
    await world.settings.change(account, mine, { voice: undefined })
    await world.settings.rule(account, { channel: 'channel-1' }, undefined)
    await world.settings.refuseWords(account, [])
    expect(await read()).toEqual(noSettings)
  })
})

describe('a default', () => {
  test('is read as it was set, beside those of others', async () => {
    await world.settings.change(account, mine, { voice: 'id "7" 🎻|', cover: false })
    await world.settings.change(account, ofChannel, { voice: 'id-8' })
    await world.settings.change(account, ofServer, { model: 'v7', cover: true })
    expect((await read()).defaults).toEqual({
      member: { voice: 'id "7" 🎻|', cover: false },
      channel: { voice: 'id-8' },
      server: { model: 'v7', cover: true },
    })
  })

  test('changes alone, and what is taken out is not there any more', async () => {
    await world.settings.change(account, mine, { voice: 'id-7', model: 'v6', cover: true })
    await world.settings.change(account, mine, { voice: 'id-8', model: undefined })
    expect((await read()).defaults.member).toEqual({ voice: 'id-8', cover: true })
  })

  test.each([
    ['another member', { ...here, member: 'member-2' }],
    ['a member whose id goes on', { ...here, member: 'member-1|voice' }],
  ])('is nothing to %s', async (_, place) => {
    await world.settings.change(account, mine, { voice: 'id-7' })
    expect((await read(place)).defaults.member).toEqual({})
  })

  test('of a channel is nothing to another channel, nor to the same id of another server', async () => {
    await world.settings.change(account, ofChannel, { voice: 'id-7' })
    expect((await read({ ...here, channel: 'channel-2' })).defaults.channel).toEqual({})
    expect(await world.settings.read('slack:server-1', here)).toEqual(noSettings)
  })

  test('set or taken out twice is the same as once', async () => {
    await world.settings.change(account, mine, { voice: 'id-7', cover: true })
    await world.settings.change(account, mine, { voice: undefined })
    const before = await dump(world)
    await world.settings.change(account, mine, { voice: undefined })
    await world.settings.change(account, mine, { cover: true })
    await world.settings.change(account, mine, {})
    expect(await dump(world)).toEqual(before)
  })

  test('of one member stays while another one sets theirs at the same moment', async () => {
    const members = Array.from({ length: 20 }, (_, index) => `member-${index}`)
    await Promise.all(
      members.map((id) => world.settings.change(account, { kind: 'member', id }, { voice: `of-${id}` })),
    )
    const voices = members.map(async (member) => (await read({ ...here, member })).defaults.member.voice)
    expect(await Promise.all(voices)).toEqual(members.map((id) => `of-${id}`))
  })

  test.each(['{', 'null', ''])('that another version wrote as %j is left out', async (text) => {
    await world.settings.change(account, mine, { voice: 'id-7', model: 'v6' })
    await world.redis.hset(world.keys.settings(account), 'member|member-1|voice', text)
    expect((await read()).defaults.member).toEqual({ model: 'v6' })
  })
})

describe('a channel', () => {
  test('is allowed, refused, or neither any more', async () => {
    await world.settings.rule(account, { channel: 'channel-2' }, 'allow')
    await world.settings.rule(account, { channel: 'channel-1' }, 'refuse')
    await world.settings.rule(account, { channel: 'channel-3' }, 'refuse')
    await world.settings.rule(account, { channel: 'channel-3' }, undefined)
    expect((await read()).where).toEqual({ allowed: ['channel-2'], refused: ['channel-1'], kinds: {} })
    await world.settings.rule(account, { channel: 'channel-1' }, 'allow')
    expect((await read()).where).toEqual({ allowed: ['channel-1', 'channel-2'], refused: [], kinds: {} })
    await world.settings.liftRules(account)
    await world.settings.liftRules(account)
    expect((await read()).where).toEqual(noSettings.where)
  })

  test('has a rule for its kind, which is changed and lifted like its own', async () => {
    await world.settings.rule(account, { kind: 'age_restricted' }, 'refuse')
    await world.settings.rule(account, { kind: 'announcement' }, 'allow')
    await world.settings.rule(account, { channel: 'channel-1' }, 'allow')
    const kinds = { age_restricted: 'refuse', announcement: 'allow' }
    expect((await read()).where).toEqual({ allowed: ['channel-1'], refused: [], kinds })
    await world.settings.rule(account, { kind: 'age_restricted' }, undefined)
    expect((await read()).where).toMatchObject({ kinds: { announcement: 'allow' } })
    await world.settings.liftRules(account)
    expect((await read()).where).toEqual(noSettings.where)
  })

  test('of more channels than there can be are not set, but those that are can be changed and cleared', async () => {
    const of = (index: number): SettingScope => ({ kind: 'channel', id: `channel-${index}` })
    const set = (index: number, model: string | undefined) =>
      world.settings.change(account, of(index), { model })
    for (let index = 0; index < channelDefaultsMax; index += 1) await set(index, 'v6')
    expect(await set(channelDefaultsMax, 'v6')).toBe('full')
    expect(await set(5, 'v7')).toBe('changed')
    expect(await world.settings.change(account, { kind: 'member', id: 'm' }, { model: 'v6' })).toBe('changed')
    expect(await set(7, undefined)).toBe('changed')
    expect(await set(channelDefaultsMax, 'v6')).toBe('changed')
  })

  test('more than there can be is not named, but those that are can be changed', async () => {
    const channels = Array.from({ length: channelRulesMax }, (_, index) => `channel-${index}`)
    await Promise.all(channels.map((channel) => world.settings.rule(account, { channel }, 'allow')))
    expect(await world.settings.rule(account, { channel: 'one-more' }, 'refuse')).toBe('full')
    expect(await world.settings.rule(account, { channel: 'channel-5' }, 'refuse')).toBe('changed')
    const { allowed, refused } = (await read()).where
    expect([allowed.length, refused]).toEqual([channelRulesMax - 1, ['channel-5']])
  })

  test('named again by another version in words of its own is left out', async () => {
    const key = world.keys.whereabouts(account)
    await world.redis.hset(
      key,
      'channel-1',
      'sometimes',
      'kind:announcement',
      'sometimes',
      'kind:stage',
      'allow',
    )
    expect((await read()).where).toEqual(noSettings.where)
  })
})

test('while Redis is away a member who changes something is told that its outcome is not known', async () => {
  const redis = connectStore('redis://127.0.0.1:1', () => undefined)
  const settings = createSettings({ redis, keys: world.keys, allowlist: world.allowlist })
  const away = expect.objectContaining({
    code: 'store_unavailable',
    memberText: expect.stringContaining("I don't know whether that was saved"),
  })
  await expect(settings.change(account, mine, { voice: 'id-7' })).rejects.toEqual(away)
  await expect(settings.rule(account, { channel: 'channel-1' }, 'allow')).rejects.toEqual(away)
  await expect(settings.liftRules(account)).rejects.toEqual(away)
  await expect(settings.read(account, here)).rejects.toMatchObject({ code: 'store_unavailable' })
  redis.disconnect()
})
