import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RawBot, startRawBot } from './support.ts'

let bot: RawBot

const value = (type: number, name: string, more: object = {}) => ({ type, name, description: name, ...more })

beforeAll(async () => {
  bot = await startRawBot()
  const path = `/applications/${bot.discord.addresses.applicationId}/commands`
  const { status } = await bot.call('PUT', path, [
    {
      name: 'music',
      description: 'Make a song',
      options: [
        value(3, 'prompt', { required: true, min_length: 2, max_length: 20, autocomplete: true }),
        value(3, 'style', { choices: [{ name: 'Slow waltz', value: 'waltz' }] }),
        value(4, 'seconds', { min_value: 5, max_value: 60 }),
        value(10, 'weight'),
        value(5, 'instrumental'),
        value(6, 'for'),
        value(7, 'where'),
        value(8, 'role'),
        value(9, 'whom'),
        value(11, 'clip'),
      ],
    },
    {
      name: 'budget',
      description: 'Credits',
      default_member_permissions: '32',
      options: [
        { type: 1, name: 'show', description: 'Show' },
        {
          type: 2,
          name: 'limit',
          description: 'Limits',
          options: [{ type: 1, name: 'set', description: 'Set', options: [value(4, 'credits')] }],
        },
      ],
    },
    { name: 'private', description: 'Alone', contexts: [1] },
    { name: 'Remix this clip', type: 3 },
  ])
  expect(status).toBe(200)
})

afterAll(() => bot.stop())

const offersOf = (as: string, channel: string) => {
  const { commands, entries } = bot.discord.people.offers(as, channel)
  return { commands: commands.map(({ name }) => name), entries }
}

describe('where somebody can be', () => {
  test('is every channel and thread that they see, and their messages with the bot', () => {
    const { addresses, people } = bot.discord
    const { servers, directMessages } = people.places(addresses.memberId)
    const [server] = servers
    expect(server?.id).toBe(addresses.guildId)
    expect(server?.channels.filter(({ kind }) => kind === 'channel').map(({ id }) => id)).toEqual(
      expect.arrayContaining(addresses.channelIds.slice(0, 2)),
    )
    expect(server?.channels.filter(({ kind }) => kind === 'thread')).toContainEqual(
      expect.objectContaining({ id: addresses.threadIds[0], parent: expect.any(String) }),
    )
    expect(directMessages).toEqual([
      { id: addresses.directChannelIds[0], name: 'tunesmith', kind: 'direct message' },
    ])
  })

  test('tells who is there, who looks after it, and what roles there are', () => {
    const { addresses, people } = bot.discord
    const there = people.places(addresses.memberId).servers[0]?.people ?? []
    expect(there.filter(({ isBot }) => isBot).map(({ name }) => name)).toEqual(['tunesmith'])
    const admins = there.filter(({ isAdmin }) => isAdmin).map(({ id }) => id)
    expect(admins).toContain(addresses.adminId)
    expect(admins).not.toContain(addresses.memberId)
    const groups = people.places(addresses.memberId).servers[0]?.groups ?? []
    expect(groups.map(({ name }) => name)).toEqual(['Tunesmith', 'Managers'])
  })

  test('is of nobody who is not there', () => {
    expect(() => bot.discord.people.places('nobody')).toThrow('There is no person "nobody" here')
  })
})

describe('what the client offers', () => {
  test('is what this person may use in this place', () => {
    const { adminId, memberId, channelId, directChannelIds } = bot.discord.addresses
    const entries = ['Remix this clip']
    expect(offersOf(memberId, channelId)).toEqual({ commands: ['music'], entries })
    expect(offersOf(adminId, channelId)).toEqual({
      commands: ['music', 'budget show', 'budget limit set'],
      entries,
    })
    expect(offersOf(memberId, directChannelIds[0] ?? '').commands).toContain('private')
  })

  test('has every option with its kind, its limits and its choices', () => {
    const { memberId, channelId } = bot.discord.addresses
    const [music] = bot.discord.people.offers(memberId, channelId).commands
    const plain = { required: false, hasSuggestions: false }
    expect(music?.options.map(({ description: _, ...option }) => option)).toEqual([
      { name: 'prompt', kind: 'text', required: true, hasSuggestions: true, min: 2, max: 20 },
      { name: 'style', kind: 'text', ...plain, choices: [{ name: 'Slow waltz', value: 'waltz' }] },
      { name: 'seconds', kind: 'whole number', ...plain, min: 5, max: 60 },
      { name: 'weight', kind: 'number', ...plain },
      { name: 'instrumental', kind: 'yes or no', ...plain },
      { name: 'for', kind: 'member', ...plain },
      { name: 'where', kind: 'channel', ...plain },
      { name: 'role', kind: 'role', ...plain },
      { name: 'whom', kind: 'mentionable', ...plain },
      { name: 'clip', kind: 'file', ...plain },
    ])
  })
})

test('a message comes as Discord’s own API says it, where that is requested', async () => {
  const { memberId, channelId } = bot.discord.addresses
  const { body } = await bot.call('POST', `/channels/${channelId}/messages`, {
    embeds: [{ title: 'A song', fields: [{ name: 'Credits', value: '0.10', inline: true }] }],
  })
  const seen = (original: boolean) =>
    bot.discord.people.messages({ viewer: memberId, original }).find(({ id }) => id === body.id)
  expect(seen(false)).not.toHaveProperty('original')
  expect(seen(true)?.original).toMatchObject({
    embeds: [{ title: 'A song', fields: [{ name: 'Credits', value: '0.10', inline: true }] }],
  })
})
