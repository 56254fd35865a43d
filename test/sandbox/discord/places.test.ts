import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Management } from '../../../sandbox/control/people.ts'
import { runs } from '../../support/suite/runs.ts'
import { arrive, inviting } from './installing.ts'
import { intents, type RawBot, type RawGateway, startRawBot } from './support.ts'

let bot: RawBot
let gateway: RawGateway

beforeEach(async () => {
  bot = await startRawBot()
  gateway = await bot.identified(intents.guilds | intents.guildMessages)
})

afterEach(() => bot.stop())

const manage = (deed: Management, channel = bot.discord.addresses.channelId) =>
  bot.discord.people.act(bot.discord.addresses.adminId, channel, { manage: deed })
const post = (channel: string | undefined, body: object = { content: 'x' }, bytes?: number) => {
  const files = bytes === undefined ? [] : [{ name: 'a.mp3', bytes: new Uint8Array(bytes) }]
  return bot.call('POST', `/channels/${channel}/messages`, body, files)
}

// https://docs.discord.com/developers/topics/threads
describe('a thread', () => {
  test('is told with its server while it runs, and has the rights of its channel', async () => {
    const { threadIds, channelIds, guildId } = bot.discord.addresses
    const thread = { id: threadIds[0], type: 11, guild_id: guildId, parent_id: channelIds[1] }
    const { announcementThreadId } = bot.discord.addresses
    const created =
      gateway.received.find(({ t }) => t === 'GUILD_CREATE') ?? (await gateway.next('GUILD_CREATE'))
    expect(created).toMatchObject({
      d: { threads: [{ ...thread, thread_metadata: { archived: false } }, { id: announcementThreadId }] },
    })
    await manage({ what: 'deny', permission: 'ViewChannel' }, channelIds[1])
    expect(await post(threadIds[0])).toMatchObject({ status: 403, body: { code: 50001 } })
  })

  test('is written in without the right to write in its channel', async () => {
    const { threadIds, channelIds } = bot.discord.addresses
    await manage({ what: 'deny', permission: 'SendMessages' }, channelIds[1])
    expect((await post(threadIds[0], {}, 3)).status).toBe(200)
    expect(bot.refusals()).toEqual([])
  })

  test('that was archived is taken back into use by what is written in it', async () => {
    const [, archived = ''] = bot.discord.addresses.threadIds
    expect((await post(archived)).status).toBe(200)
    expect((await gateway.next('THREAD_UPDATE')).d).toMatchObject({
      id: archived,
      thread_metadata: { archived: false, locked: false },
    })
  })

  test('that is locked is written in only by who may manage threads', async () => {
    const [, , locked = ''] = bot.discord.addresses.threadIds
    const { memberId, adminId } = bot.discord.addresses
    expect(await bot.discord.people.act(memberId, locked, { say: 'x' })).toHaveProperty('refused')
    expect((await bot.discord.people.act(adminId, locked, { say: 'x' })).event).toMatch(/^\d+$/)
  })

  test('is archived by who started it, and locked by moderators alone', async () => {
    const [thread = ''] = bot.discord.addresses.threadIds
    const { memberId, memberIds } = bot.discord.addresses
    const by = (as: string | undefined, what: 'archive thread' | 'lock thread') =>
      bot.discord.people.act(as ?? '', thread, { manage: { what } })
    expect(await by(memberId, 'lock thread')).toHaveProperty('refused')
    expect(await by(memberIds[1], 'archive thread')).toHaveProperty('refused')
    expect(await by(memberId, 'archive thread')).toEqual({ event: '' })
    expect((await gateway.next('THREAD_UPDATE')).d).toMatchObject({ thread_metadata: { archived: true } })
  })
})

test('a private thread is seen by those who are in it and by moderators, and says who is in it', async () => {
  const { adminId, memberIds, channelIds } = bot.discord.addresses
  const [owner = '', friend = ''] = memberIds
  const act = (as: string, channel: string, manage: Management) =>
    bot.discord.people.act(as, channel, { manage })
  const sees = async (as: string) =>
    bot.discord.people.places(as).servers.flatMap(({ channels }) => channels.map(({ id }) => id))
  const start = { what: 'start private thread', name: 'band' } as const
  expect(await act(owner, channelIds[1] ?? '', start)).toHaveProperty('refused')
  const { event: thread } = await act(adminId, channelIds[1] ?? '', start)
  const isIn = async () => (await bot.call('GET', `/channels/${thread}/thread-members/${friend}`)).status
  expect((await gateway.next('THREAD_CREATE')).d).toMatchObject({ id: thread, type: 12, member_count: 2 })
  expect(await isIn()).toBe(404)
  expect(await sees(adminId)).toContain(thread)
  expect(await sees(friend)).not.toContain(thread)
  expect(await act(friend, thread, { what: 'add to thread', member: friend })).toHaveProperty('refused')
  await act(adminId, thread, { what: 'add to thread', member: friend })
  expect([await isIn(), (await sees(friend)).includes(thread)]).toEqual([200, true])
  expect(await act(friend, thread, { what: 'remove from thread', member: friend })).toHaveProperty('refused')
  await act(adminId, thread, { what: 'remove from thread', member: friend })
  expect([await isIn(), (await sees(friend)).includes(thread)]).toEqual([404, false])
})

