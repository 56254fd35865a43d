import type { APIInteraction } from 'discord-api-types/v10'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Arrived, arrive, installed, installForUser, inviting } from './installing.ts'
import { intents, type RawBot, type RawGateway, startRawBot } from './support.ts'

let bot: RawBot
let gateway: RawGateway

beforeEach(async () => {
  bot = await startRawBot()
  gateway = await bot.identified(intents.guilds | intents.guildMessages)
})

afterEach(async () => {
  expect(bot.refusals()).toEqual([])
  await bot.stop()
})

const ping = { command: '/ping' }
const refusedOf = async (as: string, channel: string) =>
  (await bot.discord.people.act(as, channel, ping)).refused
const notOffered = 'The client offers no command "ping" here to this person'
const reply = (content = 'pong', flags = 0) => ({ type: 4, data: { content, flags } })
const eventOf = ({ event }: Arrived) => event as unknown as Partial<APIInteraction>

// https://docs.discord.com/developers/interactions/application-commands#contexts
describe('a command is offered', () => {
  type Place = 'server' | 'direct message' | 'group' | 'other server'
  const placeOf = (place: Place) => {
    const { channelId, directChannelIds, groupId, otherGuild } = bot.discord.addresses
    return {
      server: channelId,
      'direct message': directChannelIds[0],
      group: groupId,
      'other server': otherGuild.channelId,
    }[place] as string
  }
  const cases: readonly [string, object, readonly Place[], readonly Place[]][] = [
    [
      'in servers with the bot and in private with it, without a word',
      {},
      ['server', 'direct message'],
      ['group'],
    ],
    ['in servers alone', { contexts: [0] }, ['server'], ['direct message', 'group']],
    ['in private with the bot alone', { contexts: [1] }, ['direct message'], ['server', 'group']],
    [
      'nowhere, where it serves friends and no user installed it',
      { contexts: [2] },
      [],
      ['server', 'direct message', 'group'],
    ],
    ['in servers alone by the older word', { dm_permission: false }, ['server'], ['direct message']],
    [
      'nowhere, where it serves users and none installed it',
      { integration_types: [1] },
      [],
      ['server', 'direct message', 'group'],
    ],
  ]

  test.each(cases)('%s', async (_what, more, offered, hidden) => {
    bot.discord.setInstallationContexts(['guild', 'user'])
    expect((await inviting(bot, { integration_types: [0], ...more })).status).toBe(200)
    const { memberId } = bot.discord.addresses
    for (const place of hidden)
      expect([place, await refusedOf(memberId, placeOf(place))]).toEqual([place, notOffered])
    for (const place of offered) {
      const { callback } = await arrive(bot, gateway, { as: memberId, channel: placeOf(place) })
      expect((await callback(reply())).status).toBe(204)
    }
  })

  test('to who installed it for themselves and to nobody else, wherever they are', async () => {
    const as = await installForUser(bot)
    const { otherGuild, groupId } = bot.discord.addresses
    expect(await refusedOf(otherGuild.memberIds[1] ?? '', otherGuild.channelId)).toBe(notOffered)
    for (const channel of [otherGuild.channelId, groupId]) {
      const { callback } = await arrive(bot, gateway, { as, channel })
      await callback(reply())
    }
    await bot.discord.people.act(as, groupId, { manage: { what: 'uninstall app' } })
    expect(await refusedOf(as, groupId)).toBe(notOffered)
  })

  test('for adults only in channels for adults', async () => {
    await inviting(bot, { nsfw: true })
    const { memberId, adminId, channelId, directChannelIds } = bot.discord.addresses
    expect(await refusedOf(memberId, channelId)).toBe(notOffered)
    expect(await refusedOf(memberId, directChannelIds[0] ?? '')).toBe(notOffered)
    await bot.discord.people.act(adminId, channelId, { manage: { what: 'age-restrict channel' } })
    const { callback, event } = await arrive(bot, gateway, { as: memberId, channel: channelId })
    expect(event).toMatchObject({ channel: { nsfw: true } })
    await callback(reply())
  })

  test('as one that its user installed only where the application allows it', async () => {
    const { memberId, channelId } = bot.discord.addresses
    expect(await bot.discord.people.act(memberId, channelId, { manage: { what: 'install app' } })).toEqual({
      event: '',
      refused: 'This app can be added to servers only',
    })
    bot.discord.setInstallationContexts(['user'])
    expect((await bot.call('GET', '/applications/@me')).body).toMatchObject({
      integration_types_config: { 1: {} },
    })
    expect((await inviting(bot, {})).body).toMatchObject({ integration_types: [1] })
  })
})

