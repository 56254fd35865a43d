import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Deed } from '../../../sandbox/control/people.ts'
import { intents, type RawBot, type RawGateway, startRawBot } from './support.ts'

let bot: RawBot

beforeEach(async () => {
  bot = await startRawBot({ privilegedIntents: ['messageContent', 'guildMembers', 'presences'] })
})

afterEach(() => bot.stop())

const guildModeration = 1 << 2

const byAdmin = (deed: Deed) => {
  const { adminId, channelId } = bot.discord.addresses
  return bot.discord.people.act(adminId, channelId, deed)
}
const manage = (management: Extract<Deed, { manage: object }>['manage']) => byAdmin({ manage: management })
const memberSays = (say: string) =>
  bot.discord.people.act(bot.discord.addresses.memberId, bot.discord.addresses.channelId, { say })

/** What a gateway was told since, once it has told so much that nothing more can be on its way. */
const told = async (gateway: RawGateway): Promise<readonly string[]> => {
  gateway.send({ op: 1, d: null })
  await gateway.next(11)
  return gateway.received.flatMap(({ t }) => t ?? []).slice(1)
}

// https://docs.discord.com/developers/events/gateway#list-of-intents and #caveats
describe('with its intent alone, a bot is told', () => {
  const rows: readonly [string, number, () => Promise<unknown>, readonly string[]][] = [
    [
      'of channels by GUILDS',
      intents.guilds,
      async () => {
        await manage({ what: 'create channel', name: 'new' })
        await manage({ what: 'rename channel', name: 'renamed' })
        await manage({ what: 'deny', permission: 'SendMessages' })
        await manage({ what: 'delete channel' })
      },
      ['GUILD_CREATE', 'CHANNEL_CREATE', 'CHANNEL_UPDATE', 'CHANNEL_UPDATE', 'CHANNEL_DELETE'],
    ],
    [
      'of roles by GUILDS',
      intents.guilds,
      async () => {
        await manage({ what: 'revoke', role: 'Tunesmith', permission: 'SendMessages' })
        await manage({ what: 'grant', role: '@everyone', permission: 'ManageMessages' })
      },
      ['GUILD_CREATE', 'GUILD_ROLE_UPDATE', 'GUILD_ROLE_UPDATE'],
    ],
    [
      'of the server by GUILDS',
      intents.guilds,
      async () => {
        await manage({ what: 'remove bot' })
        await manage({ what: 'invite bot' })
      },
      ['GUILD_CREATE', 'GUILD_DELETE', 'GUILD_CREATE'],
    ],
    [
      'of members by GUILD_MEMBERS',
      intents.guildMembers,
      async () => {
        await manage({ what: 'add member', member: 'Ned' })
        await manage({ what: 'remove member', member: 'Ned' })
      },
      ['GUILD_MEMBER_ADD', 'GUILD_MEMBER_REMOVE'],
    ],
    [
      'of bans by GUILD_MODERATION',
      guildModeration,
      async () => {
        await memberSays('one')
        await manage({ what: 'ban member', member: 'Max' })
      },
      ['GUILD_BAN_ADD'],
    ],
    [
      'of messages by GUILD_MESSAGES, in bulk when their author is banned',
      intents.guildMessages,
      async () => {
        const { event } = await memberSays('one')
        await byAdmin({ delete: { message: event } })
        await memberSays('two')
        await memberSays('three')
        await manage({ what: 'ban member', member: 'Max' })
      },
      ['MESSAGE_CREATE', 'MESSAGE_DELETE', 'MESSAGE_CREATE', 'MESSAGE_CREATE', 'MESSAGE_DELETE_BULK'],
    ],
    ['of none of all that without intents', 0, () => manage({ what: 'create channel', name: 'new' }), []],
  ]

  test.each(rows)('%s', async (_what, bits, act, events) => {
    const gateway = await bot.identified(bits)
    await act()
    expect(await told(gateway)).toEqual(events)
    expect(bot.refusals()).toEqual([])
  })
})

