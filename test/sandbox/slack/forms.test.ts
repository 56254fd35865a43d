import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { button, manifest, modal, plain, type RawApp, type RawSocket, startRawApp, until } from './support.ts'

let app: RawApp
let socket: RawSocket

beforeEach(async () => {
  app = await startRawApp()
  socket = await app.connect()
})

afterEach(() => app.stop())

const opened = async (view: object = modal()) => {
  const acting = app.act({ command: '/music' })
  const envelope = await socket.next('slash_commands')
  socket.ack(envelope)
  const answer = await app.call('views.open', { trigger_id: envelope.payload.trigger_id, view })
  const { form } = await acting
  return { id: form?.id ?? '', form, view: answer.view as Record<string, string> }
}

const submitting = async (form: string, values: Record<string, unknown> = { prompt: 'x' }) => {
  const acting = app.act({ submit: { form, values } })
  return { acting, envelope: await socket.next('view_submission') }
}

const option = (value: string) => ({ text: plain(`Option ${value}`), value })
const input = (name: string, element: object, more: object = {}) => ({
  type: 'input',
  block_id: `${name}_block`,
  label: plain(name),
  element: { action_id: name, ...element },
  ...more,
})

const mp3 = { name: 'clip.mp3', base64: Buffer.from('ID3 a clip').toString('base64') }

/** One of each input, by its name. */
const everyInput = [
  input('line', { type: 'plain_text_input', min_length: 2, max_length: 5 }),
  input('lyrics', { type: 'plain_text_input', multiline: true, initial_value: 'la' }, { optional: true }),
  input('number', { type: 'number_input', is_decimal_allowed: false, min_value: '1', max_value: '9' }),
  input('one', {
    type: 'static_select',
    placeholder: plain('Pick one'),
    initial_option: option('a'),
    options: [option('a'), option('b')],
  }),
  input('several', {
    type: 'multi_static_select',
    max_selected_items: 2,
    options: ['a', 'b', 'c'].map(option),
  }),
  input('radio', { type: 'radio_buttons', options: [option('a'), option('b')] }),
  input('boxes', { type: 'checkboxes', options: [option('a'), option('b')] }),
  input('member', { type: 'users_select' }),
  input('place', { type: 'channels_select' }),
  input('conversation', { type: 'conversations_select' }),
  input('listed', { type: 'conversations_select', filter: { include: ['public', 'private'] } }),
  input('day', { type: 'datepicker' }),
  input('time', { type: 'timepicker' }),
  input('moment', { type: 'datetimepicker' }),
  input('clip', { type: 'file_input', filetypes: ['mp3'], max_files: 1 }),
]

const everyValue = {
  line: 'abc',
  number: '5',
  one: 'b',
  several: ['a', 'Option c'],
  radio: 'Option a',
  boxes: ['b'],
  member: 'Mia',
  place: '#music',
  conversation: 'general',
  listed: 'music',
  day: '2026-11-21',
  time: '17:05',
  moment: '1795000000',
  clip: [mp3],
}

