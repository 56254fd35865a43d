import {
  modal,
  openSocket,
  plain,
  type RawApp,
  type RawSocket,
  section,
  times,
  until,
} from '../../support.ts'
import type { Refusal } from '../refusal.ts'
import { commanded, pressed, type Started, submitted, typed } from '../starts.ts'

const seen = (app: RawApp) =>
  app.slack.people.messages({ viewer: app.slack.addresses.memberId }).map(({ text }) => text)

/** A command whose person waits until they see something. */
const seenAfter =
  (answer: (started: Started, app: RawApp) => void): Refusal['provoke'] =>
  async (app) => {
    const started = await commanded(app)
    answer(started, app)
    await started.acting
    return seen(app)
  }

const commandBody = (what: string, body: unknown, error: string): Refusal => ({
  what: `a command acknowledged with ${what}`,
  no: 'invalid acknowledgement:',
  provoke: seenAfter(({ socket, envelope }) => socket.ack(envelope, body)),
  answer: ['/music failed with the error "invalid_response"'],
  wire: [`/music: invalid acknowledgement: ${error}`],
})

const formBody = (what: string, body: unknown, error: string): Refusal => ({
  what: `a form acknowledged with ${what}`,
  no: 'invalid acknowledgement:',
  source: 'https://docs.slack.dev/surfaces/modals#response_actions',
  provoke: async (app) => {
    const { socket, envelope, acting } = await submitted(app)
    socket.ack(envelope, body)
    return (await acting).refused
  },
  answer: 'form song: we had some trouble connecting (invalid_response)',
  wire: [`form song: invalid acknowledgement: ${error}`],
})

const menuBody = (what: string, body: unknown): Refusal => ({
  what: `a menu filled with ${what}`,
  no: 'invalid acknowledgement:',
  source: 'https://docs.slack.dev/reference/interaction-payloads/block_suggestion-payload',
  provoke: async (app) => {
    const { socket, envelope, acting } = await typed(app)
    socket.ack(envelope, body)
    return (await acting).refused
  },
  answer: 'suggestions for voice: we had some trouble connecting (invalid_response)',
  wire: ['suggestions for voice: invalid acknowledgement: invalid_suggestions'],
})

const option = (more: object = {}) => ({ text: plain('Alto'), value: 'alto', ...more })

/** https://docs.slack.dev/interactivity/handling-user-interaction */
export const acknowledgements: readonly Refusal[] = [
  {
    what: 'no acknowledgement within three seconds',
    no: 'not acknowledged within',
    provoke: seenAfter((_started, { clock }) => clock.advance(3_000)),
    answer: ['/music failed with the error "operation_timeout"'],
    wire: ['/music: not acknowledged within 3000 ms'],
  },
  {
    what: 'an acknowledgement after three seconds',
    no: 'acknowledged too late',
    provoke: seenAfter(({ socket, envelope }, { clock }) => {
      clock.advance(3_000)
      socket.ack(envelope)
    }),
    answer: ['/music failed with the error "operation_timeout"'],
    wire: ['/music: not acknowledged within 3000 ms', '/music: acknowledged too late'],
  },
  {
    what: 'a second acknowledgement',
    no: 'acknowledged twice',
    provoke: seenAfter(({ socket, envelope }) => {
      socket.ack(envelope, { text: 'x' })
      socket.ack(envelope, { text: 'y' })
    }),
    answer: ['x'],
    wire: ['/music: acknowledged twice'],
  },
  {
    what: 'an acknowledgement that answers a press',
    no: 'the acknowledgement may not say anything',
    provoke: async (app) => {
      const { socket, envelope } = await pressed(app)
      socket.ack(envelope, { text: 'x' })
      return envelope.accepts_response_payload
    },
    answer: false,
    wire: ['press of Go: the acknowledgement may not say anything'],
  },
  {
    what: 'a command that nobody is there to take',
    no: 'could not be handed to the app',
    provoke: async (app) => {
      await app.act({ command: '/music' })
      return seen(app)
    },
    answer: ['/music failed with the error "dispatch_failed"'],
    wire: ['/music: could not be handed to the app'],
  },
  commandBody('a field that it does not know', { text: 'x', mood: 'good' }, 'invalid_payload'),
  commandBody('a kind of answer that is none', { text: 'x', response_type: 'loud' }, 'invalid_payload'),
  commandBody('a list', ['x'], 'invalid_payload'),
  commandBody('blocks that break a rule', { blocks: [section('')] }, 'invalid_blocks'),
  commandBody('nothing to show', { response_type: 'in_channel' }, 'no_text'),
  commandBody('too much text', { text: 'x'.repeat(40_001) }, 'msg_too_long'),
  commandBody(
    'a message to replace where there is none',
    { text: 'x', replace_original: true },
    'message_not_found',
  ),
  formBody('a list', [], 'invalid_response_action'),
  formBody('no known action', { response_action: 'explode' }, 'invalid_response_action'),
  formBody('an action without its view', { response_action: 'update' }, 'invalid_arguments'),
  formBody(
    'a view that breaks a rule',
    { response_action: 'push', view: modal({ title: plain('x'.repeat(25)) }) },
    'invalid_arguments',
  ),
  formBody(
    'errors of an input that is not there',
    { response_action: 'errors', errors: { nowhere: 'x' } },
    'invalid_errors',
  ),
  formBody('errors that are none', { response_action: 'errors', errors: {} }, 'invalid_errors'),
  menuBody('nothing', undefined),
  menuBody('101 options', { options: times(101, (index) => option({ value: `${index}` })) }),
  menuBody('an option with markup', { options: [option({ text: { type: 'mrkdwn', text: '*Alto*' } })] }),
  menuBody('an option of 76 letters', { options: [option({ text: plain('x'.repeat(76)) })] }),
]

