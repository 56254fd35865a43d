import { Client, Events, GatewayIntentBits, type Interaction } from 'discord.js'
import { afterEach, describe, expect, test } from 'vitest'
import { type RawBot, startRawBot } from './support.ts'

let bot: RawBot
let client: Client<true>

const login = async (heartbeatIntervalMs?: number): Promise<void> => {
  bot = await startRawBot({ ...(heartbeatIntervalMs && { heartbeatIntervalMs }) })
  const { api, cdn, token } = bot.discord.addresses
  const starting = new Client({
    intents: [GatewayIntentBits.Guilds],
    rest: { api, cdn, mediaProxy: cdn, version: '10', retries: 0 },
    waitGuildTimeout: 2000,
  })
  const ready = new Promise<Client<true>>((resolve) => starting.once(Events.ClientReady, resolve))
  await starting.login(token)
  client = await ready
  await client.application.commands.set([{ name: 'ping', description: 'Ping' }])
}

const act = () => {
  const { memberId, channelId } = bot.discord.addresses
  return bot.discord.people.act(memberId, channelId, { command: '/ping', options: {}, files: [] })
}

const next = <T>(event: Events) => new Promise<T>((resolve) => client.once(event as string, resolve))

const handshakes = () =>
  bot.wire
    .since(0)
    .map(({ summary }) => summary)
    .filter((summary) => summary.startsWith('gateway '))

afterEach(async () => {
  await client.destroy()
  await bot.stop()
})

describe('row 32, the official client', () => {
  test.each([
    ['its connection broke', { gateway: 'drop' }],
    ['it was told to reconnect', { gateway: 'reconnect' }],
    ['it was closed with 4000', { gateway: 'close', code: 4000 }],
  ])('answers in time what was asked while it was away, because %s', async (_why, fault) => {
    await login()
    const arriving = next<Interaction>(Events.InteractionCreate)
    const leaving = next(Events.ShardReconnecting)
    bot.discord.faults.add(fault)
    await leaving
    const acting = act()
    const interaction = await arriving
    if (!interaction.isChatInputCommand()) throw new Error('another interaction')
    await interaction.reply('pong')
    expect(await acting).not.toHaveProperty('refused')
    expect(handshakes()).toEqual(['gateway identify', 'gateway resume'])
    expect(bot.refusals()).toEqual([])
  })

  test('resumes a session that was called invalid, but resumable, and gets what was asked meanwhile', async () => {
    await login()
    const arriving = next<Interaction>(Events.InteractionCreate)
    bot.discord.faults.add({ gateway: 'invalid session', resumable: true })
    const acting = act()
    const interaction = await arriving
    if (interaction.isChatInputCommand()) await interaction.reply('pong')
    await acting
    expect(handshakes()).toEqual(['gateway identify', 'gateway resume'])
    expect(bot.refusals()).toEqual([])
  })

  test('comes back after the network was cut, resumes and gets what was asked meanwhile', async () => {
    await login()
    const arriving = next<Interaction>(Events.InteractionCreate)
    const leaving = next(Events.ShardReconnecting)
    bot.discord.faults.add({ network: 'cut', ms: 60_000 })
    await leaving
    const acting = act()
    bot.discord.faults.clear()
    const interaction = await arriving
    if (interaction.isChatInputCommand()) await interaction.reply('pong')
    expect(await acting).not.toHaveProperty('refused')
    expect(handshakes()).toEqual(['gateway identify', 'gateway resume'])
    expect(bot.refusals()).toEqual([])
  })

  // Its reconnect throws a session away as soon as one attempt meets a broken network: what came meanwhile is lost.
  test('identifies anew after a cut that outlasts its first attempt to come back', async () => {
    await login()
    const back = next(Events.ShardReady)
    bot.discord.faults.add({ network: 'cut', ms: 1_500 })
    await back
    expect(handshakes()).toEqual(['gateway identify', 'gateway identify'])
    expect(bot.refusals()).toEqual([])
  })

  test('notices that its heartbeats are not answered any more, and resumes', async () => {
    await login(200)
    const resumed = next(Events.ShardResume)
    bot.discord.faults.add({ gateway: 'silence' })
    await resumed
    expect(handshakes()).toEqual(['gateway identify', 'gateway resume'])
    expect(bot.refusals()).toEqual([])
  })

  test('starts a new session when its session was called invalid', async () => {
    await login()
    const again = next(Events.ShardReady)
    bot.discord.faults.add({ gateway: 'invalid session' })
    await again
    expect(handshakes().filter((summary) => summary === 'gateway identify')).toHaveLength(2)
    expect(bot.refusals()).toEqual([])
  })
})
