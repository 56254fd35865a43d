import { Client, type ClientOptions, Events, GatewayIntentBits } from 'discord.js'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { restTo } from './official.ts'
import { type RawBot, startRawBot } from './support.ts'

let bot: RawBot
let clients: readonly Client[] = []

beforeEach(async () => {
  bot = await startRawBot()
})

afterEach(async () => {
  for (const client of clients) await client.destroy()
  clients = []
  await bot.stop()
})

const create = (options: Partial<ClientOptions> = {}): Client => {
  const client = new Client({
    intents: [GatewayIntentBits.Guilds],
    rest: restTo(bot.discord.addresses),
    waitGuildTimeout: 2000,
    ...options,
  })
  clients = [...clients, client]
  return client
}

const next = (client: Client, event: Events) =>
  new Promise((resolve) => client.once(event as string, resolve))

/** Logged in, with what it is told of its servers. */
const login = async (client: Client): Promise<void> => {
  const ready = next(client, Events.ClientReady)
  await client.login(bot.discord.addresses.token)
  await ready
}

const starts = () =>
  bot.wire.since(0).flatMap(({ summary }) => (summary.startsWith('gateway ') ? [summary] : []))

test('a client does not start where no session is left for the day, and says when there will be', async () => {
  bot.discord.setGatewayRules({ sessionsPerDay: 0 })
  await expect(create().login(bot.discord.addresses.token)).rejects.toThrow('Not enough sessions remaining')
  expect(starts()).toEqual([])
})

// https://docs.discord.com/developers/topics/opcodes-and-status-codes#gateway-gateway-close-event-codes
test('a client with too few shards is closed for good', async () => {
  const { adminId, channelId } = bot.discord.addresses.otherGuild
  await bot.discord.people.act(adminId, channelId, { manage: { what: 'invite bot' } })
  bot.discord.setGatewayRules({ guildsPerShard: 1 })
  const client = create()
  const closed = next(client, Events.ShardDisconnect)
  await client.login(bot.discord.addresses.token).catch(() => undefined)
  expect(await closed).toMatchObject({ code: 4011 })
  expect(bot.refusals()).toEqual(['gateway closed with 4011: Sharding required.'])
})

test('a client hears that a server is out of service, and that it is back', async () => {
  const { guildId } = bot.discord.addresses
  const client = create()
  await login(client)
  const gone = next(client, Events.GuildUnavailable)
  bot.discord.faults.add({ gateway: 'guild outage' })
  expect(await gone).toMatchObject({ id: guildId, available: false })
  const back = next(client, Events.GuildAvailable)
  bot.discord.faults.clear()
  expect(await back).toMatchObject({ id: guildId, available: true })
})

test('a client is ready while a server is out of service, and knows it when it is back', async () => {
  const { guildId } = bot.discord.addresses
  bot.discord.faults.add({ gateway: 'guild outage' })
  const client = create()
  await login(client)
  expect(client.guilds.cache.get(guildId)?.available).toBe(false)
  const back = next(client, Events.GuildAvailable)
  bot.discord.faults.clear()
  await back
  expect(client.guilds.cache.get(guildId)).toMatchObject({ name: 'Sandbox', available: true })
})

test('a client hears that it was put out of a server, and in again', async () => {
  const { guildId, adminId, channelId } = bot.discord.addresses
  const client = create()
  await login(client)
  const left = next(client, Events.GuildDelete)
  await bot.discord.people.act(adminId, channelId, { manage: { what: 'remove bot' } })
  expect(await left).toMatchObject({ id: guildId })
  const back = next(client, Events.GuildCreate)
  await bot.discord.people.act(adminId, channelId, { manage: { what: 'invite bot' } })
  expect(await back).toMatchObject({ id: guildId })
})
