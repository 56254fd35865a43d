import { WebSocket } from 'ws'
import type { ActResult, Deed } from '../../../sandbox/control/people.ts'
import { type SlackOptions, type SlackStandIn, startSlack } from '../../../sandbox/slack/stand-in.ts'
import { createWire, type Wire } from '../../../sandbox/wire.ts'
import { type Clock, startClock } from '../../../studio/kit/clock.ts'
import { createInbox } from '../inbox.ts'

export type Answer = Record<string, unknown> & { ok: boolean; error?: string }

/** An envelope as a socket brings it; the payload is what the test looks into. */
// biome-ignore format: one line reads better
export type RawEnvelope = { envelope_id: string; type: string; accepts_response_payload: boolean; payload: Payload }
export type Payload = Record<string, unknown> & {
  trigger_id: string
  response_url: string
  event: Record<string, unknown>
}

/** An app without any library: what it sends is exactly what the test says. */
export type RawApp = {
  clock: Clock
  wire: Wire
  slack: SlackStandIn
  /** A call with the bot's token in the header and a form as body; what is no text goes as JSON inside it. */
  call(method: string, args?: Record<string, unknown>): Promise<Answer>
  /** A call with exactly this request. */
  request(method: string, init: RequestInit): Promise<Answer>
  connect(): Promise<RawSocket>
  /** The same as a person's deed, by the first member in the first channel. */
  act(deed: Deed, channel?: string, as?: string): Promise<ActResult>
  refusals(): readonly string[]
  /** The same app an hour later, as if it had just come: without sockets, and refused nothing yet. */
  anew(): RawApp
  stop(): Promise<void>
}

export type RawSocket = {
  /**
   * The next envelope of this kind: an envelope's type, or the type of its payload
   * or event. Others are passed over.
   */
  next(kind: string): Promise<RawEnvelope>
  ack(envelope: RawEnvelope, payload?: unknown): void
  sendText(text: string): void
  sendBytes(bytes: Uint8Array): void
  received: readonly Record<string, unknown>[]
  closed: Promise<number>
  end(): void
}

/** Everything that an app of this kind may declare. */
export const manifest = (more: { scopes?: readonly string[]; events?: readonly string[] } = {}) => ({
  _metadata: { major_version: 2 },
  display_information: { name: 'Tunesmith' },
  features: {
    app_home: { home_tab_enabled: true, messages_tab_enabled: true },
    bot_user: { display_name: 'Tunesmith', always_online: true },
    slash_commands: [
      { command: '/music', description: 'Make a song', usage_hint: '[prompt]' },
      { command: '/escaped', description: 'Escapes what is typed', should_escape: true },
    ],
    shortcuts: [
      { type: 'message', name: 'Remix this clip', callback_id: 'remix', description: 'Make another of it' },
      { type: 'global', name: 'New song', callback_id: 'new', description: 'Make a song' },
    ],
  },
  oauth_config: { scopes: { bot: more.scopes ?? allScopes } },
  settings: {
    event_subscriptions: { bot_events: more.events ?? allEvents },
    interactivity: { is_enabled: true },
    socket_mode_enabled: true,
  },
})

const allEvents = ['app_home_opened', 'app_mention', 'file_shared', 'message.channels', 'message.im']

const allScopes = [
  'app_mentions:read',
  'channels:history',
  'channels:read',
  'chat:write',
  'commands',
  'files:read',
  'files:write',
  'im:history',
  'im:read',
  'im:write',
  'reactions:write',
  'team:read',
  'usergroups:read',
  'users:read',
]

const isKind = (message: Record<string, unknown>, kind: string): boolean => {
  const payload = message.payload as
    | { type?: string; event?: { type?: string; subtype?: string } }
    | undefined
  return [message.type, payload?.type, payload?.event?.type, payload?.event?.subtype].includes(kind)
}

/** Opens a socket at an address. */
export const openSocket = async (url: string): Promise<RawSocket> => {
  const socket = new WebSocket(url)
  const inbox = createInbox<RawEnvelope>(socket)
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  return {
    next: (kind) => inbox.next((message) => isKind(message, kind)),
    ack: ({ envelope_id }, payload = {}) => socket.send(JSON.stringify({ envelope_id, payload })),
    sendText: (text) => socket.send(text),
    sendBytes: (bytes) => socket.send(bytes),
    received: inbox.received,
    closed,
    end: () => socket.terminate(),
  }
}

/** Arguments as the official client sends them. */
export const asForm = (args: Record<string, unknown>): URLSearchParams =>
  new URLSearchParams(
    Object.entries(args)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]): [string, string] => [
        name,
        typeof value === 'string' ? value : JSON.stringify(value),
      ]),
  )

/** Longer than anything is waited for. */
const restMs = 60 * 60_000

/**
 * A stand-in with an app that has no library, installed by a manifest unless that is null. Its tests call one
 * method after another as no app would, so calls are not counted unless a test is about just that.
 */
export const startRawApp = async (
  options: Partial<SlackOptions> & { manifest?: unknown } = {},
): Promise<RawApp> => {
  const clock = startClock()
  const wire = createWire(clock)
  const slack = await startSlack({ clock, wire, rates: 'off', ...options })
  const { addresses } = slack
  if (options.manifest !== null) slack.installManifest(options.manifest ?? manifest())
  const open = new Set<RawSocket>()
  const request: RawApp['request'] = async (method, init) =>
    (await fetch(`${addresses.api}${method}`, { method: 'POST', ...init })).json() as Promise<Answer>
  const leave = () => {
    for (const socket of open) socket.end()
    open.clear()
  }
  const app: RawApp = {
    clock,
    wire,
    slack,
    request,
    call: (method, args = {}) =>
      request(method, { headers: { authorization: `Bearer ${addresses.botToken}` }, body: asForm(args) }),
    connect: async () => {
      const { url } = await request('apps.connections.open', {
        headers: { authorization: `Bearer ${addresses.appToken}` },
      })
      const socket = await openSocket(String(url))
      open.add(socket)
      await socket.next('hello')
      return socket
    },
    act: (deed, channel = addresses.channelId, as = addresses.memberId) =>
      slack.people.act(as, channel, deed),
    refusals: () => wire.refusals().map(({ summary }) => summary),
    anew: () => {
      leave()
      clock.advance(restMs)
      const before = app.refusals().length
      return { ...app, refusals: () => app.refusals().slice(before) }
    },
    stop: async () => {
      leave()
      await slack.close()
      clock.stop()
    },
  }
  return app
}

/** So many things, each made from its number. */
export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))

/** A section that shows words. */
export const section = (text = 'words', more: object = {}) => ({
  type: 'section',
  text: { type: 'mrkdwn', text },
  ...more,
})

export const plain = (text: string) => ({ type: 'plain_text', text })

export const button = (more: object = {}) => ({ type: 'button', text: plain('Go'), action_id: 'go', ...more })

/** A form with a line to fill in. */
export const modal = (more: object = {}) => ({
  type: 'modal',
  callback_id: 'song',
  title: plain('Song'),
  submit: plain('Make it'),
  blocks: [
    {
      type: 'input',
      block_id: 'prompt_block',
      label: plain('Prompt'),
      element: { type: 'plain_text_input', action_id: 'prompt' },
    },
  ],
  ...more,
})

/** Waits until something holds, looking again after each thing that happens on the wire. */
export const until = async (wire: Wire, holds: () => boolean): Promise<void> => {
  while (!holds()) await wire.changed(wire.since(0).length)
}
