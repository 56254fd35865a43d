import { manifest, modal, plain, type RawApp, times, until } from '../../support.ts'
import { call, type Refusal, spoiling } from '../refusal.ts'
import { commanded, opened, pressed, submitted } from '../starts.ts'

const acknowledged = async (app: RawApp): Promise<string> => {
  const { socket, envelope } = await commanded(app)
  socket.ack(envelope)
  await until(app.wire, () => app.wire.since(0).some(({ kind }) => kind === 'ack'))
  return envelope.payload.trigger_id
}

const home = (more: object = {}) => ({ type: 'home', blocks: [], ...more })
const member = ({ slack }: RawApp) => slack.addresses.memberId
const line = (blockId: string) => ({
  type: 'input',
  block_id: blockId,
  label: plain('Line'),
  element: { type: 'plain_text_input', action_id: 'line' },
})

/** A button in the form on top of that many, which was just pressed. */
const stacked = async (app: RawApp, height: number): Promise<string> => {
  const button = { type: 'button', text: plain('More'), action_id: 'more' }
  const view = modal({ blocks: [{ type: 'actions', elements: [button] }], submit: undefined })
  const { socket, id } = await opened(app, view)
  let form = id
  for (const level of times(height, (index) => index + 1)) {
    const acting = app.act({ press: { message: form, button: 'More' } })
    const envelope = await socket.next('block_actions')
    socket.ack(envelope)
    const { trigger_id } = envelope.payload
    if (level === height) return trigger_id
    await app.call('views.push', { trigger_id, view })
    form = (await acting).form?.id ?? ''
  }
  return ''
}

/**
 * https://docs.slack.dev/reference/methods/views.open#errors and
 * https://docs.slack.dev/reference/methods/views.push#errors
 */
export const triggers: readonly Refusal[] = [
  call(
    'a form on a trigger that nobody gave',
    'views.open',
    { trigger_id: '1.2.abc', view: modal() },
    'invalid_trigger_id',
  ),
  call('a form on no trigger', 'views.open', { view: modal() }, 'invalid_arguments', {
    messages: ['missing required field: trigger_id'],
  }),
  call(
    'a form on a trigger that was used',
    'views.open',
    async (app) => {
      const trigger_id = await acknowledged(app)
      await app.call('views.open', { trigger_id, view: modal() })
      return { trigger_id, view: modal() }
    },
    'exchanged_trigger_id',
  ),
  call(
    'a form after three seconds',
    'views.open',
    async (app) => {
      const trigger_id = await acknowledged(app)
      app.clock.advance(3_001)
      return { trigger_id, view: modal() }
    },
    'expired_trigger_id',
  ),
  call(
    'a form on another where there is none',
    'views.push',
    async (app) => ({ trigger_id: await acknowledged(app), view: modal() }),
    'not_found',
  ),
  call(
    'a fourth form on three',
    'views.push',
    async (app) => ({ trigger_id: await stacked(app, 3), view: modal() }),
    'push_limit_reached',
  ),
]

/**
 * https://docs.slack.dev/reference/methods/views.update#errors and
 * https://docs.slack.dev/reference/methods/views.publish#errors
 */
