import { PermissionFlagsBits } from 'discord-api-types/v10'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { intents, type RawBot, startRawBot } from './support.ts'

let bot: RawBot

beforeEach(async () => {
  bot = await startRawBot()
})

afterEach(() => bot.stop())

const invite = () => {
  const { adminId, channelId } = bot.discord.addresses.otherGuild
  return bot.discord.people.act(adminId, channelId, { manage: { what: 'invite bot' } })
}

test('a second server is strange to the bot until somebody of it invites it', async () => {
  const { guildId, channelId } = bot.discord.addresses.otherGuild
  const gateway = await bot.identified()
  await gateway.next('GUILD_CREATE')
  expect(await bot.call('GET', `/guilds/${guildId}`)).toMatchObject({ status: 404, body: { code: 10004 } })
  expect(await bot.call('GET', `/channels/${channelId}`)).toMatchObject({
    status: 403,
    body: { code: 50001 },
  })
  await invite()
  expect((await gateway.next('GUILD_CREATE')).d).toMatchObject({ id: guildId, name: 'Annex' })
  const said = await bot.call('POST', `/channels/${channelId}/messages`, { content: 'hello' })
  expect(said.status).toBe(200)
})

// https://docs.discord.com/developers/resources/audit-log#get-guild-audit-log
test('the audit log says who invited the bot, to one that may view it', async () => {
  const { guildId, adminId } = bot.discord.addresses.otherGuild
  const audit = () => bot.call('GET', `/guilds/${guildId}/audit-logs?action_type=28&limit=20`)
  expect(await audit()).toMatchObject({ status: 403, body: { code: 50001 } })
  await invite()
  expect(await audit()).toMatchObject({ status: 403, body: { code: 50013 } })
  await bot.discord.people.act(adminId, bot.discord.addresses.otherGuild.channelId, {
    manage: { what: 'remove bot' },
  })
  bot.discord.setInvitedPermissions(PermissionFlagsBits.ViewAuditLog)
  await invite()
  expect(await audit()).toMatchObject({
    status: 200,
    body: { audit_log_entries: [{ action_type: 28, user_id: adminId }] },
  })
})

test('each server has its own channels, roles and members, and a command comes with those of its own', async () => {
  const { applicationId, guildId, otherGuild } = bot.discord.addresses
  await invite()
  const option = { name: 'role', description: 'Role', type: 8 }
  const ping = { name: 'ping', description: 'Ping', options: [option] }
  await bot.call('PUT', `/applications/${applicationId}/commands`, [ping])
  const gateway = await bot.identified()
  const listed = await bot.call('GET', `/guilds/${otherGuild.guildId}/channels`)
  expect((listed.body as unknown as { id: string }[]).map(({ id }) => id)).toEqual(otherGuild.channelIds)
  void bot.discord.people.act(otherGuild.memberId, otherGuild.channelId, {
    command: '/ping',
    options: { role: 'Managers' },
  })
  const { d } = await gateway.next('INTERACTION_CREATE')
  expect(d).toMatchObject({
    guild_id: otherGuild.guildId,
    channel: { id: otherGuild.channelId, guild_id: otherGuild.guildId },
    member: { user: { id: otherGuild.memberId } },
    authorizing_integration_owners: { 0: otherGuild.guildId },
  })
  const [role] = Object.keys((d as unknown as { data: { resolved: { roles: object } } }).data.resolved.roles)
  const roles = async (id: string) =>
    ((await bot.call('GET', `/guilds/${id}/roles`)).body as unknown as { id: string }[]).map(({ id }) => id)
  expect(await roles(otherGuild.guildId)).toContain(role)
  expect(await roles(guildId)).not.toContain(role)
})

test('nobody sees or enters the server of others, nor the direct messages of others', async () => {
  const { memberId, memberIds, channelId, otherGuild } = bot.discord.addresses
  await bot.discord.people.act(memberId, channelId, { say: 'at home' })
  await bot.discord.people.act(memberId, '@tunesmith', { say: 'between us' })
  await bot.discord.people.act(otherGuild.memberId, otherGuild.channelId, { say: 'elsewhere' })
  const seen = (viewer: string) => bot.discord.people.messages({ viewer }).map(({ text }) => text)
  expect(seen(memberId)).toEqual(['at home', 'between us'])
  expect(seen(memberIds[1] ?? '')).toEqual(['at home'])
  expect(seen(otherGuild.memberId)).toEqual(['elsewhere'])
  expect(await bot.discord.people.act(memberId, otherGuild.channelId, { say: 'hi' })).toHaveProperty(
    'refused',
  )
})

test('a bot that left one server writes to the people of the other', async () => {
  const { adminId, channelId, memberId, otherGuild } = bot.discord.addresses
  await invite()
  await bot.discord.people.act(adminId, channelId, { manage: { what: 'remove bot' } })
  const write = async (recipient: string) => {
    const { body } = await bot.call('POST', '/users/@me/channels', { recipient_id: recipient })
    return (await bot.call('POST', `/channels/${body.id}/messages`, { content: 'hello' })).status
  }
  expect([await write(memberId), await write(otherGuild.memberId)]).toEqual([403, 200])
  const gateway = await bot.identified(intents.guilds)
  expect((await gateway.next('GUILD_CREATE')).d).toMatchObject({ id: otherGuild.guildId })
})