test('a voice channel has messages, and a forum has none of its own', async () => {
  const { voiceChannelId, forumChannelId } = bot.discord.addresses
  expect((await bot.call('GET', `/channels/${voiceChannelId}`)).body).toMatchObject({ type: 2 })
  expect((await bot.call('GET', `/channels/${forumChannelId}`)).body).toMatchObject({ type: 15 })
  expect((await post(voiceChannelId)).status).toBe(200)
  expect(bot.refusals()).toEqual([])
})

// https://docs.discord.com/developers/resources/channel#channel-object-channel-types
// https://docs.discord.com/developers/topics/threads#age-restricted-threads
test('a channel says that it is age-restricted or for announcements, and a thread only whose it is', async () => {
  const { channelId, ageRestrictedChannelId, announcementChannelId, announcementThreadId } =
    bot.discord.addresses
  const look = async (channel: string) => (await bot.call('GET', `/channels/${channel}`)).body
  expect(await look(channelId)).toMatchObject({ type: 0, nsfw: false })
  expect(await look(ageRestrictedChannelId)).toMatchObject({ type: 0, nsfw: true })
  const news = await look(announcementChannelId)
  expect(news).toMatchObject({ type: 5, nsfw: false })
  expect(news).not.toHaveProperty('rate_limit_per_user')
  const thread = await look(announcementThreadId)
  expect(thread).toMatchObject({ type: 10, parent_id: announcementChannelId })
  expect(thread).not.toHaveProperty('nsfw')
  for (const channel of [ageRestrictedChannelId, announcementChannelId, announcementThreadId])
    expect((await post(channel)).status).toBe(200)
  expect(bot.refusals()).toEqual([])
})

// https://docs.discord.com/developers/reference#uploading-files
test('boosts raise what interactions and posts may carry, for all', async () => {
  await inviting(bot, {})
  const { memberId, channelId, directChannelIds } = bot.discord.addresses
  const limitIn = async (channel: string) => {
    const { event, callback } = await arrive(bot, gateway, { as: memberId, channel })
    await callback({ type: 5 })
    return Number(event.attachment_size_limit) / 1024 / 1024
  }
  const limits: number[] = []
  for (const tier of [0, 1, 2, 3] as const) {
    await manage({ what: 'boost', tier })
    expect((await gateway.next('GUILD_UPDATE')).d).toMatchObject({ premium_tier: tier })
    limits.push(await limitIn(channelId))
  }
  expect(limits).toEqual([10, 10, 50, 100])
  expect(await limitIn(directChannelIds[0] ?? '')).toBe(10)
  expect((await post(channelId, {}, runs(11, 26) * 1024 * 1024)).status).toBe(200)
  expect(bot.refusals()).toEqual([])
})

describe('rights that a message asks for', () => {
  test('embeds are left out beside a text where the bot may not embed, and the text stands', async () => {
    const { channelId } = bot.discord.addresses
    await manage({ what: 'deny', permission: 'EmbedLinks' })
    const { body } = await post(channelId, { content: 'x', embeds: [{ title: 'Song' }] })
    expect(body).toMatchObject({ content: 'x', embeds: [] })
  })

  // https://docs.discord.com/developers/resources/message#allowed-mentions-object
  test('everyone is rung only by who holds the right to', async () => {
    const { channelId, adminId } = bot.discord.addresses
    const content = '@everyone, listen'
    expect((await post(channelId, { content })).body).toMatchObject({ mention_everyone: false })
    const deed = { manage: { what: 'allow', permission: 'MentionEveryone' } } as const
    await bot.discord.people.act(adminId, channelId, deed)
    expect((await post(channelId, { content })).body).toMatchObject({ mention_everyone: true })
  })

  // https://docs.discord.com/developers/resources/message#edit-message
  test('who may manage messages takes the embeds off another’s, and changes nothing else of it', async () => {
    const { channelId, memberId, adminId } = bot.discord.addresses
    const { event } = await bot.discord.people.act(memberId, channelId, { say: 'look' })
    await bot.discord.people.act(adminId, channelId, {
      manage: { what: 'allow', permission: 'ManageMessages' },
    })
    const edit = (body: object) => bot.call('PATCH', `/channels/${channelId}/messages/${event}`, body)
    expect(await edit({ flags: 4 })).toMatchObject({ status: 200, body: { flags: 4, content: 'look' } })
    expect(await edit({ flags: 4, content: 'mine' })).toMatchObject({ status: 403, body: { code: 50005 } })
  })
})
