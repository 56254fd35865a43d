const methods = 'https://docs.slack.dev/reference/methods'

/** Differences for one reason, and who is right. */
export type Known = {
  readonly right: 'ours' | 'theirs' | 'nobody knows'
  readonly why: string
  readonly source: string
  /** In these calls only; in whichever it happens when nothing is said. */
  readonly calls?: readonly string[]
  readonly told: readonly string[]
}

const at = (places: readonly string[], whose: 'ours' | 'theirs', fields: readonly string[]) =>
  places.flatMap((place) => fields.map((field) => `${whose}: ${place}${field}`))

const users = ['members[].', 'user.']
const channels = ['channels[].', 'channel.']
const messages = ['message.', 'messages[].']
const files = ['files[].', 'file.']

/** Fields that one of the two leaves out of an answer. */
const fields: readonly Known[] = [
  {
    right: 'ours',
    why: 'every answer says in its headers what the token holds and the method takes; the client adds them',
    source: 'https://docs.slack.dev/apis/web-api/#responses',
    told: ['ours: response_metadata.scopes', 'ours: response_metadata.acceptedScopes'],
  },
  {
    right: 'ours',
    why: 'the page shows the field',
    source: 'https://docs.slack.dev/reference/objects/user-object',
    told: [
      ...at(users, 'ours', [
        'is_app_user',
        'is_owner',
        'is_primary_owner',
        'is_restricted',
        'is_ultra_restricted',
        'profile.team',
        'tz',
        'tz_label',
        'tz_offset',
        'updated',
      ]),
      'ours: members[].profile.api_app_id',
      'ours: members[].profile.bot_id',
    ],
  },
  {
    right: 'ours',
    why: 'addresses need the scope users:read.email, which the app does not ask for',
    source: 'https://docs.slack.dev/reference/scopes/users.read.email',
    told: at(users, 'theirs', ['profile.email']),
  },
  {
    right: 'theirs',
    why: 'people and bots have pictures; nobody has one in the stand-in',
    source: 'https://docs.slack.dev/reference/objects/user-object',
    told: [...at(users, 'theirs', ['profile.image_48', 'profile.image_192']), 'theirs: bot.icons.image_48'],
  },
  {
    right: 'nobody knows',
    why: 'the page does not show huddles',
    source: 'https://docs.slack.dev/reference/objects/user-object',
    told: at(users, 'theirs', ['profile.huddle_state', 'profile.huddle_state_expiration_ts']),
  },
  {
    right: 'ours',
    why: 'the examples on the pages of the methods show the field',
    source: methods,
    told: [
      'ours: is_enterprise_install',
      'ours: bot.app_id',
      'ours: bot.updated',
      'ours: bot.user_id',
      'ours: team.email_domain',
      'ours: team.icon',
      'ours: cache_ts',
      'ours: pin_count',
      'ours: view.app_installed_team_id',
      'view.title: object, not null',
      'ours: view.title.emoji',
      'ours: view.title.text',
      'ours: view.title.type',
    ],
  },
  {
    right: 'ours',
    why: 'the page shows the field',
    source: 'https://docs.slack.dev/reference/objects/conversation-object',
    told: [
      ...at(channels, 'ours', [
        'context_team_id',
        'is_ext_shared',
        'is_general',
        'is_org_shared',
        'is_shared',
      ]),
      ...at(['channel.'], 'ours', ['is_user_deleted', 'priority']),
    ],
  },
  {
    right: 'theirs',
    why: 'what a member has read and keeps open is not kept in the stand-in',
    source: 'https://docs.slack.dev/reference/objects/conversation-object',
    told: at(channels, 'theirs', ['is_open', 'last_read']),
  },
  {
    right: 'ours',
    why: 'the number of members comes only when include_num_members asks for it',
    source: `${methods}/conversations.info#arg_include_num_members`,
    calls: ['conversations.info'],
    told: ['theirs: channel.num_members'],
  },
  {
    right: 'ours',
    why: 'a direct message is no channel, and has neither a name nor a topic',
    source: `${methods}/conversations.open#examples`,
    calls: ['conversations.open'],
    told: at(['channel.'], 'theirs', [
      'creator',
      'is_channel',
      'is_group',
      'is_member',
      'is_mpim',
      'is_private',
      'name',
      'name_normalized',
      'num_members',
      'purpose',
      'topic',
    ]),
  },
  {
    right: 'ours',
    why: "an app's message says which app and bot wrote it",
    source: `${methods}/chat.postMessage#examples`,
    told: at(messages, 'ours', ['app_id', 'bot_id', 'bot_profile', 'team']),
  },
  {
    right: 'ours',
    why: 'a block without an id is given one',
    source: 'https://docs.slack.dev/reference/block-kit/blocks',
    told: at(['message.', 'messages[].', 'view.'], 'ours', ['blocks[].block_id']),
  },
  {
    right: 'ours',
    why: 'the first message of a thread says so, and how the thread stands; a reply says under whose message it is',
    source: 'https://docs.slack.dev/messaging/retrieving-messages#finding_threads',
    told: [
      ...at(messages, 'ours', ['is_locked', 'latest_reply', 'reply_users_count', 'subscribed']),
      ...at(messages, 'ours', ['thread_ts', 'parent_user_id']),
    ],
  },
  {
    right: 'ours',
    why: 'metadata comes only when include_all_metadata asks for it',
    source: `${methods}/conversations.history#arg_include_all_metadata`,
    told: ['theirs: messages[].metadata'],
  },
  {
    right: 'ours',
    why: 'whatever comes in pages says where the next one begins',
    source: 'https://docs.slack.dev/apis/web-api/pagination',
    calls: ['conversations.replies', 'files.info'],
    told: ['ours: response_metadata', 'ours: response_metadata.next_cursor'],
  },
  {
    right: 'ours',
    why: 'files are shared a moment after the answer',
    source: `${methods}/files.completeUploadExternal`,
    told: [
      ...at(['files[].'], 'theirs', ['channels', 'comments_count', 'groups', 'ims', 'shares']),
      'theirs: file.channels[]',
      'theirs: file.shares.public',
    ],
  },
  {
    right: 'ours',
    why: 'the page shows the field',
    source: 'https://docs.slack.dev/reference/objects/file-object',
    told: at(files, 'ours', ['file_access', 'media_display_type', 'username']),
  },
  {
    right: 'nobody knows',
    why: 'older pages show the field; nothing that is served here has comments or stars',
    source: 'https://docs.slack.dev/reference/objects/file-object',
    told: [...at(files, 'theirs', ['initial_comment', 'is_starred']), 'theirs: paging'],
  },
]