// https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-object
describe('an interaction says by whose installation it came', () => {
  test('in a server without the bot: its user’s alone, with the user’s own rights', async () => {
    const arrived = await installed(bot)
    const { otherGuild } = bot.discord.addresses
    expect(eventOf(arrived)).toMatchObject({
      context: 0,
      guild_id: otherGuild.guildId,
      guild: { id: otherGuild.guildId },
      member: { user: { id: otherGuild.memberId } },
      authorizing_integration_owners: { 1: otherGuild.memberId },
      channel: { id: otherGuild.channelId, type: 0 },
    } satisfies Record<string, unknown>)
    expect(Object.keys(eventOf(arrived).authorizing_integration_owners ?? {})).toEqual(['1'])
    // Embed links and attach files are always there: https://github.com/discord/discord-api-docs/issues/5316
    expect(BigInt(eventOf(arrived).app_permissions ?? 0) & 0xc000n).toBe(0xc000n)
    await arrived.callback(reply())
  })

  test('among friends: its user’s alone, and no server', async () => {
    const as = await installForUser(bot)
    const arrived = await arrive(bot, gateway, { as, channel: bot.discord.addresses.groupId })
    expect(eventOf(arrived)).toMatchObject({
      context: 2,
      user: { id: as },
      channel: { type: 3, recipients: [{}, {}, { id: as }] },
      authorizing_integration_owners: { 1: as },
      app_permissions: String((1n << 15n) | (1n << 14n) | (1n << 17n)),
    })
    for (const field of ['member', 'guild_id', 'guild', 'guild_locale'])
      expect(arrived.event).not.toHaveProperty(field)
    await arrived.callback(reply())
  })

  test('in private with the bot: "0", and its user’s where there is one', async () => {
    bot.discord.setInstallationContexts(['guild', 'user'])
    await inviting(bot, { integration_types: [0, 1], contexts: [0, 1] })
    const { memberId, directChannelIds, channelId, guildId } = bot.discord.addresses
    const [channel = ''] = directChannelIds
    const first = await arrive(bot, gateway, { as: memberId, channel })
    expect(eventOf(first)).toMatchObject({
      context: 1,
      user: { id: memberId },
      channel: { type: 1 },
      authorizing_integration_owners: { 0: '0' },
      app_permissions: String((1n << 15n) | (1n << 14n) | (1n << 17n) | (1n << 18n)),
    })
    await first.callback(reply())
    await bot.discord.people.act(memberId, channel, { manage: { what: 'install app' } })
    const second = await arrive(bot, gateway, { as: memberId, channel: channelId })
    expect(eventOf(second).authorizing_integration_owners).toEqual({ 0: guildId, 1: memberId })
    await second.callback(reply())
  })

  test('a press tells the one who ran the command, no matter who pressed', async () => {
    const as = await installForUser(bot)
    const { otherGuild } = bot.discord.addresses
    const button = { type: 1, components: [{ type: 2, style: 1, label: 'Go', custom_id: 'go' }] }
    const ran = await arrive(bot, gateway, { as, channel: otherGuild.channelId })
    await ran.callback({ type: 4, data: { content: 'Press', components: [button] } })
    const { body } = await ran.webhook('GET', '/messages/@original')
    expect(body).toMatchObject({ interaction_metadata: { authorizing_integration_owners: { 1: as } } })
    const pressed = await arrive(bot, gateway, {
      as: otherGuild.memberIds[1] ?? '',
      channel: otherGuild.channelId,
      deed: { press: { message: String(body.id), button: 'Go' } },
    })
    expect(eventOf(pressed)).toMatchObject({
      member: { user: { id: otherGuild.memberIds[1] } },
      authorizing_integration_owners: { 1: as },
    })
    await pressed.callback({ type: 6 })
  })
})

describe('where only its user installed the app', () => {
  test('answers and their edits go by the token, and the gateway tells nothing of them', async () => {
    const arrived = await installed(bot)
    await arrived.callback({ type: 5 })
    await arrived.webhook('PATCH', '/messages/@original', { content: 'done' })
    const { channelId } = bot.discord.addresses.otherGuild
    expect(bot.discord.people.messages({ channel: channelId })).toMatchObject([
      { text: 'done', seenBy: 'all' },
    ])
    expect(gateway.received.filter(({ t }) => t === 'MESSAGE_CREATE')).toEqual([])
  })

  // https://docs.discord.com/developers/topics/permissions#permissions-bitwise-permission-flags
  // (USE_EXTERNAL_APPS)
  test.each([
    ['nobody may show others an app of their own', 2],
    ['only others may write', 3],
  ])('an answer is for its user alone where %s', async (_where, index) => {
    const as = await installForUser(bot)
    const channel = bot.discord.addresses.otherGuild.channelIds[index] ?? ''
    const arrived = await arrive(bot, gateway, { as, channel })
    await arrived.callback({ type: 5 })
    await arrived.webhook('PATCH', '/messages/@original', { content: 'done' })
    await arrived.webhook('POST', '', { content: 'more' })
    expect(bot.discord.people.messages({ channel }).map(({ seenBy }) => seenBy)).toEqual([as, as])
  })
})
