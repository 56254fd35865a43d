import {
  ChannelType,
  type Client,
  DiscordAPIError,
  OverwriteType,
  PermissionFlagsBits,
  Routes,
} from 'discord.js'
import { expect, test } from 'vitest'
import { membershipIn } from '../../../../src/bots/discord/incoming/membership.ts'

// What a direct message may do in the name of a server. https://docs.discord.com/developers/topics/permissions

const view = String(PermissionFlagsBits.ViewChannel)
const connect = String(PermissionFlagsBits.Connect)
const guild = {
  id: 'server',
  owner_id: 'owner',
  roles: [
    { id: 'server', permissions: '0' },
    { id: 'vip', permissions: '0' },
    { id: 'singers', permissions: connect },
    { id: 'staff', permissions: String(PermissionFlagsBits.Administrator) },
    { id: 'moderators', permissions: String(PermissionFlagsBits.ManageThreads) },
  ],
}
const vip = {
  id: 'vip-channel',
  guild_id: 'server',
  name: 'vip',
  type: ChannelType.GuildText,
  nsfw: true,
  permission_overwrites: [{ id: 'vip', type: OverwriteType.Role, allow: view, deny: '0' }],
}
const thread = { id: 'thread', type: ChannelType.PublicThread, parent_id: 'vip-channel' }
const closed = { id: 'closed', type: ChannelType.PrivateThread, parent_id: 'vip-channel' }
const voice = { ...vip, id: 'voice', type: ChannelType.GuildVoice }
const foreign = { ...vip, id: 'foreign', guild_id: 'elsewhere', permission_overwrites: [] }

const missing = (code: number) =>
  new DiscordAPIError({ code, message: 'no' }, code, 403, 'GET', 'https://discord.com', {})

/** A member who asks in a direct message, as Discord tells of them. */
const asking = (roles: readonly string[], user = 'max') => {
  const answers = new Map<string, unknown>([
    [Routes.guild('server'), guild],
    [Routes.guildMember('server', user), { roles }],
    [Routes.threadMembers('closed', 'mia'), { user_id: 'mia' }],
    ...[vip, thread, closed, voice, foreign].map((each) => [Routes.channel(each.id), each] as const),
  ])
  const get = async (route: string) => answers.get(route) ?? Promise.reject(missing(50_001))
  return membershipIn({ rest: { get } } as unknown as Client, user)
}

test.each<[string, readonly string[], string, string, boolean]>([
  ['a member whose role sees it', ['vip'], 'max', 'vip-channel', true],
  ['a member who lost that role', [], 'max', 'vip-channel', false],
  ['an administrator', ['staff'], 'max', 'vip-channel', true],
  ['the owner', [], 'owner', 'vip-channel', true],
  ['a member who sees the channel around the thread', ['vip'], 'max', 'thread', true],
  ['a member who does not see the channel around it', [], 'max', 'thread', false],
  ['a member of the private thread', ['vip'], 'mia', 'closed', true],
  ['a member of the private thread who lost the channel around it', [], 'mia', 'closed', false],
  ['a member who is not in the private thread', ['vip'], 'max', 'closed', false],
  ['a moderator who is not in the private thread', ['vip', 'moderators'], 'max', 'closed', true],
  ['a member who may not connect, if it is the chat of a voice channel', ['vip'], 'max', 'voice', false],
  [
    'a member who may connect, if it is the chat of a voice channel',
    ['vip', 'singers'],
    'max',
    'voice',
    true,
  ],
  ['an administrator, if it is of another server', ['staff'], 'max', 'foreign', false],
  ['anybody, if it is deleted or hidden from the bot', ['vip'], 'max', 'gone', false],
])('a channel is seen by %s, or not', async (_, roles, user, channel, sees) => {
  expect(await asking(roles, user)('server', channel)).toMatchObject({ seesChannel: sees })
})

test('tells roles, rights and the kinds of the channel', async () => {
  expect(await asking(['vip'])('server', 'thread')).toEqual({
    groups: ['vip'],
    isAdmin: false,
    channelKinds: ['age_restricted'],
    seesChannel: true,
  })
})

test('is not known while Discord fails', async () => {
  const get = async (route: string) =>
    route === Routes.channel('vip-channel') ? Promise.reject(new Error('HTTP 503')) : { ...guild, roles: [] }
  const asked = membershipIn({ rest: { get } } as unknown as Client, 'max')
  await expect(asked('server', 'vip-channel')).rejects.toThrow('HTTP 503')
})

test('is none in a server that the bot or the member has left', async () => {
  expect(await asking([])('elsewhere', 'vip-channel')).toBeUndefined()
})
