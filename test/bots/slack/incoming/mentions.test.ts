import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { pointedByMention } from '../../../../src/bots/slack/incoming/mentions.ts'
import { createWeb } from '../../../../src/bots/slack/outgoing/web.ts'
import { createRecordingLog } from '../../../support/recording-log.ts'
import {
  answers,
  type ScriptedServer,
  startScriptedServer,
} from '../../../support/service/scripted-server.ts'

let server: ScriptedServer
beforeEach(async () => {
  server = await startScriptedServer()
})
afterEach(() => server.close())

const us = { userId: 'UBOT', botId: 'B1' }
const mention = { channel: 'C1', ts: '5.0', thread_ts: '1.0' }

describe('a mention in a thread with a file that we uploaded', () => {
  const job = `b00x${'a'.repeat(25)}`
  const file = {
    name: 'a.mp3',
    mimetype: 'audio/mpeg',
    url_private: 'https://files.slack.com/a',
    user: 'UBOT',
  }
  const button = (id: string) => ({
    type: 'button',
    action_id: 'do:0',
    value: JSON.stringify({ command: 'jobs', action: 'again', values: { job: id } }),
  })
  const menu = { type: 'static_select', options: [{ value: `do:remix::clip=${job}.1` }] }
  const blocks = (...elements: readonly object[]) => [
    { type: 'context', elements: [] },
    { type: 'actions', elements },
  ]
  const ours = { ts: '2.0', thread_ts: '1.0', user: 'UBOT', bot_id: 'B1', files: [file] }
  const forward = {
    ts: '2.0',
    thread_ts: '1.0',
    user: 'U1',
    attachments: [
      {
        is_share: true,
        channel_id: 'C2',
        ts: '1.5',
        files: [file],
        message_blocks: [{ message: { blocks: blocks(button(job)) } }],
      },
    ],
  }

  test.each<[string, object, string | undefined]>([
    ['in our message, by a button', { ...ours, blocks: blocks(button(job)) }, job],
    ['in our message, by a menu', { ...ours, blocks: blocks(menu) }, job],
    [
      'in our message, whose file does not say it',
      { ...ours, files: [{ ...file, user: undefined }], blocks: blocks(menu) },
      job,
    ],
    [
      'in our message, with buttons of several jobs',
      { ...ours, blocks: blocks(button(job), button(`b00x${'b'.repeat(25)}`)) },
      undefined,
    ],
    ['in our message without buttons', ours, undefined],
    ['in a forward of our message', forward, job],
    ['that a member shared again', { ...ours, user: 'U1', bot_id: undefined }, undefined],
  ])('%s, its job and member are looked for', async (_, message, expected) => {
    server.answer(answers(200, { ok: true, messages: [message] }))
    const web = createWeb({ token: 'xoxb-1', apiUrl: `${server.url}/api/` })
    const [pointed] = await pointedByMention({ web, log: createRecordingLog(), us }, mention)
    expect(pointed?.job).toBe(expected)
    expect(pointed?.files).toMatchObject([{ isOwnerLost: true }])
    expect(pointed?.files[0]?.by).toBeUndefined()
  })

  test.each<[string, object]>([
    ['another app’s', { ...ours, user: 'UOTHER', bot_id: 'B2', blocks: blocks(button(job)) }],
    ['a link to our own message beside a file', { ...forward, files: [{ ...file, user: 'U1' }] }],
  ])('the buttons of %s message are not believed', async (_, message) => {
    server.answer(answers(200, { ok: true, messages: [message] }))
    const web = createWeb({ token: 'xoxb-1', apiUrl: `${server.url}/api/` })
    const [pointed] = await pointedByMention({ web, log: createRecordingLog(), us }, mention)
    expect(pointed?.job).toBeUndefined()
  })
})
