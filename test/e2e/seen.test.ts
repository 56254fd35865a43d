import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { chatPlatforms } from '../../sandbox/world/addresses.ts'
import type { Bot } from '../../sandbox/world/bot.ts'
import type { World } from '../../sandbox/world/world.ts'
import { createPeople } from '../support/sandbox/people.ts'
import { expectRefusals, leaksIn } from '../support/sandbox/strict.ts'
import { secretsIn, startStrictWorld } from '../support/sandbox/strict-world.ts'
import { createStudioClient } from '../support/service/studio-client.ts'

// What operators see of a bot in two processes.

const token = 'a-token-for-prometheus'
const secretPrompt = 'a shanty about a stolen umbrella'

let world: World
let bots: Bot
let worker: Bot
const everyLine: string[] = []
let output: string[] = []

const start = (role: string): Promise<Bot> =>
  world.startBot({ args: ['--role', role], settings: { METRICS_TOKEN: token, LOG_LEVEL: 'debug' } })

beforeAll(async () => {
  world = await startStrictWorld({
    bot: false,
    onLine: (_child, line) => void [everyLine, output].map((kept) => kept.push(line)),
  })
  bots = await start('bots')
  worker = await start('worker')
})
afterAll(() => world.stop())

interface Line {
  msg: string
  role: string
  pid?: number
  job?: string
  server?: string
  request?: string
}

const lines = (): readonly Line[] =>
  output.flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Line] : []))

