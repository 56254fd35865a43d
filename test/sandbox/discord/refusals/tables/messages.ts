import { type RawBot, times } from '../../support.ts'
import { editing, fileOf, messagesPath, nobody, posting, sending, song } from '../provoking.ts'
import { answered, docs, invalid, type Refusal } from '../refusal.ts'

const message = `${docs}/resources/message#create-message`
const mentions = `${docs}/resources/message#allowed-mentions-object`
const attachments = `${docs}/resources/message#attachment-object`
const uploading = `${docs}/reference#uploading-files`
const voiceMessages = `${docs}/resources/message#voice-messages`
const codes = `${docs}/topics/opcodes-and-status-codes#json`
const errors = `${docs}/reference#error-messages`
const strict = 'docs/stand-ins.md: what nobody documents is refused'

const posted: readonly (readonly [name: string, source: string, body: unknown, error: string])[] = [
  ['content of 2001 letters', message, { content: 'x'.repeat(2001) }, 'content: BASE_TYPE_MAX_LENGTH'],
  ['content that is a number', errors, { content: 1 }, 'content: STRING_TYPE_CONVERT'],
  ['a nonce of 26 letters', message, { content: 'x', nonce: 'n'.repeat(26) }, 'nonce: BASE_TYPE_MAX_LENGTH'],
  ['a field that nobody documents', strict, { content: 'x', colour: 'red' }, 'colour: UNKNOWN_FIELD'],
  ['a poll, which is not served', strict, { content: 'x', poll: {} }, 'poll: NOT_SERVED'],
  ['a sticker, which is not served', strict, { sticker_ids: [nobody] }, 'sticker_ids: NOT_SERVED'],
  [
    'a theme, which is not served',
    strict,
    { content: 'x', shared_client_theme: {} },
    'shared_client_theme: NOT_SERVED',
  ],
  ['an ephemeral flag', message, { content: 'x', flags: 1 << 6 }, 'flags: BASE_TYPE_CHOICES'],
  ['flags of more than 32 bits', message, { content: 'x', flags: 2 ** 32 }, 'flags: BASE_TYPE_CHOICES'],
  [
    'a field that is called like what every object has',
    strict,
    JSON.parse('{"content":"x","__proto__":{}}'),
    '__proto__: UNKNOWN_FIELD',
  ],
  ['flags below zero', errors, { content: 'x', flags: -1 }, 'flags: NUMBER_TYPE_MIN'],
  ['flags that are half', errors, { content: 'x', flags: 0.5 }, 'flags: NUMBER_TYPE_COERCE'],
  ['a spoken message that is maybe one', errors, { content: 'x', tts: 'maybe' }, 'tts: BOOLEAN_TYPE_CONVERT'],
  [
    'a reply to nothing',
    codes,
    { content: 'x', message_reference: { message_id: nobody } },
    'message_reference: REPLIES_UNKNOWN_MESSAGE',
  ],
  [
    'a forward, which is not served',
    strict,
    { message_reference: { message_id: nobody, type: 1 } },
    'message_reference.type: BASE_TYPE_CHOICES',
  ],
  [
    'a reply whose id is a name',
    `${docs}/reference#snowflakes`,
    { content: 'x', message_reference: { message_id: 'first' } },
    'message_reference.message_id: NUMBER_TYPE_COERCE',
  ],
  [
    'both parsing and naming users',
    mentions,
    { content: 'x', allowed_mentions: { parse: ['users'], users: [nobody] } },
    'allowed_mentions: MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE',
  ],
  [
    'both parsing and naming roles',
    mentions,
    { content: 'x', allowed_mentions: { parse: ['roles'], roles: [nobody] } },
    'allowed_mentions: MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE',
  ],
  [
    'a person twice among who may be rung',
    'observed: the file of the API has them as sets',
    { content: 'x', allowed_mentions: { users: [nobody, nobody] } },
    'allowed_mentions.users: SET_TYPE_NOT_UNIQUE',
  ],
  [
    'an unknown kind of mention',
    mentions,
    { content: 'x', allowed_mentions: { parse: ['all'] } },
    'allowed_mentions.parse.0: BASE_TYPE_CHOICES',
  ],
  [
    'a list of mentions that is none',
    errors,
    { content: 'x', allowed_mentions: { parse: 'users' } },
    'allowed_mentions.parse: LIST_TYPE_CONVERT',
  ],
  [
    'mentions that are a list',
    errors,
    { content: 'x', allowed_mentions: ['users'] },
    'allowed_mentions: MODEL_TYPE_CONVERT',
  ],
  [
    'an attachment that did not come',
    uploading,
    { content: 'x', attachments: [{ id: '0' }] },
    'attachments.0.id: ATTACHMENT_NOT_FOUND',
  ],
]