const accepted = (call: string, fieldsOfTheirs: readonly string[], more: readonly string[] = []) => ({
  calls: [call],
  told: ['ours: error', ...fieldsOfTheirs.map((field) => `theirs: ${field}`), ...more],
})

const posted = ['channel', 'message', 'ts']
const inSlacksWords = ['ours: errors', 'ours: response_metadata', 'ours: response_metadata.messages']

/** Refusals of one that the other does not know, or knows by another code. */
const refusals: readonly Known[] = [
  {
    right: 'ours',
    why: 'the page lists the code',
    source: `${methods}/files.info#errors`,
    calls: ['files.info of what is deleted'],
    told: ['error: file_deleted, not file_not_found'],
  },
  {
    right: 'ours',
    why: 'an argument that is missing is another thing than one that leads nowhere',
    source: 'https://github.com/brekkylab/backlot/issues/84',
    calls: ['chat.postMessage in no channel'],
    told: ['error: invalid_arguments, not channel_not_found', ...inSlacksWords],
  },
  {
    right: 'ours',
    why: 'the page tells blocks that are no JSON from those that break a rule',
    source: `${methods}/chat.postMessage#errors`,
    calls: ['chat.postMessage with blocks that are none'],
    told: ['error: invalid_blocks_format, not invalid_blocks'],
  },
  {
    right: 'ours',
    why: 'blocks are held to their rules',
    source: 'https://docs.slack.dev/reference/block-kit/blocks',
    ...accepted('chat.postMessage with an unknown block', posted, inSlacksWords),
  },
  {
    right: 'nobody knows',
    why: 'the page says nothing of a thread that is not there; the strict end is taken',
    source: `${methods}/chat.postMessage`,
    ...accepted('chat.postMessage in no thread', posted),
  },
  {
    right: 'theirs',
    why: 'Slack cuts the text and warns; the stand-in refuses, so that nothing is cut unnoticed',
    source: `${methods}/chat.postMessage#truncating`,
    ...accepted(
      'chat.postMessage of 40001 letters',
      [...posted, 'warning'],
      [
        'theirs: response_metadata',
        'theirs: response_metadata.messages',
        'theirs: response_metadata.warnings',
      ],
    ),
  },
  {
    right: 'theirs',
    why: 'Slack finds channels by name; names change, so the stand-in takes ids only',
    source: `${methods}/chat.postMessage#arg_channel`,
    ...accepted('chat.postMessage by a name', posted),
  },
  {
    right: 'ours',
    why: 'the page lists no other code for a person who is not there',
    source: `${methods}/chat.postEphemeral#errors`,
    calls: ['chat.postEphemeral to a stranger'],
    told: ['error: user_not_in_channel, not user_not_found'],
  },
  {
    right: 'ours',
    why: 'the page lists thread_not_found',
    source: `${methods}/conversations.replies#errors`,
    ...accepted('conversations.replies of no message', ['has_more', 'messages']),
  },
  {
    right: 'ours',
    why: 'the page lists invalid_cursor',
    source: `${methods}/users.list#errors`,
    ...accepted(
      'users.list of a page that is none',
      ['members'],
      ['theirs: response_metadata', 'theirs: response_metadata.next_cursor'],
    ),
  },
  {
    right: 'ours',
    why: 'the page lists missing_argument for a length of 0',
    source: `${methods}/files.getUploadURLExternal#errors`,
    ...accepted('files.getUploadURLExternal of no bytes', ['file_id', 'upload_url']),
  },
  {
    right: 'ours',
    why: 'no page lists invalid_view',
    source: `${methods}/views.open#errors`,
    calls: ['views.open on no trigger'],
    told: ['error: invalid_arguments, not invalid_view', ...inSlacksWords],
  },
]

/** Every difference that was looked into. */
export const known: readonly Known[] = [...fields, ...refusals]
