import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actions, context, input, line, option, picture, select } from './block-faults.ts'
import { chart, dataTable, point } from './data-faults.ts'
import { button, manifest, plain, type RawApp, section, startRawApp } from './support.ts'

let app: RawApp

beforeAll(async () => {
  app = await startRawApp({ manifest: manifest({ events: [] }) })
})

afterAll(() => app.stop())

/** Every kind of that file of Slack's own types, so that a new one is either taken or refused knowingly. */
const kindsIn = (file: string): readonly string[] => {
  const types = dirname(createRequire(import.meta.url).resolve('@slack/types'))
  const text = readFileSync(join(types, 'block-kit', file), 'utf8')
  return [...new Set([...text.matchAll(/^ {4}type: '(\w+)';$/gm)].map(([, kind = '']) => kind))].toSorted()
}

/** The kinds that are refused as not served, each put in its place in a block of one message. */
const without = async (kinds: readonly string[], place: (kind: string) => object) => {
  const answer = await app.call('chat.postMessage', {
    channel: app.slack.addresses.channelId,
    blocks: kinds.map(place),
  })
  const { messages = [] } = (answer.response_metadata ?? {}) as { messages?: string[] }
  return kinds.filter((kind) => messages.some((message) => message.includes(`unsupported type: ${kind} `)))
}

// https://docs.slack.dev/reference/block-kit/blocks
test("of the blocks in Slack's own types only these are refused in messages, as unknown", async () => {
  const kinds = kindsIn('blocks.d.ts')
  expect(kinds).toContain('section')
  // An alert is for forms.
  const refused = ['alert', 'container', 'file', 'video']
  expect(await without(kinds, (type) => ({ type }))).toEqual(refused)
})

// https://docs.slack.dev/reference/block-kit/block-elements
test("of the elements in Slack's own types only these are refused everywhere in messages, as unknown", async () => {
  const kinds = kindsIn('block-elements.d.ts')
  const places: readonly ((kind: string) => object)[] = [
    (type) => actions({ type }),
    (type) => input({ type }),
    (type) => context({ type }),
    (type) => ({ type: 'context_actions', elements: [{ type }] }),
    (type) => ({ type: 'rich_text', elements: [{ type }] }),
    (type) => ({ type: 'rich_text', elements: [{ type: 'rich_text_section', elements: [{ type }] }] }),
  ]
  const refused = await Promise.all(places.map((place) => without(kinds, place)))
  const everywhere = kinds.filter((kind) => refused.every((list) => list.includes(kind)))
  // A url is no element of a block, but the source of a task; files are given to forms.
  expect(everywhere).toEqual(['color', 'file_input', 'rich_text_input', 'team', 'url', 'workflow_button'])
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
    dataTable([richText], { page_size: 100, row_header_column_index: 0 }),
    { type: 'data_visualization', title: 'Shares', chart: { type: 'pie', segments: [point('Ada', 0.5)] } },
    chart({ axis_config: { categories: ['Mon'], x_label: 'Day', y_label: 'Credits' } }),
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
    'Head\nx\nx\nbold:tada:\none\nlink\nTake one\nTake one\nLabel\nLabel\nLabel\n**bold**\na\n1\nSpend\nMember\nbold:tada: one link\nShares\nAda: 0.5\nBy day\nUsed\nMon: 1\nDay\nCredits\nCompose\nbold:tada:\none\nlink\nPlan\nSing',
  )
  const home = { type: 'home', blocks: everywhere }
  expect(
    await app.call('views.publish', { user_id: app.slack.addresses.memberId, view: home }),
  ).toMatchObject({ ok: true })
  expect(app.refusals()).toHaveLength(before)
})
