import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Deed } from '../../../sandbox/control/people.ts'
import { button, manifest, plain, type RawApp, startRawApp } from './support.ts'

let app: RawApp

beforeAll(async () => {
  app = await startRawApp({ manifest: manifest({ events: [] }) })
})

afterAll(() => app.stop())

describe('the client does not let a person', () => {
  const deeds: readonly [string, Deed, string][] = [
    ['run a command that is not there', { command: '/dance' }, '/dance is not a valid command'],
    [
      'hand a file to a command',
      { command: '/music', files: [{ name: 'a', base64: 'aGk=' }] },
      'A slash command takes no files',
    ],
    ['say nothing', { say: ' ' }, 'There is nothing to send'],
    ['say more than 40000 letters', { say: 'x'.repeat(40_001) }, 'Your message is too long'],
    ['send an empty file', { say: 'x', files: [{ name: 'a.mp3', base64: '' }] }, '"a.mp3" is empty'],
    [
      'pick a shortcut that is not there',
      { action: { name: 'Dance', message: '1.2' } },
      'The client offers no shortcut "Dance" on messages',
    ],
    [
      'pick a global shortcut on a message',
      { action: { name: 'New song', message: '1.2' } },
      'The client offers no shortcut "New song" on messages',
    ],
  ]

  test.each(deeds)('%s', async (_what, deed, refused) => {
    expect(await app.act(deed)).toEqual({ event: '', refused })
  })

  test('write in an archive', async () => {
    expect(await app.act({ say: 'x' }, 'archive')).toEqual({ event: '', refused: 'This channel is archived' })
  })

  test('do anything with an app that takes no interactions, or see tabs that it has not', async () => {
    const { settings, features, ...rest } = manifest({ events: [] })
    const deaf = await startRawApp({
      manifest: {
        ...rest,
        features: { ...features, app_home: {} },
        settings: { ...settings, interactivity: { is_enabled: false } },
      },
    })
    const blocks = [{ type: 'actions', elements: [button()] }]
    const { ts } = await deaf.call('chat.postMessage', {
      channel: deaf.slack.addresses.channelId,
      text: 'x',
      blocks,
    })
    const refused = 'The app takes no interactions'
    expect(await deaf.act({ press: { message: String(ts), button: 'Go' } })).toEqual({ event: '', refused })
    expect(await deaf.act({ action: { name: 'remix', message: String(ts) } })).toEqual({ event: '', refused })
    expect(await deaf.act({ visit: 'home' })).toEqual({ event: '', refused: 'The app has no home tab' })
    const home = { user_id: deaf.slack.addresses.memberId, view: { type: 'home', blocks: [] } }
    expect(await deaf.call('views.publish', home)).toMatchObject({ ok: false, error: 'not_enabled' })
    await deaf.stop()
  })
})

describe('a deed that names what is not there is told', () => {
  const press = (message: string, name: string): Deed => ({ press: { message, button: name } })

  test.each<readonly [string, Deed, string, string]>([
    ['a message', press('1.000001', 'Go'), 'general', 'There is no message "1.000001" in this channel'],
    ['a form', { submit: { form: 'V1', values: {} } }, 'general', 'This person has no form "V1" open'],
    ['a channel', { say: 'x' }, 'nowhere', 'There is no channel "nowhere" here'],
    ['a file', { say: 'x', files: [{ name: 'a' }] }, 'general', '"a" has neither path nor base64'],
  ])('%s', async (_what, deed, channel, message) => {
    await expect(app.act(deed, channel)).rejects.toThrow(message)
  })

  test('a button', async () => {
    const { ts } = await app.call('chat.postMessage', { channel: app.slack.addresses.channelId, text: 'x' })
    await expect(app.act(press(String(ts), 'Go'))).rejects.toThrow('There is no "Go" here')
  })

  test('a person', async () => {
    await expect(app.act({ say: 'x' }, 'general', 'Nobody')).rejects.toThrow(
      'There is no person "Nobody" here',
    )
    await expect(app.act({ say: 'x' }, 'general', 'tunesmith')).rejects.toThrow('There is no person')
    expect(() => app.slack.people.messages({ viewer: 'Nobody' })).toThrow('There is no person')
  })

  test("another's direct message", async () => {
    const [max = '', mia = ''] = app.slack.addresses.memberIds
    const { channel } = await app.call('chat.postMessage', { channel: mia, text: 'for Mia' })
    await expect(app.act({ say: 'x' }, String(channel), max)).rejects.toThrow('There is no channel')
  })
})

test('people read each other as they write, and look from a message on', async () => {
  const { event: first } = await app.act({ say: 'Hello @Mia, see #music & <this> at https://example.com' })
  const { event: reply } = await app.act({ say: '@here yes', replyTo: first }, 'general', 'Mia')
  const seen = app.slack.people.messages({ viewer: 'Ada (admin)', channel: 'general', since: first })
  expect(seen).toMatchObject([{ id: reply, author: 'Mia', text: '@here yes', replyTo: first }])
  expect(app.slack.people.messages({}).find(({ id }) => id === first)?.text).toBe(
    'Hello @Mia, see #music & <this> at https://example.com',
  )
})

