import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { manifest, type RawApp, type RawSocket, startRawApp } from './support.ts'

let app: RawApp
let socket: RawSocket

beforeAll(async () => {
  app = await startRawApp()
  socket = await app.connect()
})

afterAll(() => app.stop())

describe('a thread is a place to act in', () => {
  test('where what is said stands under its first message, and mentions tell it', async () => {
    const { event: parent } = await app.act({ say: 'a clip' })
    const { event: reply } = await app.act({ say: '@Tunesmith remix it' }, `general:${parent}`)
    const mention = await socket.next('app_mention')
    expect(mention.payload.event).toMatchObject({ ts: reply, thread_ts: parent })
    const { event: second } = await app.act({ say: 'please' }, `general:${reply}`)
    const thread = `${app.slack.addresses.channelId}:${parent}`
    const seen = app.slack.people.messages({ viewer: 'Max', channel: thread })
    expect(seen).toMatchObject([
      { id: parent, text: 'a clip' },
      { id: reply, replyTo: parent },
      { id: second, replyTo: parent },
    ])
  })

  // https://docs.slack.dev/interactivity/implementing-slash-commands
  test('where no command can be run', async () => {
    const { event: parent } = await app.act({ say: 'a clip' })
    expect(await app.act({ command: '/music a waltz' }, `general:${parent}`)).toEqual({
      event: '',
      refused: '/music is not supported in threads. Sorry!',
    })
  })

  test('which has to be there', async () => {
    const { event: parent } = await app.act({ say: 'a clip' })
    for (const place of ['general:1.000001', `music:${parent}`])
      await expect(app.act({ say: 'x' }, place)).rejects.toMatchObject({ field: 'channel' })
  })
})

describe('the client does not let a person', () => {
  test('pick a shortcut on what only they see', async () => {
    const { channelId, memberId } = app.slack.addresses
    const { message_ts } = await app.call('chat.postEphemeral', {
      channel: channelId,
      user: memberId,
      text: 'x',
    })
    const action = { name: 'Remix this clip', message: String(message_ts) }
    expect(await app.act({ action })).toEqual({
      event: '',
      refused: 'What only you can see has no shortcuts',
    })
  })

  test.each([
    ['has no messages tab', { messages_tab_enabled: false }],
    ['lets nobody write in it', { messages_tab_enabled: true, messages_tab_read_only_enabled: true }],
  ])('write to an app that %s', async (_what, app_home) => {
    const whole = manifest()
    app.slack.installManifest({ ...whole, features: { ...whole.features, app_home } })
    expect(await app.act({ say: 'x' }, '@tunesmith')).toEqual({
      event: '',
      refused: 'Sending messages to this app has been turned off',
    })
  })
})
