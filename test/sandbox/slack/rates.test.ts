import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { SlackOptions } from '../../../sandbox/slack/stand-in.ts'
import type { Clock } from '../../../studio/kit/clock.ts'
import { asForm, type RawApp, startRawApp, times } from './support.ts'

let app: RawApp
let channel: string
let nowMs: number

/** Stands still until it is moved, so that no allowance comes back while a test makes its calls. */
const stillClock: Clock = {
  now: () => nowMs,
  at: () => () => undefined,
  advance: (byMs) => {
    nowMs += byMs
  },
  stop: () => undefined,
}

const start = async (options: Partial<SlackOptions>): Promise<void> => {
  nowMs = Date.UTC(2026, 0, 1)
  app = await startRawApp({ ...options, clock: stillClock })
  channel = app.slack.addresses.channelId
}

afterEach(() => app.stop())

const send = async (method: string, args: Record<string, unknown> = {}) => {
  const { api, botToken, appToken } = app.slack.addresses
  const token = method === 'apps.connections.open' ? appToken : botToken
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${api}${method}`, { method: 'POST', headers, body: asForm(args) })
  const { error } = (await response.json()) as { error?: string }
  return { status: response.status, retryAfter: response.headers.get('retry-after'), error }
}

const repeatedly = async (count: number, method: string, args?: Record<string, unknown>) => {
  const answers = []
  for (let done = 0; done < count; done += 1) answers.push(await send(method, args))
  return answers
}

const limited = (answers: readonly { error?: string | undefined }[]) =>
  answers.filter(({ error }) => error === 'ratelimited').length

// Numbers and wording: https://docs.slack.dev/apis/web-api/rate-limits
describe('over its rate', () => {
  beforeEach(() => start({ rates: 'strict' }))

  test('a message is refused with 429 and when to come back, and is not posted', async () => {
    const answers = await repeatedly(6, 'chat.postMessage', { channel, text: 'hello' })
    expect(limited(answers.slice(0, 5))).toBe(0)
    expect(answers.at(-1)).toEqual({ status: 429, retryAfter: '1', error: 'ratelimited' })
    expect(app.slack.people.messages({})).toHaveLength(5)
    expect(app.refusals()).toEqual(['chat.postMessage: ratelimited'])
  })

  test('a message is taken again a second later, and in another channel at once', async () => {
    const post = { channel, text: 'hello' }
    await repeatedly(6, 'chat.postMessage', post)
    const elsewhere = { ...post, channel: app.slack.addresses.channelIds[1] }
    expect(await send('chat.postMessage', elsewhere)).toMatchObject({ status: 200 })
    stillClock.advance(1_000)
    expect(limited(await repeatedly(2, 'chat.postMessage', post))).toBe(1)
  })

  test('a workspace takes several hundred messages at once, however many the channels', async () => {
    const post = (index: number) => send('chat.postMessage', { channel: `C${index}`, text: 'hello' })
    expect(limited(await Promise.all(times(300, post)))).toBe(0)
    expect(await post(300)).toEqual({ status: 429, retryAfter: '1', error: 'ratelimited' })
  })

  // The tier stands on the page of each method.
  test.each<readonly [string, number, string]>([
    ['apps.connections.open', 10, '60'],
    ['conversations.list', 20, '3'],
    ['team.info', 50, '2'],
    ['users.info', 100, '1'],
    ['auth.test', 300, '1'],
  ])('%s is refused after %i calls', async (method, count, retryAfter) => {
    const { memberId } = app.slack.addresses
    const answers = await repeatedly(count + 1, method, method === 'users.info' ? { user: memberId } : {})
    expect(limited(answers)).toBe(1)
    expect(answers.at(-1)).toEqual({ status: 429, retryAfter, error: 'ratelimited' })
    stillClock.advance(Number(retryAfter) * 1_000)
    expect(await send('team.info')).toMatchObject({ status: 200 })
  })

  test('one method does not use up what another may', async () => {
    await repeatedly(21, 'conversations.list')
    expect(await send('users.list')).toMatchObject({ status: 200 })
  })

  test('calls without a token do not count', async () => {
    for (const _ of times(60, () => undefined)) await app.request('team.info', {})
    expect(await send('team.info')).toMatchObject({ status: 200 })
  })
})

test('calls that are forgotten leave as many as at first, and those of other methods are counted on', async () => {
  await start({ rates: 'strict' })
  const opened = () => repeatedly(11, 'apps.connections.open')
  expect(limited(await opened())).toBe(1)
  app.slack.forgetCalls('chat.postMessage')
  expect(limited(await opened())).toBe(11)
  app.slack.forgetCalls('apps.connections.open')
  expect(limited(await opened())).toBe(1)
})

describe('an app that is sold without being listed', () => {
  const say = async (count: number) => {
    for (const index of times(count, (number) => number)) await app.act({ say: `message ${index}` })
  }

  // Since 29 May 2025: https://docs.slack.dev/apis/web-api/rate-limits
  test('reads a conversation once a minute, fifteen messages at a time', async () => {
    await start({ rates: 'strict', isUnlisted: true })
    await say(20)
    const { messages, has_more } = await app.call('conversations.history', { channel, limit: 100 })
    expect([messages, has_more]).toEqual([expect.objectContaining({ length: 15 }), true])
    expect(await send('conversations.history', { channel })).toMatchObject({ status: 429, retryAfter: '60' })
    stillClock.advance(60_000)
    expect(await send('conversations.history', { channel })).toMatchObject({ status: 200 })
  })

  test('is the only one that does', async () => {
    await start({ rates: 'strict' })
    await say(20)
    for (const _ of [1, 2])
      expect((await app.call('conversations.history', { channel })).messages).toHaveLength(20)
  })
})

test('calls are not counted in a test that is about something else and says so', async () => {
  await start({ rates: 'off' })
  expect(limited(await repeatedly(51, 'team.info'))).toBe(0)
})
