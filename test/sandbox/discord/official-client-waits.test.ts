import {
  type ClientOptions,
  DefaultRestOptions,
  Events,
  type Interaction,
  REST,
  type RESTOptions,
  Routes,
} from 'discord.js'
import { describe, type TestContext, test } from 'vitest'
import { limits, rateLimits } from '../../../sandbox/discord/limits.ts'
import { restTo, startOfficialClient } from './official.ts'
import { type RawBot, startRawBot, times } from './support.ts'

// The client waits in real time, so these tests run concurrently, each with its own stand-in.

/** Moves the platform's clock instead of letting the client wait before it identifies again. */
const withoutPause = ({ clock }: RawBot): Partial<ClientOptions> => ({
  ws: {
    buildIdentifyThrottler: () => ({
      waitForIdentify: async () => clock.advance(limits.identifyWindowMs),
    }),
  },
})

const login = async (onFinished: TestContext['onTestFinished'], heartbeatIntervalMs?: number) => {
  const bot = await startRawBot({ ...(heartbeatIntervalMs && { heartbeatIntervalMs }) })
  const { memberId, channelId } = bot.discord.addresses
  onFinished(() => bot.stop())
  const client = await startOfficialClient(bot, { intents: ['Guilds'], ...withoutPause(bot) })
  onFinished(() => client.destroy())
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

const posting = 'POST /channels/:channelId/messages'

const start = async (onTestFinished: TestContext['onTestFinished'], more: Partial<RESTOptions> = {}) => {
  const bot = await startRawBot()
  onTestFinished(() => bot.stop())
  const { addresses } = bot.discord
  const rest = new REST({ ...restTo(addresses), retries: DefaultRestOptions.retries, ...more }).setToken(
    addresses.token,
  )
  const statuses = () =>
    bot.wire.since(0).flatMap(({ detail }) => {
      const status = (detail as { status?: number }).status
      return status === undefined ? [] : [status]
    })
  return {
    bot,
    rest,
    post: (channelId: string, content: string) =>
      rest.post(Routes.channelMessages(channelId), { body: { content } }),
    shown: () => bot.discord.people.messages({}).map(({ text }) => text),
    limit: (rateLimit: object) => bot.discord.faults.add({ rateLimit }),
    limited: () => statuses().filter((status) => status === 429).length,
  }
}

/** Moves the platform's clock by 20 s for each second that the client sleeps in real time. */
const passStorm = async (
  { bot, limited }: Pick<Awaited<ReturnType<typeof start>>, 'bot' | 'limited'>,
  count: number,
): Promise<void> => {
  let passed = 0
  while (passed < count) {
    await bot.wire.changed(bot.wire.since(0).length)
    for (; passed < limited(); passed += 1) bot.clock.advance(20_000)
  }
}

describe.concurrent('row 32, the official client', () => {
  // The longest first, since only some run at a time.
  test('notices that its heartbeats are not answered any more, and resumes', async ({
    expect,
    onTestFinished,
  }) => {
    const at = await login(onTestFinished, 3_000)
    const resumed = at.next(Events.ShardResume)
    at.faults.add({ gateway: 'silence' })
    await resumed
    expect(at.handshakes()).toEqual(['gateway identify', 'gateway resume'])
    expect(at.refusals()).toEqual([])
  })

  test('waits, and gets in, when it is told that another has started within five seconds', async ({
    expect,
    onTestFinished,
  }) => {
    const bot = await startRawBot()
    onTestFinished(() => bot.stop())
    for (let started = 0; started < 2; started += 1) {
      const client = await startOfficialClient(bot, { intents: ['Guilds'] })
      onTestFinished(() => client.destroy())
    }
    const starts = bot.wire
      .since(0)
      .flatMap(({ summary }) => (summary.startsWith('gateway ') ? [summary] : []))
    expect(starts).toEqual(['gateway identify', 'gateway identify too soon', 'gateway identify'])
    expect(bot.refusals()).toEqual([])
  })

  // Its reconnect throws a session away as soon as one attempt meets a broken
  // network: what came meanwhile is lost.
  test('identifies again after a cut that outlasts its first attempt to come back', async ({
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

  test('starts a new session when its session was called invalid', async ({ expect, onTestFinished }) => {
    const at = await login(onTestFinished)
    const again = at.next(Events.ShardReady)
    at.faults.add({ gateway: 'invalid session' })
    await again
    expect(at.handshakes().filter((summary) => summary === 'gateway identify')).toHaveLength(2)
    expect(at.refusals()).toEqual([])
  })
})

describe.concurrent('the official client', () => {
  test('waits for each bucket by the headers alone, and delivers everything in order', async ({
    expect,
    onTestFinished,
  }) => {
    const { bot, post, shown, limited } = await start(onTestFinished)
    const { channelId } = bot.discord.addresses
    const contents = times(7, String)
    await Promise.all(contents.map((content) => post(channelId, content)))
    expect(shown()).toEqual(contents)
    expect(limited()).toBe(0)
    expect(bot.refusals()).toEqual([])
  })

  test.for(['user', 'shared', 'global'])(
    'comes back in time after a 429 of scope %s',
    async (scope, { expect, onTestFinished }) => {
      const { bot, post, shown, limit, limited } = await start(onTestFinished)
      const { channelId } = bot.discord.addresses
      limit({ route: posting, scope, retryAfterMs: 300 })
      await Promise.all(['one', 'two'].map((content) => post(channelId, content)))
      expect(shown()).toEqual(['one', 'two'])
      expect(limited()).toBe(1)
      expect(bot.refusals()).toEqual([])
    },
  )

  test('stays below fifty requests a second', async ({ expect, onTestFinished }) => {
    // Its second begins when it sends, the platform's when that arrives, which on a
    // busy machine may be a while later.
    const { bot, rest } = await start(onTestFinished, { offset: 1_000 })
    await Promise.all(times(rateLimits.globalRequests + 10, () => rest.get(Routes.user('@me'))))
    expect(bot.refusals()).toEqual([])
  })

  test('has delivered everything after sixty seconds of nothing but 429, with few requests', async ({
    expect,
    onTestFinished,
  }) => {
    const { bot, post, shown, limit, limited } = await start(onTestFinished)
    const channelIds = bot.discord.addresses.channelIds.slice(0, 2)
    const begunAtMs = bot.clock.now()
    const count = 3
    limit({ route: posting, retryAfterMs: 900, times: count })
    const contents = times(4, String)
    const delivering = channelIds.flatMap((id) => contents.map((content) => post(id, content)))
    await passStorm({ bot, limited }, count)
    expect(bot.clock.now() - begunAtMs).toBeGreaterThanOrEqual(60_000)
    await Promise.all(delivering)
    expect(shown().toSorted()).toEqual([...contents, ...contents].toSorted())
    expect(limited()).toBe(count)
    expect(bot.refusals()).toEqual([])
  })
})
