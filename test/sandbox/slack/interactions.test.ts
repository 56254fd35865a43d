import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  button,
  modal,
  plain,
  type RawApp,
  type RawEnvelope,
  type RawSocket,
  section,
  startRawApp,
  until,
} from './support.ts'

let app: RawApp
let socket: RawSocket

beforeEach(async () => {
  app = await startRawApp()
  socket = await app.connect()
})

afterEach(() => app.stop())

const seen = () => app.slack.people.messages({ viewer: app.slack.addresses.memberId })

/** A command on its way, and its envelope. */
const command = async (line = '/music a shanty') => {
  const acting = app.act({ command: line })
  return { acting, envelope: await socket.next('slash_commands') }
}

/** A message of the app with a button, pressed. */
const press = async (more: object = {}) => {
  const blocks = [{ type: 'actions', block_id: 'row', elements: [button({ value: 'v', ...more })] }]
  const channel = app.slack.addresses.channelId
  const { ts } = await app.call('chat.postMessage', { channel, text: 'x', blocks })
  const acting = app.act({ press: { message: String(ts), button: 'Go' } })
  return { acting, envelope: await socket.next('block_actions'), ts: String(ts) }
}

/** A form that opened on a command. */
const opened = async (view: object = modal()) => {
  const { acting, envelope } = await command()
  socket.ack(envelope)
  const answer = await app.call('views.open', { trigger_id: envelope.payload.trigger_id, view })
  const { form } = await acting
  return { form, id: form?.id ?? '', answer, view: answer.view as Record<string, unknown> }
}

const respond = async ({ payload }: RawEnvelope, body: unknown) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const response = await fetch(payload.response_url, { method: 'POST', body: text })
  return { status: response.status, text: await response.text() }
}

describe('a command', () => {
  test('brings everything that Slack says of it, and its text as it was typed', async () => {
    const { envelope, acting } = await command('/music a <sea> & shanty for @Mia tempo:90')
    const { addresses } = app.slack
    expect(envelope).toMatchObject({
      type: 'slash_commands',
      accepts_response_payload: true,
      payload: {
        command: '/music',
        text: 'a <sea> & shanty for @Mia tempo:90',
        team_id: addresses.teamId,
        channel_id: addresses.channelId,
        channel_name: 'general',
        user_id: addresses.memberId,
        user_name: 'max',
        is_enterprise_install: 'false',
      },
    })
    socket.ack(envelope, { text: 'Coming up' })
    await acting
    expect(seen()).toMatchObject([{ text: 'Coming up', seenBy: addresses.memberId, author: 'Tunesmith' }])
    expect(app.refusals()).toEqual([])
  })

  test('brings people, channels and user groups as markup where the manifest asks for it', async () => {
    const { envelope, acting } = await command('/escaped for @Mia in #music of @musicians')
    const { channelIds, memberIds, userGroupIds } = app.slack.addresses
    expect(envelope.payload.text).toBe(
      `for <@${memberIds[1]}|mia> in <#${channelIds[1]}|music> of <!subteam^${userGroupIds[0]}|@musicians>`,
    )
    socket.ack(envelope, { text: 'x' })
    await acting
  })

  test('is answered to all in the acknowledgement', async () => {
    const { envelope, acting } = await command()
    socket.ack(envelope, { response_type: 'in_channel', blocks: [section('for all')] })
    await acting
    expect(seen()).toMatchObject([{ text: 'for all', seenBy: 'all' }])
  })

  test('shows nothing when nothing comes, once its trigger is dead', async () => {
    const { envelope, acting } = await command()
    socket.ack(envelope)
    await until(app.wire, () => app.wire.since(0).some(({ kind }) => kind === 'ack'))
    app.clock.advance(3_001)
    await acting
    expect([seen(), app.refusals()]).toEqual([[], []])
  })

  test('fails before the eyes of its person when it is not acknowledged within three seconds', async () => {
    const { acting } = await command()
    app.clock.advance(3_000)
    await acting
    expect(seen()).toMatchObject([
      {
        text: '/music failed with the error "operation_timeout"',
        author: 'Slackbot',
        seenBy: app.slack.addresses.memberId,
        state: 'did not respond',
      },
    ])
    expect(app.refusals()).toEqual(['/music: not acknowledged within 3000 ms'])
  })

  test('fails when nobody is there to take it', async () => {
    const alone = await startRawApp()
    await alone.act({ command: '/music' })
    expect(alone.slack.people.messages({})).toMatchObject([
      { text: '/music failed with the error "dispatch_failed"', state: 'did not respond' },
    ])
    expect(alone.refusals()).toEqual(['/music: could not be handed to the app'])
    await alone.stop()
  })
})

