import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createSlack } from '../../../src/bots/slack/slack.ts'
import { performed } from '../../../src/core/effect.ts'
import { plainMessage } from '../../../src/core/message/message.ts'
import { createRecordingDispatch, type RecordingDispatch } from '../../support/jobs/recording-dispatch.ts'
import { createRecordingLog } from '../../support/recording-log.ts'
import { expectRefusals } from '../../support/sandbox/strict.ts'
import { answers, breaks, type Reply, startScriptedServer } from '../../support/service/scripted-server.ts'
import { type Bot, startBot } from './bot.ts'
import { commands } from './commands.ts'
import { signedHeaders } from './signed-headers.ts'
import { startSocketServer } from './socket-server.ts'

const botToken = 'xoxb-1-2-secretsecret'
const appToken = 'xapp-1-A1-2-secretsecret'
const signingSecret = 'secret-of-signatures'

type Options = Parameters<typeof createSlack>[0]

const waits: number[] = []
let log: ReturnType<typeof createRecordingLog>
beforeEach(() => {
  log = createRecordingLog()
  waits.length = 0
})

const slackAt = (apiUrl: string, transport: Options['transport'] = { kind: 'socket', appToken }) =>
  createSlack({
    effect: performed,
    botToken,
    transport,
    apiUrl,
    fileOrigins: [],
    log,
    download: () => Promise.reject(new Error('nothing is downloaded here')),
    now: Date.now,
    wait: (spanMs) => {
      waits.push(spanMs)
      return Promise.resolve()
    },
  })

const { dispatch } = createRecordingDispatch(commands, () => ({
  kind: 'message',
  message: plainMessage('Hello'),
  seenBy: 'member',
}))

const page = '<html><title>Just a moment</title></html>'
const known = { ok: true, team_id: 'T1', user_id: 'U0', bot_id: 'B0' }

describe('access', () => {
  const slackThat = async (answer: (url: string) => object) => {
    const server = await startScriptedServer({
      reply: (response, request) => answers(200, answer(request.url))(response, request),
    })
    return { server, slack: slackAt(`${server.url}/api/`) }
  }
  const failureOf = (work: Promise<void>): Promise<unknown> =>
    work.then(
      () => undefined,
      (error: unknown) => error,
    )
  const codes = async (answer: (url: string) => object) => {
    const { server, slack } = await slackThat(answer)
    const found = await failureOf(slack.connect())
    await server.close()
    return found
  }

  // https://docs.slack.dev/reference/methods/auth.test#errors
  test.each(['invalid_auth', 'token_revoked', 'account_inactive', 'not_allowed_token_type'])(
    'that Slack refuses with %s names the bot token',
    async (error) => {
      expect(await codes(() => ({ ok: false, error }))).toMatchObject({
        code: 'configuration',
        message: expect.stringMatching(`${error}.*SLACK_BOT_TOKEN`),
      })
    },
  )

  test.each(['invalid_auth', 'not_allowed_token_type', 'missing_scope'])(
    'to sockets that is refused with %s names the app token',
    async (error) => {
      const { server, slack } = await slackThat((url) =>
        url.endsWith('auth.test') ? known : { ok: false, error },
      )
      expect(await failureOf(slack.connect(dispatch))).toMatchObject({
        code: 'configuration',
        message: expect.stringContaining('SLACK_APP_TOKEN'),
      })
      await slack.stop('all')
      await server.close()
    },
  )

  test('is checked without asking for a socket, of which Slack gives out one a minute', async () => {
    const { server, slack } = await slackThat(() => known)
    await slack.connect()
    expect(server.requests.map(({ url }) => url)).toEqual(['/api/auth.test'])
    await server.close()
  })

  test('with the token of a person is refused', async () => {
    const { bot_id: _, ...person } = known
    expect(await codes(() => person)).toMatchObject({ message: expect.stringContaining('SLACK_BOT_TOKEN') })
  })

  test.each<[string, Reply]>([
    ['breaks off', breaks],
    ['a page with 400', answers(400, page)],
    ["a proxy's page with 401", answers(401, page)],
    ['a page with 403', answers(403, page)],
    ['JSON of others with 403', answers(403, { error: 'forbidden' })],
    ['a page with 408', answers(408, page)],
    ['a page with 425', answers(425, page)],
    ['a page with 429', answers(429, page)],
    ['a page with 502', answers(502, page)],
    ['a page with 200', answers(200, page)],
    ['JSON of others with 200', answers(200, { status: 'ok' })],
  ])('that a proxy or an outage answers for (%s) counts as away and names the address', async (_, reply) => {
    const server = await startScriptedServer({ reply })
    expect(await failureOf(slackAt(`${server.url}/api/`).connect())).toMatchObject({
      code: 'platform_unavailable',
      retryable: true,
      message: expect.stringContaining('SLACK_API_URL'),
      memberText: "I can't reach Slack right now.",
    })
    await server.close()
  })

  test("that Slack refuses by its own word names the token, whatever the answer's status", async () => {
    const server = await startScriptedServer({ reply: answers(403, { ok: false, error: 'invalid_auth' }) })
    expect(await failureOf(slackAt(`${server.url}/api/`).connect())).toMatchObject({
      code: 'configuration',
      message: expect.stringContaining('SLACK_BOT_TOKEN'),
    })
    await server.close()
  })

  test('to what is no Slack names the address', async () => {
    const server = await startScriptedServer({ reply: answers(404, 'Not found') })
    await expect(slackAt(`${server.url}/api/`).connect()).rejects.toMatchObject({
      code: 'configuration',
      message: expect.stringContaining('SLACK_API_URL'),
    })
    await server.close()
  })

  test('without every right is told by name, once the rights are known', async () => {
    const server = await startScriptedServer({
      reply: answers(200, known, { 'x-oauth-scopes': 'chat:write,commands' }),
    })
    const slack = slackAt(`${server.url}/api/`, { kind: 'http', signingSecret })
    await slack.connect()
    expect(await slack.shortcomings([])).toEqual([expect.stringContaining('files:read files:write')])
    await server.close()
  })
})