const socketUrl = async (app: RawApp): Promise<string> => {
  const headers = { authorization: `Bearer ${app.slack.addresses.appToken}` }
  return String((await app.request('apps.connections.open', { headers })).url)
}

const refusedTicket = (what: string, url: (app: RawApp) => Promise<string>): Refusal => ({
  what: `a socket with ${what}`,
  no: 'a socket came with a ticket that is unknown, used or too old',
  provoke: async (app) => openSocket(await url(app)).catch((error: Error) => error.message),
  answer: 'Unexpected server response: 403',
  wire: ['a socket came with a ticket that is unknown, used or too old'],
})

const strange = (what: string, send: (socket: RawSocket) => void): Refusal => ({
  what: `a socket that says ${what}`,
  no: 'a socket sent what is no acknowledgement of an envelope',
  provoke: async (app) => send(await app.connect()),
  answer: undefined,
  wire: ['a socket sent what is no acknowledgement of an envelope'],
})

/** https://docs.slack.dev/apis/events-api/using-socket-mode */
export const sockets: readonly Refusal[] = [
  refusedTicket('a ticket that was used', async (app) => {
    const url = await socketUrl(app)
    const socket = await openSocket(url)
    socket.end()
    return url
  }),
  refusedTicket('a ticket of half a minute ago', async (app) => {
    const url = await socketUrl(app)
    app.clock.advance(30_000)
    return url
  }),
  refusedTicket('no ticket', async (app) => (await socketUrl(app)).replace(/\?.*/, '')),
  refusedTicket('a ticket for elsewhere', async (app) => (await socketUrl(app)).replace('/link/', '/other/')),
  {
    what: 'an eleventh socket',
    no: 'more sockets than',
    provoke: async (app) => {
      await Promise.all(times(10, () => app.connect()))
      const eleventh = await openSocket(await socketUrl(app))
      return eleventh.next('disconnect')
    },
    answer: { type: 'disconnect', reason: 'too_many_websockets', debug_info: { host: 'sandbox' } },
    wire: ['more sockets than 10'],
  },
  strange('no JSON', (socket) => socket.sendText('{')),
  strange('no acknowledgement', (socket) => socket.sendText('{"type":"ping"}')),
  strange('yes to an unknown envelope', (socket) =>
    socket.sendText('{"envelope_id":"nothing","payload":{}}'),
  ),
  strange('more than yes', (socket) => socket.sendText('{"envelope_id":"nothing","mood":"good"}')),
  strange('bytes', (socket) => socket.sendBytes(new Uint8Array([1, 2]))),
  {
    what: 'an event that is not acknowledged',
    no: 'not acknowledged within',
    source: 'https://docs.slack.dev/apis/events-api/#responding',
    app: { manifest: undefined },
    provoke: async (app) => {
      const socket = await app.connect()
      await app.act({ say: 'hello' })
      const { type } = await socket.next('message')
      app.clock.advance(3_000)
      return type
    },
    answer: 'events_api',
    wire: ['event message.channels: not acknowledged within 3000 ms'],
  },
  {
    what: 'an event that is answered',
    no: 'the acknowledgement may not say anything',
    app: { manifest: undefined },
    provoke: async (app) => {
      const socket = await app.connect()
      await app.act({ say: 'hello' })
      const envelope = await socket.next('message')
      socket.ack(envelope, { text: 'x' })
      await until(app.wire, () => app.refusals().length > 0)
      return envelope.accepts_response_payload
    },
    answer: false,
    wire: ['event message.channels: the acknowledgement may not say anything'],
  },
]
