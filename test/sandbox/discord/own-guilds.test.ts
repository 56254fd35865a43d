import { PermissionFlagsBits, Routes } from 'discord.js'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type RawBot, startRawBot } from './support.ts'

let bot: RawBot

beforeEach(async () => {
  bot = await startRawBot()
})

afterEach(() => bot.stop())

const invite = () => {
  const { adminId, channelId } = bot.discord.addresses.otherGuild
  return bot.discord.people.act(adminId, channelId, { manage: { what: 'invite bot' } })
}

const guilds = (query = '') => bot.call('GET', `${Routes.userGuilds()}${query}`)

const idsOf = ({ body }: { body: unknown }) => (body as { id: string }[]).map(({ id }) => id)

// https://docs.discord.com/developers/resources/user#get-current-user-guilds
test('the bot lists the servers that it is in, and no others', async () => {
  const { guildId, otherGuild } = bot.discord.addresses
  const { status, body } = await guilds('?with_counts=true')
  expect({ status, body }).toMatchObject({
    status: 200,
    body: [{ id: guildId, name: 'Sandbox', owner: false, icon: null, banner: null, features: ['NEWS'] }],
  })
  const [{ permissions } = { permissions: '0' }] = body as unknown as { permissions: string }[]
  expect(BigInt(permissions) & PermissionFlagsBits.SendMessages).not.toBe(0n)
  await invite()
  expect(idsOf(await guilds()).toSorted()).toEqual([guildId, otherGuild.guildId].toSorted())
})

test('the list comes in pages by id', async () => {
  await invite()
  const [first = '', second = ''] = idsOf(await guilds())
  expect(idsOf(await guilds('?limit=1'))).toEqual([first])
  expect(idsOf(await guilds(`?after=${first}`))).toEqual([second])
  expect(idsOf(await guilds(`?before=${second}&limit=1`))).toEqual([first])
  expect(await guilds('?limit=201')).toMatchObject({ status: 400, body: { code: 50035 } })
  expect(await guilds('?limit=many')).toMatchObject({ status: 400, body: { code: 50035 } })
  expect(await guilds('?limit=0')).toMatchObject({ status: 400, body: { code: 50035 } })
})

// https://docs.discord.com/developers/resources/user#leave-guild
test('the bot leaves a server once', async () => {
  const { guildId } = bot.discord.addresses
  expect(await bot.call('DELETE', Routes.userGuild(guildId))).toMatchObject({ status: 204 })
  expect(idsOf(await guilds())).toEqual([])
  expect(await bot.call('DELETE', Routes.userGuild(guildId))).toMatchObject({
    status: 404,
    body: { code: 10004 },
  })
})

// https://docs.discord.com/developers/resources/application#application-object
test('an application tells where its interactions are sent', async () => {
  const urlOf = async () => (await bot.call('GET', '/applications/@me')).body
  expect(await urlOf()).toMatchObject({ interactions_endpoint_url: null })
  bot.discord.setInteractionsUrl('https://example.com/interactions')
  expect(await urlOf()).toMatchObject({ interactions_endpoint_url: 'https://example.com/interactions' })
})
