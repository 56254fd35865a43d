import { limits } from '../slack/limits.ts'
import type { Check, Ids } from './check.ts'
import type { Answer } from './place.ts'

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null

/** HTTP status and error code; the sentences beside a code are Slack's own and change. */
export const slackVerdict = ({ status, body }: Answer): string => {
  const { ok, error } = isFields(body) ? body : {}
  return [status, ...(ok === false ? [String(error)] : [])].join(' ')
}

type Arguments = Readonly<Record<string, unknown>>

/** As the official client sends it: a form, with JSON in it. */
const formOf = (args: Arguments): Record<string, string> =>
  Object.fromEntries(
    Object.entries(args).map(([key, value]) => [
      key,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )

const call = (
  name: string,
  method: string,
  args: (id: Ids) => Arguments,
  more: Partial<Check> = {},
): Check => ({
  name,
  request: (id) => ({ method: 'POST', path: method, form: formOf(args(id)) }),
  ...more,
})

const letters = (count: number): string => 'x'.repeat(count)

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))

const plain = (text: string): object => ({ type: 'plain_text', text })
const section = (text: string): object => ({ type: 'section', text: { type: 'mrkdwn', text } })
const button = (more: object = {}): object => ({
  type: 'button',
  text: plain('Go'),
  action_id: 'smoke',
  ...more,
})
const actions = (...elements: readonly object[]): object => ({ type: 'actions', elements })
const option = (value: string): object => ({ text: plain('One'), value })
const menu = (value: string): object => ({
  type: 'static_select',
  action_id: 'smoke',
  options: [option(value)],
})

const refusedMessage = (name: string, args: Arguments): Check =>
  call(name, 'chat.postMessage', (id) => ({ channel: id('channel'), ...args }), {
    keep: { stray: ['ts'] },
    undo: {
      kept: 'stray',
      request: (id) => ({
        method: 'POST',
        path: 'chat.delete',
        form: { channel: id('channel'), ts: id('stray') },
      }),
    },
  })

const refusedBlocks = (name: string, ...blocks: readonly object[]): Check =>
  refusedMessage(name, { text: 'smoke', blocks })

/** Messages that Slack is said to refuse. None of them may stay. */
const refusedMessages: readonly Check[] = [
  refusedMessage('a message without text', {}),
  refusedMessage('a message that is too long', { text: letters(limits.text + 1) }),
  refusedMessage('blocks that are no list', { text: 'smoke', blocks: '{' }),
  refusedBlocks('too many blocks', ...times(limits.blocksPerMessage + 1, () => section('smoke'))),
  refusedBlocks('a section that is too long', section(letters(limits.sectionText + 1))),
  refusedBlocks('blocks that are too long together', ...times(5, () => section(letters(limits.sectionText)))),
  refusedBlocks(
    'a button whose text is too long',
    actions(button({ text: plain(letters(limits.buttonText + 1)) })),
  ),
  refusedBlocks('two buttons with one action_id', actions(button(), button())),
  refusedBlocks('an option whose value is too long', actions(menu(letters(limits.optionText + 1)))),
  refusedBlocks('an unknown block', { type: 'no_such_block' }),
]

/** Tokens, methods and ids that lead nowhere. */
const deadEnds: readonly Check[] = [
  { name: 'no token', request: () => ({ method: 'POST', path: 'auth.test', form: {}, token: 'none' }) },
  { name: 'a wrong token', request: () => ({ method: 'POST', path: 'auth.test', form: {}, token: 'wrong' }) },
  call('an unknown method', 'no.such.method', () => ({})),
  call('an unknown channel', 'chat.postMessage', () => ({ channel: 'C00000000', text: 'smoke' })),
  call('an edit of an unknown message', 'chat.update', (id) => ({
    channel: id('channel'),
    ts: '1.000001',
    text: 'smoke',
  })),
  call('an unknown person', 'users.info', () => ({ user: 'U00000000' })),
  call('a form for an unknown trigger', 'views.open', () => ({
    trigger_id: '1.1.unknown',
    view: { type: 'modal', title: plain('Smoke'), blocks: [section('smoke')] },
  })),
  call('an unknown file', 'files.info', () => ({ file: 'F00000000' })),
]

const messageLife: readonly Check[] = [
  call(
    'a message with blocks and metadata',
    'chat.postMessage',
    (id) => ({
      channel: id('channel'),
      text: 'Tunesmith looks whether its stand-in of Slack is true; this goes away by itself.',
      blocks: [section('smoke'), actions(button())],
      metadata: { event_type: 'smoke', event_payload: { id: '1' } },
      unfurl_links: false,
      unfurl_media: false,
    }),
    { keep: { message: ['ts'] } },
  ),
  call('an edit', 'chat.update', (id) => ({
    channel: id('channel'),
    ts: id('message'),
    text: 'smoke',
    blocks: [section('smoke')],
  })),
  call('its thread', 'conversations.replies', (id) => ({ channel: id('channel'), ts: id('message') })),
  call('the message deleted', 'chat.delete', (id) => ({ channel: id('channel'), ts: id('message') })),
]

const content = 'smoke'

const fileLife: readonly Check[] = [
  call('room for a file of no bytes', 'files.getUploadURLExternal', () => ({
    filename: 'smoke.txt',
    length: 0,
  })),
  call(
    'room for a file',
    'files.getUploadURLExternal',
    () => ({ filename: 'smoke.txt', length: content.length }),
    { keep: { file: ['file_id'], upload: ['upload_url'] } },
  ),
  {
    name: 'its bytes',
    request: (id) => ({ method: 'POST', path: id('upload'), bytes: content }),
  },
  call('the file kept', 'files.completeUploadExternal', (id) => ({
    files: [{ id: id('file'), title: 'smoke' }],
  })),
  call('the file looked up', 'files.info', (id) => ({ file: id('file') })),
  call('the file deleted', 'files.delete', (id) => ({ file: id('file') })),
]

/** What Tunesmith relies on in Slack, and what its documents leave open. What is posted is deleted again. */
export const slackChecks: readonly Check[] = [
  call('the bot itself', 'auth.test', () => ({}), { keep: { user: ['user_id'], bot: ['bot_id'] } }),
  call('the bot as a person', 'users.info', (id) => ({ user: id('user') })),
  call('the channel', 'conversations.info', (id) => ({ channel: id('channel') })),
  ...deadEnds,
  ...refusedMessages,
  ...messageLife,
  ...fileLife,
]
