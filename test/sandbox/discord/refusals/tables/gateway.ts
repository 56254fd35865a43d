import { identify, type RawBot, type RawGateway, times } from '../../support.ts'
import { closed, docs, type Refusal, recorded } from '../refusal.ts'

const codes = `${docs}/topics/opcodes-and-status-codes#gateway-gateway-close-event-codes`
const connecting = `${docs}/events/gateway#connections`
const events = `${docs}/events/gateway-events`
const sending = `${events}#send-events`
const resuming = `${docs}/events/gateway#resuming`
const intents = `${docs}/events/gateway#gateway-intents`
const rates = `${docs}/events/gateway#rate-limiting`

const tokenOf = ({ discord }: RawBot) => discord.addresses.token
const identified = (bot: RawBot, more: object = {}) => {
  const payload = identify(tokenOf(bot), 1)
  return { ...payload, d: { ...payload.d, ...more } }
}
const presence = { op: 3, d: { since: null, activities: [], status: 'online', afk: false } }

type Row = readonly [
  name: string,
  source: string,
  code: number,
  payloads: (bot: RawBot) => readonly unknown[],
]

const rows: readonly Row[] = [
  ['an unknown op', codes, 4001, () => [{ op: 99, d: null }]],
  ['an op that only the server sends', codes, 4001, () => [{ op: 0, d: {} }]],
  ['text that is no JSON', codes, 4002, () => ['{"op":']],
  ['a payload without op', `${events}#payload-structure`, 4002, () => [{ d: null }]],
  ['a payload over 4096 bytes', sending, 4002, () => [{ op: 1, d: null, t: 'x'.repeat(4096) }]],
  [
    'identifying without intents',
    `${events}#identify`,
    4002,
    (bot) => [identified(bot, { intents: undefined })],
  ],
  [
    'identifying with a field that nobody documents',
    `${events}#identify`,
    4002,
    (bot) => [identified(bot, { colour: 1 })],
  ],
  [
    'identifying with compression, which is not served',
    `${events}#identify`,
    4002,
    (bot) => [identified(bot, { compress: true })],
  ],
  ['a heartbeat without a number', `${events}#heartbeat`, 4002, () => [{ op: 1, d: 'one' }]],
  [
    'a presence without a status',
    `${events}#update-presence`,
    4002,
    (bot) => [identified(bot), { op: 3, d: { activities: [] } }],
  ],
  [
    'members of another server',
    `${events}#request-guild-members`,
    4002,
    (bot) => [identified(bot), { op: 8, d: { guild_id: '1', query: '', limit: 0 } }],
  ],
  ['a payload before identifying', codes, 4003, () => [presence]],
  ['a wrong token', codes, 4004, () => [identify('wrong', 1)]],
  [
    'a resume with a wrong token',
    codes,
    4004,
    () => [{ op: 6, d: { token: 'wrong', session_id: 'x', seq: 1 } }],
  ],
  ['identifying twice', codes, 4005, (bot) => [identified(bot), identified(bot)]],
  [
    'a resume after identifying',
    codes,
    4005,
    (bot) => [identified(bot), { op: 6, d: { token: tokenOf(bot), session_id: 'x', seq: 1 } }],
  ],
  ['more than 120 payloads in a minute', rates, 4008, () => times(121, () => ({ op: 1, d: null }))],
  [
    'a shard that does not exist',
    `${docs}/events/gateway#sharding`,
    4010,
    (bot) => [identified(bot, { shard: [2, 2] })],
  ],
  [
    'members without saying which',
    `${events}#request-guild-members`,
    4002,
    (bot) => [identified(bot), { op: 8, d: { guild_id: bot.discord.addresses.guildId } }],
  ],
  [
    'members by a query without a limit',
    `${events}#request-guild-members`,
    4002,
    (bot) => [identified(bot), { op: 8, d: { guild_id: bot.discord.addresses.guildId, query: 'm' } }],
  ],
  [
    'a voice state without a server',
    `${events}#update-voice-state`,
    4002,
    (bot) => [identified(bot), { op: 4, d: { channel_id: null, self_mute: false, self_deaf: false } }],
  ],
  [
    'sounds without servers',
    `${events}#request-soundboard-sounds`,
    4002,
    (bot) => [identified(bot), { op: 31, d: {} }],
  ],
  ['an intent that does not exist', intents, 4013, (bot) => [identified(bot, { intents: 1 << 30 })]],
  ['an intent beyond 32 bits', intents, 4013, (bot) => [identified(bot, { intents: 2 ** 33 })]],
  ['an intent that is not switched on', intents, 4014, (bot) => [identified(bot, { intents: 1 << 1 })]],
]