const withSong: readonly (readonly [name: string, body: unknown, error: string])[] = [
  ['a file that the list leaves out', { attachments: [] }, 'attachments: ATTACHMENT_NOT_LISTED'],
  [
    'a file that is in the list twice',
    { attachments: [{ id: 0 }, { id: '0' }] },
    'attachments: SET_TYPE_NOT_UNIQUE',
  ],
  [
    'an alt text of 1025 letters',
    { attachments: [{ id: 0, description: 'x'.repeat(1025) }] },
    'attachments.0.description: BASE_TYPE_MAX_LENGTH',
  ],
  [
    'a field of an attachment that nobody documents',
    { attachments: [{ id: 0, alt: 'x' }] },
    'attachments.0.alt: UNKNOWN_FIELD',
  ],
]

const invalidMessages: readonly Refusal[] = [
  ...posted.map(([name, source, body, error]) => invalid(name, source, error, posting(body))),
  ...withSong.map(([name, body, error]) => invalid(name, attachments, error, posting(body, [song]))),
  invalid(
    '11 files',
    uploading,
    'attachments: BASE_TYPE_MAX_LENGTH',
    posting(
      {},
      times(11, (n) => ({ ...song, name: `${n}.mp3` })),
    ),
  ),
  invalid('a body that is a list', errors, ': MODEL_TYPE_CONVERT', posting(['x'])),
  invalid(
    'every fault at once, each at its place',
    errors,
    ['content: BASE_TYPE_MAX_LENGTH', 'embeds.1.title: BASE_TYPE_MAX_LENGTH', 'flags: NUMBER_TYPE_MIN'],
    posting({ content: 'x'.repeat(2001), embeds: [{ title: 'x' }, { title: 'x'.repeat(257) }], flags: -1 }),
  ),
]

const form = (name: string, ...part: [Blob, string?] | [string]): FormData => {
  const data = new FormData()
  if (typeof part[0] === 'string') data.set(name, part[0])
  else data.set(name, part[0], part[1])
  return data
}

const twoFiles = form('files[0]', new Blob(['x']), 'x.txt')
twoFiles.append('files[0]', new Blob(['y']), 'y.txt')

const bodies: readonly Refusal[] = [
  answered(
    'a body that is no JSON',
    codes,
    [400, 50109, 'The request body contains invalid JSON.'],
    sending('application/json', '{'),
  ),
  answered(
    'a form whose JSON is none',
    codes,
    [400, 50109, 'The request body contains invalid JSON.'],
    sending(undefined, form('payload_json', '{')),
  ),
  answered(
    'a body of a type that Discord does not read',
    'observed: text/plain',
    [400, 50035, 'Invalid Content-Type'],
    sending('text/plain', 'hello'),
  ),
  answered(
    'a form without its boundary',
    'observed',
    [400, 50035, 'Invalid Content-Type'],
    sending('multipart/form-data', 'hello'),
  ),
  invalid(
    'a file under another name than files[n]',
    uploading,
    'file: UNKNOWN_FIELD',
    sending(undefined, form('file', new Blob(['x']), 'x.txt')),
  ),
  invalid('a part of a form twice', uploading, 'files[0]: SET_TYPE_NOT_UNIQUE', sending(undefined, twoFiles)),
  invalid(
    'a text part besides payload_json',
    uploading,
    'content: UNKNOWN_FIELD',
    sending(undefined, form('content', 'x')),
  ),
]

const empty = [400, 50006, 'Cannot send an empty message'] as const
const tooLarge = [413, 40005, 'Request entity too large'] as const
const voice = { flags: 1 << 13, attachments: [{ id: '0', duration_secs: 1.5, waveform: 'AAAA' }] }

