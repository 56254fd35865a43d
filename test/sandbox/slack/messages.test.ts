import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { button, manifest, plain, type RawApp, section, startRawApp } from './support.ts'

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

describe('a message that would ring people is sent and fails the run', () => {
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

test('a message that one person alone sees may name others, but not call the channel', async () => {
  const { memberId: user, userGroupIds } = app.slack.addresses
  const before = app.refusals().length
  const elements = [
    { type: 'user', user_id: 'U123' },
    { type: 'usergroup', usergroup_id: userGroupIds[0] },
  ]
  const named = (more: object[]) => [
    { type: 'rich_text', elements: [{ type: 'rich_text_section', elements: [...elements, ...more] }] },
  ]
  await app.call('chat.postEphemeral', { channel, user, text: 'x', blocks: named([]) })
  expect(app.refusals()).toHaveLength(before)
  const loud = named([{ type: 'broadcast', range: 'channel' }])
  await app.call('chat.postEphemeral', { channel, user, text: 'x', blocks: loud })
  expect(app.refusals().at(-1)).toBe('would ping <!channel>')
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
              options: [
                { text: plain('One'), value: '1' },
                { text: plain('Two'), value: '2' },
              ],
              initial_option: { text: plain('Two'), value: '2' },
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
      menus: [
        {
          id: 'pick',
          placeholder: 'Pick one',
          choices: [
            { name: 'One', value: '1' },
            { name: 'Two', value: '2', isChosen: true },
          ],
        },
      ],
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

  // https://docs.slack.dev/reference/methods/conversations.replies#pagination
  test('in its thread, whose pages begin with the oldest and are long unless a limit is given', async () => {
    const ts = await posted({ text: 'parent' })
    const replies: string[] = []
    for (let count = 0; count < 101; count += 1) replies.push(await posted({ text: 'reply', thread_ts: ts }))
    const read = async (more: object) => {
      const { messages, has_more, response_metadata } = await app.call('conversations.replies', {
        channel,
        ts,
        ...more,
      })
      const read = (messages as { ts: string }[]).map((message) => message.ts)
      return { read, has_more, cursor: (response_metadata as { next_cursor: string }).next_cursor }
    }
    expect(await read({})).toEqual({ read: [ts, ...replies], has_more: false, cursor: '' })
    const { cursor, ...first } = await read({ limit: 2 })
    expect(first).toEqual({ read: [ts, replies[0]], has_more: true })
    expect(await read({ limit: 2, cursor })).toMatchObject({ read: replies.slice(1, 3), has_more: true })
    const before = { latest: replies[1], limit: 2 }
    expect(await read(before)).toEqual({ read: [ts, replies[0]], has_more: false, cursor: '' })
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

  test('with its metadata in the history when that is requested', async () => {
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

  // https://docs.slack.dev/reference/methods/chat.getPermalink
  test('at an address, which names the thread of a reply', async () => {
    const ts = await posted()
    const reply = await app.call('chat.postMessage', { channel, thread_ts: ts, text: 'below' })
    const digits = (stamp: unknown) => String(stamp).replace('.', '')
    const at = `https://sandbox.slack.com/archives/${channel}/p`
    expect(await app.call('chat.getPermalink', { channel, message_ts: ts })).toMatchObject({
      channel,
      permalink: `${at}${digits(ts)}`,
    })
    expect(await app.call('chat.getPermalink', { channel, message_ts: reply.ts })).toMatchObject({
      permalink: `${at}${digits(reply.ts)}?thread_ts=${ts}&cid=${channel}`,
    })
  })

  test('no more once it is deleted', async () => {
    const ts = await posted()
    expect(await app.call('chat.delete', { channel, ts })).toMatchObject({ ok: true, ts })
    expect(last()).toMatchObject({ id: ts, state: 'deleted', text: '' })
    expect(await app.call('chat.delete', { channel, ts })).toMatchObject({ error: 'message_not_found' })
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
