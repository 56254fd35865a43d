import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Deed } from '../../../sandbox/control/people.ts'
import { manifest, type RawApp, type RawSocket, startRawApp } from './support.ts'

// What members forward, and how it is told: as the official client types it, and others have seen it.
// https://github.com/ColeMurray/background-agents/pull/1143

let app: RawApp
let socket: RawSocket
beforeEach(async () => {
  app = await startRawApp({ manifest: manifest({ events: ['app_mention', 'message.channels'] }) })
  socket = await app.connect()
})
afterEach(() => app.stop())

const home = () => app.slack.addresses
const other = () => home().channelIds[1] ?? ''
const act = (deed: Deed, channel = home().channelId) => app.act(deed, channel)
const mp3 = { name: 'clip.mp3', base64: 'SUQz' }

const told = async (type: string, ts: string) => {
  for (;;) {
    const envelope = await socket.next(type)
    socket.ack(envelope)
    const { event } = envelope.payload
    if (event?.ts === ts) return event
  }
}

describe('a forward', () => {
  test('shows the message, with its files, below the words that go with it', async () => {
    const { event: message } = await act({ say: 'la la', files: [mp3] })
    const { event } = await act({ forward: { message, to: other(), say: '@Tunesmith sing' } })
    const { memberId, channelId, teamId } = home()
    const shown = {
      is_share: true,
      is_msg_unfurl: true,
      ts: message,
      author_id: memberId,
      text: 'la la',
      channel_id: channelId,
      channel_team: teamId,
      files: [{ name: 'clip.mp3', file_access: 'visible' }],
      message_blocks: [{ channel: channelId, ts: message, message: { blocks: [{ type: 'rich_text' }] } }],
    }
    const words = { text: expect.stringMatching(/^<@\w+> sing$/), attachments: [shown] }
    const mention = await told('app_mention', event)
    expect(mention).toMatchObject(words)
    expect(mention).not.toHaveProperty('files')
    expect(await app.call('conversations.history', { channel: other() })).toMatchObject({ messages: [words] })
    expect(app.slack.people.messages({ channel: other() })).toMatchObject([
      { text: '@Tunesmith sing\nla la', files: [{ name: 'clip.mp3' }] },
    ])
  })

  test('of a recording says how long it is', async () => {
    const { event: message } = await act({ say: '', files: [mp3], recordedSeconds: 2.5 })
    const { event } = await act({ forward: { message, to: other() } })
    expect(await told('message', event)).toMatchObject({
      text: '',
      attachments: [{ files: [{ subtype: 'slack_audio', duration_ms: 2_500 }] }],
    })
  })

  test('stays as it was, and a forward of it holds the same', async () => {
    const { event: message } = await act({ say: 'la la' })
    const { event: first } = await act({ forward: { message, to: other() } })
    await act({ delete: { message } })
    const { event } = await act({ forward: { message: first, to: home().channelId } }, other())
    expect(await told('message', event)).toMatchObject({ attachments: [{ ts: message, text: 'la la' }] })
  })

  test('from a channel that the app is not in lets it read no file', async () => {
    const [, , elsewhere = ''] = home().channelIds
    const { event: message } = await act({ say: 'la la', files: [mp3] }, elsewhere)
    const { event } = await act({ forward: { message, to: home().channelId } }, elsewhere)
    const { attachments } = (await told('message', event)) as unknown as {
      attachments: [{ files: [{ id: string }] }]
    }
    expect(await app.call('files.info', { file: attachments[0].files[0].id })).toMatchObject({
      ok: false,
      error: 'file_not_found',
    })
  })
})

describe('the client does not let a person', () => {
  test('forward into an archive', async () => {
    const { event: message } = await act({ say: 'la la' })
    expect(await act({ forward: { message, to: 'archive' } })).toEqual({
      event: '',
      refused: 'This channel is archived',
    })
  })

  test('forward what is not there', async () => {
    await expect(act({ forward: { message: '1.000001', to: other() } })).rejects.toThrow(
      'There is no message',
    )
  })

  test('make a clip of two recordings', async () => {
    expect(await act({ say: '', files: [mp3, mp3], recordedSeconds: 1 })).toMatchObject({
      refused: 'An audio clip is one recording',
    })
  })
})

test('a reply that is shown in the channel, too, brings the first message of its thread', async () => {
  const { event: thread_ts } = await act({ say: 'la la', files: [mp3] })
  const { ts } = await app.call('chat.postMessage', {
    channel: home().channelId,
    text: 'nice',
    thread_ts,
    reply_broadcast: true,
  })
  expect(await told('thread_broadcast', String(ts))).toMatchObject({
    subtype: 'thread_broadcast',
    root: { ts: thread_ts, files: [{ name: 'clip.mp3' }] },
  })
})
