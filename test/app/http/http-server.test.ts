import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, test } from 'vitest'
import {
  type ChatCheck,
  type HealthCheck,
  listenError,
  type Mount,
  readinessOf,
  startHttpServer,
} from '../../../src/app/http/http-server.ts'
import { readyServer } from '../../support/suite/ready-server.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const start = async (
  checks: readonly HealthCheck[],
  mounts: readonly Mount[] = [],
  chats: readonly ChatCheck[] = [],
  degradedOnly: readonly HealthCheck[] = [],
): Promise<string> => {
  const address = { host: '127.0.0.1', port: 0 }
  const readiness = () => readinessOf({ checks, chats, degradedOnly })
  const { url, close } = await startHttpServer({ ...address, role: 'bots', readiness, mounts })
  closing.push(close)
  return url
}

const get = async (url: string) => {
  const response = await fetch(url)
  return { status: response.status, body: await response.json() }
}

const well: HealthCheck = { name: 'Redis', problem: () => Promise.resolve(undefined) }
const ill: HealthCheck = { name: 'Discord', problem: () => Promise.resolve('is not connected') }
const broken: HealthCheck = {
  name: 'Redis',
  problem: () => Promise.reject(new Error('redis://:secret@host')),
}

describe('GET /health/ready', () => {
  const noProblem = { status: 'ready', role: 'bots', problems: [], degraded: [] }
  const redisIll = { name: 'Redis', problem: 'the check failed' }
  const slackAway: HealthCheck = { name: 'slack', problem: async () => 'is away' }
  const discordAway: HealthCheck = { name: 'discord', problem: async () => 'is not connected' }
  const discordWell: HealthCheck = { name: 'discord', problem: async () => undefined }
  const doubted = 'SLACK_SIGNING_SECRET may be wrong'
  const slackDoubted: ChatCheck = { name: 'slack', problem: async () => undefined, doubt: () => doubted }
  const slackDoubtedAway: ChatCheck = { ...slackAway, doubt: () => doubted }
  const slackTrusted: ChatCheck = { ...slackDoubted, doubt: () => undefined }
  const slackDoubt = { name: 'slack', problem: doubted }
  const slackProblem = { name: 'slack', problem: 'is away' }
  const discordProblem = { name: 'discord', problem: 'is not connected' }

  test.each([
    ['all is well', [well], [discordWell], 200, noProblem],
    ['there is nothing to check', [], [], 200, noProblem],
    [
      'a check fails, whose words are kept inside',
      [broken],
      [discordWell],
      503,
      { status: 'not ready', role: 'bots', problems: [redisIll], degraded: [] },
    ],
    [
      'one of two chats is away',
      [well],
      [discordWell, slackAway],
      200,
      { status: 'ready', role: 'bots', problems: [slackProblem], degraded: ['slack'] },
    ],
    [
      'the only chat is away',
      [well],
      [slackAway],
      503,
      { status: 'not ready', role: 'bots', problems: [slackProblem], degraded: ['slack'] },
    ],
    [
      'both chats are away',
      [well],
      [discordAway, slackAway],
      503,
      {
        status: 'not ready',
        role: 'bots',
        problems: [discordProblem, slackProblem],
        degraded: ['discord', 'slack'],
      },
    ],
    [
      'the only chat is doubted, which strangers can cause',
      [well],
      [slackDoubted],
      200,
      { status: 'ready', role: 'bots', problems: [slackDoubt], degraded: ['slack'] },
    ],
    [
      'one chat is away and the other one doubted',
      [well],
      [discordAway, slackDoubted],
      200,
      {
        status: 'ready',
        role: 'bots',
        problems: [discordProblem, slackDoubt],
        degraded: ['discord', 'slack'],
      },
    ],
    [
      'a chat that is away is doubted, too',
      [well],
      [slackDoubtedAway],
      503,
      { status: 'not ready', role: 'bots', problems: [slackProblem], degraded: ['slack'] },
    ],
    ['a chat leaves no doubt', [well], [slackTrusted], 200, noProblem],
  ] as const)('while %s', async (_, checks, chats, status, body) => {
    expect(await get(`${await start(checks, [], chats)}/health/ready`)).toEqual({ status, body })
  })
})

test('GET /health/ready names a service that takes nothing, which makes nobody unhealthy', async () => {
  const paused: HealthCheck = { name: 'audio service', problem: async () => 'needs a top-up' }
  expect(await get(`${await start([well], [], [], [paused])}/health/ready`)).toEqual({
    status: 200,
    body: {
      status: 'ready',
      role: 'bots',
      problems: [{ name: 'audio service', problem: 'needs a top-up' }],
      degraded: ['audio service'],
    },
  })
})

test('GET /health/live says that the process lives, whatever else is ill', async () => {
  expect(await get(`${await start([ill, broken])}/health/live`)).toEqual({
    status: 200,
    body: { status: 'live', role: 'bots' },
  })
})

test.each(['/', '/metrics', '/health', '/health/ready/x', '/../etc/passwd'])(
  'GET %s finds nothing',
  async (path) => {
    expect((await fetch(`${await start([])}${path}`)).status).toBe(404)
  },
)

