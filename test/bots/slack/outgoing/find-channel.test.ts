import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFindChannel } from '../../../../src/bots/slack/outgoing/find-channel.ts'
import { createWeb } from '../../../../src/bots/slack/outgoing/web.ts'
import type { FoundChannel } from '../../../../src/core/job/platform.ts'
import { createRecordingLog } from '../../../support/recording-log.ts'
import {
  answers,
  type ScriptedServer,
  startScriptedServer,
} from '../../../support/service/scripted-server.ts'

// Channels that somebody types: https://docs.slack.dev/reference/methods/conversations.info

let server: ScriptedServer
let nowMs: number
let findChannel: (id: string) => Promise<FoundChannel>
beforeEach(async () => {
  server = await startScriptedServer()
  nowMs = 0
  const find = createFindChannel({
    web: createWeb({ token: 'xoxb-1', apiUrl: `${server.url}/api/` }),
    now: () => nowMs,
    log: createRecordingLog(),
  })
  findChannel = (id) => find({ platform: 'slack', server: 'T1', member: 'U1' }, id)
})
afterEach(() => server.close())

test.each([
  ['a channel', { ok: true, channel: { id: 'C1', is_channel: true } }, { status: 'found', channel: 'C1' }],
  ['a direct message', { ok: true, channel: { id: 'C1', is_im: true } }, { status: 'unknown' }],
  ['a group of people', { ok: true, channel: { id: 'C1', is_mpim: true } }, { status: 'unknown' }],
  ['an id from nowhere', { ok: false, error: 'channel_not_found' }, { status: 'unknown' }],
  ['a right that is missing', { ok: false, error: 'missing_scope' }, { status: 'unanswered' }],
  ['a failure of its own', { ok: false, error: 'internal_error' }, { status: 'unanswered' }],
])('Slack tells of %s', async (_, body, found) => {
  server.answer(answers(200, body))
  expect(await findChannel('C1')).toEqual(found)
})

test('a channel that was found is known for a minute, and those who name it at once share a look-up', async () => {
  server.answer(answers(200, { ok: true, channel: { id: 'C1', is_channel: true } }))
  await Promise.all([findChannel('C1'), findChannel('C1')])
  nowMs = 59_999
  expect(await findChannel('C1')).toEqual({ status: 'found', channel: 'C1' })
  expect(server.requests).toHaveLength(1)
  nowMs = 60_000
  await findChannel('C1')
  expect(server.requests).toHaveLength(2)
})

test('a channel that was not found is looked up again', async () => {
  server.answer(answers(200, { ok: false, error: 'channel_not_found' }))
  expect(await findChannel('C1')).toEqual({ status: 'unknown' })
  server.answer(answers(200, { ok: true, channel: { id: 'C1', is_channel: true } }))
  expect(await findChannel('C1')).toEqual({ status: 'found', channel: 'C1' })
})