export const views: readonly Refusal[] = [
  call('no form', 'views.open', { trigger_id: '1.2.3' }, 'invalid_arguments', {
    messages: ['missing required field: view'],
  }),
  call('a form that is no JSON', 'views.open', { trigger_id: '1.2.3', view: '{' }, 'invalid_arguments'),
  call(
    'a form of 250 kB',
    'views.open',
    {
      trigger_id: '1.2.3',
      view: modal({ blocks: times(100, () => ({ type: 'section', text: plain('x'.repeat(2500)) })) }),
    },
    'view_too_large',
  ),
  call(
    'a form of 250 kB in letters of two bytes',
    'views.open',
    {
      trigger_id: '1.2.3',
      view: modal({ blocks: times(50, () => ({ type: 'section', text: plain('\u00e9'.repeat(2500)) })) }),
    },
    'view_too_large',
  ),
  call(
    'a form with files without the scope to read them',
    'views.open',
    {
      trigger_id: '1.2.3',
      view: modal({
        blocks: [{ type: 'input', label: plain('Clip'), element: { type: 'file_input', action_id: 'clip' } }],
      }),
    },
    'missing_scope',
    {
      app: { manifest: manifest({ scopes: ['commands'], events: [] }) },
      detail: { needed: 'files:read', provided: 'commands' },
      source: 'https://docs.slack.dev/reference/block-kit/block-elements/file-input-element',
    },
  ),
  call(
    'a form of an id that is taken',
    'views.open',
    async (app) => {
      const view = modal({ external_id: 'mine' })
      await opened(app, view)
      return { trigger_id: '1.2.3', view }
    },
    'duplicate_external_id',
  ),
  call('a change of no form', 'views.update', { view_id: 'V404', view: modal() }, 'not_found'),
  call('a change of nothing named', 'views.update', { view: modal() }, 'invalid_arguments'),
  call(
    'a change of a form that was sent off',
    'views.update',
    async (app) => {
      const { socket, envelope, acting, id } = await submitted(app)
      socket.ack(envelope)
      await acting
      return { view_id: id, view: modal() }
    },
    'not_found',
  ),
  call(
    'a change of a form that changed meanwhile',
    'views.update',
    async (app) => ({ view_id: (await opened(app)).id, hash: 'old', view: modal() }),
    'hash_conflict',
  ),
  call(
    'a change to a broken form',
    'views.update',
    async (app) => ({
      view_id: (await opened(app)).id,
      view: modal({ blocks: [line('same'), line('same')] }),
    }),
    'invalid_arguments',
    { messages: ['`block_id` "same" already exists [json-pointer:/view/blocks/1/block_id]'] },
  ),
  // The page shows this answer, with its message as it stands here.
  call('a home tab for a stranger', 'views.publish', { user_id: 'U404', view: home() }, 'invalid_arguments', {
    detail: { errors: ['invalid `user_id`'], response_metadata: { messages: ['invalid `user_id`'] } },
  }),
  spoiling(
    call(
      "a home tab of another's id",
      'views.publish',
      async (app) => {
        await app.call('views.publish', { user_id: member(app), view: home({ external_id: 'mine' }) })
        return { user_id: app.slack.addresses.adminId, view: home({ external_id: 'mine' }) }
      },
      'duplicate_external_id',
    ),
  ),
  call(
    'a home tab of an app without one',
    'views.publish',
    (app) => ({ user_id: member(app), view: home() }),
    'not_enabled',
    { app: { manifest: { ...manifest({ events: [] }), features: {} } } },
  ),
  call(
    'a home tab that changed meanwhile',
    'views.publish',
    async (app) => {
      await app.call('views.publish', { user_id: member(app), view: home() })
      return { user_id: member(app), hash: 'old', view: home() }
    },
    'hash_conflict',
  ),
  call(
    'a home tab with a title',
    'views.publish',
    (app) => ({ user_id: member(app), view: home({ title: plain('Home') }) }),
    'invalid_arguments',
    { messages: ['invalid additional property: title [json-pointer:/view]'] },
  ),
  call(
    'a home tab with an alert and files to give, which are for forms',
    'views.publish',
    (app) => ({
      user_id: member(app),
      view: home({
        blocks: [
          { type: 'alert', text: plain('careful') },
          { type: 'input', label: plain('Clip'), element: { type: 'file_input' } },
        ],
      }),
    }),
    'invalid_arguments',
    {
      messages: [
        'unsupported type: alert [json-pointer:/view/blocks/0/type]',
        'unsupported type: file_input [json-pointer:/view/blocks/1/element/type]',
      ],
      source: 'https://docs.slack.dev/reference/block-kit/block-elements/file-input-element',
    },
  ),
  call(
    'a form in place of a home tab',
    'views.publish',
    (app) => ({ user_id: member(app), view: modal() }),
    'invalid_arguments',
    {
      messages: [
        'must be one of: home [json-pointer:/view/type]',
        'invalid additional property: title [json-pointer:/view]',
        'invalid additional property: submit [json-pointer:/view]',
      ],
    },
  ),
]

