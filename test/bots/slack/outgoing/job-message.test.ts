import { afterEach, beforeEach, expect, test } from 'vitest'
import { findJobMessage, findTriedMessage } from '../../../../src/bots/slack/outgoing/job-message.ts'
import { createWeb } from '../../../../src/bots/slack/outgoing/web.ts'
import {
  answers,
  type ScriptedServer,
  startScriptedServer,
} from '../../../support/service/scripted-server.ts'

// Which of a conversation's messages counts as the one that we posted for a job.

let server: ScriptedServer
beforeEach(async () => {
  server = await startScriptedServer()
})
afterEach(() => server.close())

const us = { userId: 'UBOT', botId: 'B1' }
const options = () => ({
  web: createWeb({ token: 'xoxb-1', apiUrl: `${server.url}/api/` }),
  us: () => us,
})
const marked = (ts: string, by: object, key = 'key-1') => ({
  ts,
  ...by,
  metadata: { event_type: 'tunesmith_job', event_payload: { key } },
})
const ours = { user: 'UBOT', bot_id: 'B1', app_id: 'A1' }
const search = { pageSize: 200, pagesMax: 1, mayMiss: true }

// https://docs.slack.dev/reference/methods/conversations.history, https://docs.slack.dev/messaging/message-metadata
test.each<[string, string | undefined, object]>([
  ['by us', '1.1', ours],
  ['by us, told by the user alone', '1.1', { user: 'UBOT' }],
  ['by us, told by the bot alone', '1.1', { subtype: 'bot_message', bot_id: 'B1' }],
  ['by another app', undefined, { user: 'UOTHER', bot_id: 'B2', app_id: 'A2' }],
  ['by another app in the name of a member', undefined, { user: 'U1', bot_id: 'B2', app_id: 'A2' }],
  ['by another app under our name', undefined, { username: 'Tunesmith', bot_id: 'B2', app_id: 'A2' }],
  ['by nobody', undefined, {}],
])('a message with the mark of the job, %s, is found as %s', async (_, expected, by) => {
  for (const place of [
    { channel: 'C1', thread: undefined },
    { channel: 'C1', thread: '0.5' },
  ]) {
    server.answer(answers(200, { ok: true, messages: [marked('1.1', by), marked('1.0', ours, 'key-2')] }))
    expect(await findJobMessage(options(), place, 'key-1', search)).toBe(expected)
  }
})

test('ours is found behind that of another app with the same mark', async () => {
  const messages = [marked('1.2', { user: 'UOTHER', bot_id: 'B2' }), marked('1.1', ours)]
  server.answer(answers(200, { ok: true, messages }))
  const times = { triedAtMs: 1_000, nowMs: 2_000 }
  expect(await findTriedMessage(options(), { channel: 'C1', thread: undefined }, 'key-1', times)).toBe('1.1')
})

test('whether there is one is not known while it is not known who we are', async () => {
  const searching = findJobMessage(
    { ...options(), us: () => undefined },
    { channel: 'C1', thread: undefined },
    'key-1',
    search,
  )
  await expect(searching).rejects.toMatchObject({ code: 'platform_unavailable', retryable: true })
  expect(server.requests).toEqual([])
})