const metricsOf = async ({ httpUrl }: Bot): Promise<string> => {
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${httpUrl}/metrics`, { headers })
  expect(response.status).toBe(200)
  return response.text()
}

/** Metrics are read anew every few seconds, and workers audit as often. */
const measures = (bot: Bot, ...patterns: readonly (string | RegExp)[]): Promise<void> =>
  vi.waitFor(
    async () => {
      const text = await metricsOf(bot)
      const missing = patterns.filter((pattern) =>
        typeof pattern === 'string' ? !text.split('\n').includes(pattern) : !pattern.test(text),
      )
      expect(missing).toEqual([])
    },
    { timeout: 30_000, interval: 1_000 },
  )

describe.each(chatPlatforms)('on %s', (platform) => {
  const people = () => createPeople(world.addresses, platform)
  const who = () => world.addresses[platform]

  test('a finished song leaves just its steps, in the logs of both processes', async () => {
    await people().allows(who().adminId, 5)
    const since = await people().latest(who().memberId)
    output = []
    await people().uses(who().memberId, '/music', { prompt: secretPrompt })
    await people().sees(who().memberId, 'Made with AI', since)
    const steps = () => lines().filter(({ msg }) => msg.startsWith('job '))
    await vi.waitFor(() => expect(steps().map(({ msg }) => msg)).toContain('job posted'), { timeout: 10_000 })
    expect(steps().map(({ msg, role }) => [msg, role])).toEqual([
      ['job asked', 'bots'],
      ['job accepted', 'bots'],
      ['job submitted', 'worker'],
      ['job finished', 'worker'],
      ['job settled', 'worker'],
      ['job posted', 'worker'],
    ])
    const first: Partial<Line> = steps()[0] ?? {}
    const { job, server, request } = first
    const same = { level: 'info', feature: 'music', job, server, request, host: expect.any(String) }
    for (const step of steps()) expect(step).toMatchObject(same)
    expect(server).toMatch(new RegExp(`^${platform}:`))
    expect(request).toEqual(expect.any(String))
    expect(new Set(steps().map(({ pid }) => pid)).size).toBe(2)
  })

  test('a request over the budget leaves its line', async () => {
    await people().allows(who().adminId, 0.01)
    const since = await people().latest(who().memberId)
    output = []
    await people().uses(who().memberId, '/music', { prompt: secretPrompt })
    await people().sees(who().memberId, 'Not enough credits', since)
    const steps = lines().filter(({ msg }) => msg.startsWith('job '))
    expect(steps).toMatchObject([
      { msg: 'job refused', role: 'bots', why: 'exceeds_server', feature: 'music' },
    ])
  })

  test('the acknowledgements, calls and deliveries are measured', async () => {
    await measures(
      bots,
      new RegExp(`^tunesmith_ack_seconds_count\\{platform="${platform}"\\} [1-9]`, 'm'),
      `tunesmith_refusals_total{platform="${platform}",code="exceeds_server"} 1`,
    )
    await measures(
      worker,
      `tunesmith_deliveries_total{platform="${platform}",outcome="posted"} 1`,
      /^tunesmith_service_calls_total\{call="submit",outcome="accepted"\} [12]$/m,
    )
  })
})

test('what both processes share is measured, too', () =>
  measures(
    worker,
    'tunesmith_ready 1',
    'tunesmith_redis_up 1',
    'tunesmith_dead_letters 0',
    'tunesmith_books_differences 0',
    'tunesmith_service_paused{why="balance"} 0',
    'tunesmith_chat_up{platform="discord"} 1',
    /^bullmq_job_count\{queue="wake"/m,
    /^tunesmith_audit_timestamp_seconds 1/m,
  ))

test('a service account that is empty is seen', async () => {
  expectRefusals(/^refused .*: 402 /)
  const people = createPeople(world.addresses, 'discord')
  const { adminId, memberId } = world.addresses.discord
  const studio = createStudioClient(world.addresses.studio)
  await people.allows(adminId, 5)
  await studio.plan({ refuse: 402 })
  await people.uses(memberId, '/music', { prompt: secretPrompt })
  await people.sees(memberId, 'is out of credit')
  await measures(
    worker,
    'tunesmith_service_paused{why="balance"} 1',
    'tunesmith_service_calls_total{call="submit",outcome="refused_balance"} 1',
  )
})

test.each([
  ['nothing', {}],
  ['another token', { authorization: 'Bearer a-token-of-somebody-else' }],
])('the metrics are hidden from those who show %s', async (_, headers) => {
  const response = await fetch(`${worker.httpUrl}/metrics`, { headers })
  expect([response.status, await response.text()]).toEqual([401, ''])
})

test('a process says what it is for', async () => {
  for (const [{ httpUrl }, role] of [
    [bots, 'bots'],
    [worker, 'worker'],
  ] as const) {
    expect(await (await fetch(`${httpUrl}/health/live`)).json()).toEqual({ status: 'live', role })
    expect(await (await fetch(`${httpUrl}/health/ready`)).json()).toMatchObject({ status: 'ready', role })
  }
})

test("no metric has a secret, and no log or metric a member's text", async () => {
  const metrics = [await metricsOf(bots), await metricsOf(worker)].join('\n').split('\n')
  const secrets = { ...secretsIn(world.addresses), METRICS_TOKEN: token, prompt: secretPrompt }
  expect(leaksIn([...everyLine, ...metrics], secrets)).toEqual([])
  const members = { member: world.addresses.discord.memberId, server: world.addresses.discord.guildId }
  expect(leaksIn(metrics, members)).toEqual([])
})

// The last one, because chats come back slowly.
test('chats that are away are seen: bots are not ready, and a worker is all the same', async () => {
  for (const platform of chatPlatforms) world[platform].faults.add({ network: 'cut' })
  const other = await start('worker')
  const ready = await fetch(`${other.httpUrl}/health/ready`)
  expect([ready.status, await ready.json()]).toEqual([
    200,
    expect.objectContaining({ role: 'worker', degraded: expect.arrayContaining(['discord', 'slack']) }),
  ])
  await measures(other, ...chatPlatforms.map((platform) => `tunesmith_chat_up{platform="${platform}"} 0`))
  await vi.waitFor(async () => expect((await fetch(`${bots.httpUrl}/health/ready`)).status).toBe(503), {
    timeout: 10_000,
  })
  for (const platform of chatPlatforms) world[platform].faults.clear()
  await other.process.stop()
})
