import { inAnyBlock, inForms, inMessages, input, line, long } from '../../block-faults.ts'
import { chart, dataTable, inDataBlocks } from '../../data-faults.ts'
import { modal, plain, type RawApp, times } from '../../support.ts'
import { call, type Refusal } from '../refusal.ts'

const worded = (words: string, at: string): string => {
  const [, message = '', pointer = ''] = /^(.*?) (\/.*)?$/.exec(words) ?? []
  return `${message} [json-pointer:${at}${pointer}]`
}

const inMessage =
  (...blocks: object[]) =>
  (app: RawApp) => ({ channel: app.slack.addresses.channelId, blocks })

const divider = (more: object = {}) => ({ type: 'divider', ...more })

/** https://docs.slack.dev/reference/block-kit */
export const messageBlocks: readonly Refusal[] = [
  ...[...inAnyBlock, ...inMessages, ...inDataBlocks].map(([what, block, words]) =>
    call(`a message with ${what}`, 'chat.postMessage', inMessage(divider(), block), 'invalid_blocks', {
      messages: [worded(words, '/blocks/1')],
      source: 'https://docs.slack.dev/reference/block-kit/blocks',
    }),
  ),
  call(
    'a message with 51 blocks',
    'chat.postMessage',
    inMessage(...times(51, () => divider())),
    'invalid_blocks',
    {
      messages: ['no more than 50 items allowed [json-pointer:/blocks]'],
    },
  ),
  call(
    'a message with one block id twice',
    'chat.postMessage',
    inMessage(divider({ block_id: 'a' }), divider({ block_id: 'a' })),
    'invalid_blocks',
    { messages: ['`block_id` "a" already exists [json-pointer:/blocks/1/block_id]'] },
  ),
  call(
    'a message with 12001 letters of Markdown in two blocks',
    'chat.postMessage',
    inMessage(...[6000, 6001].map((length) => ({ type: 'markdown', text: long(length) }))),
    'invalid_blocks',
    {
      messages: ['all markdown blocks must be less than 12001 characters [json-pointer:/blocks/1/text]'],
      source: 'https://docs.slack.dev/reference/block-kit/blocks/markdown-block',
    },
  ),
  call(
    'a message with two tables',
    'chat.postMessage',
    inMessage(...times(2, () => ({ type: 'table', rows: [[{ type: 'raw_text', text: 'x' }]] }))),
    'invalid_attachments',
    {
      messages: ['only_one_table_allowed'],
      source: 'https://docs.slack.dev/reference/block-kit/blocks/table-block',
    },
  ),
  call(
    'a message with 10001 letters in two data tables',
    'chat.postMessage',
    inMessage(...[5000, 5001].map((length) => dataTable([{ type: 'raw_text', text: long(length - 6) }]))),
    'invalid_blocks',
    {
      messages: ['all tables must be less than 10001 characters [json-pointer:/blocks/1/rows]'],
      source: 'https://docs.slack.dev/reference/block-kit/blocks/data-table-block',
    },
  ),
  call(
    'a message with three charts',
    'chat.postMessage',
    inMessage(...times(3, () => chart())),
    'invalid_blocks',
    {
      messages: ['no more than 2 data_visualization blocks allowed [json-pointer:/blocks/2]'],
      source: 'https://github.com/vercel/chat/pull/696',
    },
  ),
]

export const viewBlocks: readonly Refusal[] = [...inAnyBlock, ...inForms].map(([what, block, words]) =>
  call(
    `a form with ${what}`,
    'views.open',
    { trigger_id: '1.2.3', view: modal({ blocks: [block] }) },
    'invalid_arguments',
    {
      messages: [worded(words, '/view/blocks/0')],
      source: 'https://docs.slack.dev/reference/views/modal-views',
    },
  ),
)

const viewFaults: readonly (readonly [string, object, string])[] = [
  ['a title of 25 letters', { title: plain(long(25)) }, 'must be less than 25 characters /title/text'],
  [
    'a submit button of 25 letters',
    { submit: plain(long(25)) },
    'must be less than 25 characters /submit/text',
  ],
  ['a close button of 25 letters', { close: plain(long(25)) }, 'must be less than 25 characters /close/text'],
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
]

/** https://docs.slack.dev/reference/views/modal-views */
export const viewRules: readonly Refusal[] = viewFaults.map(([what, more, words]) =>
  call(`a form with ${what}`, 'views.open', { trigger_id: '1.2.3', view: modal(more) }, 'invalid_arguments', {
    messages: [worded(words, '/view')],
    source: 'https://docs.slack.dev/reference/views/modal-views',
  }),
)
