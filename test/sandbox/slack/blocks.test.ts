import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  actions,
  context,
  inAnyBlock,
  inMessages,
  input,
  line,
  long,
  option,
  picture,
  select,
} from './block-faults.ts'
import { button, manifest, modal, plain, type RawApp, section, startRawApp, times } from './support.ts'

let app: RawApp

beforeAll(async () => {
  app = await startRawApp({ manifest: manifest({ events: [] }) })
})

afterAll(() => app.stop())

const worded = (words: string, at: string): string => {
  const [, message = '', pointer = ''] = /^(.*?) (\/.*)?$/.exec(words) ?? []
  return `[ERROR] ${message} [json-pointer:${at}${pointer}]`
}

const messagesOf = ({ response_metadata }: Record<string, unknown>) =>
  (response_metadata as { messages: string[] } | undefined)?.messages

describe('a message is refused with invalid_blocks for', () => {
  test.each([...inAnyBlock, ...inMessages])('%s', async (_what, block, words) => {
    const channel = app.slack.addresses.channelId
    const answer = await app.call('chat.postMessage', { channel, blocks: [{ type: 'divider' }, block] })
    expect(answer).toMatchObject({ ok: false, error: 'invalid_blocks' })
    expect(messagesOf(answer)).toContain(worded(words, '/blocks/1'))
    expect(app.refusals().at(-1)).toBe('chat.postMessage: invalid_blocks')
  })

  test.each<readonly [string, object[], string]>([
    ['51 blocks', times(51, () => ({ type: 'divider' })), 'no more than 50 items allowed '],
    [
      'one block id twice',
      times(2, () => ({ type: 'divider', block_id: 'a' })),
      '`block_id` "a" already exists /1/block_id',
    ],
  ])('%s', async (_what, blocks, words) => {
    const answer = await app.call('chat.postMessage', { channel: app.slack.addresses.channelId, blocks })
    expect(messagesOf(answer)).toEqual([worded(words, '/blocks')])
  })
})

describe('a view is refused with invalid_arguments for', () => {
  const open = (view: object) => app.call('views.open', { trigger_id: '1.2.3', view })

  const markdown = ['Markdown', { type: 'markdown', text: 'x' }, 'unsupported type: markdown /type'] as const

  test.each([...inAnyBlock, markdown])('%s', async (_what, block, words) => {
    const answer = await open(modal({ blocks: [block] }))
    expect(answer).toMatchObject({ ok: false, error: 'invalid_arguments' })
    expect(messagesOf(answer)).toContain(worded(words, '/view/blocks/0'))
  })

  // https://docs.slack.dev/reference/views/modal-views
  test.each<readonly [string, object, string]>([
    ['a title of 25 letters', { title: plain(long(25)) }, 'must be less than 25 characters /title/text'],
    [
      'a submit button of 25 letters',
      { submit: plain(long(25)) },
      'must be less than 25 characters /submit/text',
    ],
    [
      'a close button of 25 letters',
      { close: plain(long(25)) },
      'must be less than 25 characters /close/text',
    ],
    ['no title', { title: undefined }, 'missing required field: title '],
    [
      '101 blocks',
      { blocks: times(101, () => ({ type: 'divider' })) },
      'no more than 100 items allowed /blocks',
    ],
    ['inputs that cannot be sent', { submit: undefined }, 'missing required field: submit '],
    [
      'private metadata of 3001 letters',
      { private_metadata: long(3001) },
      'must be less than 3001 characters /private_metadata',
    ],
    [
      'a callback id of 256 letters',
      { callback_id: long(256) },
      'must be less than 256 characters /callback_id',
    ],
    [
      'an external id of 256 letters',
      { external_id: long(256) },
      'must be less than 256 characters /external_id',
    ],
    ['a field that no view has', { colour: 'red' }, 'invalid additional property: colour '],
    ['a home tab', { type: 'home' }, 'must be one of: modal /type'],
    [
      'two elements that want the focus',
      { blocks: times(2, () => input(line({ focus_on_load: true }))) },
      'only one element may have focus_on_load /blocks',
    ],
  ])('%s', async (_what, more, words) => {
    const answer = await open(modal(more))
    expect(messagesOf(answer)).toContain(worded(words, '/view'))
    expect(app.refusals().at(-1)).toBe('views.open: invalid_arguments')
  })

  test('no view at all', async () => {
    const answer = await app.call('views.open', { trigger_id: '1.2.3' })
    expect(messagesOf(answer)).toEqual(['[ERROR] missing required field: view'])
  })
})

test('every block that is served is taken, in messages and in views', async () => {
  const channel = app.slack.addresses.channelId
  const card = { type: 'card', title: { type: 'mrkdwn', text: 'Take one' }, actions: [button()] }
  const richText = {
    type: 'rich_text',
    elements: [
      {
        type: 'rich_text_section',
        elements: [
          { type: 'text', text: 'bold', style: { bold: true } },
          { type: 'emoji', name: 'tada' },
        ],
      },
      {
        type: 'rich_text_list',
        style: 'bullet',
        elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: 'one' }] }],
      },
      {
        type: 'rich_text_preformatted',
        elements: [{ type: 'link', url: 'https://example.com', text: 'link' }],
      },
    ],
  }
  const everywhere = [
    { type: 'header', text: plain('Head') },
    { type: 'divider' },
    section('x', { accessory: select() }),
    context(plain('x'), picture),
    picture,
    { type: 'alert', text: plain('careful'), level: 'warning' },
    actions(button(), {
      type: 'overflow',
      options: [option(), option({ value: '2', url: 'https://example.com' })],
    }),
    richText,
    card,
    { type: 'carousel', elements: [card] },
    input(line({ multiline: true })),
    input({ type: 'external_select', min_query_length: 0 }),
    input({ type: 'checkboxes', options: [option()] }, { optional: true }),
  ]
  const onlyMessages = [
    { type: 'markdown', text: '**bold**' },
    {
      type: 'table',
      rows: [
        [
          { type: 'raw_text', text: 'a' },
          { type: 'raw_number', value: 1, text: '1' },
        ],
      ],
    },
    { type: 'task_card', task_id: 't', title: 'Compose', status: 'in_progress', details: richText },
    {
      type: 'plan',
      title: 'Plan',
      tasks: [{ type: 'task_card', task_id: 't', title: 'Sing', status: 'pending' }],
    },
    {
      type: 'context_actions',
      elements: [{ type: 'icon_button', icon: 'trash', text: plain('Away'), action_id: 'away' }],
    },
  ]
  const before = app.refusals().length
  expect(
    await app.call('chat.postMessage', { channel, text: 'all', blocks: [...everywhere, ...onlyMessages] }),
  ).toMatchObject({ ok: true })
  expect(app.slack.people.messages({}).at(-1)?.text).toBe(
    'Head\nx\nx\ncareful\nbold:tada:\none\nlink\nTake one\nTake one\nLabel\nLabel\nLabel\n**bold**\na\n1\nCompose\nbold:tada:\none\nlink\nPlan\nSing',
  )
  const home = { type: 'home', blocks: everywhere }
  expect(
    await app.call('views.publish', { user_id: app.slack.addresses.memberId, view: home }),
  ).toMatchObject({ ok: true })
  expect(app.refusals()).toHaveLength(before)
})