const addresses: readonly (readonly [name: string, query: string, code: number])[] = [
  ['an API version that is gone', 'v=6&encoding=json', 4012],
  ['no API version', 'encoding=json', 4012],
  ['no encoding', 'v=10', 4002],
  ['a parameter that does not exist', 'v=10&encoding=json&colour=red', 4002],
  ['an encoding that is not served', 'v=10&encoding=etf', 4002],
  ['compression, which is not served', 'v=10&encoding=json&compress=zlib-stream', 4002],
]

/** A client that comes too soon is told by op 9. */
const identifyingAgain = async (bot: RawBot, gateway: RawGateway): Promise<unknown> => {
  gateway.send(identified(bot))
  return gateway.next(9)
}

const starts: readonly Refusal[] = [
  closed(
    'one shard where every server needs its own',
    `${docs}/events/gateway#sharding`,
    4011,
    async (bot) => {
      const { adminId, channelId } = bot.discord.addresses.otherGuild
      await bot.discord.people.act(adminId, channelId, { manage: { what: 'invite bot' } })
      const gateway = await bot.connect()
      gateway.send(identified(bot))
      return gateway
    },
    { gatewayRules: { guildsPerShard: 1 } },
  ),
  closed(
    'a number of shards that is no multiple of what a large bot was given',
    `${docs}/events/gateway#sharding-for-large-bots`,
    4010,
    async (bot) => {
      const gateway = await bot.connect()
      gateway.send(identified(bot, { shard: [0, 3] }))
      return gateway
    },
    { gatewayRules: { shardsMultipleOf: 2 } },
  ),
  recorded('identifying again at once after op 9', rates, 'identified again too soon', async (bot) => {
    await bot.identified()
    const gateway = await bot.connect()
    await identifyingAgain(bot, gateway)
    await identifyingAgain(bot, gateway)
  }),
  recorded(
    'a session more than a day allows',
    `${docs}/events/gateway#identifying`,
    'started more sessions than a day allows',
    async (bot) => {
      await bot.identified()
      bot.clock.advance(5_000)
      const gateway = await bot.connect()
      gateway.send(identified(bot))
      await gateway.closed
    },
    { gatewayRules: { sessionsPerDay: 1 } },
  ),
  recorded(
    'all members without the members intent',
    `${events}#request-guild-members`,
    'asked for what its intents do not cover',
    async (bot) => {
      const gateway = await bot.identified()
      gateway.send({ op: 8, d: { guild_id: bot.discord.addresses.guildId, query: '', limit: 0 } })
      gateway.send({ op: 1, d: null })
      await gateway.next(11)
    },
  ),
]

/** For what the gateway closes a connection, or does not do what it is asked. */
export const gatewayRefusals: readonly Refusal[] = [
  ...rows.map(([name, source, code, payloads]) =>
    closed(name, source, code, async (bot) => {
      const gateway = await bot.connect()
      for (const payload of payloads(bot)) {
        if (typeof payload === 'string') gateway.sendText(payload)
        else gateway.send(payload)
      }
      return gateway
    }),
  ),
  ...addresses.map(([name, query, code]) => closed(name, connecting, code, (bot) => bot.connect(query))),
  closed('a heart that stops', connecting, 4009, (bot) => bot.connect(), {
    heartbeatIntervalMs: 20,
  }),
  closed('a resume from a number that was never sent', resuming, 4007, async (bot) => {
    const first = await bot.connect()
    first.send(identified(bot))
    const { d } = await first.next('READY')
    const gateway = await bot.connect()
    const { session_id } = d as unknown as { session_id: string }
    gateway.send({ op: 6, d: { token: tokenOf(bot), session_id, seq: 99 } })
    return gateway
  }),
  ...starts,
]