describe('a form', () => {
  test('brings every kind of value as Slack does', async () => {
    const { id, form } = await opened(modal({ blocks: everyInput, private_metadata: 'job 1' }))
    expect(form?.fields.map(({ name, kind }) => `${name}: ${kind}`)).toEqual([
      'line: line',
      'lyrics: paragraph',
      'number: line',
      'one: choice',
      'several: choices',
      'radio: choice',
      'boxes: choices',
      'member: member',
      'place: channel',
      'conversation: channel',
      'listed: channel',
      'day: line',
      'time: line',
      'moment: line',
      'clip: file',
    ])
    expect(form?.fields.find(({ name }) => name === 'one')).toMatchObject({
      placeholder: 'Pick one',
      value: 'a',
    })
    const { acting, envelope } = await submitting(id, everyValue)
    const [general, music] = app.slack.addresses.channelIds
    const { view } = envelope.payload as unknown as {
      view: { state: { values: object }; private_metadata: string }
    }
    expect(view.private_metadata).toBe('job 1')
    expect(view.state.values).toMatchObject({
      line_block: { line: { type: 'plain_text_input', value: 'abc' } },
      lyrics_block: { lyrics: { type: 'plain_text_input', value: 'la' } },
      number_block: { number: { value: '5' } },
      one_block: { one: { selected_option: option('b') } },
      several_block: { several: { selected_options: [option('a'), option('c')] } },
      radio_block: { radio: { selected_option: option('a') } },
      boxes_block: { boxes: { selected_options: [option('b')] } },
      member_block: { member: { selected_user: app.slack.addresses.memberIds[1] } },
      place_block: { place: { selected_channel: music } },
      conversation_block: { conversation: { selected_conversation: general } },
      day_block: { day: { selected_date: '2026-11-21' } },
      time_block: { time: { selected_time: '17:05' } },
      moment_block: { moment: { selected_date_time: 1_795_000_000 } },
      clip_block: {
        clip: { type: 'file_input', files: [{ name: 'clip.mp3', mimetype: 'audio/mpeg', size: 10 }] },
      },
    })
    socket.ack(envelope)
    await acting
    expect(app.refusals()).toEqual([])
  })

  test.each<readonly [string, object]>([
    ['a required field that is empty', { line: undefined }],
    ['too few letters', { line: 'a' }],
    ['too many letters', { line: 'abcdef' }],
    ['a word for a number', { number: 'five' }],
    ['a number that is too large', { number: '10' }],
    ['half a number', { number: '1.5' }],
    ['a choice that is not offered', { one: 'z' }],
    ['two where one is taken', { radio: ['a', 'b'] }],
    ['three where two are taken', { several: ['a', 'b', 'c'] }],
    ['somebody who is not there', { member: 'Nobody' }],
    ['a channel that is not there', { place: 'nowhere' }],
    ['a day that is none', { day: 'tomorrow' }],
    ['a file of another type', { clip: [{ ...mp3, name: 'clip.wav' }] }],
    ['two files where one is taken', { clip: [mp3, mp3] }],
    ['an empty file', { clip: [{ name: 'clip.mp3', base64: '' }] }],
    [
      'a file over 10 MB',
      { clip: [{ name: 'clip.mp3', base64: Buffer.alloc(10 * 1024 * 1024 + 1).toString('base64') }] },
    ],
  ])('is not sent by the client with %s', async (_what, values) => {
    const { id } = await opened(modal({ blocks: everyInput }))
    const result = await app.act({ submit: { form: id, values: { ...everyValue, ...values } } })
    expect(result).toEqual({ event: '', refused: expect.any(String) })
  })

  test.each([
    ['where there are channels alone', 'place'],
    ['where its filter has none', 'listed'],
  ])('has no direct message %s', async (_, name) => {
    const { channel } = await app.call('conversations.open', { users: app.slack.addresses.memberId })
    const { id: direct } = channel as { id: string }
    const { id } = await opened(modal({ blocks: everyInput }))
    const sent = (given: object) => app.act({ submit: { form: id, values: { ...everyValue, ...given } } })
    expect(await sent({ [name]: direct })).toEqual({ event: '', refused: expect.any(String) })
    const { acting, envelope } = await submitting(id, { ...everyValue, conversation: direct })
    socket.ack(envelope)
    await acting
  })

  test('shows what stands in it, and what a person empties stays empty', async () => {
    const chosen = [option('b')]
    const { id, form } = await opened(
      modal({
        blocks: [
          { type: 'header', text: plain('A song') },
          { type: 'section', text: { type: 'mrkdwn', text: 'It costs *5 credits*' } },
          input('line', { type: 'plain_text_input', initial_value: 'la' }, { optional: true }),
          input(
            'boxes',
            { type: 'checkboxes', options: ['a', 'b'].map(option), initial_options: chosen },
            { optional: true },
          ),
          input('kept', { type: 'static_select', options: chosen, initial_option: chosen[0] }),
        ],
      }),
    )
    expect(form).toMatchObject({
      texts: ['A song', 'It costs *5 credits*'],
      fields: [{ value: 'la' }, { value: ['b'] }, { value: 'b', choices: [{ value: 'b' }] }],
    })
    expect(await app.act({ submit: { form: id, values: { kept: '' } } })).toMatchObject({
      refused: 'kept: this field is required',
    })
    const { envelope } = await submitting(id, { line: '', boxes: [] })
    expect(envelope.payload.view).toMatchObject({
      state: {
        values: {
          line_block: { line: { value: null } },
          boxes_block: { boxes: { selected_options: [] } },
          kept_block: { kept: { selected_option: option('b') } },
        },
      },
    })
  })

  test.each([
    ['url_text_input', 'example', 'https://example.com/a.mp3'],
    ['email_text_input', 'nobody', 'ada@example.com'],
  ])('takes in a %s only what is one', async (type, wrong, right) => {
    const { id } = await opened(modal({ blocks: [input('typed', { type })] }))
    const refused = await app.act({ submit: { form: id, values: { typed: wrong } } })
    expect(refused).toEqual({ event: '', refused: expect.stringContaining(`"${wrong}" is no`) })
    const { envelope } = await submitting(id, { typed: right })
    expect(envelope.payload.view).toMatchObject({
      state: { values: { typed_block: { typed: { type, value: right } } } },
    })
  })

  test('shows the errors of the app at its fields, and closes when all is well', async () => {
    const { id } = await opened()
    const first = await submitting(id, { Prompt: 'bad' })
    socket.ack(first.envelope, { response_action: 'errors', errors: { prompt_block: 'Too bad' } })
    const { form } = await first.acting
    expect(form?.fields).toMatchObject([{ name: 'prompt', value: 'bad', error: 'Too bad' }])
    const second = await submitting(id, { Prompt: 'good' })
    socket.ack(second.envelope)
    expect(await second.acting).toEqual({ event: expect.any(String) })
    await expect(app.act({ submit: { form: id, values: {} } })).rejects.toThrow('has no form')
    expect(app.refusals()).toEqual([])
  })

  test('waits for the answer to what was sent, whatever else the app posts in that channel', async () => {
    const { id } = await opened()
    const { acting, envelope } = await submitting(id)
    await app.call('chat.postMessage', {
      channel: app.slack.addresses.channelIds[0],
      text: 'A song of before',
    })
    socket.ack(envelope, { response_action: 'errors', errors: { prompt_block: 'Too bad' } })
    expect(await acting).toMatchObject({ form: { fields: [{ error: 'Too bad' }] } })
  })

  test('turns into another, grows another on top, up to three, and all close at once', async () => {
    const { id } = await opened()
    const update = await submitting(id)
    socket.ack(update.envelope, { response_action: 'update', view: modal({ title: plain('Second step') }) })
    expect((await update.acting).form).toMatchObject({ id, title: 'Second step', fields: [{ value: 'x' }] })
    const stack = [id]
    for (const title of ['On top', 'At the top']) {
      const push = await submitting(stack.at(-1) ?? '')
      socket.ack(push.envelope, { response_action: 'push', view: modal({ title: plain(title) }) })
      const { form } = await push.acting
      expect(form?.title).toBe(title)
      stack.push(form?.id ?? '')
    }
    expect(app.refusals()).toEqual([])
    const top = stack.at(-1) ?? ''
    const fourth = await submitting(top)
    socket.ack(fourth.envelope, { response_action: 'push', view: modal() })
    await fourth.acting
    expect(app.refusals()).toEqual(['form song: invalid acknowledgement: push_limit_reached'])
    await expect(app.act({ submit: { form: id, values: {} } })).rejects.toThrow(
      'Another form is over this one',
    )
    const clear = await submitting(top)
    socket.ack(clear.envelope, { response_action: 'clear' })
    await clear.acting
    for (const form of stack) await expect(app.act({ close: { form } })).rejects.toThrow('has no form')
  })

  test('stays and says so when nobody acknowledges it', async () => {
    const { id } = await opened()
    const { acting } = await submitting(id)
    app.clock.advance(3_000)
    expect(await acting).toMatchObject({
      form: { id },
      refused: expect.stringContaining('operation_timeout'),
    })
    expect(app.refusals()).toEqual(['form song: not acknowledged within 3000 ms'])
  })

  test('tells the app that it was dismissed only when the app asked for that', async () => {
    const silent = await opened()
    expect(await app.act({ close: { form: silent.id } })).toEqual({ event: '' })
    const { id } = await opened(modal({ notify_on_close: true }))
    const closing = app.act({ close: { form: id } })
    const envelope = await socket.next('view_closed')
    expect(envelope.payload).toMatchObject({ type: 'view_closed', is_cleared: false, view: { id } })
    socket.ack(envelope)
    await closing
    expect(app.refusals()).toEqual([])
  })

  test('is updated while it is open, by id or external id, and not over a newer state', async () => {
    const { view } = await opened(modal({ external_id: 'job-1' }))
    const change = (args: object) =>
      app.call('views.update', { view: modal({ title: plain('New') }), ...args })
    expect(await change({ view_id: view.id, hash: view.hash })).toMatchObject({
      ok: true,
      view: { id: view.id },
    })
    expect(await change({ view_id: view.id, hash: view.hash })).toMatchObject({ error: 'hash_conflict' })
    expect(await change({ view_id: 'V404' })).toMatchObject({ error: 'not_found' })
    expect(await change({})).toMatchObject({ error: 'invalid_arguments' })
    expect(app.refusals()).toEqual([
      'views.update: hash_conflict',
      'views.update: not_found',
      'views.update: invalid_arguments',
    ])
  })

  test('takes an external id that no other has, and not more than 250 kB', async () => {
    await opened(modal({ external_id: 'job-1' }))
    const { acting, envelope } = await (async () => {
      const running = app.act({ command: '/music' })
      return { acting: running, envelope: await socket.next('slash_commands') }
    })()
    const { trigger_id } = envelope.payload
    socket.ack(envelope, { text: 'x' })
    await acting
    expect(await app.call('views.open', { trigger_id, view: modal({ external_id: 'job-1' }) })).toMatchObject(
      {
        error: 'duplicate_external_id',
      },
    )
    const blocks = Array.from({ length: 100 }, () => ({ type: 'section', text: plain('x'.repeat(2600)) }))
    expect(await app.call('views.open', { trigger_id, view: modal({ blocks }) })).toMatchObject({
      error: 'view_too_large',
    })
  })

  test('lets its buttons be pressed, and grows a form on top by that', async () => {
    const { id } = await opened(modal({ blocks: [{ type: 'actions', elements: [button()] }] }))
    const acting = app.act({ press: { message: id, button: 'Go' } })
    const envelope = await socket.next('block_actions')
    expect(envelope.payload).toMatchObject({ container: { type: 'view', view_id: id }, view: { id } })
    socket.ack(envelope)
    const { trigger_id } = envelope.payload
    expect(await app.call('views.push', { trigger_id, view: modal() })).toMatchObject({
      view: { root_view_id: id, previous_view_id: id },
    })
    expect((await acting).form).toMatchObject({ title: 'Song' })
    expect(app.refusals()).toEqual([])
  })
})