test('a shortcut brings the whole message and a response URL, wherever the app is', async () => {
  const before = app.refusals().length
  const socket = await app.connect()
  const { event: message } = await app.act(
    { say: 'a clip', files: [{ name: 'a.mp3', base64: 'aGk=' }] },
    'no-bots',
  )
  const acting = app.act({ action: { name: 'Remix this clip', message } }, 'no-bots')
  const envelope = await socket.next('message_action')
  expect(envelope.payload).toMatchObject({
    callback_id: 'remix',
    message_ts: message,
    message: { text: 'a clip', files: [{ name: 'a.mp3' }] },
    channel: { name: 'no-bots' },
    trigger_id: expect.any(String),
  })
  socket.ack(envelope)
  await fetch(envelope.payload.response_url, { method: 'POST', body: JSON.stringify({ text: 'Remixing' }) })
  await acting
  expect(app.slack.people.messages({}).at(-1)).toMatchObject({
    text: 'Remixing',
    seenBy: app.slack.addresses.memberId,
  })
  expect(app.refusals()).toHaveLength(before)
})

describe('a manifest is refused', () => {
  const whole = manifest()
  const command = { command: '/music', description: 'Make a song' }
  const shortcut = { type: 'message', name: 'Remix', callback_id: 'remix', description: 'Another' }
  const features = (more: object) => ({ ...whole, features: { ...whole.features, ...more } })

  const noSockets = (settings: object) => ({
    ...whole,
    settings: { ...settings, socket_mode_enabled: false },
  })

  // Limits: https://docs.slack.dev/reference/app-manifest
  const faults: readonly [string, unknown, string][] = [
    ['when it is none', 'manifest', 'must provide an object'],
    [
      'without a name',
      { ...whole, display_information: {} },
      'missing required field: name [json-pointer:/display_information]',
    ],
    [
      'with a name of 36 letters',
      { ...whole, display_information: { name: 'x'.repeat(36) } },
      'must be less than 36 characters',
    ],
    ['with a field that it does not know', { ...whole, mood: 'good' }, 'invalid additional property: mood'],
    [
      'with 51 commands',
      features({ slash_commands: Array.from({ length: 51 }, (_, n) => ({ ...command, command: `/c${n}` })) }),
      'no more than 50 items allowed',
    ],
    [
      'with a command without its slash',
      features({ slash_commands: [{ ...command, command: 'music' }] }),
      'has an invalid format [json-pointer:/features/slash_commands/0/command]',
    ],
    [
      'with a command of 33 letters',
      features({ slash_commands: [{ ...command, command: `/${'x'.repeat(32)}` }] }),
      'must be less than 33 characters',
    ],
    [
      'with a command twice',
      features({ slash_commands: [command, command] }),
      'two commands are called /music',
    ],
    [
      'with 11 shortcuts',
      features({ shortcuts: Array.from({ length: 11 }, (_, n) => ({ ...shortcut, callback_id: `s${n}` })) }),
      'no more than 10 items allowed',
    ],
    [
      'with a shortcut twice',
      features({ shortcuts: [shortcut, shortcut] }),
      'two shortcuts have the id remix',
    ],
    [
      'with a long description that is short',
      { ...whole, display_information: { name: 'x', long_description: 'x' } },
      'must be more than 173 characters',
    ],
    [
      'with commands and no scope for them',
      manifest({ scopes: [], events: [] }),
      'commands and shortcuts need the scope commands',
    ],
    [
      'with an event and no scope for it',
      manifest({ scopes: ['commands'], events: ['app_mention'] }),
      'the event app_mention needs the scope app_mentions:read',
    ],
    [
      'with a scope that is none',
      manifest({ scopes: ['commands', 'chat:writes'], events: [] }),
      'illegal bot scope: chat:writes [json-pointer:/oauth_config/scopes/bot/1]',
    ],
    [
      'with events and neither an address for them nor Socket Mode',
      noSockets({ event_subscriptions: { bot_events: ['app_home_opened'] } }),
      'Event Subscription requires either a Request URL or Socket Mode Enabled [json-pointer:/settings/event_subscriptions]',
    ],
    [
      'with interactivity and neither',
      noSockets({ interactivity: { is_enabled: true } }),
      'Interactivity requires either a Request URL or Socket Mode Enabled [json-pointer:/settings/interactivity]',
    ],
    [
      'with a command and neither',
      noSockets({}),
      '/music requires either a Request URL or Socket Mode Enabled [json-pointer:/features/slash_commands/0]',
    ],
    [
      'with an event that is never told',
      manifest({ events: ['star_added'] }),
      'the stand-in does not tell the event star_added',
    ],
  ]

  test.each(faults)('%s', (_what, faulty, message) => {
    expect(() => app.slack.installManifest(faulty)).toThrow(message)
  })

  test('and what was installed before stays', async () => {
    const before = (await app.call('bots.info')).bot
    expect(() => app.slack.installManifest({})).toThrow('The manifest is invalid')
    expect((await app.call('bots.info')).bot).toEqual(before)
  })
})

test('an app of which nothing is declared may do nothing and hears of nothing', async () => {
  const bare = await startRawApp({ manifest: null })
  const channel = bare.slack.addresses.channelId
  expect(await bare.call('chat.postMessage', { channel, text: 'x' })).toMatchObject({
    error: 'missing_scope',
    provided: '',
  })
  expect(await bare.act({ command: '/music' })).toEqual({
    event: '',
    refused: '/music is not a valid command',
  })
  expect(await bare.call('auth.test')).toMatchObject({ ok: true })
  await bare.stop()
})

test('an app is called by its manifest', async () => {
  const { features, ...rest } = manifest({ events: [] })
  app.slack.installManifest({ ...rest, features: { ...features, bot_user: { display_name: 'Bard' } } })
  const blocks = [{ type: 'header', text: plain('x') }]
  await app.call('chat.postMessage', { channel: app.slack.addresses.channelId, text: 'x', blocks })
  expect(app.slack.people.messages({}).at(-1)?.author).toBe('Bard')
})
