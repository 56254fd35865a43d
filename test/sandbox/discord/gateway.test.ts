import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { identify, intents, type RawBot, startRawBot } from './support.ts'

let bot: RawBot

beforeEach(async () => {
  bot = await startRawBot()
})

afterEach(() => bot.stop())

describe('a connection', () => {
  test('is greeted with the interval of the heartbeats', async () => {
    const gateway = await bot.connect()
    expect(await gateway.next(10)).toMatchObject({ op: 10, d: { heartbeat_interval: 41_250 } })
  })

  test('gets READY and the server after it identified, with everything on this machine', async () => {
    const gateway = await bot.connect()
    gateway.send(identify(bot.discord.addresses.token, intents.guilds))
    const ready = await gateway.next('READY')
    const { guildId, applicationId, adminId, channelIds, voiceChannelId, forumChannelId, threadIds } =
      bot.discord.addresses
    const { ageRestrictedChannelId, announcementChannelId, announcementThreadId } = bot.discord.addresses
    expect(ready).toMatchObject({
      s: 1,
      d: {
        v: 10,
        user: { id: applicationId, bot: true },
        guilds: [{ id: guildId, unavailable: true }],
        resume_gateway_url: bot.discord.addresses.gateway,
        application: { id: applicationId },
      },
    })
    const created = await gateway.next('GUILD_CREATE')
    expect(created).toMatchObject({
      s: 2,
      d: { id: guildId, member_count: 5, threads: [{ id: threadIds[0] }, { id: announcementThreadId }] },
    })
    expect(created.d).not.toMatchObject({ owner_id: adminId })
    const channels = (created.d as { channels: { id: string }[] }).channels.map(({ id }) => id)
    expect(channels).toEqual([
      ...channelIds,
      ...[voiceChannelId, forumChannelId, ageRestrictedChannelId, announcementChannelId],
    ])
    expect(bot.refusals()).toEqual([])
  })

  test('is not told of servers without the guilds intent', async () => {
    const gateway = await bot.identified(0)
    gateway.send({ op: 1, d: null })
    await gateway.next(11)
    expect(gateway.received.filter(({ t }) => t === 'GUILD_CREATE')).toEqual([])
  })

  // https://docs.discord.com/developers/events/gateway-events#request-soundboard-sounds
  test('may ask for sounds, of which no server here has any', async () => {
    const { guildId } = bot.discord.addresses
    const gateway = await bot.identified()
    gateway.send({ op: 31, d: { guild_ids: [guildId] } })
    expect(await gateway.next('SOUNDBOARD_SOUNDS')).toMatchObject({
      d: { guild_id: guildId, soundboard_sounds: [] },
    })
  })

  test('has its heartbeats acknowledged', async () => {
    const gateway = await bot.identified()
    gateway.send({ op: 1, d: 1 })
    expect(await gateway.next(11)).toMatchObject({ op: 11 })
    expect(bot.refusals()).toEqual([])
  })

  test('that asks to resume is told to identify again', async () => {
    const gateway = await bot.connect()
    gateway.send({ op: 6, d: { token: bot.discord.addresses.token, session_id: 'gone', seq: 3 } })
    expect(await gateway.next(9)).toMatchObject({ op: 9, d: false })
    gateway.send(identify(bot.discord.addresses.token, intents.guilds))
    expect(await gateway.next('READY')).toMatchObject({ t: 'READY' })
    expect(bot.refusals()).toEqual([])
  })

  test('may ask for members and gets only those it named', async () => {
    const gateway = await bot.identified()
    const { guildId, memberId } = bot.discord.addresses
    gateway.send({ op: 8, d: { guild_id: guildId, user_ids: [memberId, '1'], limit: 0 } })
    expect(await gateway.next('GUILD_MEMBERS_CHUNK')).toMatchObject({
      d: { members: [{ user: { id: memberId } }], not_found: ['1'] },
    })
  })
})

describe('messages of members', () => {
  const say = (text: string, more: object = {}) => {
    const { memberId, channelId } = bot.discord.addresses
    return bot.discord.people.act(memberId, channelId, { say: text, ...more })
  }

  test('reach a bot that asked for messages and content, whole', async () => {
    const gateway = await bot.identified(intents.guildMessages | intents.messageContent)
    const { event } = await say('hello', { files: [{ name: 'a.txt', base64: 'aGk=' }] })
    expect(await gateway.next('MESSAGE_CREATE')).toMatchObject({
      d: {
        id: event,
        guild_id: bot.discord.addresses.guildId,
        channel_id: bot.discord.addresses.channelId,
        author: { id: bot.discord.addresses.memberId },
        member: { roles: [] },
        content: 'hello',
        attachments: [{ filename: 'a.txt', size: 2 }],
      },
    })
  })

  test('come without content where content was not asked for, unless they mention the bot', async () => {
    const gateway = await bot.identified(intents.guildMessages)
    await say('a secret', { files: [{ name: 'a.txt', base64: 'aGk=' }] })
    expect(await gateway.next('MESSAGE_CREATE')).toMatchObject({ d: { content: '', attachments: [] } })
    await say('@tunesmith remix this')
    expect(await gateway.next('MESSAGE_CREATE')).toMatchObject({
      d: {
        content: `<@${bot.discord.addresses.applicationId}> remix this`,
        mentions: [{ id: bot.discord.addresses.applicationId }],
      },
    })
  })

  test('come with content when they reply to what the bot posted itself', async () => {
    const gateway = await bot.identified(intents.guildMessages)
    const posted = await bot.call('POST', `/channels/${bot.discord.addresses.channelId}/messages`, {
      content: 'a song',
    })
    await gateway.next('MESSAGE_CREATE')
    await say('more of this', { replyTo: posted.body.id })
    expect(await gateway.next('MESSAGE_CREATE')).toMatchObject({
      d: {
        type: 19,
        content: 'more of this',
        message_reference: { message_id: posted.body.id },
        referenced_message: { content: 'a song' },
      },
    })
  })

  test('do not come at all without the messages intent, nor from a channel that the bot cannot see', async () => {
    const deaf = await bot.identified(intents.guilds)
    const gateway = await bot.identified(intents.guildMessages | intents.messageContent)
    const { memberId, channelIds } = bot.discord.addresses
    await bot.discord.people.act(memberId, channelIds[3] ?? '', { say: 'among ourselves' })
    await say('for all')
    expect(await gateway.next('MESSAGE_CREATE')).toMatchObject({ d: { content: 'for all' } })
    deaf.send({ op: 1, d: null })
    await deaf.next(11)
    expect(deaf.received.filter(({ t }) => t === 'MESSAGE_CREATE')).toEqual([])
  })

  test('of the bot are told when they change and when they go', async () => {
    const gateway = await bot.identified(intents.guildMessages)
    const path = `/channels/${bot.discord.addresses.channelId}/messages`
    const { body } = await bot.call('POST', path, { content: 'one' })
    await bot.call('PATCH', `${path}/${body.id}`, { content: 'two' })
    expect(await gateway.next('MESSAGE_UPDATE')).toMatchObject({ d: { id: body.id, content: 'two' } })
    expect((await bot.call('DELETE', `${path}/${body.id}`)).status).toBe(204)
    expect(await gateway.next('MESSAGE_DELETE')).toMatchObject({ d: { id: body.id } })
    expect(bot.refusals()).toEqual([])
  })
})