describe('a menu that the app fills', () => {
  const view = modal({ blocks: [input('voice', { type: 'external_select', min_query_length: 2 })] })
  const suggesting = async (id: string, text = 'al') => {
    const acting = app.act({ autocomplete: { command: id, option: 'voice', text } })
    return { acting, envelope: await socket.next('block_suggestion') }
  }

  test('asks it, offers what it says, and takes nothing else', async () => {
    const { id, form } = await opened(view)
    expect(form?.fields).toMatchObject([{ name: 'voice', hasSuggestions: true }])
    const { acting, envelope } = await suggesting(id)
    expect(envelope).toMatchObject({
      accepts_response_payload: true,
      payload: {
        type: 'block_suggestion',
        action_id: 'voice',
        block_id: 'voice_block',
        value: 'al',
        view: { id },
      },
    })
    socket.ack(envelope, { options: [option('alto')] })
    expect((await acting).choices).toEqual([{ name: 'Option alto', value: 'alto' }])
    expect(await app.act({ submit: { form: id, values: { voice: 'bass' } } })).toMatchObject({ event: '' })
    const sent = await submitting(id, { voice: 'alto' })
    socket.ack(sent.envelope)
    await sent.acting
    expect(app.refusals()).toEqual([])
  })

  test('takes what stood in it, which nobody was asked for', async () => {
    const filled = input('voice', { type: 'external_select', initial_option: option('alto') })
    const { id, form } = await opened(modal({ blocks: [filled] }))
    const choices = [{ name: 'Option alto', value: 'alto' }]
    expect(form?.fields).toMatchObject([{ name: 'voice', value: 'alto', choices }])
    const sent = await submitting(id, { voice: 'alto' })
    socket.ack(sent.envelope)
    await sent.acting
    expect(app.refusals()).toEqual([])
  })

  test('waits for as many letters as it wants', async () => {
    const { id } = await opened(view)
    expect(await app.act({ autocomplete: { command: id, option: 'voice', text: 'a' } })).toEqual({
      event: '',
      refused: 'Type more for suggestions',
    })
  })

  test.each<readonly [string, unknown]>([
    ['nothing', {}],
    ['101 options', { options: Array.from({ length: 101 }, (_, n) => option(String(n))) }],
    ['an option text of 76 letters', { options: [{ text: plain('x'.repeat(76)), value: 'x' }] }],
  ])('shows nothing when the app answers with %s', async (_what, body) => {
    const { id } = await opened(view)
    const { acting, envelope } = await suggesting(id)
    socket.ack(envelope, body)
    expect((await acting).choices).toBeUndefined()
    expect(app.refusals()).toEqual(['suggestions for voice: invalid acknowledgement: invalid_suggestions'])
  })

  test('shows nothing when the app is late', async () => {
    const { id } = await opened(view)
    const { acting } = await suggesting(id)
    app.clock.advance(3_000)
    expect((await acting).choices).toBeUndefined()
    expect(app.refusals()).toEqual(['suggestions for voice: not acknowledged within 3000 ms'])
  })
})

