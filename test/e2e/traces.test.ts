import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type ChatPlatform, chatPlatforms } from '../../sandbox/world/addresses.ts'
import type { Bot } from '../../sandbox/world/bot.ts'
import type { World } from '../../sandbox/world/world.ts'
import { type ReceivedSpan, startCollector } from '../support/collector.ts'
import { createPeople } from '../support/sandbox/people.ts'
import { startStrictWorld } from '../support/sandbox/strict-world.ts'

const prompt = 'a song of unmistakable words'
const collectorKey = 'a-secret-of-the-collector'
const bots: Bot[] = []

let world: World
let collector: Awaited<ReturnType<typeof startCollector>>

beforeAll(async () => {
  collector = await startCollector()
  world = await startStrictWorld({ bot: false })
  const settings = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${collectorKey}`,
  }
  for (const role of ['bots', 'worker']) {
    world.clock.advance(130_000)
    bots.push(await world.startBot({ args: ['--role', role], settings }))
  }
})
afterAll(async () => {
  await world.stop()
  await collector.close()
})

/** The one trace that begins with a command, once it has a span of each of these names. */
const traceWith = (command: string, platform: ChatPlatform, names: readonly string[]) =>
  vi.waitFor(
    () => {
      const first = collector
        .spans()
        .findLast(({ name, attributes }) => name === command && attributes['tunesmith.platform'] === platform)
      const spans = collector.spans().filter(({ traceId }) => traceId === first?.traceId)
      expect(spans.map(({ name }) => name)).toEqual(expect.arrayContaining([...names]))
      return spans
    },
    { timeout: 30_000, interval: 200 },
  )

const childrenOf = (spans: readonly ReceivedSpan[], parent: ReceivedSpan | undefined) =>
  spans.filter(({ parentSpanId }) => parentSpanId === parent?.spanId)

describe.each(chatPlatforms)('on %s', (platform) => {
  test('one trace leads from the command to the posted song, through two processes', async () => {
    const people = createPeople(world.addresses, platform)
    const { adminId, memberId } = world.addresses[platform]
    await people.allows(adminId, 5)
    const since = await people.latest(memberId)
    const typed = platform === 'slack' ? `“${prompt}”` : prompt
    await people.uses(memberId, '/music', { prompt: typed })
    await people.sees(memberId, 'Made with AI', since)
    const posting = platform === 'slack' ? 'slack.files.completeUploadExternal' : 'discord.editAnswer'
    const spans = await traceWith('/music', platform, [
      'store.request',
      'acknowledge',
      'step',
      'service.submit',
      'service.lookUp',
      'store.ready',
      posting,
      'store.finish',
    ])
    const roots = spans.filter(({ parentSpanId }) => parentSpanId === undefined)
    expect(roots.map(({ name }) => name)).toEqual(['/music'])
    const steps = childrenOf(spans, roots[0]).filter(({ name }) => name === 'step')
    expect(new Set(steps.map(({ from }) => from['tunesmith.role']))).toEqual(new Set(['worker']))
    expect(roots[0]?.from['tunesmith.role']).toBe('bots')
    expect(new Set(spans.map(({ from }) => from['process.pid'])).size).toBe(2)
    const known = new Set(spans.map(({ spanId }) => spanId))
    expect(
      spans.filter(({ parentSpanId }) => parentSpanId !== undefined && !known.has(parentSpanId)),
    ).toEqual([])
    expect(new Set(spans.flatMap(({ attributes }) => attributes['tunesmith.job'] ?? [])).size).toBe(1)
  })
})

test('traces have no text of a member and no secret, and are sent with the headers that the operator set', () => {
  expect(collector.faults()).toEqual([])
  const all = collector.bodies().join('\n')
  const { discord, slack, studio } = world.addresses
  for (const hidden of [
    'unmistakable',
    collectorKey,
    discord.token,
    slack.botToken,
    slack.appToken,
    studio.apiKey,
  ])
    expect(all).not.toContain(hidden)
  expect(new Set(collector.headers().map(({ authorization }) => authorization))).toEqual(
    new Set([`Bearer ${collectorKey}`]),
  )
})
