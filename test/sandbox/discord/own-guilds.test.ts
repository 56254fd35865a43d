import { afterEach, beforeEach, expect, test } from 'vitest'
import { type RawBot, startRawBot } from './support.ts'

let bot: RawBot
beforeEach(async () => {
  bot = await startRawBot()
})
afterEach(() => bot.stop())

const idsOf = async (query = ''): Promise<unknown> => {
  const { body } = await bot.call('GET', `/users/@me/guilds${query}`)
  return Array.isArray(body) ? body.map(({ id }) => id) : body
}

// https://docs.discord.com/developers/resources/user#get-current-user-guilds
test('the servers of the bot are those that it is in, by their ids, in pages', async () => {
  const { guildId, otherGuild } = bot.discord.addresses
  expect(await idsOf()).toEqual([guildId])
  const [guild] = (await bot.call('GET', '/users/@me/guilds')).body as unknown as Record<string, unknown>[]
  expect(guild).toMatchObject({ name: 'Sandbox', owner: false, permissions: expect.stringMatching(/^\d+$/) })
  const { adminId, channelId } = otherGuild
  await bot.discord.people.act(adminId, channelId, { manage: { what: 'invite bot' } })
  const both = [otherGuild.guildId, guildId].toSorted()
  expect(await idsOf()).toEqual(both)
  expect(await idsOf('?limit=1')).toEqual([both[0]])
  expect(await idsOf(`?after=${both[0]}`)).toEqual([both[1]])
  expect(await idsOf(`?before=${both[1]}`)).toEqual([both[0]])
})

// https://docs.discord.com/developers/resources/application#application-object
test('an application tells where its interactions are sent', async () => {
  const urlOf = async () => (await bot.call('GET', '/applications/@me')).body
  expect(await urlOf()).toMatchObject({ interactions_endpoint_url: null })
  bot.discord.setInteractionsUrl('https://example.com/interactions')
  expect(await urlOf()).toMatchObject({ interactions_endpoint_url: 'https://example.com/interactions' })
})