test('an input for files needs the scope to read them', async () => {
  const blind = await startRawApp({ manifest: manifest({ scopes: ['commands'], events: [] }) })
  const view = modal({ blocks: [input('clip', { type: 'file_input' })] })
  expect(await blind.call('views.open', { trigger_id: '1.2.3', view })).toMatchObject({
    error: 'missing_scope',
    needed: 'files:read',
  })
  await blind.stop()
})

test('a home tab is published, and not over a newer one', async () => {
  const user_id = app.slack.addresses.memberId
  const view = { type: 'home', blocks: [{ type: 'header', text: plain('Your songs') }] }
  const published = await app.call('views.publish', { user_id, view })
  const { hash } = published.view as { hash: string }
  expect(await app.call('views.publish', { user_id, view, hash })).toMatchObject({ ok: true })
  expect(await app.call('views.publish', { user_id, view, hash })).toMatchObject({ error: 'hash_conflict' })
  expect(await app.call('views.publish', { user_id: 'U404', view })).toMatchObject({
    error: 'invalid_arguments',
  })
  await app.act({ visit: 'home' })
  const { payload } = await socket.next('app_home_opened')
  expect(payload.event).toMatchObject({ user: user_id, tab: 'home', view: { type: 'home' } })
  await until(app.wire, () => app.refusals().length === 2)
})
