import { button, manifest, type RawApp, section, times } from '../../support.ts'
import { call, type Prepared, type Refusal, spoiling } from '../refusal.ts'

type More = Parameters<typeof call>[4]

const inGeneral =
  (args: Prepared): Prepared =>
  async (app) => ({
    channel: app.slack.addresses.channelId,
    ...(typeof args === 'function' ? await args(app) : args),
  })

const post = (what: string, args: Prepared, no: Parameters<typeof call>[3], more?: More): Refusal =>
  call(`a message ${what}`, 'chat.postMessage', inGeneral(args), no, more)

const richText = (text: string) => ({
  type: 'rich_text',
  elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text }] }],
})

const long = (length: number) => 'x'.repeat(length)
const place = (index: number) => (app: RawApp) => ({
  text: 'x',
  channel: app.slack.addresses.channelIds[index],
})
const tooLong = [...times(4, () => section(long(3000))), section(long(1173))]

/** https://docs.slack.dev/reference/methods/chat.postMessage#errors */
export const posts: readonly Refusal[] = [
  post('with nothing to show', {}, 'no_text'),
  post('with an empty text', { text: '' }, 'no_text'),
  post('without blocks in its list', { blocks: [] }, 'no_text'),
  post('in a channel that is not there', { text: 'x', channel: 'C404' }, 'channel_not_found'),
  post('in a channel by its name', { text: 'x', channel: '#general' }, 'channel_not_found'),
  post('in a channel without the app', place(2), 'not_in_channel'),
  post('in an archive', place(3), 'is_archived'),
  post(
    'to a person who cannot write back',
    (app) => ({ text: 'x', channel: app.slack.addresses.memberId }),
    'messages_tab_disabled',
    {
      app: {
        manifest: {
          ...manifest({ events: [] }),
          features: { app_home: { home_tab_enabled: true, messages_tab_enabled: false } },
        },
      },
    },
  ),
  post('in a thread that is not there', { text: 'x', thread_ts: '1.000001' }, 'thread_not_found'),
  post('with blocks that are no JSON', { blocks: '[' }, 'invalid_blocks_format'),
  post('with blocks that are no list', { blocks: { type: 'divider' } }, 'invalid_blocks_format'),
  post('with blocks that hold texts', { blocks: ['{"type":"divider"}'] }, 'invalid_blocks_format'),
  post('with blocks that hold lists', { blocks: [[{ type: 'divider' }]] }, 'invalid_blocks_format'),
  post('with 13173 letters in all blocks', { blocks: tooLong }, 'msg_blocks_too_long'),
  post('with 13173 letters of rich text', { blocks: [richText(long(13_173))] }, 'msg_blocks_too_long'),
  post('with attachments, which are not served', { text: 'x', attachments: [{}] }, 'invalid_attachments', {
    messages: ['the stand-in does not serve attachments'],
  }),
  post('with attachments that are no JSON', { text: 'x', attachments: '{' }, 'invalid_attachments'),
  post('with Markdown beside text', { text: 'x', markdown_text: '**x**' }, 'markdown_text_conflict'),
  post(
    'with Markdown beside blocks',
    { blocks: [section()], markdown_text: '**x**' },
    'markdown_text_conflict',
  ),
  post('with metadata that is no JSON', { text: 'x', metadata: '{' }, 'invalid_metadata_format'),
  post(
    'with metadata without a payload',
    { text: 'x', metadata: { event_type: 'job' } },
    'invalid_metadata_schema',
    { messages: ['missing required field: event_payload [json-pointer:/metadata]'] },
  ),
  post(
    'with metadata of no type',
    { text: 'x', metadata: { event_type: '', event_payload: {} } },
    'invalid_metadata_schema',
    { messages: ['must be more than 0 characters [json-pointer:/metadata/event_type]'] },
  ),
  post(
    'with metadata that says more',
    { text: 'x', metadata: { event_type: 'job', event_payload: {}, mood: 'good' } },
    'invalid_metadata_schema',
    { messages: ['invalid additional property: mood [json-pointer:/metadata]'] },
  ),
  post('under a name of its own', { text: 'x', username: 'Somebody' }, 'invalid_arguments', {
    messages: ['unknown argument: username [json-pointer:/username]'],
  }),
  post('with its links shown perhaps', { text: 'x', unfurl_links: 'perhaps' }, 'invalid_arguments', {
    messages: ['has an invalid value [json-pointer:/unfurl_links]'],
  }),
  post('with names looked up somehow', { text: 'x', parse: 'some' }, 'invalid_arguments', {
    messages: ['has an invalid value [json-pointer:/parse]'],
  }),
  call(
    'a message for a stranger to the channel',
    'chat.postEphemeral',
    inGeneral({ user: 'U404', text: 'x' }),
    'user_not_in_channel',
  ),
  call(
    'a message of nothing for one',
    'chat.postEphemeral',
    inGeneral((app) => ({ user: app.slack.addresses.memberId })),
    'no_text',
  ),
]

