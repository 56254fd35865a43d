import type { RESTOptions } from 'discord.js'
import { describe, expect, test } from 'vitest'
import { readingLimits, type ToldLimits, withoutLimits } from '../../../../src/bots/discord/outgoing/rates.ts'

// The headers are those of https://docs.discord.com/developers/topics/rate-limits#header-format

type MakeRequest = RESTOptions['makeRequest']

const api = 'https://discord.com/api/v10'
const spent = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset-after': '1.2341' }

const toldInto = (told: unknown[][]): ToldLimits => ({
  spent: (...limit) => void told.push(limit),
  allClosed: (spanMs) => void told.push(['all', spanMs]),
})

/** One request that is answered so, and what was told of limits because of it. */
const ask = async (method: string | undefined, path: string, response: Response) => {
  const told: unknown[][] = []
  const answering: MakeRequest = () =>
    Promise.resolve(response as unknown as Awaited<ReturnType<MakeRequest>>)
  const request = withoutLimits(readingLimits(answering, toldInto(told)))
  const answer = await request(`${api}${path}`, method === undefined ? {} : { method })
  return { told, answer }
}

const answerWith = (headers: Record<string, string>, status = 200, body: unknown = { id: '7' }): Response =>
  new Response(JSON.stringify(body), { status, headers })

describe('an answer after which there is no room left', () => {
  test.each([
    ['POST', '/channels/11/messages', 'create', '11'],
    ['PATCH', '/channels/11/messages/22', 'edit', '11'],
    ['GET', '/channels/11/messages?after=22&limit=100', 'look', '11'],
    [undefined, '/channels/11/messages', 'look', '11'],
    ['PATCH', '/webhooks/33/a-token/messages/@original', 'reply', 'a-token'],
    ['POST', '/webhooks/33/a%2Ftoken/messages/@original', 'reply', 'a/token'],
  ])(
    'to %s %s closes what counts as "%s" in %s, to the next whole millisecond',
    async (method, path, kind, place) => {
      expect((await ask(method, path, answerWith(spent))).told).toEqual([[kind, place, 1_235]])
    },
  )

  test.each([
    ['DELETE', '/channels/11/messages/22'],
    ['POST', '/users/@me/channels'],
    ['GET', '/channels/11'],
    ['GET', '/gateway/bot'],
  ])('to %s %s closes nothing: none of our calls are counted there', async (method, path) => {
    expect((await ask(method, path, answerWith(spent))).told).toEqual([])
  })

  test('closes its lane also where it is a refusal', async () => {
    const refused = answerWith({ ...spent, 'retry-after': '2' }, 429)
    expect((await ask('POST', '/channels/11/messages', refused)).told).toEqual([['create', '11', 1_235]])
  })
})

// https://docs.discord.com/developers/topics/rate-limits#exceeding-a-rate-limit
describe('a refusal for the limit of the whole bot', () => {
  const global = { 'x-ratelimit-global': 'true', 'x-ratelimit-scope': 'global' }

  test.each(['/channels/11/messages', '/users/@me/channels'])(
    'to %s closes everything until it may be tried again',
    async (path) => {
      const refused = answerWith({ ...global, 'retry-after': '2' }, 429)
      expect((await ask('POST', path, refused)).told).toEqual([['all', 2_000]])
    },
  )

  test.each([
    ['it does not say until when', global, 429],
    ['it is for one route alone', { 'retry-after': '2', 'x-ratelimit-scope': 'user' }, 429],
    ['it is none', { ...global, 'retry-after': '2' }, 200],
  ])('closes nothing where %s', async (_, headers: Record<string, string>, status) => {
    expect((await ask('POST', '/users/@me/channels', answerWith(headers, status))).told).toEqual([])
  })
})

test.each([
  ['room is left', { 'x-ratelimit-remaining': '1', 'x-ratelimit-reset-after': '5' }],
  ['nothing is said of limits', {}],
  ['it is not said until when', { 'x-ratelimit-remaining': '0' }],
  ['what is said is no number', { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset-after': 'soon' }],
  ['it is over already', { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset-after': '0' }],
])('nothing is closed where %s', async (_, headers) => {
  expect((await ask('POST', '/channels/11/messages', answerWith(headers))).told).toEqual([])
})

describe('what discord.js gets to see', () => {
  const headers = {
    ...spent,
    'x-ratelimit-limit': '5',
    'x-ratelimit-bucket': 'abcd',
    'x-ratelimit-scope': 'user',
    'retry-after': '2',
    'content-type': 'application/json',
    via: '1.1 google',
  }

  test('is everything but the limits; when to come back stays', async () => {
    const { answer } = await ask('POST', '/channels/11/messages', answerWith(headers, 429))
    expect([...answer.headers].map(([name]) => name)).toEqual(['content-type', 'retry-after', 'via'])
    expect(answer).toMatchObject({ status: 429, ok: false })
  })

  test.each([
    ['json', async (answer: Response) => answer.json()],
    ['text', async (answer: Response) => JSON.parse(await answer.text())],
    ['bytes', async (answer: Response) => JSON.parse(Buffer.from(await answer.arrayBuffer()).toString())],
  ])('has its body as %s, once', async (_, read) => {
    const { answer } = await ask('GET', '/channels/11/messages', answerWith(headers))
    expect(answer.bodyUsed).toBe(false)
    expect(await read(answer as unknown as Response)).toEqual({ id: '7' })
    expect(answer.bodyUsed).toBe(true)
  })
})

test('a request that fails tells nothing of limits', async () => {
  const told: unknown[][] = []
  const failing = readingLimits(() => Promise.reject(new Error('socket hang up')), toldInto(told))
  await expect(failing(`${api}/channels/11/messages`, { method: 'POST' })).rejects.toThrow('socket hang up')
  expect(told).toEqual([])
})