describe('a press', () => {
  test('brings its message, its state and a response URL', async () => {
    const { acting, envelope, ts } = await press()
    expect(envelope.payload).toMatchObject({
      type: 'block_actions',
      user: { id: app.slack.addresses.memberId, username: 'max' },
      channel: { id: app.slack.addresses.channelId, name: 'general' },
      container: { type: 'message', message_ts: ts, is_ephemeral: false },
      message: { ts, text: 'x' },
      actions: [{ type: 'button', action_id: 'go', block_id: 'row', value: 'v', text: plain('Go') }],
      state: { values: {} },
    })
    socket.ack(envelope)
    await app.call('chat.update', { channel: app.slack.addresses.channelId, ts, text: 'pressed', blocks: [] })
    await acting
    expect(seen()).toMatchObject([{ text: 'pressed', edits: 1 }])
    expect(app.refusals()).toEqual([])
  })

  test('brings what was picked from a menu, also in the state', async () => {
    const options = ['one', 'two'].map((name) => ({ text: plain(name), value: name }))
    const blocks = [
      { type: 'actions', block_id: 'row', elements: [{ type: 'static_select', action_id: 'pick', options }] },
    ]
    const { ts } = await app.call('chat.postMessage', {
      channel: app.slack.addresses.channelId,
      text: 'x',
      blocks,
    })
    void app.act({ press: { message: String(ts), button: 'pick', values: ['two'] } })
    const { payload } = await socket.next('block_actions')
    expect(payload).toMatchObject({
      actions: [{ type: 'static_select', selected_option: { value: 'two' } }],
      state: { values: { row: { pick: { selected_option: { value: 'two' } } } } },
    })
  })

  test('that is not acknowledged tells its person', async () => {
    const { acting } = await press()
    app.clock.advance(3_000)
    await acting
    expect(seen().at(-1)).toMatchObject({ text: 'press of Go failed with the error "operation_timeout"' })
  })
})

describe('a response URL', () => {
  test('answers to one, to all, in a thread, in place of the message, and takes it away: five times', async () => {
    const { envelope, ts } = await press()
    socket.ack(envelope)
    const bodies = [
      { text: 'one' },
      { text: 'all', response_type: 'in_channel' },
      { text: 'thread', response_type: 'in_channel', thread_ts: ts },
      { text: 'instead', replace_original: true },
      { delete_original: true },
    ]
    for (const body of bodies) expect(await respond(envelope, body)).toEqual({ status: 200, text: 'ok' })
    expect(seen()).toMatchObject([
      { id: ts, state: 'deleted', edits: 1 },
      { text: 'one', seenBy: app.slack.addresses.memberId },
      { text: 'all', seenBy: 'all' },
      { text: 'thread', replyTo: ts },
    ])
    expect(app.refusals()).toEqual([])
    expect(await respond(envelope, { text: 'sixth' })).toMatchObject({
      status: 404,
      text: expect.stringContaining('used_url'),
    })
    expect(app.refusals()).toEqual(['response URL: used_url'])
  })
})

test.each([{}, { response_type: 'ephemeral' }])(
  'a message that one person alone sees is replaced at a response URL, in its thread and for them alone: %j',
  async (audience) => {
    const { channelId, memberId } = app.slack.addresses
    const { ts: head } = await app.call('chat.postMessage', { channel: channelId, text: 'head' })
    const blocks = [{ type: 'actions', elements: [button()] }]
    const { message_ts } = await app.call('chat.postEphemeral', {
      channel: channelId,
      user: memberId,
      thread_ts: head,
      text: 'one',
      blocks,
    })
    const acting = app.act({ press: { message: String(message_ts), button: 'Go' } })
    const envelope = await socket.next('block_actions')
    expect(envelope.payload.container).toMatchObject({ is_ephemeral: true, thread_ts: head })
    socket.ack(envelope)
    await respond(envelope, { text: 'two', replace_original: true, thread_ts: head, ...audience })
    await acting
    expect(seen()).toMatchObject([
      { text: 'head' },
      { id: message_ts, text: 'two', seenBy: memberId, replyTo: head, edits: 1 },
    ])
    expect(app.refusals()).toEqual([])
  },
)

describe('a trigger', () => {
  test('opens one form', async () => {
    const { form, answer, view } = await opened()
    expect(form).toMatchObject({
      title: 'Song',
      fields: [{ name: 'prompt', label: 'Prompt', required: true }],
    })
    expect(answer).toMatchObject({
      ok: true,
      view: { callback_id: 'song', root_view_id: view.id, previous_view_id: null, hash: expect.any(String) },
    })
    expect(app.refusals()).toEqual([])
  })
})
