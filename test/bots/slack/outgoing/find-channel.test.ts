import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFindChannel } from '../../../../src/bots/slack/outgoing/find-channel.ts'
import { createWeb } from '../../../../src/bots/slack/outgoing/web.ts'
import { createRecordingLog } from '../../../support/recording-log.ts'
import {
  answers,
  type ScriptedServer,
  startScriptedServer,
} from '../../../support/service/scripted-server.ts'

// Channels that somebody types: https://docs.slack.dev/reference/methods/conversations.info

let server: ScriptedServer
beforeEach(async () => {
  server = await startScriptedServer()
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
  const findChannel = createFindChannel({
    web: createWeb({ token: 'xoxb-1', apiUrl: `${server.url}/api/` }),
    log: createRecordingLog(),
  })
  expect(await findChannel({ platform: 'slack', server: 'T1', member: 'U1' }, 'C1')).toEqual(found)
})
