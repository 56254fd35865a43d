import { Client, Events, GatewayIntentBits, type Interaction } from 'discord.js'
import { describe, type TestContext, test } from 'vitest'
import { startRawBot } from './support.ts'

// The client waits in real time before it comes back, so the tests run side by
// side, each at a stand-in of its own.

const login = async (onFinished: TestContext['onTestFinished'], heartbeatIntervalMs?: number) => {
  const bot = await startRawBot({ ...(heartbeatIntervalMs && { heartbeatIntervalMs }) })
  const { api, cdn, token, memberId, channelId } = bot.discord.addresses
  const starting = new Client({
    intents: [GatewayIntentBits.Guilds],
    rest: { api, cdn, mediaProxy: cdn, version: '10', retries: 0 },
    waitGuildTimeout: 2000,
  })
  onFinished(async () => {
    await starting.destroy()
    await bot.stop()
  })
  const ready = new Promise<Client<true>>((resolve) => starting.once(Events.ClientReady, resolve))
  await starting.login(token)
  const client = await ready
  await client.application.commands.set([{ name: 'ping', description: 'Ping' }])
  return {
    faults: bot.discord.faults,
    refusals: bot.refusals,
    act: () => bot.discord.people.act(memberId, channelId, { command: '/ping', options: {}, files: [] }),
    next: <T>(event: Events) => new Promise<T>((resolve) => client.once(event as string, resolve)),
    handshakes: () =>
      bot.wire
        .since(0)
        .map(({ summary }) => summary)
        .filter((summary) => summary.startsWith('gateway ')),
  }
}

describe.concurrent('row 32, the official client', () => {
  test.for([
    ['its connection broke', { gateway: 'drop' }],
    ['it was told to reconnect', { gateway: 'reconnect' }],
    ['it was closed with 4000', { gateway: 'close', code: 4000 }],
  ] as const)(
    'answers in time what was asked while it was away, because %s',
    async ([, fault], { expect, onTestFinished }) => {
      const at = await login(onTestFinished)
      const arriving = at.next<Interaction>(Events.InteractionCreate)
      const leaving = at.next(Events.ShardReconnecting)
      at.faults.add(fault)
      await leaving
      const acting = at.act()
      const interaction = await arriving
      if (!interaction.isChatInputCommand()) throw new Error('another interaction')
      await interaction.reply('pong')
      expect(await acting).not.toHaveProperty('refused')
      expect(at.handshakes()).toEqual(['gateway identify', 'gateway resume'])
      expect(at.refusals()).toEqual([])
    },
  )

  test('resumes a session that was called invalid, but resumable, and gets what was asked meanwhile', async ({
    expect,
    onTestFinished,
  }) => {
    const at = await login(onTestFinished)
    const arriving = at.next<Interaction>(Events.InteractionCreate)
    at.faults.add({ gateway: 'invalid session', resumable: true })
    const acting = at.act()
    const interaction = await arriving
    if (interaction.isChatInputCommand()) await interaction.reply('pong')
    await acting
    expect(at.handshakes()).toEqual(['gateway identify', 'gateway resume'])
    expect(at.refusals()).toEqual([])
  })

  test('comes back after the network was cut, resumes and gets what was asked meanwhile', async ({
    expect,
    onTestFinished,
  }) => {
    const at = await login(onTestFinished)
    const arriving = at.next<Interaction>(Events.InteractionCreate)
    const leaving = at.next(Events.ShardReconnecting)
    at.faults.add({ network: 'cut', ms: 60_000 })
    await leaving
    const acting = at.act()
    at.faults.clear()
    const interaction = await arriving
    if (interaction.isChatInputCommand()) await interaction.reply('pong')
    expect(await acting).not.toHaveProperty('refused')
    expect(at.handshakes()).toEqual(['gateway identify', 'gateway resume'])
    expect(at.refusals()).toEqual([])
  })

  // Its reconnect throws a session away as soon as one attempt meets a broken
  // network: what came meanwhile is lost.
  test('identifies anew after a cut that outlasts its first attempt to come back', async ({
    expect,
    onTestFinished,
  }) => {
    const at = await login(onTestFinished)
    const back = at.next(Events.ShardReady)
    at.faults.add({ network: 'cut', ms: 3_000 })
    await back
    expect(at.handshakes()).toEqual(['gateway identify', 'gateway identify'])
    expect(at.refusals()).toEqual([])
  })

  test('notices that its heartbeats are not answered any more, and resumes', async ({
    expect,
    onTestFinished,
  }) => {
    const at = await login(onTestFinished, 4_000)
    const resumed = at.next(Events.ShardResume)
    at.faults.add({ gateway: 'silence' })
    await resumed
    expect(at.handshakes()).toEqual(['gateway identify', 'gateway resume'])
    expect(at.refusals()).toEqual([])
  })

  test('starts a new session when its session was called invalid', async ({ expect, onTestFinished }) => {
    const at = await login(onTestFinished)
    const again = at.next(Events.ShardReady)
    at.faults.add({ gateway: 'invalid session' })
    await again
    expect(at.handshakes().filter((summary) => summary === 'gateway identify')).toHaveLength(2)
    expect(at.refusals()).toEqual([])
  })
})