/** What comes back for a request as it is written; `fetch` would write it properly. */
const answerTo = async (url: string, head: readonly string[], body = ''): Promise<string> => {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.write([...head, 'Host: tunes', 'Connection: close', '', body].join('\r\n'))
  return text(socket)
}

// https://www.rfc-editor.org/rfc/rfc9112#section-6.3
describe('a request whose end a proxy could see elsewhere is refused, as it', () => {
  const smuggled = '0\r\n\r\nGET /health/live HTTP/1.1\r\nHost: tunes\r\n\r\n'

  test.each([
    ['has a length and is chunked', ['Content-Length: 5', 'Transfer-Encoding: chunked']],
    ['has two lengths', ['Content-Length: 5', 'Content-Length: 50']],
    ['has a length of no digits', ['Content-Length: +5']],
    ['is chunked and more', ['Transfer-Encoding: chunked, identity']],
    ['has a blank behind a name', ['Transfer-Encoding : chunked']],
  ])('%s', async (_, headers) => {
    const answer = await answerTo(await start([]), ['POST /health/live HTTP/1.1', ...headers], smuggled)
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).not.toContain('live')
  })
})

test('TRACE gives nothing of a request back', async () => {
  const head = ['TRACE /health/live HTTP/1.1', 'Authorization: Bearer secret-of-a-proxy']
  const answer = await answerTo(await start([]), head)
  expect(answer).toMatch(/^HTTP\/1\.1 404 /)
  expect(answer).not.toContain('secret-of-a-proxy')
})

test('an answer says what it is, and not which server sends it', async () => {
  const { headers } = await fetch(`${await start([])}/health/live`)
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  for (const name of ['server', 'x-powered-by']) expect(headers.get(name)).toBeNull()
})

describe('what is mounted', () => {
  const echo: Mount = {
    path: '/slack',
    async handle(request, response) {
      const chunks: Uint8Array[] = []
      for await (const chunk of request) chunks.push(chunk as Uint8Array)
      response.end(`${request.method} ${request.url} ${Buffer.concat(chunks)}`)
    },
  }

  // A signature is over the very bytes that came, whatever they claim to be.
  test.each(['application/json', 'application/x-www-form-urlencoded', 'text/plain', 'image/png'])(
    'gets the body unread, as %s',
    async (type) => {
      const url = `${await start([], [echo])}/slack/events`
      const body = '{"not": json'
      const response = await fetch(url, { method: 'POST', body, headers: { 'content-type': type } })
      expect(await response.text()).toBe(`POST /slack/events ${body}`)
    },
  )

  test('gets nothing that is not below its path', async () => {
    const url = await start([well], [echo])
    expect((await fetch(`${url}/slackers`)).status).toBe(404)
    expect((await get(`${url}/health/ready`)).status).toBe(200)
  })
})

test('closing ends connections that are kept alive, too', async () => {
  const { url, close } = await startHttpServer({ host: '127.0.0.1', port: 0, ...readyServer })
  await get(`${url}/health/live`)
  await close()
  await expect(fetch(`${url}/health/live`)).rejects.toThrow()
})

test('more connections than are allowed are closed at once', async () => {
  const options = { host: '127.0.0.1', port: 0, ...readyServer, connectionsMax: 1 }
  const { url, close } = await startHttpServer(options)
  closing.push(close)
  const { hostname, port } = new URL(url)
  const first = connect(Number(port), hostname)
  await once(first, 'connect')
  const second = connect(Number(port), hostname)
  await once(second, 'close', { signal: AbortSignal.timeout(5_000) })
  expect(first.destroyed).toBe(false)
  first.destroy()
})

test('a port that is taken is named, with what to do', async () => {
  const { port } = new URL(await start([well]))
  await expect(startHttpServer({ host: '127.0.0.1', port: Number(port), ...readyServer })).rejects.toThrow(
    `cannot listen on 127.0.0.1:${port} (EADDRINUSE): another process, perhaps a second Tunesmith, has it; set another HTTP_PORT.`,
  )
})

test.each([
  ['an address of another machine', '203.0.113.5', 'EADDRNOTAVAIL'],
  ['an address in brackets', '[::1]', 'ENOTFOUND'],
  ['a web address', 'http://0.0.0.0', 'ENOTFOUND'],
])('%s is named as no host to listen on, with what to do', async (_, host, code) => {
  const starting = startHttpServer({ host, port: 0, ...readyServer })
  await expect(starting).rejects.toMatchObject({ code: 'configuration' })
  await expect(starting).rejects.toThrow(`cannot listen on ${host}:0 (${code}): `)
  await expect(starting).rejects.toThrow('; set HTTP_HOST to 0.0.0.0, ')
})

test.each([
  ['EACCES', /only root can use this port; set HTTP_PORT to one above 1023\.$/],
  ['EINVAL', /set HTTP_HOST to 0\.0\.0\.0/],
  ['EMFILE', /cannot listen on 127\.0\.0\.1:80 \(EMFILE\)\.$/],
])('a port that the system refuses with %s is told with what is known of it', (code, text) => {
  expect(listenError('127.0.0.1', 80, Object.assign(new Error('listen'), { code })).message).toMatch(text)
})