test('commands are published by hand', async () => {
  expect(await slackAt('http://127.0.0.1:9/api/').publish([])).toContain('--slack-manifest')
})

describe('a socket', () => {
  let server: Awaited<ReturnType<typeof startSocketServer>>
  let slack: ReturnType<typeof createSlack>
  beforeEach(async () => {
    server = await startSocketServer()
    slack = slackAt(server.apiUrl)
  })
  afterEach(async () => {
    await slack.stop('all')
    await server.close()
  })

  test('is opened by nobody but a listener', async () => {
    await slack.connect()
    expect(slack.problem()).toBeUndefined()
    expect(server.requests.map(({ url }) => url)).toEqual(['/api/auth.test'])
    await slack.connect(dispatch)
    expect(slack.problem()).toBeUndefined()
    await slack.stop('all')
    expect(slack.problem()).toBe('is not connected')
    await server.connections(1)
  })

  test.each([
    ['says goodbye', () => server.disconnect()],
    ['breaks', () => server.cut()],
  ])('that %s is opened again at once', async (_, end) => {
    await slack.connect(dispatch)
    end()
    await server.connections(2)
    expect(waits).toEqual([])
  })

  test.each([
    'null',
    '5',
    '"text"',
    '[]',
    '{',
    '{"type":"events_api"}',
    '{"type":"events_api","payload":null}',
  ])('that brings %s stays open, and nothing ends', async (text) => {
    await slack.connect(dispatch)
    server.send(text)
    server.send('null')
    await vi.waitFor(() =>
      expect(log.warnings()).toContainEqual(expect.stringContaining('over the socket could not be read')),
    )
    expect(slack.problem()).toBeUndefined()
  })

  test('that cannot be opened again is tried until it can, ever less often', async () => {
    await slack.connect(dispatch)
    server.answerConnecting(breaks, answers(500, {}), answers(200, { ok: false, error: 'internal_error' }))
    server.cut()
    await server.connections(2)
    expect(waits).toEqual([1_000, 2_000, 4_000])
  })

  test('leaves no secret in the log', async () => {
    await slack.connect(dispatch)
    server.answerConnecting(
      answers(200, { ok: false, error: `not xoxb-1-2-abc nor ${appToken} nor wss://x/?ticket=abc&y` }),
    )
    server.cut()
    await server.connections(2)
    const text = JSON.stringify(log.lines, (_, value: unknown) =>
      value instanceof Error ? value.message : value,
    )
    expect(text).toContain('[secret]')
    expect(text).not.toMatch(/xox[a-z]-|xapp-|ticket=[^[]/)
  })
})

describe('signed requests', () => {
  const serve = async (slack: ReturnType<typeof createSlack>) => {
    const server = createServer((request, response) => slack.httpHandler?.(request, response))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    return { server, url: `http://127.0.0.1:${port}` }
  }
  const secondsFromNow = (seconds: number): string => String(Math.floor(Date.now() / 1000) + seconds)
  const signed = (
    body: string,
    secret = signingSecret,
    timestamp = secondsFromNow(0),
    contentType = 'application/json',
  ) => {
    return { method: 'POST', headers: signedHeaders({ secret, timestamp, body, contentType }), body }
  }
  const challenge = JSON.stringify({ type: 'url_verification', challenge: 'abc' })

  test('are taken while we listen, by their signature and at their path', async () => {
    const api = await startScriptedServer({ reply: answers(200, known) })
    const slack = slackAt(`${api.url}/api/`, { kind: 'http', signingSecret })
    const { server, url } = await serve(slack)
    const status = async (path: string, init: RequestInit) => (await fetch(`${url}${path}`, init)).status
    expect(await status('/slack/events', signed(challenge))).toBe(503)
    await slack.connect(dispatch)
    expect(await (await fetch(`${url}/slack/events`, signed(challenge))).text()).toContain('abc')
    expect(await status('/slack/events', signed(challenge, 'another secret'))).toBe(401)
    expect(await status('/slack/elsewhere', signed(challenge))).toBe(404)
    expect(await status('/slack/events', { method: 'GET' })).toBe(404)
    await slack.stop('all')
    expect(await status('/slack/events', signed(challenge))).toBe(503)
    server.closeAllConnections()
    server.close()
    await api.close()
  })

  test.each([
    ['ten minutes ago', secondsFromNow(-600), 401],
    ['a minute ago', secondsFromNow(-60), 200],
    ['in a minute', secondsFromNow(60), 200],
    ['in ten minutes', secondsFromNow(600), 401],
    ['in a million years', '99999999999999', 401],
    ['at an infinite time', 'Infinity', 401],
    ['at a time with a blank', ` ${secondsFromNow(0)} 1`, 401],
    ['at no time', '', 401],
  ])('that are signed %s (%s) are answered with %d', async (_, timestamp, status) => {
    const api = await startScriptedServer({ reply: answers(200, known) })
    const slack = slackAt(`${api.url}/api/`, { kind: 'http', signingSecret })
    const { server, url } = await serve(slack)
    await slack.connect(dispatch)
    const form = 'type=url_verification&challenge=abc'
    for (const [type, body] of [
      ['application/json', challenge],
      ['application/x-www-form-urlencoded', form],
    ] as const) {
      const request = signed(body, signingSecret, timestamp, type)
      expect((await fetch(`${url}/slack/events`, request)).status, type).toBe(status)
    }
    await slack.stop('all')
    server.closeAllConnections()
    server.close()
    await api.close()
  })

  test('have no handler where we dial out', () => {
    expect(slackAt('http://127.0.0.1:9/api/').httpHandler).toBeUndefined()
  })

  describe('while we listen', () => {
    let api: Awaited<ReturnType<typeof startScriptedServer>>
    let slack: ReturnType<typeof createSlack>
    let recorded: RecordingDispatch
    let events: string
    let server: Awaited<ReturnType<typeof serve>>['server']
    beforeEach(async () => {
      api = await startScriptedServer({ reply: answers(200, { ...known, ts: '1.000001' }) })
      slack = slackAt(`${api.url}/api/`, { kind: 'http', signingSecret })
      const message = plainMessage('Queued')
      recorded = createRecordingDispatch(commands, () => ({ kind: 'accepted', jobId: 'b00xjob', message }))
      await slack.connect(recorded.dispatch)
      const served = await serve(slack)
      server = served.server
      events = `${served.url}/slack/events`
      api.requests.length = 0
    })
    afterEach(async () => {
      await slack.stop('all')
      server.closeAllConnections()
      server.close()
      await api.close()
    })
    const methods = () => api.requests.map(({ url }) => url.split('/').at(-1))
    const mention = {
      type: 'app_mention',
      user: 'U1',
      text: '<@U0> help',
      team: 'T1',
      ts: '1.000001',
      channel: 'C1',
    }
    const deliver = async (id: string, event: object, headers: Record<string, string> = {}) => {
      const init = signed(JSON.stringify({ type: 'event_callback', team_id: 'T1', event_id: id, event }))
      const { status } = await fetch(events, { ...init, headers: { ...init.headers, ...headers } })
      expect(status).toBe(200)
    }

    // Slack has told one message under several ids: https://github.com/slackapi/node-slack-sdk/issues/2141
    test('row 34, of one message are one request, however often and under whatever id it is delivered', async () => {
      await deliver('Ev1', mention)
      await deliver('Ev1', mention)
      await deliver('Ev2', mention)
      await deliver('Ev3', { ...mention, ts: '2.000001' })
      await slack.stop('all')
      expect(recorded.invocations.map(({ eventId }) => eventId)).toEqual(['C1 1.000001', 'C1 2.000001'])
    })

    test.each([
      ['another bot', { bot_id: 'B9' }],
      ['another bot, in direct messages', { type: 'message', channel: 'D1', bot_id: 'B9' }],
      ['a member who edited a message', { edited: { user: 'U1', ts: '2.000001' } }],
    ])('of %s ask for nothing', async (_, fields) => {
      await deliver('Ev1', { ...mention, ...fields })
      await slack.stop('all')
      expect(recorded.invocations).toEqual([])
    })

    // https://docs.slack.dev/apis/events-api#retries
    test('that were delivered before look for the message that another process may have posted', async () => {
      await deliver('Ev1', mention, { 'x-slack-retry-num': '1', 'x-slack-retry-reason': 'http_timeout' })
      await slack.stop('all')
      expect(methods()).toEqual([
        ...['usergroups.list', 'users.info', 'conversations.history', 'chat.postMessage'],
      ])
    })

    const form = 'application/x-www-form-urlencoded'

    test.each([
      ['of our workspace', 'T1', 1],
      ['of another workspace', 'T2', 0],
    ])('for suggestions to a member %s (%s) are answered by %d look-ups', async (_, team, count) => {
      const origin = { command: 'tts', action: undefined, draft: 'draft-1', channel: 'C1' }
      const view = { private_metadata: JSON.stringify(origin) }
      const user = { id: 'U9', team_id: team }
      const typed = {
        type: 'block_suggestion',
        team: { id: 'T1' },
        user,
        view,
        action_id: 'voice',
        value: 'an',
      }
      const body = `payload=${encodeURIComponent(JSON.stringify(typed))}`
      expect((await fetch(events, signed(body, signingSecret, secondsFromNow(0), form))).status).toBe(200)
      expect(recorded.suggestions).toHaveLength(count)
    })

    const odd = [
      'null',
      '"text"',
      '5',
      'true',
      '[]',
      '[null]',
      `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
      '{',
    ]

    test.each([
      ...odd.map((body) => [body.slice(0, 9), 'application/json', body] as const),
      ...odd.map(
        (body) => [`payload=${body.slice(0, 9)}`, form, `payload=${encodeURIComponent(body)}`] as const,
      ),
    ])(
      'with a body that is no object (%s, %s) are refused with a line, and nothing ends',
      async (_, type, body) => {
        const init = signed(body)
        const headers = { ...init.headers, 'content-type': type }
        expect((await fetch(events, { ...init, headers })).status).toBe(400)
        expect(log.warnings()).toEqual([
          'a request from Slack is neither a JSON object nor a form, so it is refused',
        ])
        await deliver('Ev1', mention)
      },
    )

    test.each(['url_verification', 'event_callback', 'view_submission'])(
      'with a %s that lacks all that belongs to it are answered, and nothing ends',
      async (type) => {
        for (const part of [undefined, null, 5, 'text', [], [null], {}]) {
          const body = { type, event: part, view: part, actions: part, user: part, team: part, channel: part }
          const { status } = await fetch(events, signed(JSON.stringify(body)))
          expect([200, 400, 401, 404, 500]).toContain(status)
        }
        await deliver('Ev1', mention)
      },
    )

    test.each([
      ['an edit', { ...mention, edited: { user: 'U1', ts: '2.0' } }],
      ['a bot', { ...mention, bot_id: 'B9' }],
    ])('of %s ask for nothing', async (_, event) => {
      await deliver('Ev1', event)
      await slack.stop('all')
      expect(recorded.invocations).toEqual([])
    })
  })
})

describe('stopping', () => {
  let bot: Bot
  afterEach(() => bot.stop())

  test.each([
    ['socket', ['/remix: not acknowledged within 3000 ms']],
    ['http', ['/remix: the request URL answered 503', '/remix: could not be handed to the app']],
  ] as const)('over %s lets what is in hand be answered, and takes nothing new', async (mode, refused) => {
    bot = await startBot(mode)
    const gate = Promise.withResolvers<void>()
    bot.answerWith(async () => {
      await gate.promise
      return { kind: 'message', message: plainMessage('Still here'), seenBy: 'member' }
    })
    const first = bot.act({ command: '/help' })
    await bot.until(() => bot.recorded.invocations.length === 1)
    const stopping = bot.slack.stop('all')
    expectRefusals(...refused)
    const second = bot.act({ command: '/remix too late' })
    await bot.slack.connect() // what Slack sent before has arrived by then
    gate.resolve()
    await first
    await stopping
    bot.clock.advance(3_000)
    await second
    expect(bot.recorded.invocations.map(({ command }) => command)).toEqual(['help'])
    expect(bot.seen().map(({ text }) => text)).toContainEqual(expect.stringContaining('Still here'))
  })
})

test('the bot of one workspace knows that one’s name', async () => {
  const bot = await startBot('socket')
  const nameOf = await bot.slack.serverNames?.()
  expect([bot.standIn.addresses.teamId, 'T0OTHER'].map((id) => nameOf?.(id))).toEqual(['Sandbox', undefined])
  await bot.stop()
})
