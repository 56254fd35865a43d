import { afterEach, beforeEach, expect, test } from 'vitest'
import { arrive, inviting } from './installing.ts'
import { intents, type RawBot, type RawGateway, startRawBot } from './support.ts'

// https://docs.discord.com/developers/events/gateway#list-of-intents
const directMessages = 1 << 12

let bot: RawBot
let gateway: RawGateway
let direct: string

beforeEach(async () => {
  bot = await startRawBot({ privilegedIntents: [] })
  gateway = await bot.identified(intents.guilds | directMessages)
  direct = bot.discord.addresses.directChannelIds[0] ?? ''
})

afterEach(() => bot.stop())

const act = (deed: Parameters<RawBot['discord']['people']['act']>[2], as = bot.discord.addresses.memberId) =>
  bot.discord.people.act(as, direct, deed)

test('what a member writes in private reaches the bot whole, without the content intent', async () => {
  const { event } = await act({ say: 'a tune, please' })
  const { d } = await gateway.next('MESSAGE_CREATE')
  // https://docs.discord.com/developers/resources/channel#channel-object-channel-types
  expect(d).toMatchObject({ id: event, channel_id: direct, channel_type: 1, content: 'a tune, please' })
  expect(d).not.toHaveProperty('guild_id')
  expect(d).not.toHaveProperty('member')
  expect(bot.refusals()).toEqual([])
})

test('the bot opens the same channel, and writes there', async () => {
  const { memberId } = bot.discord.addresses
  const opened = await bot.call('POST', '/users/@me/channels', { recipient_id: memberId })
  expect(opened.body).toMatchObject({ id: direct, type: 1, recipients: [{ id: memberId }] })
  await bot.call('POST', `/channels/${direct}/messages`, { content: 'hello' })
  expect(bot.discord.people.messages({ viewer: memberId, channel: direct })).toMatchObject([
    { text: 'hello' },
  ])
  expect(() => bot.discord.people.messages({ viewer: 'Mia', channel: direct })).toThrow('no channel')
})

test('who closed their direct messages still runs commands there and is answered', async () => {
  await inviting(bot, {})
  await act({ manage: { what: 'close direct messages' } })
  const { callback } = await arrive(bot, gateway, { as: bot.discord.addresses.memberId, channel: direct })
  expect((await callback({ type: 4, data: { content: 'pong' } })).status).toBe(204)
  await act({ manage: { what: 'open direct messages' } })
  expect((await bot.call('POST', `/channels/${direct}/messages`, { content: 'hello' })).status).toBe(200)
  expect(bot.refusals()).toEqual([])
})

test('who shares no server with the bot cannot write to it', async () => {
  const { memberId } = bot.discord.addresses.otherGuild
  const written = await bot.discord.people.act(memberId, '@tunesmith', { say: 'hello?' })
  expect(written.refused).toContain('share no server')
})
