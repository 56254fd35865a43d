import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { button, manifest, plain, type RawApp, section, startRawApp, times } from './support.ts'

let app: RawApp
let channel: string

beforeAll(async () => {
  app = await startRawApp({ manifest: manifest({ events: [] }) })
  channel = app.slack.addresses.channelId
})

afterAll(() => app.stop())

const post = (args: Record<string, unknown>) => app.call('chat.postMessage', { channel, ...args })
const posted = async (args: Record<string, unknown> = { text: 'words' }) => String((await post(args)).ts)
const seen = (viewer?: string) => app.slack.people.messages({ viewer })
const last = () => seen().at(-1)
const history = async (args: Record<string, unknown> = {}) =>
  (await app.call('conversations.history', { channel, ...args })).messages as Record<string, unknown>[]

describe('a message is refused', () => {
  // Codes: https://docs.slack.dev/reference/methods/chat.postMessage#errors
  const faults: readonly [string, () => Record<string, unknown>, string][] = [
    ['with nothing to show', () => ({}), 'no_text'],
    ['with an empty text', () => ({ text: '' }), 'no_text'],
    ['with a text of 40001 letters', () => ({ text: 'x'.repeat(40_001) }), 'msg_too_long'],
    ['in a channel that is not there', () => ({ text: 'x', channel: 'C404' }), 'channel_not_found'],
    ['in a channel by its name', () => ({ text: 'x', channel: '#general' }), 'channel_not_found'],
    [
      'in a channel without the app',
      () => ({ text: 'x', channel: app.slack.addresses.channelIds[2] }),
      'not_in_channel',
    ],
    ['in an archive', () => ({ text: 'x', channel: app.slack.addresses.channelIds[3] }), 'is_archived'],
    ['in a thread that is not there', () => ({ text: 'x', thread_ts: '1.000001' }), 'thread_not_found'],
    ['with blocks that are no JSON', () => ({ blocks: '[' }), 'invalid_blocks_format'],
    ['with blocks that are no list', () => ({ blocks: { type: 'divider' } }), 'invalid_blocks_format'],
    ['with blocks that hold texts', () => ({ blocks: ['{"type":"divider"}'] }), 'invalid_blocks_format'],
    ['with a block that breaks a rule', () => ({ blocks: [section('')] }), 'invalid_blocks'],
    [
      'with 13173 letters in all blocks',
      // https://github.com/slackapi/bolt-js/issues/2509
      () => ({ blocks: [...times(4, () => section('x'.repeat(3000))), section('x'.repeat(1173))] }),
      'msg_blocks_too_long',
    ],
    [
      'with 13173 letters of rich text',
      () => ({
        blocks: [
          {
            type: 'rich_text',
            elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: 'x'.repeat(13_173) }] }],
          },
        ],
      }),
      'msg_blocks_too_long',
    ],
    [
      'with attachments, which are not served',
      () => ({ text: 'x', attachments: [{}] }),
      'invalid_attachments',
    ],
    ['with Markdown beside text', () => ({ text: 'x', markdown_text: '**x**' }), 'markdown_text_conflict'],
    ['with Markdown of 12001 letters', () => ({ markdown_text: 'x'.repeat(12_001) }), 'msg_too_long'],
    ['with metadata that is no JSON', () => ({ text: 'x', metadata: '{' }), 'invalid_metadata_format'],
    [
      'with metadata without a payload',
      () => ({ text: 'x', metadata: { event_type: 'job' } }),
      'invalid_metadata_schema',
    ],
  ]

  test.each(faults)('%s', async (_what, args, error) => {
    const before = seen().length
    expect(await post(args())).toMatchObject({ ok: false, error })
    expect(app.refusals().at(-1)).toBe(`chat.postMessage: ${error}`)
    expect(seen()).toHaveLength(before)
  })

  test('not yet at 13172 letters in all blocks, nor at 40000 in the text', async () => {
    const blocks = [...times(4, () => section('x'.repeat(3000))), section('x'.repeat(1172))]
    expect(await post({ text: 'x'.repeat(40_000), blocks })).toMatchObject({ ok: true })
  })
})

