import { REST, type RESTOptions, Routes } from 'discord.js'
import { describe, type TestContext, test } from 'vitest'
import { rateLimits } from '../../../sandbox/discord/limits.ts'
import { startRawBot, times } from './support.ts'

// The client waits in real time, so the tests run side by side, each at a stand-in of its own.

const posting = 'POST /channels/:channelId/messages'

const start = async (onTestFinished: TestContext['onTestFinished'], more: Partial<RESTOptions> = {}) => {
  const bot = await startRawBot()
  onTestFinished(() => bot.stop())
  const { api, token } = bot.discord.addresses
  const rest = new REST({ api, version: '10', ...more }).setToken(token)
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

/** The client sleeps in real time: a second each time, for which the world's clock goes on by ten. */
const passStorm = async (
  { bot, limited }: Pick<Awaited<ReturnType<typeof start>>, 'bot' | 'limited'>,
  count: number,
): Promise<void> => {
  let passed = 0
  while (passed < count) {
    await bot.wire.changed(bot.wire.since(0).length)
    for (; passed < limited(); passed += 1) bot.clock.advance(10_000)
  }
}

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
    const count = 6
    limit({ route: posting, retryAfterMs: 900, times: count })
    const contents = times(6, String)
    const delivering = channelIds.flatMap((id) => contents.map((content) => post(id, content)))
    await passStorm({ bot, limited }, count)
    expect(bot.clock.now() - begunAtMs).toBeGreaterThanOrEqual(60_000)
    await Promise.all(delivering)
    expect(shown().toSorted()).toEqual([...contents, ...contents].toSorted())
    expect(limited()).toBe(count)
    expect(bot.refusals()).toEqual([])
  })
})
