import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startHttpServer } from '../../../../src/app/http/http-server.ts'
import { createSlack } from '../../../../src/bots/slack/slack.ts'
import { performed } from '../../../../src/core/effect.ts'
import { plainMessage } from '../../../../src/core/message/message.ts'
import { createRecordingDispatch } from '../../../support/jobs/recording-dispatch.ts'
import { createRecordingLog } from '../../../support/recording-log.ts'
import {
  answers,
  type ScriptedServer,
  startScriptedServer,
} from '../../../support/service/scripted-server.ts'
import { readyServer } from '../../../support/suite/ready-server.ts'
import { signedHeaders } from '../signed-headers.ts'

const signingSecret = 'secret-of-signatures'
const known = { ok: true, user_id: 'U0', bot_id: 'B0', team_id: 'T1', user: 'tunesmith' }

const { dispatch } = createRecordingDispatch([], () => ({
  kind: 'message',
  message: plainMessage('Hello'),
  seenBy: 'member',
}))

let api: ScriptedServer
let server: Server
let events: string
let slack: ReturnType<typeof createSlack>
let log: ReturnType<typeof createRecordingLog>
beforeEach(async () => {
  log = createRecordingLog()
  api = await startScriptedServer({ reply: answers(200, known) })
  slack = createSlack({
    effect: performed,
    botToken: 'xoxb-1-2-secretsecret',
    transport: { kind: 'http', signingSecret },
    apiUrl: `${api.url}/api/`,
    fileOrigins: [],
    log,
    download: () => Promise.reject(new Error('nothing is downloaded here')),
    now: Date.now,
    wait: () => Promise.resolve(),
  })
  await slack.connect(dispatch)
  server = createServer((request, response) => slack.httpHandler?.(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  events = `http://127.0.0.1:${port}/slack/events`
})
afterEach(async () => {
  await slack.stop('all')
  server.closeAllConnections()
  server.close()
  await api.close()
})

const challenge = JSON.stringify({ type: 'url_verification', challenge: 'abc' })

const headersFor = (secret: string, secondsFromNow = 0, body = challenge) => {
  const timestamp = String(Math.floor(Date.now() / 1000) + secondsFromNow)
  return signedHeaders({ secret, timestamp, body })
}
const statusFor = async (headers: Record<string, string>, body = challenge) =>
  (await fetch(events, { method: 'POST', headers, body })).status

const signed = () => statusFor(headersFor(signingSecret))
const wronglySigned = () => statusFor(headersFor('another secret'))

const doubt = expect.stringMatching(/none has passed since the start.*"Signing Secret".*SLACK_SIGNING_SECRET/)

describe('a signing secret that no request has proved', () => {
  test('is doubted once a request that looks like Slack’s fails, with one line however many follow', async () => {
    expect(slack.doubt?.()).toBeUndefined()
    for (let requests = 0; requests < 3; requests += 1) expect(await wronglySigned()).toBe(401)
    expect(slack.doubt?.()).toEqual(doubt)
    expect(log.lines).toEqual([{ level: 'warn', message: doubt, details: undefined }])
    expect(slack.problem()).toBeUndefined()
  })

  test('is trusted again once a request passes, and forged ones raise no more doubt', async () => {
    await wronglySigned()
    expect(await signed()).toBe(200)
    expect(slack.doubt?.()).toBeUndefined()
    for (let requests = 0; requests < 3; requests += 1) expect(await wronglySigned()).toBe(401)
    expect(slack.doubt?.()).toBeUndefined()
    expect(log.lines.map(({ level, message }) => [level, message])).toEqual([
      ['warn', doubt],
      ['info', 'a request from Slack passed the signature check'],
      ['warn', 'refused a request that claims to be from Slack'],
    ])
  })

  // Anyone can send them: they carry no signature.
  // https://docs.slack.dev/interactivity/implementing-slash-commands/#responding_basic_receipt
  test('is not proved by a check of the certificate', async () => {
    await wronglySigned()
    expect(await statusFor({ 'content-type': 'application/x-www-form-urlencoded' }, 'ssl_check=1')).toBe(200)
    expect(slack.doubt?.()).toEqual(doubt)
  })

  test.each([
    ['has no signature', { ...headersFor('another secret'), 'x-slack-signature': '' }],
    ['has a signature of another form', { ...headersFor('another secret'), 'x-slack-signature': 'v0=00' }],
    ['is old', headersFor('another secret', -600)],
    ['is of the future', headersFor('another secret', 600)],
  ])('is not doubted for a request that %s, and these are logged once', async (_, headers) => {
    for (let requests = 0; requests < 3; requests += 1) expect(await statusFor(headers)).toBe(401)
    expect(slack.doubt?.()).toBeUndefined()
    expect(log.warnings()).toEqual([expect.stringMatching(/^refus.* to be from Slack/)])
  })

  test('is not doubted for a request that is too long', async () => {
    const long = 'x'.repeat(5 * 1024 * 1024)
    await statusFor(headersFor('another secret'), long).catch(() => undefined)
    expect(slack.doubt?.()).toBeUndefined()
  })
})

test('thirty events at once are answered while forged requests hold all that bodies may take', async () => {
  const mounts = [{ path: '/slack', handle: slack.httpHandler ?? (() => expect.unreachable()) }]
  const { url, close } = await startHttpServer({ host: '127.0.0.1', port: 0, ...readyServer, mounts })
  const { hostname, port } = new URL(url)
  const head = Object.entries({
    ...headersFor('another secret'),
    host: hostname,
    'content-length': String(1024 * 1024 - 1),
  })
  const forged = Array.from({ length: 40 }, () => connect(Number(port), hostname))
  const refused = forged.map(async (socket) => {
    socket.write(
      `POST /slack/events HTTP/1.1\r\n${head.map((line) => line.join(': ')).join('\r\n')}\r\n\r\n{`,
    )
    const [answer] = await once(socket, 'data')
    return String(answer).split('\r\n')[0]
  })
  expect(await Promise.race(refused)).toBe('HTTP/1.1 503 Service Unavailable')
  const body = JSON.stringify({ type: 'url_verification', challenge: 'x'.repeat(8_000) })
  const event = async () =>
    (
      await fetch(`${url}/slack/events`, {
        method: 'POST',
        headers: headersFor(signingSecret, 0, body),
        body,
      })
    ).status
  expect(await Promise.all(Array.from({ length: 30 }, event))).toEqual(Array(30).fill(200))
  for (const socket of forged) socket.destroy()
  await close()
})

describe('a body that anyone can send', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const { 'x-slack-signature': signature, ...withoutSignature } = headersFor(signingSecret)
  const { 'x-slack-request-timestamp': signedAt, ...withoutTime } = headersFor(signingSecret)

  /** The answer to the head of a request, whose body never comes. */
  const answerToHead = async (headers: Readonly<Record<string, string>>, length: number) => {
    const { hostname, port } = new URL(events)
    const socket = connect(Number(port), hostname)
    const lines = Object.entries({ ...headers, host: hostname, 'content-length': String(length) })
    socket.write(
      `POST /slack/events HTTP/1.1\r\n${lines.map((line) => line.join(': ')).join('\r\n')}\r\n\r\n`,
    )
    const [answer] = await once(socket, 'data', { signal: AbortSignal.timeout(5_000) })
    socket.destroy()
    return String(answer).split('\r\n')[0]
  }

  test.each([
    ['neither header', { 'content-type': 'application/json' }, 100],
    ['a signature alone', { 'content-type': 'application/json', 'x-slack-signature': signature }, 100],
    ['a time alone', { 'content-type': 'application/json', 'x-slack-request-timestamp': signedAt }, 100],
    ['all but the signature', withoutSignature, 100],
    ['all but the time', withoutTime, 100],
    ['an old signature', headersFor(signingSecret, -600), 100],
    ['no content type', {}, 1_000_000],
  ])('is not read where there is %s', async (_, headers, length) => {
    expect(await answerToHead(headers, length)).toBe('HTTP/1.1 401 Unauthorized')
    expect(log.warnings()).toHaveLength(1)
    expect(slack.doubt?.()).toBeUndefined()
  })

  test.each([
    ['a kilobyte, as a check of the certificate', form, 1025],
    ['a megabyte, as signed', headersFor(signingSecret), 1024 * 1024 + 1],
  ])('is not kept where it is longer than %s', async (_, headers, length) => {
    expect(await statusFor(headers, 'x'.repeat(length))).toBe(413)
  })

  test('is read up to a megabyte where it is signed', async () => {
    const long = JSON.stringify({ type: 'url_verification', challenge: 'x'.repeat(1024 * 1024 - 100) })
    expect(await statusFor(headersFor(signingSecret, 0, long), long)).toBe(200)
  })
})