describe('a message that would ring people is sent and fails the run', () => {
  const rich = (...elements: object[]) => [
    { type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] },
  ]
  const rings: readonly [string, () => Record<string, unknown>, string][] = [
    ['the channel', () => ({ text: 'hello <!channel>' }), '<!channel>'],
    ['everyone who is here', () => ({ text: '<!here|here> listen' }), '<!here>'],
    ['everyone', () => ({ text: 'x', blocks: [section('<!everyone>')] }), '<!everyone>'],
    ['a group', () => ({ text: '<!subteam^S123|@musicians>' }), '<!subteam^S123>'],
    ['somebody', () => ({ text: `<@${app.slack.addresses.adminId}> listen` }), '<@'],
    ['somebody in Markdown', () => ({ markdown_text: `<@${app.slack.addresses.adminId}>` }), '<@'],
    [
      'the channel in rich text',
      () => ({ blocks: rich({ type: 'broadcast', range: 'channel' }) }),
      '<!channel>',
    ],
    ['somebody in rich text', () => ({ blocks: rich({ type: 'user', user_id: 'U123' }) }), '<@U123>'],
    [
      'a group in rich text',
      () => ({ blocks: rich({ type: 'usergroup', usergroup_id: 'S1' }) }),
      '<!subteam^S1>',
    ],
    ['a name with link_names', () => ({ text: 'hello @Ada (admin)', link_names: true }), '@Ada (admin)'],
    ['the channel with full parsing', () => ({ text: 'hello @channel', parse: 'full' }), '@channel'],
  ]

  test.each(rings)('%s', async (_what, args, rung) => {
    const before = seen().length
    expect(await post(args())).toMatchObject({ ok: true })
    expect(app.refusals().at(-1)).toContain(`would ping ${rung}`)
    expect(seen()).toHaveLength(before + 1)
  })

  test('an edit, an ephemeral message and a comment on a file alike', async () => {
    const ts = await posted()
    await app.call('chat.update', { channel, ts, text: '<!channel>' })
    expect(app.refusals().at(-1)).toBe('would ping <!channel>')
    await app.call('chat.postEphemeral', { channel, user: app.slack.addresses.memberId, text: '<!here>' })
    expect(app.refusals().at(-1)).toBe('would ping <!here>')
  })

  test.each([
    ['escaped', 'hello &lt;!channel&gt;'],
    ['a name that is only a name', 'hello @channel'],
    ['the app itself', '<@APP>'],
  ])('but not when it is %s', async (_what, text) => {
    const before = app.refusals().length
    const { user_id } = await app.call('auth.test')
    expect(await post({ text: text.replace('APP', String(user_id)) })).toMatchObject({ ok: true })
    expect(app.refusals()).toHaveLength(before)
  })

  test('but not when it answers somebody who asked for something, unless they wrote the mention themselves', async () => {
    const { memberIds } = app.slack.addresses
    const [max = '', mia = ''] = memberIds
    const { user_id } = await app.call('auth.test')
    await app.act({ say: `<@${mia}> hears this` }, channel, mia)
    await app.act({ say: '@Tunesmith hello' }, channel, max)
    await app.act({ say: '@Tunesmith hello' }, channel, mia)
    const before = app.refusals().length
    await post({ text: `<@${max}> here it is` })
    expect(app.refusals()).toHaveLength(before)
    await post({ text: `You asked: <@${mia}> hears this, <@${user_id}>` })
    expect(app.refusals().at(-1)).toBe(`would ping <@${mia}>`)
  })
})