const whole: readonly Refusal[] = [
  answered('a message that shows nothing', codes, empty, posting({})),
  answered('a message whose text is blank', codes, empty, posting({ content: ' \n' })),
  answered('a message whose only embed is empty', codes, empty, posting({ embeds: [{}] })),
  answered('a message of parts without any', codes, empty, posting({ flags: 1 << 15 })),
  answered('an edit that leaves nothing', codes, empty, editing({ content: 'a' }, { content: '' })),
  answered('a file over 10 MiB', uploading, tooLarge, posting({}, [fileOf(10 * 1024 * 1024 + 1)])),
  answered(
    'a request over 25 MiB',
    uploading,
    tooLarge,
    posting(
      {},
      times(3, () => fileOf(9 * 1024 * 1024)),
    ),
  ),
  answered(
    'a voice message with text',
    voiceMessages,
    [400, 50159, 'Voice messages do not support additional content'],
    posting({ ...voice, content: 'x' }, [song]),
  ),
  answered(
    'a voice message without sound',
    voiceMessages,
    [400, 50160, 'Voice messages must have a single audio attachment'],
    posting({ ...voice, attachments: [] }),
  ),
  answered(
    'a voice message of a picture',
    voiceMessages,
    [400, 50160, 'Voice messages must have a single audio attachment'],
    posting(voice, [{ ...song, name: 'a.png', type: 'image/png' }]),
  ),
  answered(
    'a voice message without length and waveform',
    voiceMessages,
    [400, 50161, 'Voice messages must have supporting metadata'],
    posting({ flags: 1 << 13 }, [song]),
  ),
  answered(
    'an edit of a voice message',
    voiceMessages,
    [400, 50162, 'Voice messages cannot be edited'],
    editing(voice, { content: 'x' }, [song]),
  ),
]

/** A reply to a message that says of it that it is elsewhere. */
const replyingElsewhere = (where: (bot: RawBot) => object) => async (bot: RawBot) => {
  const { body } = await posting({ content: 'x' })(bot)
  return posting({ content: 'y', message_reference: { message_id: body.id, ...where(bot) } })(bot)
}

const replies: readonly Refusal[] = [
  invalid(
    'a reply to a message of another channel',
    `${docs}/resources/message#message-reference-structure`,
    'message_reference: REPLIES_UNKNOWN_MESSAGE',
    replyingElsewhere((bot) => ({ channel_id: bot.discord.addresses.channelIds[1] })),
  ),
  invalid(
    'a reply to a message of another server',
    `${docs}/resources/message#message-reference-structure`,
    'message_reference: REPLIES_UNKNOWN_MESSAGE',
    replyingElsewhere(() => ({ guild_id: nobody })),
  ),
]

const edits: readonly Refusal[] = [
  ...(
    [
      [
        'a nonce',
        { nonce: 'job', enforce_nonce: true },
        ['nonce: BASE_TYPE_FORBIDDEN', 'enforce_nonce: BASE_TYPE_CHOICES'],
      ],
      ['to be read aloud', { tts: true }, ['tts: BASE_TYPE_CHOICES']],
    ] as const
  ).map(([what, more, found]) =>
    invalid(
      `an edit with ${what}`,
      `${docs}/resources/message#edit-message`,
      found,
      editing({ content: 'a' }, { content: 'b', ...more }),
    ),
  ),
  invalid(
    'a reply that an edit adds',
    `${docs}/resources/message#edit-message`,
    'message_reference: UNKNOWN_FIELD',
    editing({ content: 'a' }, { content: 'b', message_reference: { message_id: nobody } }),
  ),
  invalid(
    'files beyond ten, with those that an edit keeps',
    uploading,
    'attachments: BASE_TYPE_MAX_LENGTH',
    async (bot) => {
      const ten = times(10, (n) => ({ ...song, name: `${n}.mp3` }))
      const { body } = await bot.call('POST', messagesPath(bot), {}, ten)
      return bot.call('PATCH', `${messagesPath(bot)}/${body.id}`, {}, [song])
    },
  ),
]

/** What Discord refuses of messages, but for embeds and components. */
export const messageRefusals: readonly Refusal[] = [
  ...invalidMessages,
  ...bodies,
  ...whole,
  ...replies,
  ...edits,
]
