import { ChannelType, OverwriteType, PermissionFlagsBits } from 'discord.js'
import { expect, test } from 'vitest'
import {
  lackingIn,
  serverChannelsIn,
  serverRightsIn,
} from '../../../../src/bots/discord/incoming/channel-rights.ts'

const all =
  PermissionFlagsBits.ViewChannel |
  PermissionFlagsBits.SendMessages |
  PermissionFlagsBits.SendMessagesInThreads |
  PermissionFlagsBits.EmbedLinks |
  PermissionFlagsBits.AttachFiles |
  PermissionFlagsBits.ReadMessageHistory

const { Connect, ViewChannel, SendMessages, SendMessagesInThreads, AttachFiles, EmbedLinks, Administrator } =
  PermissionFlagsBits

interface Given {
  everyone?: bigint
  role?: bigint
  owner?: string
  type?: ChannelType
  overwrites?: readonly { id: string; type?: OverwriteType; allow?: bigint; deny?: bigint }[]
}

const lacking = ({ everyone = all, role = 0n, owner = 'olga', type = 0, overwrites = [] }: Given) => {
  const guild = {
    id: 'guild',
    owner_id: owner,
    roles: [
      { id: 'guild', permissions: String(everyone) },
      { id: 'role', permissions: String(role) },
    ],
  }
  const rights = serverRightsIn(guild, { roles: ['role'] }, 'bot')
  const permission_overwrites = overwrites.map(
    ({ type: of = OverwriteType.Role, allow = 0n, deny = 0n, id }) => ({
      id,
      type: of,
      allow: String(allow),
      deny: String(deny),
    }),
  )
  const [channel] = serverChannelsIn([{ id: '1', name: 'general', type, permission_overwrites }])
  return channel === undefined ? 'no channel' : lackingIn(rights, channel)
}

// https://docs.discord.com/developers/topics/permissions#permission-overwrites
test.each<[string, Given, ReturnType<typeof lacking>]>([
  ['has everything by the role of everyone', {}, []],
  ['has everything by its own role', { everyone: 0n, role: all }, []],
  ['is an administrator', { everyone: 0n, role: Administrator }, []],
  ['owns the server', { everyone: 0n, owner: 'bot' }, []],
  ['lacks what no role gives', { everyone: all & ~AttachFiles }, ['Attach Files']],
  ['is denied something with everyone', { overwrites: [{ id: 'guild', deny: EmbedLinks }] }, ['Embed Links']],
  [
    'is allowed by its role what everyone is denied',
    {
      overwrites: [
        { id: 'guild', deny: EmbedLinks },
        { id: 'role', allow: EmbedLinks },
      ],
    },
    [],
  ],
  [
    'is denied itself what its role allows',
    {
      overwrites: [
        { id: 'role', allow: AttachFiles },
        { id: 'bot', type: OverwriteType.Member, deny: AttachFiles },
      ],
    },
    ['Attach Files'],
  ],
  ['is not concerned by others', { overwrites: [{ id: 'other', deny: AttachFiles }] }, []],
  [
    'ignores what another member is denied',
    { overwrites: [{ id: 'other', type: OverwriteType.Member, deny: AttachFiles }] },
    [],
  ],
  ['cannot see the channel', { overwrites: [{ id: 'guild', deny: ViewChannel }] }, undefined],
  ['is kept from writing', { overwrites: [{ id: 'guild', deny: SendMessages }] }, undefined],
  [
    'needs to write only in the threads of a forum',
    { type: ChannelType.GuildForum, overwrites: [{ id: 'guild', deny: SendMessages }] },
    [],
  ],
  [
    'is kept out of the threads of a forum',
    { type: ChannelType.GuildForum, overwrites: [{ id: 'guild', deny: SendMessagesInThreads }] },
    undefined,
  ],
  ['is kept out of a voice channel to which it may not connect', { type: ChannelType.GuildVoice }, undefined],
  [
    'can write in a voice channel to which it may connect',
    { type: ChannelType.GuildVoice, everyone: all | Connect },
    [],
  ],
  ['has nothing to do with a category', { type: ChannelType.GuildCategory }, 'no channel'],
])('a bot %s', (_, given, expected) => {
  expect(lacking(given)).toEqual(expected)
})