const posted = async (app: RawApp, args: object = { text: 'words' }) => {
  const channel = app.slack.addresses.channelId
  const { ts } = await app.call('chat.postMessage', { channel, ...args })
  return { channel, ts: String(ts) }
}

const said = async (app: RawApp, channel = app.slack.addresses.channelId) => ({
  channel,
  ts: (await app.act({ say: 'mine' }, channel)).event,
})

const ours =
  (args: object, content?: object): Prepared =>
  async (app) => ({ ...(await posted(app, content)), ...args })
const theirs =
  (args: object): Prepared =>
  async (app) => ({ ...(await said(app)), ...args })

/**
 * https://docs.slack.dev/reference/methods/chat.update#errors and
 * https://docs.slack.dev/reference/methods/chat.delete#errors
 */
export const edits: readonly Refusal[] = [
  call("an edit of another's message", 'chat.update', theirs({ text: 'x' }), 'cant_update_message'),
  call("a deletion of another's message", 'chat.delete', theirs({}), 'cant_delete_message'),
  call('an edit of no message', 'chat.update', inGeneral({ ts: '1.000001', text: 'x' }), 'message_not_found'),
  call(
    'an edit of a message that is gone',
    'chat.update',
    async (app) => {
      const message = await posted(app)
      await app.call('chat.delete', message)
      return { ...message, text: 'x' }
    },
    'message_not_found',
  ),
  spoiling(
    call(
      'an edit in an archive',
      'chat.update',
      async (app) => {
        const message = await posted(app)
        const { channelId, adminId } = app.slack.addresses
        await app.act({ manage: { what: 'archive channel' } }, channelId, adminId)
        return { ...message, text: 'x' }
      },
      'is_inactive',
    ),
  ),
  call(
    'the address of no message',
    'chat.getPermalink',
    inGeneral({ message_ts: '1.000001' }),
    'message_not_found',
  ),
  call(
    'the address of a message in no channel',
    'chat.getPermalink',
    { channel: 'C0NOWHERE', message_ts: '1.000001' },
    'channel_not_found',
  ),
  call('a deletion of no message', 'chat.delete', inGeneral({ ts: '1.000001' }), 'message_not_found'),
  call(
    'an edit of a message that one person sees',
    'chat.update',
    async (app) => {
      const { channelId: channel, memberId: user } = app.slack.addresses
      const { message_ts: ts } = await app.call('chat.postEphemeral', { channel, user, text: 'x' })
      return { channel, ts, text: 'y' }
    },
    'message_not_found',
  ),
  call('an edit that says nothing', 'chat.update', ours({}), 'no_text'),
  call('an edit that takes all away', 'chat.update', ours({ text: '', blocks: [] }), 'no_text'),
  call('an edit with 4001 letters', 'chat.update', ours({ text: long(4001) }), 'msg_too_long'),
  call('an edit with a broken block', 'chat.update', ours({ blocks: [section('')] }), 'invalid_blocks', {
    messages: ['must be more than 0 characters [json-pointer:/blocks/0/text/text]'],
  }),
  call(
    'an edit with two buttons of one id',
    'chat.update',
    ours({ blocks: [{ type: 'actions', elements: [button(), button()] }] }),
    'invalid_blocks',
    {
      messages: [
        '`action_id` "go" already exists in this block [json-pointer:/blocks/0/elements/1/action_id]',
      ],
    },
  ),
]

/** https://docs.slack.dev/reference/methods/reactions.add#errors */
export const reactions: readonly Refusal[] = [
  call(
    'a reaction to no message',
    'reactions.add',
    inGeneral({ timestamp: '1.000001', name: 'tada' }),
    'message_not_found',
  ),
  call(
    'a reaction to a time that is none',
    'reactions.add',
    inGeneral({ timestamp: 'now', name: 'tada' }),
    'bad_timestamp',
  ),
  call(
    'a reaction that is none',
    'reactions.add',
    async (app) => {
      const { channel, ts } = await posted(app)
      return { channel, timestamp: ts, name: 'no such!' }
    },
    'invalid_name',
  ),
  call(
    'the same reaction twice',
    'reactions.add',
    async (app) => {
      const { channel, ts } = await posted(app)
      const reaction = { channel, timestamp: ts, name: 'tada' }
      await app.call('reactions.add', reaction)
      return reaction
    },
    'already_reacted',
  ),
  call(
    'a reaction in an archive',
    'reactions.add',
    (app) => ({ channel: app.slack.addresses.channelIds[3], timestamp: '1.000001', name: 'tada' }),
    'is_archived',
  ),
]
