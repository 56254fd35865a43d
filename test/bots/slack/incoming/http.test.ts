import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
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

// https://docs.slack.dev/authentication/verifying-requests-from-slack
const headersFor = (secret: string, secondsFromNow = 0) => {
  const timestamp = String(Math.floor(Date.now() / 1000) + secondsFromNow)
  const mac = createHmac('sha256', secret).update(`v0:${timestamp}:${challenge}`).digest('hex')
  return {
    'content-type': 'application/json',
    'x-slack-request-timestamp': timestamp,
    'x-slack-signature': `v0=${mac}`,
  }
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
    expect(log.warnings()).toHaveLength(1)
  })

  test('is not doubted for a request that is too long', async () => {
    const long = 'x'.repeat(5 * 1024 * 1024)
    await statusFor(headersFor('another secret'), long).catch(() => undefined)
    expect(slack.doubt?.()).toBeUndefined()
  })
})
