import type { RESTOptions } from 'discord.js'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Call } from '../../../../src/bots/discord/outgoing/calls.ts'
import { createCalls } from '../../../../src/bots/discord/outgoing/calls.ts'
import { postError } from '../../../../src/bots/discord/outgoing/errors.ts'
import { AppError } from '../../../../src/core/errors.ts'
import { aloneAtCalling, type JoinCallers } from '../../../../src/core/pacing/share.ts'
import { type AlarmClock, createAlarmClock } from '../../../support/alarm-clock.ts'
import { createRecordingLog } from '../../../support/recording-log.ts'

type MakeRequest = RESTOptions['makeRequest']

const api = 'https://discord.com/api'
const startMs = Date.UTC(2026, 5, 1)

let clock: AlarmClock
/** The requests to Discord, and their times. */
let made: { path: string; atMs: number }[]
/** Its next answers, before normal ones. */
let answers: Response[]

beforeEach(() => {
  clock = createAlarmClock(startMs, settle)
  made = []
  answers = []
})

const makeRequest: MakeRequest = async (url) => {
  made.push({ path: url.slice(`${api}/v10`.length), atMs: clock.now() - startMs })
  const answer =
    answers.shift() ?? new Response('{"id":"7"}', { headers: { 'content-type': 'application/json' } })
  return answer as unknown as Awaited<ReturnType<MakeRequest>>
}