describe('a message is seen', () => {
  test('as it is read: without markup for ids, escapes and fallback text', async () => {
    const { channelIds } = app.slack.addresses
    await post({
      text: 'fallback',
      blocks: [
        { type: 'header', text: plain('A <song>') },
        section(`*Prompt* &lt;b&gt; in <#${channelIds[1]}> <https://example.com|here>`, {
          fields: [{ type: 'mrkdwn', text: 'Tempo' }, plain('90')],
        }),
        { type: 'divider' },
        { type: 'context', elements: [{ type: 'mrkdwn', text: 'by Tunesmith' }] },
        { type: 'image', image_url: 'https://example.com/cover.png', alt_text: 'A harbour' },
        {
          type: 'actions',
          elements: [
            button(),
            button({ text: plain('Open'), action_id: 'open', url: 'https://example.com/' }),
            {
              type: 'static_select',
              action_id: 'pick',
              placeholder: plain('Pick one'),
              options: [{ text: plain('One'), value: '1' }],
            },
          ],
        },
      ],
    })
    expect(last()).toMatchObject({
      author: 'Tunesmith',
      text: 'A <song>\n*Prompt* <b> in #music here\nTempo\n90\nby Tunesmith',
      images: [{ url: 'https://example.com/cover.png', description: 'A harbour' }],
      buttons: [
        { id: 'go', label: 'Go' },
        { id: 'https://example.com/', label: 'Open' },
      ],
      menus: [{ id: 'pick', placeholder: 'Pick one', choices: [{ name: 'One', value: '1' }] }],
      seenBy: 'all',
      edits: 0,
      state: 'shown',
    })
  })

  test('in its thread, whose replies the history leaves out', async () => {
    const parent = await posted({ text: 'parent' })
    const reply = await posted({ text: 'reply', thread_ts: parent })
    const deeper = await posted({ text: 'deeper', thread_ts: reply })
    expect(last()).toMatchObject({ text: 'deeper', replyTo: parent })
    expect((await history({ oldest: parent, inclusive: true })).map(({ ts }) => ts)).toEqual([parent])
    const { messages } = await app.call('conversations.replies', { channel, ts: parent })
    expect(messages).toMatchObject([
      { ts: parent, reply_count: 2, latest_reply: deeper },
      { ts: reply, thread_ts: parent },
      { ts: deeper, thread_ts: parent },
    ])
    const broadcast = await posted({ text: 'loud', thread_ts: parent, reply_broadcast: true })
    expect((await history({ limit: 1 }))[0]).toMatchObject({ ts: broadcast })
  })

  test('by one person only when it is ephemeral, and not in the history', async () => {
    const { memberId, adminId } = app.slack.addresses
    const { message_ts } = await app.call('chat.postEphemeral', { channel, user: memberId, text: 'secret' })
    expect(seen(memberId).at(-1)).toMatchObject({ id: message_ts, text: 'secret', seenBy: memberId })
    expect(seen(adminId).map(({ text }) => text)).not.toContain('secret')
    expect((await history()).map(({ text }) => text)).not.toContain('secret')
    expect(await app.call('chat.update', { channel, ts: message_ts, text: 'x' })).toMatchObject({
      error: 'message_not_found',
    })
  })

  test('in the direct message of a person whose id is the channel', async () => {
    const { memberId, adminId } = app.slack.addresses
    const { channel: opened } = await app.call('conversations.open', { users: memberId, return_im: true })
    const { channel: direct } = await app.call('chat.postMessage', { channel: memberId, text: 'hello' })
    expect(opened).toMatchObject({ id: direct, is_im: true, user: memberId })
    expect(seen(memberId).at(-1)).toMatchObject({ text: 'hello', channel: direct })
    expect(seen(adminId).map(({ text }) => text)).not.toContain('hello')
    const { channels } = await app.call('conversations.list', { types: 'im' })
    expect(channels).toMatchObject([{ id: direct }])
  })

  test('with its metadata in the history when that is asked for', async () => {
    const metadata = { event_type: 'job', event_payload: { id: 'j1' } }
    const ts = await posted({ text: 'song', metadata })
    expect((await history({ include_all_metadata: true }))[0]).toMatchObject({ ts, metadata })
    expect((await history())[0]).not.toHaveProperty('metadata')
  })

  // https://docs.slack.dev/reference/methods/chat.update#arg_blocks
  test('changed, and its old blocks go where only the text is changed', async () => {
    const metadata = { event_type: 'job', event_payload: { id: 'j1' } }
    const ts = await posted({ text: 'old', blocks: [section('old block')] })
    await app.call('chat.update', { channel, ts, metadata })
    expect(last()).toMatchObject({ text: 'old block', edits: 1 })
    await app.call('chat.update', { channel, ts, text: 'new' })
    expect(last()).toMatchObject({ text: 'new', edits: 2 })
    expect((await history())[0]).toMatchObject({ text: 'new', edited: { ts: expect.any(String) } })
  })

  test('no more once it is deleted', async () => {
    const ts = await posted()
    expect(await app.call('chat.delete', { channel, ts })).toMatchObject({ ok: true, ts })
    expect(last()).toMatchObject({ id: ts, state: 'deleted', text: '' })
    expect(await app.call('chat.delete', { channel, ts })).toMatchObject({ error: 'message_not_found' })
  })
})