test('what the events say of a role, a member and messages is what changed', async () => {
  const { guildId, channelId, memberId, applicationId, otherGuild } = bot.discord.addresses
  const gateway = await bot.identified(intents.guilds | intents.guildMembers | intents.guildMessages)
  await manage({ what: 'revoke', role: 'Tunesmith', permission: 'SendMessages' })
  const { role } = (await gateway.next('GUILD_ROLE_UPDATE')).d as unknown as {
    role: { permissions: string; tags: object }
  }
  // https://docs.discord.com/developers/topics/permissions: SEND_MESSAGES is bit 11.
  expect(BigInt(role.permissions) & (1n << 11n)).toBe(0n)
  expect(role.tags).toEqual({ bot_id: applicationId })
  await manage({ what: 'add member', member: 'Ned' })
  expect((await gateway.next('GUILD_MEMBER_ADD')).d).toMatchObject({
    guild_id: guildId,
    user: { id: otherGuild.memberId },
    roles: [],
  })
  const said = await memberSays('one')
  await manage({ what: 'ban member', member: 'Max' })
  expect((await gateway.next('GUILD_MEMBER_REMOVE')).d).toMatchObject({
    guild_id: guildId,
    user: { id: memberId },
  })
  expect((await gateway.next('MESSAGE_DELETE_BULK')).d).toEqual({
    ids: [said.event],
    channel_id: channelId,
    guild_id: guildId,
  })
  await expect(bot.discord.people.act(memberId, channelId, { say: 'back' })).resolves.toHaveProperty(
    'refused',
  )
})

test('a member whose roles change is told to clients that may hear of members, the bot itself to everyone', async () => {
  const { applicationId, channelId, memberId } = bot.discord.addresses
  const deaf = await bot.identified(intents.guilds)
  const gateway = await bot.identified(intents.guildMembers)
  const byOwner = (what: 'give role' | 'take role', member: string) =>
    bot.discord.people.act('olga', channelId, { manage: { what, role: 'Managers', member } })
  await byOwner('give role', 'Max')
  const given = (await gateway.next('GUILD_MEMBER_UPDATE')).d
  expect(given).toMatchObject({ user: { id: memberId }, roles: [expect.any(String)] })
  await byOwner('take role', 'Max')
  expect((await gateway.next('GUILD_MEMBER_UPDATE')).d).toMatchObject({ roles: [] })
  await byOwner('give role', 'tunesmith')
  for (const each of [deaf, gateway])
    expect((await each.next('GUILD_MEMBER_UPDATE')).d).toMatchObject({ user: { id: applicationId } })
})

describe('a server', () => {
  const everything = intents.guilds | intents.guildMessages

  test('that goes out of service is told as unavailable, is silent meanwhile, and told again afterwards', async () => {
    const { guildId, channelId, memberId } = bot.discord.addresses
    const gateway = await bot.identified(everything)
    bot.discord.faults.add({ gateway: 'guild outage', ms: 60_000 })
    expect((await gateway.next('GUILD_DELETE')).d).toEqual({ id: guildId, unavailable: true })
    expect(await bot.discord.people.act(memberId, channelId, { say: 'hello?' })).toEqual({
      event: '',
      refused: 'This server is not available now',
    })
    const late = await bot.identified(everything)
    expect((await late.next('GUILD_DELETE')).d).toEqual({ id: guildId, unavailable: true })
    bot.clock.advance(60_000)
    expect((await gateway.next('GUILD_CREATE')).d).toMatchObject({ id: guildId, unavailable: false })
    expect((await late.next('GUILD_CREATE')).d).toMatchObject({ id: guildId })
    expect(await bot.discord.people.act(memberId, channelId, { say: 'hello!' })).not.toHaveProperty('refused')
    expect(bot.refusals()).toEqual([])
  })

  test('is back in service when faults are cleared; one that does not exist cannot fail', async () => {
    const { guildId } = bot.discord.addresses
    const gateway = await bot.identified(everything)
    await gateway.next('GUILD_CREATE')
    bot.discord.faults.add({ gateway: 'guild outage', guild: guildId })
    bot.discord.faults.clear()
    expect((await gateway.next('GUILD_CREATE')).d).toMatchObject({ id: guildId })
    expect(() => bot.discord.faults.add({ gateway: 'guild outage', guild: '1' })).toThrow(
      expect.objectContaining({ field: 'guild' }),
    )
  })
})

// https://docs.discord.com/developers/topics/permissions#permission-hierarchy
test.each([
  ['change a role as high as their own', { what: 'grant', role: 'Managers', permission: 'SendMessages' }],
  ['grant a right that they do not hold', { what: 'grant', role: 'Tunesmith', permission: 'Administrator' }],
  ["give the bot's role", { what: 'give role', role: 'Tunesmith', member: 'Max' }],
  ['give a role as high as their own', { what: 'give role', role: 'Managers', member: 'Max' }],
  ['add someone who is already here', { what: 'add member', member: 'Max' }],
  ['remove the owner', { what: 'remove member', member: 'Olga (owner)' }],
  ['ban the bot', { what: 'ban member', member: 'tunesmith' }],
] as const)('an admin cannot %s', async (_what, management) => {
  expect(await manage(management)).toMatchObject({ event: '', refused: expect.any(String) })
})