const respond = async (url: string, body: unknown) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const response = await fetch(url, { method: 'POST', body: text })
  return { status: response.status, body: await response.json() }
}

const answered = (
  what: string,
  body: unknown,
  no: Extract<Refusal['no'], Parameters<typeof call>[3]>,
  messages?: readonly string[],
): Refusal => ({
  what: `an answer at a response URL ${what}`,
  no,
  provoke: async (app) => {
    const { socket, envelope } = await pressed(app)
    socket.ack(envelope)
    return respond(envelope.payload.response_url, body)
  },
  answer: {
    status: 400,
    body: {
      ok: false,
      error: no,
      ...(messages && {
        errors: messages,
        response_metadata: { messages: messages.map((message) => `[ERROR] ${message}`) },
      }),
    },
  },
  wire: [`response URL: ${no}`],
})

const gone = (
  what: string,
  no: Extract<Refusal['no'], Parameters<typeof call>[3]>,
  use: (app: RawApp, url: string) => Promise<string>,
): Refusal => ({
  what: `an answer at a response URL ${what}`,
  no,
  provoke: async (app) => {
    const { socket, envelope } = await pressed(app)
    socket.ack(envelope)
    await until(app.wire, () => app.wire.since(0).some(({ kind }) => kind === 'ack'))
    return respond(await use(app, envelope.payload.response_url), { text: 'late' })
  },
  answer: { status: 404, body: { ok: false, error: no } },
  wire: [`response URL: ${no}`],
})

/** https://docs.slack.dev/interactivity/handling-user-interaction#message_responses */
export const responseUrls: readonly Refusal[] = [
  gone('for the sixth time', 'used_url', async (_app, url) => {
    for (const text of times(5, (index) => `answer ${index}`)) await respond(url, { text }).catch(() => {})
    return url
  }),
  gone('after half an hour', 'expired_url', async (app, url) => {
    app.clock.advance(30 * 60_000 + 1)
    return url
  }),
  gone('that nobody gave', 'invalid_url', async (_app, url) => `${url}x`),
  answered('that is no JSON', '{', 'invalid_payload'),
  answered('with a field that it does not know', { text: 'x', mood: 'good' }, 'invalid_payload', [
    'invalid additional property: mood',
  ]),
  answered('with nothing to show', {}, 'no_text'),
  answered('with a broken block', { blocks: [{ type: 'section' }] }, 'invalid_blocks', [
    'must provide either text or fields [json-pointer:/blocks/0]',
  ]),
  answered(
    'with too many letters in its blocks',
    { blocks: times(5, () => ({ type: 'section', text: plain('x'.repeat(3000)) })) },
    'msg_blocks_too_long',
  ),
  answered('in a thread that is not there', { text: 'x', thread_ts: '1.2' }, 'thread_not_found'),
  answered('with a text of 40001 letters', { text: 'x'.repeat(40_001) }, 'msg_too_long'),
  answered(
    'in place of a message, for another audience than it has',
    { text: 'x', replace_original: true, response_type: 'ephemeral' },
    'invalid_payload',
    ['who sees a message cannot be changed'],
  ),
  answered(
    'in place of a message, in a thread in which it is not',
    { text: 'x', replace_original: true, thread_ts: '1.2' },
    'invalid_payload',
    ['a message cannot be moved'],
  ),
  {
    ...answered('in place of a message that is gone', {}, 'message_not_found'),
    provoke: async (app) => {
      const { socket, envelope, ts } = await pressed(app)
      socket.ack(envelope)
      await app.call('chat.delete', { channel: app.slack.addresses.channelId, ts })
      return respond(envelope.payload.response_url, { text: 'x', replace_original: true })
    },
  },
]