const settle = async () => {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

const pass = (spanMs: number) => clock.pass(spanMs)

const startProcess = (join: JoinCallers = aloneAtCalling) => {
  const calls = createCalls({
    token: 'bot-token',
    rest: { api, version: '10', makeRequest },
    log: createRecordingLog(),
    now: clock.now,
    wait: clock.sleep,
    join,
  })
  /** Comes back when it is told to, like a job. */
  const make = async (call: Call, path: `/${string}`): Promise<void> => {
    for (;;) {
      try {
        await calls.make(call, (rest) => rest.patch(path, { auth: call.kind !== 'reply' }))
        return
      } catch (error) {
        const { retryAfterMs } = postError(error)
        if (retryAfterMs === undefined) throw error
        await clock.sleep(retryAfterMs)
      }
    }
  }
  return {
    calls,
    /** Edits a result with the interaction's token. */
    editByRight: (token: string) =>
      make({ kind: 'reply', place: token, urgency: 'result' }, `/webhooks/1/${token}/messages/7`),
    /** The same with the bot's token. */
    edit: (channel: string) =>
      make({ kind: 'edit', place: channel, urgency: 'result' }, `/channels/${channel}/messages/7`),
  }
}

const numbered = (count: number, start: (index: number) => Promise<void>) =>
  Promise.all(Array.from({ length: count }, (_, index) => start(index)))

/** The most requests in any second. */
const mostInSecond = (): number =>
  Math.max(
    ...made.map(({ atMs }) => made.filter((other) => other.atMs >= atMs && other.atMs < atMs + 1_000).length),
  )

// Fifty a second for the whole bot: https://docs.discord.com/developers/topics/rate-limits#global-rate-limit
describe('the limit for the whole bot', () => {
  test('is no limit for a hundred results that are shown with their interactions’ tokens', async () => {
    const { edit, editByRight } = startProcess()
    const byTheBot = numbered(200, (index) => edit(`channel-${index}`))
    await settle()
    const before = made.length
    await numbered(100, (index) => editByRight(`token-${index}`))
    expect([made.length - before, clock.now()]).toEqual([100, startMs])
    await pass(60_000)
    await byTheBot
  })

  test('is used by one process nearly to the full, and never passed', async () => {
    const { edit } = startProcess()
    const all = numbered(300, (index) => edit(`channel-${index}`))
    await pass(10_000)
    await all
    expect(mostInSecond()).toBeGreaterThan(40)
    expect(mostInSecond()).toBeLessThanOrEqual(50)
  })

  test.each([2, 3, 10])('is shared by %i processes that know of one another', async (count) => {
    const processes = Array.from({ length: count }, () =>
      startProcess(() => Promise.resolve({ count, closedForMs: 0 })),
    )
    const all = Promise.all(
      processes.map(({ edit }, index) => numbered(100, (song) => edit(`channel-${index}-${song}`))),
    )
    await pass(120_000)
    await all
    expect(mostInSecond()).toBeLessThanOrEqual(50)
  })

  test('is used sparingly while the number of other processes is unknown', async () => {
    const { edit } = startProcess(() => Promise.reject(new AppError('store_unavailable', 'Redis is away')))
    const all = numbered(30, (index) => edit(`channel-${index}`))
    await pass(60_000)
    await all
    expect(mostInSecond()).toBeLessThanOrEqual(5)
  })

  test('counts what is asked without waiting for a turn', async () => {
    const { calls, edit } = startProcess()
    const counted = calls.counted(makeRequest)
    for (let request = 0; request < 9; request += 1) await counted(`${api}/v10/users/1`, { method: 'GET' })
    made = []
    const all = numbered(45, (index) => edit(`channel-${index}`))
    await pass(999)
    expect(made.length).toBeLessThanOrEqual(36)
    await pass(10_000)
    await all
  })

  test.each([
    [20, 1, 1_000],
    [50, 1, 1_000],
    [500, 1, 1_000],
    [50, 3, 1_000],
    [50, undefined, 2_000],
  ])(
    'leaves results their room while another client makes %i requests a second in one of %o processes, however long',
    async (perSecond, count, waitMaxMs) => {
      const join = () =>
        count === undefined
          ? Promise.reject(new AppError('store_unavailable', 'Redis is away'))
          : Promise.resolve({ count, closedForMs: 0 })
      const { calls, edit } = startProcess(join)
      const counted = calls.counted(makeRequest)
      const waits: number[] = []
      for (let second = 0; second < 30; second += 1) {
        const askedAtMs = clock.now()
        void edit(`channel-${second}`).then(() => waits.push(clock.now() - askedAtMs))
        for (let request = 0; request < perSecond; request += 1) {
          await counted(`${api}/v10/users/1`, { method: 'GET' })
          await pass(1_000 / perSecond)
        }
      }
      await pass(waitMaxMs)
      expect(waits).toHaveLength(30)
      expect(Math.max(...waits)).toBeLessThanOrEqual(waitMaxMs)
    },
  )

  test.each([
    ['the first answer', 'POST', (token: number) => `/interactions/1/token-${token}/callback`],
    ['a later answer', 'POST', (token: number) => `/webhooks/1/token-${token}`],
    ['an edit of it', 'PATCH', (token: number) => `/webhooks/1/token-${token}/messages/@original`],
  ])('does not count %s to an interaction', async (_, method, pathOf) => {
    const { calls, edit } = startProcess()
    const counted = calls.counted(makeRequest)
    for (let request = 0; request < 50; request += 1)
      await counted(`${api}/v10${pathOf(request)}`, { method })
    made = []
    void numbered(9, (index) => edit(`channel-${index}`))
    await settle()
    expect(made).toHaveLength(9)
  })
})

// https://docs.discord.com/developers/topics/rate-limits#exceeding-a-rate-limit
describe('a refusal for the whole bot', () => {
  const refusal = () =>
    new Response('{"message":"slow down","retry_after":2,"global":true}', {
      status: 429,
      headers: {
        'content-type': 'application/json',
        'retry-after': '2',
        'x-ratelimit-global': 'true',
        'x-ratelimit-scope': 'global',
      },
    })

  test('closes every channel until it is over, but no interaction', async () => {
    const { edit, editByRight } = startProcess()
    answers = [refusal()]
    const first = edit('channel-1')
    await settle()
    const others = numbered(5, (index) => edit(`other-${index}`))
    await editByRight('token')
    expect(made.map(({ path }) => path)).toEqual([
      '/channels/channel-1/messages/7',
      '/webhooks/1/token/messages/7',
    ])
    await pass(10_000)
    await Promise.all([first, others])
    expect(made[2]?.atMs).toBeGreaterThanOrEqual(2_000)
    expect(made).toHaveLength(8)
  })

  test('is told to the other processes, which then ask nothing either', async () => {
    let untilMs = 0
    const join: JoinCallers = async (closedForMs) => {
      untilMs = Math.max(untilMs, clock.now() + closedForMs)
      return { count: 2, closedForMs: Math.max(untilMs - clock.now(), 0) }
    }
    const [one, other] = [startProcess(join), startProcess(join)]
    answers = [refusal()]
    const refused = one.edit('channel-1')
    await settle()
    const all = numbered(3, (index) => other.edit(`channel-${index + 2}`))
    await pass(1_900)
    expect(made).toHaveLength(1)
    await pass(10_000)
    await Promise.all([refused, all])
  })

  test('is heard by a client that waits for no turns, too', async () => {
    const { calls, edit } = startProcess()
    answers = [refusal()]
    await calls.counted(makeRequest)(`${api}/v10/channels/1/messages`, { method: 'POST' })
    const waiting = edit('channel-1')
    await pass(1_900)
    expect(made).toHaveLength(1)
    await pass(10_000)
    await waiting
  })
})

test('a message that another client posts takes room of its channel', async () => {
  const { calls } = startProcess()
  const counted = calls.counted(makeRequest)
  for (let post = 0; post < 2; post += 1) await counted(`${api}/v10/channels/1/messages`, { method: 'POST' })
  const call = { kind: 'create', place: '1', urgency: 'result' } as const
  const third = calls.make(call, (rest) => rest.post('/channels/1/messages', { body: {} }))
  await settle()
  expect(made).toHaveLength(2)
  await pass(5_000)
  await third
  expect(made).toHaveLength(3)
})