describe('on a message is refused', () => {
  let theirs: string
  let ours: string

  beforeAll(async () => {
    theirs = (await app.act({ say: 'mine' })).event
    ours = await posted()
  })

  const faults: readonly [string, string, () => Record<string, unknown>, string][] = [
    ["an edit of another's", 'chat.update', () => ({ ts: theirs, text: 'x' }), 'cant_update_message'],
    ["a deletion of another's", 'chat.delete', () => ({ ts: theirs }), 'cant_delete_message'],
    ['an edit of none', 'chat.update', () => ({ ts: '1.000001', text: 'x' }), 'message_not_found'],
    ['an edit to nothing', 'chat.update', () => ({ ts: ours }), 'no_text'],
    ['an edit that takes all away', 'chat.update', () => ({ ts: ours, text: '', blocks: [] }), 'no_text'],
    [
      'a reaction to none',
      'reactions.add',
      () => ({ timestamp: '1.000001', name: 'tada' }),
      'message_not_found',
    ],
    [
      'a reaction that is none',
      'reactions.add',
      () => ({ timestamp: ours, name: 'no such!' }),
      'invalid_name',
    ],
    ['a thread of none', 'conversations.replies', () => ({ ts: '1.000001' }), 'thread_not_found'],
    [
      'the history without the app',
      'conversations.history',
      () => ({ channel: app.slack.addresses.channelIds[2] }),
      'not_in_channel',
    ],
    [
      'an ephemeral one to a stranger',
      'chat.postEphemeral',
      () => ({ user: 'U404', text: 'x' }),
      'user_not_in_channel',
    ],
  ]

  test.each(faults)('%s', async (_what, method, args, error) => {
    expect(await app.call(method, { channel, ...args() })).toMatchObject({ ok: false, error })
    expect(app.refusals().at(-1)).toBe(`${method}: ${error}`)
  })

  test('the same reaction twice', async () => {
    const reaction = { channel, timestamp: ours, name: 'tada' }
    expect(await app.call('reactions.add', reaction)).toMatchObject({ ok: true })
    expect(await app.call('reactions.add', reaction)).toMatchObject({ error: 'already_reacted' })
    const { messages } = await app.call('conversations.history', {
      channel,
      latest: ours,
      inclusive: true,
      limit: 1,
    })
    expect(messages).toMatchObject([{ reactions: [{ name: 'tada', count: 1 }] }])
  })
})

test('a public channel without the app may be written to with a scope of its own', async () => {
  const scopes = ['chat:write', 'chat:write.public', 'commands']
  const visitor = await startRawApp({ manifest: manifest({ scopes, events: [] }) })
  const [, , elsewhere] = visitor.slack.addresses.channelIds
  expect(await visitor.call('chat.postMessage', { channel: elsewhere, text: 'hello' })).toMatchObject({
    ok: true,
  })
  await visitor.stop()
})
