import { ChannelType, type Client, PermissionsBitField } from 'discord.js'
import { describe, expect, test } from 'vitest'
import {
  cannotPostText,
  canSeeChannel,
  canSpeak,
  fileBytesMaxByTier,
  placeIn,
} from '../../../../src/bots/discord/incoming/rights.ts'

// Bits of https://docs.discord.com/developers/topics/permissions#permissions-bitwise-permission-flags
const bits = {
  view: 1n << 10n,
  send: 1n << 11n,
  embed: 1n << 14n,
  attach: 1n << 15n,
  connect: 1n << 20n,
  sendInThreads: 1n << 38n,
  administrator: 1n << 3n,
} as const
type Right = keyof typeof bits

const holding = (...rights: readonly Right[]) => new PermissionsBitField(rights.map((right) => bits[right]))
const mend = 'Someone who manages this channel can grant them.'

const types = {
  channel: ChannelType.GuildText,
  thread: ChannelType.PublicThread,
  'voice channel': ChannelType.GuildVoice,
  stage: ChannelType.GuildStageVoice,
} as const
type Place = keyof typeof types

describe('where a result is posted, a bot', () => {
  test.each<[string, readonly Right[], Place]>([
    ['with all of it', ['view', 'send', 'embed', 'attach'], 'channel'],
    ['that may do everything', ['administrator'], 'channel'],
    ['in a thread, with the right of threads', ['view', 'sendInThreads', 'embed', 'attach'], 'thread'],
    ['that may connect', ['view', 'connect', 'send', 'embed', 'attach'], 'voice channel'],
  ])('%s is not refused', (_, rights, place) => {
    expect(cannotPostText(holding(...rights), types[place])).toBeUndefined()
  })

  test.each<[readonly Right[], Place, string]>([
    [['view', 'send', 'embed'], 'channel', 'Attach Files'],
    [['view', 'send'], 'channel', 'Embed Links, Attach Files'],
    [[], 'channel', 'View Channel, Send Messages, Embed Links, Attach Files'],
    [['view', 'send', 'embed', 'attach'], 'thread', 'Send Messages in Threads'],
    [['view', 'send', 'embed', 'attach'], 'voice channel', 'Connect'],
    [['view', 'send', 'embed', 'attach'], 'stage', 'Connect'],
  ])('with the rights %j in a %s lacks %s, and says so', (rights, place, names) => {
    expect(cannotPostText(holding(...rights), types[place])).toBe(
      `I can't post results here. Missing permissions: ${names}. ${mend}`,
    )
  })

  test.each<[readonly Right[], boolean, boolean]>([
    [['send'], false, true],
    [['send'], true, false],
    [['sendInThreads'], true, true],
    [['sendInThreads'], false, false],
  ])('with the rights %j (in a thread: %j) can speak: %j', (rights, isThread, can) => {
    expect(canSpeak(holding(...rights), isThread)).toBe(can)
  })
})

test('a channel that Discord has not told of is of kinds that nobody knows', () => {
  expect(placeIn(null)).toEqual({ thread: {}, kinds: undefined })
})

test.each<[string, ChannelType, object, boolean, (readonly Right[])?]>([
  ['a channel', ChannelType.GuildText, {}, true],
  ['a thread, by its parent channel', ChannelType.GuildText, { parent: 'channel' }, true],
  ['no private thread, whose members are unknown', ChannelType.PrivateThread, {}, false],
  ['no chat of a voice channel', ChannelType.GuildVoice, {}, false],
  ['no chat of a stage', ChannelType.GuildStageVoice, {}, false],
  ['that chat with Connect', ChannelType.GuildVoice, {}, true, ['view', 'connect']],
])('a member with the right to view sees %s', (_, type, around, sees, rights = ['view']) => {
  const place = { type, permissionsFor: () => holding(...rights) }
  const guild = {
    members: { cache: new Map([['member', {}]]) },
    channels: { cache: new Map([['channel', place]]) },
  }
  const client = { guilds: { cache: new Map([['server', guild]]) } } as unknown as Client
  const viewer = { platform: 'discord', server: 'server', member: 'member' } as const
  const channel = 'parent' in around ? 'thread' : 'channel'
  expect(canSeeChannel(client, viewer, { ...viewer, channel, ...around })).toBe(sees)
})

// Level 2 allows 50 MB and level 3 100 MB; nothing is below 10 MiB.
// docs.discord.com/developers/reference#uploading-files,
// support.discord.com/hc/en-us/articles/360028038352-Server-Boosting-FAQ
test('files may have more bytes where a server is boosted', () => {
  const mebibytes = Object.values(fileBytesMaxByTier).map((bytes) => bytes / 1024 / 1024)
  expect(mebibytes).toEqual([10, 10, 50, 100])
})
