import { Client, Events, GatewayIntentBits, type Interaction } from 'discord.js'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { restTo } from './official.ts'
import { identify, intents, type RawBot, type RawGateway, sessionIdOf, startRawBot } from './support.ts'

let bot: RawBot
/**
 * The shards of the first and of the second server.
 * https://docs.discord.com/developers/events/gateway#sharding
 */
let [home, other]: [number, number] = [0, 0]

beforeEach(async () => {
  bot = await startRawBot({ gatewayRules: { shards: 2, maxConcurrency: 2 } })
  const { guildId, otherGuild } = bot.discord.addresses
  const shardOf = (id: string) => Number((BigInt(id) >> 22n) % 2n)
  home = shardOf(guildId)
  other = shardOf(otherGuild.guildId)
  await bot.discord.people.act(otherGuild.adminId, otherGuild.channelId, { manage: { what: 'invite bot' } })
})

afterEach(() => bot.stop())

const say = (text: string, where: 'home' | 'other' | 'direct') => {
  const { memberId, channelId, otherGuild } = bot.discord.addresses
  const [as, channel] = {
    home: [memberId, channelId] as const,
    other: [otherGuild.memberId, otherGuild.channelId] as const,
    direct: [memberId, '@tunesmith'] as const,
  }[where]
  return bot.discord.people.act(as, channel, { say: text })
}

const directMessages = 1 << 12
const bits = intents.guilds | intents.guildMessages | intents.messageContent | directMessages
const guildsIn = ({ received }: RawGateway, event: string) =>
  received.filter(({ t }) => t === event).map(({ d }) => (d as unknown as { id: string }).id)
const texts = ({ received }: RawGateway) =>
  received
    .filter(({ t }) => t === 'MESSAGE_CREATE')
    .map(({ d }) => (d as unknown as { content: string }).content)

describe('of two shards', () => {
  test('each is told of its own server and of what happens there, the first of direct messages', async () => {
    expect([home, other].sort()).toEqual([0, 1])
    const { guildId, otherGuild } = bot.discord.addresses
    const shards = [await bot.identified(bits, [0, 2]), await bot.identified(bits, [1, 2])] as const
    await say('at home', 'home')
    await say('elsewhere', 'other')
    await say('between us', 'direct')
    for (const gateway of shards) {
      gateway.send({ op: 1, d: null })
      await gateway.next(11)
    }
    expect(guildsIn(shards[home === 0 ? 0 : 1], 'GUILD_CREATE')).toEqual([guildId])
    expect(guildsIn(shards[other === 0 ? 0 : 1], 'GUILD_CREATE')).toEqual([otherGuild.guildId])
    const own = (place: number) => (place === home ? 'at home' : 'elsewhere')
    expect(shards.map(texts)).toEqual([[own(0), 'between us'], [own(1)]])
    const ready = shards.map(({ received }) => received.find(({ t }) => t === 'READY')?.d)
    expect(ready).toEqual([
      expect.objectContaining({ shard: [0, 2] }),
      expect.objectContaining({ shard: [1, 2] }),
    ])
  })

  test('each is resumed by itself, with its own numbers', async () => {
    const gateway = await bot.identified(bits, [home, 2])
    await bot.identified(bits, [other, 2])
    gateway.end()
    await say('at home', 'home')
    await say('elsewhere', 'other')
    const again = await bot.connect()
    again.send({ op: 6, d: { token: bot.discord.addresses.token, session_id: sessionIdOf(gateway), seq: 2 } })
    await again.next('RESUMED')
    expect(texts(again).filter((text) => text !== 'between us')).toEqual(['at home'])
  })
})

test('a client that names no shard gets everything, and no shard in READY', async () => {
  const gateway = await bot.connect()
  gateway.send(identify(bot.discord.addresses.token, bits))
  expect((await gateway.next('READY')).d).not.toHaveProperty('shard')
  await gateway.next('GUILD_CREATE')
  await gateway.next('GUILD_CREATE')
})

// https://docs.discord.com/developers/events/gateway#get-gateway-bot
describe.each([
  ['as many shards as it is told', { shards: [0, 1], shardCount: 2 }],
  ['as many shards as Discord recommends', { shards: 'auto' as const }],
])('the official client with %s', (_how, options) => {
  let client: Client<true>

  beforeEach(async () => {
    const { token, applicationId } = bot.discord.addresses
    await bot.call('PUT', `/applications/${applicationId}/commands`, [{ name: 'ping', description: 'Ping' }])
    const starting = new Client({
      intents: [GatewayIntentBits.Guilds],
      ...options,
      rest: restTo(bot.discord.addresses),
      waitGuildTimeout: 2000,
    })
    const ready = new Promise<Client<true>>((resolve) => starting.once(Events.ClientReady, resolve))
    await starting.login(token)
    client = await ready
  })

  afterEach(() => client.destroy())

  test('knows both servers, each by its shard, and answers in each', async () => {
    const { guildId, otherGuild, memberId, channelId } = bot.discord.addresses
    expect(client.guilds.cache.map(({ id, shardId }) => [id, shardId]).sort()).toEqual(
      [
        [guildId, home],
        [otherGuild.guildId, other],
      ].sort(),
    )
    client.on(Events.InteractionCreate, (interaction: Interaction) => {
      if (interaction.isChatInputCommand()) void interaction.reply(`from shard ${interaction.guild?.shardId}`)
    })
    await bot.discord.people.act(memberId, channelId, { command: '/ping' })
    await bot.discord.people.act(otherGuild.memberId, otherGuild.channelId, { command: '/ping' })
    expect(bot.discord.people.messages({}).map(({ text }) => text)).toEqual([
      `from shard ${home}`,
      `from shard ${other}`,
    ])
    expect(bot.refusals()).toEqual([])
  })

  test('resumes both shards after a drop', async () => {
    const resumed = new Set<number>()
    const both = new Promise<void>((resolve) => {
      client.on(Events.ShardResume, (shardId) => {
        resumed.add(shardId)
        if (resumed.size === 2) resolve()
      })
    })
    bot.discord.faults.add({ gateway: 'drop' })
    await both
    expect(bot.refusals()).toEqual([])
  })
})
