import { both, type Change, goesTo, heads, long, many, says, saysOnly } from '../changes.ts'
import type { Row } from '../row.ts'

const text = (words: string) => ({ type: 'plain_text', text: words })
const marked = (words: string) => ({ type: 'mrkdwn', text: words })
const section = (words: string) => ({ type: 'section', text: marked(words) })
const button = (id: string, words = 'x') => ({ type: 'button', action_id: id, text: text(words), value: 'x' })
const actions = (...elements: readonly object[]) => ({ type: 'actions', elements })

type Wrong = readonly [name: string, does: Change, code: string]

const blocks = (name: string, value: readonly object[], code = 'invalid_blocks'): Wrong => [
  name,
  says('blocks', value),
  code,
]

/**
 * https://docs.slack.dev/reference/methods/chat.postMessage and
 * https://docs.slack.dev/reference/block-kit/blocks
 */
const bodies: readonly Wrong[] = [
  ['a text of 40 001 characters', says('text', long(40_001)), 'msg_too_long'],
  ['a message that says nothing', both(says('text', ''), says('blocks', [])), 'no_text'],
  ['blocks that are no JSON', says('blocks', '[{'), 'invalid_blocks_format'],
  ['an argument that Slack does not know', says('contents', 'x'), 'invalid_arguments'],
  blocks(
    '51 blocks',
    many(51, () => ({ type: 'divider' })),
  ),
  blocks('a block of no known kind', [{ type: 'song' }]),
  blocks('a block with a field that Slack does not know', [{ type: 'divider', thick: true }]),
  blocks('a section of 3001 characters', [section(long(3_001))]),
  blocks('a section of nothing', [{ type: 'section' }]),
  blocks('a header of 151 characters', [{ type: 'header', text: text(long(151)) }]),
  blocks('a header with marks', [{ type: 'header', text: marked('x') }]),
  blocks(
    '13 200 characters in all blocks',
    many(5, () => section(long(2_640))),
    'msg_blocks_too_long',
  ),
  blocks('eleven parts of a context', [{ type: 'context', elements: many(11, () => marked('x')) }]),
  blocks('26 buttons in a row', [actions(...many(26, (index) => button(`${index}`)))]),
  blocks('a button of 76 characters', [actions(button('x', long(76)))]),
  blocks('a button whose name has 256 characters', [actions(button(long(256)))]),
  blocks('a button whose value has 2001 characters', [actions({ ...button('x'), value: long(2_001) })]),
  blocks('an input for files outside of a form', [
    { type: 'input', label: text('x'), element: { type: 'file_input', action_id: 'x' } },
  ]),
  blocks('two buttons of one name', [actions(button('same'), button('same'))]),
  blocks(
    'two blocks of one name',
    many(2, () => ({ type: 'divider', block_id: 'same' })),
  ),
]

const channel =
  (place: number): Change =>
  (call, send, ground) =>
    says('channel', ground.addresses.slack.channelIds[place])(call, send, ground)

/** Where a message may go, and who may say so. */
const places: readonly Wrong[] = [
  ['a channel that does not exist', says('channel', 'C0000000000'), 'channel_not_found'],
  ['a channel that the app is not in', channel(2), 'not_in_channel'],
  ['a channel that is archived', channel(3), 'is_archived'],
  ['a thread that does not exist', says('thread_ts', '1.000001'), '\\w+'],
  ['another token', heads('authorization', 'Bearer xoxb-another'), 'invalid_auth'],
  ['no token', heads('authorization', ''), 'not_authed'],
  [
    'a token for sockets',
    (call, send, ground) =>
      heads('authorization', `Bearer ${ground.addresses.slack.appToken}`)(call, send, ground),
    'not_allowed_token_type',
  ],
]

const refusedWord = ([name, does, code]: Wrong): Row => ({
  name,
  scenario: 'mention',
  does: { on: 'chat.postEphemeral', does },
  refusals: [new RegExp(`^chat\\.postEphemeral: ${code}$`)],
})

/** A job whose first message is refused ends there. */
const refusedPost = ([name, does, code]: Wrong): Row => ({
  name: `${name}, where a job begins`,
  scenario: 'reading',
  does: { on: 'chat.postMessage', does },
  refusals: [new RegExp(`^chat\\.postMessage: ${code}$`)],
  tells: /Nothing was charged/,
})

const rings = (name: string, mention: string, does: Change): Row => ({
  name,
  scenario: 'reading',
  does: { on: 'chat.postMessage', does },
  refusals: [new RegExp(`^would ping ${mention}`)],
  endsWell: true,
})

const adds = (words: string): Change =>
  both(
    says('text', (before: string) => `${before} ${words}`),
    says('blocks', []),
  )

/** What a message may say. */
export const posts: readonly Row[] = [
  ...bodies.map(refusedWord),
  ...places.map(refusedWord),
  ...[...bodies.slice(0, 2), ...places.slice(0, 3)].map(refusedPost),
  rings('a call of the channel that is not escaped', '<!channel>', adds('<!channel>')),
  rings('a call of everybody in a block', '<!everyone>', says('blocks', [section('<!everyone>')])),
  rings(
    'a group that is named in a block',
    '<!here>',
    says('blocks', [
      {
        type: 'rich_text',
        elements: [{ type: 'rich_text_section', elements: [{ type: 'broadcast', range: 'here' }] }],
      },
    ]),
  ),
  rings('names that Slack is asked to look for', '', both(says('link_names', 'true'), adds('@mia'))),
  rings('a text that Slack is asked to read as a person’s', '', both(says('parse', 'full'), adds('@mia'))),
]

const refusedUpdate = (name: string, does: Change, code: string): Row => ({
  name,
  scenario: 'reading',
  does: { on: 'chat.update', does },
  refusals: [new RegExp(`^chat\\.update: ${code}$`)],
  endsWell: true,
})

/** https://docs.slack.dev/reference/methods/chat.update */
export const updates: readonly Row[] = [
  refusedUpdate('an edit of a message that does not exist', says('ts', '1.000001'), 'message_not_found'),
  refusedUpdate('an edit that says nothing', both(says('text', ''), says('blocks', [])), 'no_text'),
  {
    name: 'files for a channel that does not exist',
    scenario: 'reading',
    does: { on: 'files.completeUploadExternal', does: says('channel_id', 'C0000000000') },
    refusals: [/^files\.completeUploadExternal: channel_not_found$/],
    tells: /couldn't show it where you asked/,
  },
]

/** https://docs.slack.dev/apis/web-api */
export const calls: readonly Row[] = [
  {
    name: 'a method that does not exist',
    scenario: 'mention',
    does: { on: 'chat.postEphemeral', does: goesTo(/chat\.\w+/, 'chat.whisper') },
    refusals: [/^chat\.whisper: unknown_method$/],
  },
  {
    name: 'an address that does not exist',
    scenario: 'mention',
    does: { on: 'chat.postEphemeral', does: goesTo(/\/api\//, '/api/v2/') },
    refusals: [/nothing is there$/],
  },
  {
    name: 'a call without what it needs',
    scenario: 'mention',
    does: { on: 'chat.postEphemeral', does: saysOnly({ text: 'x' }) },
    refusals: [/^chat\.postEphemeral: \w+$/],
  },
  {
    name: 'a word in private to somebody who does not exist',
    scenario: 'mention',
    does: { on: 'chat.postEphemeral', does: says('user', 'U0000000000') },
    refusals: [/^chat\.postEphemeral: user_not_in_channel$/],
  },
]
