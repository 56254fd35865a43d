import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createPlaceholders } from '../../../../src/bots/slack/answers/placeholder.ts'
import { createNotify } from '../../../../src/bots/slack/outgoing/notify.ts'
import { createPacedWebs, type PacedWebs } from '../../../../src/bots/slack/outgoing/web.ts'
import { performed } from '../../../../src/core/effect.ts'
import { plainMessage } from '../../../../src/core/message/message.ts'
import { createRecordingLog } from '../../../support/recording-log.ts'
import {
  answers,
  type ScriptedServer,
  startScriptedServer,
} from '../../../support/service/scripted-server.ts'

// What Slack says of the token, over real HTTP, with Slack's own client.

let server: ScriptedServer
let webs: PacedWebs
let nowMs: number
let log: ReturnType<typeof createRecordingLog>
/** Slack's word for the token, and for every other call; undefined is well. */
let tokenRefusal: string | undefined
let callRefusal: string | undefined

const now = () => nowMs
const us = () => ({ userId: 'UBOT', botId: 'B1' })
const refuseAll = (code: string | undefined): void => {
  tokenRefusal = code
  callRefusal = code
}

beforeEach(async () => {
  nowMs = 1_781_524_800_000
  log = createRecordingLog()
  refuseAll(undefined)
  server = await startScriptedServer({
    reply: (response, request) => {
      const error = request.url === '/api/auth.test' ? tokenRefusal : callRefusal
      const reply =
        error === undefined ? { ok: true, ts: '1.1', channel: { id: 'D1' } } : { ok: false, error }
      return answers(200, reply)(response, request)
    },
  })
  webs = createPacedWebs({
    token: 'xoxb-1',
    apiUrl: `${server.url}/api/`,
    effect: performed,
    log,
    now,
    wait: async (spanMs) => {
      nowMs += spanMs
    },
  })
})
afterEach(() => server.close())

const web = () => webs.client({ urgency: 'answer', waitMs: 4_000 })
const edit = (ts = '1.1') =>
  web()
    .chat.update({ channel: 'C1', ts, text: 'done' })
    .catch((error: unknown) => error)
const calls = () => server.requests.map(({ url }) => url.replace('/api/', ''))

// https://docs.slack.dev/reference/methods/auth.test#errors
const codes = [
  'account_inactive',
  'invalid_auth',
  'not_authed',
  'org_login_required',
  'team_access_not_granted',
  'team_disabled',
  'token_expired',
  'token_revoked',
  'user_removed_from_team',
]

describe('a token that Slack refuses', () => {
  test.each(codes)('with %s keeps every call back, is logged once with the mend, and named', async (code) => {
    refuseAll(code)
    for (let turn = 0; turn < 3; turn += 1)
      expect(await edit(`${turn}.1`)).toMatchObject({
        code: 'platform_unavailable',
        retryable: true,
        retryAfterMs: 30_000,
      })
    expect(calls()).toEqual(['chat.update', 'auth.test'])
    expect(log.lines).toMatchObject([
      { level: 'error', details: { why: expect.stringMatching(`${code}.*SLACK_BOT_TOKEN`) } },
    ])
    expect(webs.problem()).toMatch(/SLACK_BOT_TOKEN/)
  })

  test('is looked at once every half a minute, however many calls come back', async () => {
    refuseAll('token_revoked')
    await Promise.all([edit('1.1'), edit('2.1')])
    nowMs += 30_000
    await Promise.all([edit('1.1'), edit('2.1'), edit('3.1')])
    expect(calls().filter((call) => call === 'auth.test')).toHaveLength(2)
    expect(calls().filter((call) => call === 'chat.update')).toHaveLength(2)
    expect(log.errors()).toHaveLength(1)
  })

  test('lets all of them go once it is good again, which is logged', async () => {
    refuseAll('token_revoked')
    await edit()
    refuseAll(undefined)
    nowMs += 30_000
    expect(await Promise.all([edit('1.1'), edit('2.1')])).toMatchObject([{ ok: true }, { ok: true }])
    expect(webs.problem()).toBeUndefined()
    expect(log.lines.map(({ level }) => level)).toEqual(['error', 'info'])
  })

  test('is found to be good by readiness alone, where nothing else calls', async () => {
    refuseAll('token_revoked')
    await edit()
    refuseAll(undefined)
    nowMs += 30_000
    expect(webs.problem()).toBeDefined()
    await expect.poll(() => webs.problem()).toBeUndefined()
  })

  test('lets no job begin without its message', async () => {
    refuseAll('token_revoked')
    const placeholders = createPlaceholders({ web: web(), us, log, now })
    const place = { channel: 'C1', thread: undefined }
    for (const id of ['job-1', 'job-2'])
      expect(await placeholders.post(id, place, { text: 'Queued', blocks: [] }, false)).toMatchObject({
        kind: 'refused',
        isPassing: false,
      })
  })

  test('does not make a member one who takes no direct messages', async () => {
    refuseAll('account_inactive')
    await expect(tell()).rejects.toMatchObject({ retryAfterMs: 30_000 })
  })
})

const tell = () =>
  createNotify({ web: web(), mentionWeb: web(), us, log, now })(
    { platform: 'slack', server: 'T1', channel: 'C1', member: 'U1' },
    plainMessage('Ready', 'done'),
    {
      key: 'key-1',
      notes: {},
      askedAtMs: nowMs,
      fileBytesMax: 0,
      linksAllowed: true,
      note: async () => undefined,
    },
    'direct',
  )

describe('a word for a token that is good', () => {
  beforeEach(() => {
    callRefusal = 'account_inactive'
  })

  test('is about the member who is written to', async () => {
    await expect(tell()).rejects.toMatchObject({ code: 'cannot_post' })
    expect(webs.problem()).toBeUndefined()
    expect(log.errors()).toEqual([])
  })

  test('holds nothing back', async () => {
    await edit()
    callRefusal = undefined
    expect(await edit()).toMatchObject({ ok: true })
  })
})
