import {
  asks,
  both,
  brings,
  type Change,
  goesTo,
  heads,
  long,
  many,
  omits,
  says,
  saysOnly,
  writes,
} from '../changes.ts'
import type { Row } from '../row.ts'

const on = 'POST /channels/:id/messages'
const patch = 'PATCH /webhooks/:id/:token/messages/:id'
const invalid = /^POST .*\/messages: 400 50035 /

/** The last edit of a job's message, which brings its files. */
const isResult = (payload: unknown): boolean => (payload as { attachments: unknown[] }).attachments.length > 0

const button = { type: 2, style: 1, custom_id: 'x', label: 'x' }
const row = (...components: readonly object[]) => ({ type: 1, components })
const buttons = (count: number) => many(count, (index) => ({ ...button, custom_id: `button ${index}` }))

type Wrong = readonly [name: string, does: Change, because: RegExp]

/**
 * Of a message that a member's mention is answered with.
 * https://docs.discord.com/developers/resources/message
 */
const contents: readonly Wrong[] = [
  ['a message of 2001 characters', says('content', long(2_001)), /"content".*MAX_LENGTH/],
  ['a message that is a number', says('content', 7), /"content".*STRING_TYPE_CONVERT/],
  ['a field that Discord does not know', says('contents', 'x'), /"contents".*UNKNOWN_FIELD/],
  [
    'eleven embeds',
    says(
      'embeds',
      many(11, () => ({ title: 'x' })),
    ),
    /"embeds".*LENGTH/,
  ],
  ['an embed’s title of 257 characters', says('embeds', [{ title: long(257) }]), /"title".*LENGTH/],
  [
    'an embed of 26 fields',
    says('embeds', [{ fields: many(26, () => ({ name: 'x', value: 'x' })) }]),
    /"fields".*LENGTH/,
  ],
  ['a field without a value', says('embeds.0.fields.0.value', ''), /"value".*REQUIRED/],
  [
    'embeds of 6001 characters together',
    says('embeds', [{ description: long(3_000) }, { description: long(3_001) }]),
    /MAX_EMBED_SIZE_EXCEEDED/,
  ],
  ['a picture that did not come along', says('embeds', [{ image: { url: 'attachment://a.png' } }]), /"url"/],
  ['a nonce of 26 characters', says('nonce', long(26)), /"nonce"/],
  [
    'a part of Components V2 without its flag',
    says('components', [{ type: 10, content: 'x' }]),
    /"components"/,
  ],
  ['a private message in a channel', says('flags', 1 << 6), /"flags"/],
  ['words beside Components V2', says('flags', 1 << 15), /"content"/],
  [
    'mentions that are all allowed and counted out',
    says('allowed_mentions', { parse: ['users'], users: ['100000000000000001'] }),
    /"allowed_mentions"/,
  ],
  [
    'a reply to no message',
    says('message_reference', { message_id: '100000000000000001' }),
    /message_reference/,
  ],
]

/** Of a message with a button that opens a form. https://docs.discord.com/developers/components/reference */
const controls: readonly Wrong[] = [
  [
    'a button of a name of 101 characters',
    says('components.0.components.0.custom_id', long(101)),
    /custom_id/,
  ],
  ['a button of 81 characters', says('components.0.components.0.label', long(81)), /label/],
  ['a button without a name', omits('components.0.components.0.custom_id'), /custom_id/],
  [
    'a link with a name',
    says('components.0.components', [{ ...button, style: 5, url: 'https://a.example' }]),
    /custom_id/,
  ],
  ['two buttons of one name', says('components', [row(button, button)]), /DUPLICATE/],
  ['six buttons in a row', says('components', [row(...buttons(6))]), /LENGTH/],
  [
    'six rows',
    says(
      'components',
      buttons(6).map((one) => row(one)),
    ),
    /LENGTH/,
  ],
  ['a row of nothing', says('components', [row()]), /LENGTH|REQUIRED/],
]

const refusedFor =
  (scenario: Row['scenario']) =>
  ([name, does, because]: Wrong): Row => ({
    name,
    scenario,
    does: { on, does },
    refusals: [invalid],
    because,
  })

/** What a message may say. */
export const bodies: readonly Row[] = [
  ...contents.map(refusedFor('mention')),
  ...controls.map(refusedFor('button')),
  {
    name: 'a message that says nothing',
    scenario: 'mention',
    does: { on, does: saysOnly({}) },
    refusals: [/^POST .*\/messages: 400 50006 /],
  },
  {
    name: 'a voice message with words',
    scenario: 'mention',
    does: { on, does: says('flags', 1 << 13) },
    refusals: [/^POST .*\/messages: 400 50159 /],
  },
  {
    name: 'a mention of everybody that is not held back',
    scenario: 'mention',
    does: {
      on,
      does: both(
        omits('allowed_mentions'),
        says('content', (text: string) => `${text} @everyone`),
      ),
    },
    refusals: [/^would ping @everyone/],
    endsWell: true,
  },
  {
    name: 'a call of all who are there that is let through',
    scenario: 'mention',
    does: {
      on,
      does: both(
        says('allowed_mentions', { parse: ['roles', 'everyone'] }),
        says('content', (text: string) => `${text} @here`),
      ),
    },
    refusals: [/^would ping @everyone/],
    endsWell: true,
  },
]

/** How a request is sent. https://docs.discord.com/developers/reference */
export const requests: readonly Row[] = [
  {
    name: 'a body that breaks off',
    scenario: 'mention',
    does: { on, does: writes((body) => body.slice(0, -2)) },
    refusals: [/^POST .*\/messages: 400 50109 /],
  },
  {
    name: 'a body of no known type',
    scenario: 'mention',
    does: { on, does: heads('content-type', 'text/plain') },
    refusals: [/^POST .*\/messages: 400 50035 /],
  },
  {
    name: 'a channel that does not exist',
    scenario: 'mention',
    does: { on, does: goesTo(/channels\/\d+/, 'channels/100000000000000001') },
    refusals: [/^POST .*\/messages: 404 10003 /],
  },
  {
    name: 'a channel that the bot cannot see',
    scenario: 'mention',
    does: { on, does: goesTo(/channels\/\d+/, ({ discord }) => `channels/${discord.channelIds[3]}`) },
    refusals: [/^POST .*\/messages: 403 50001 /],
  },
  {
    name: 'a channel that the bot may not write in',
    scenario: 'mention',
    does: { on, does: goesTo(/channels\/\d+/, ({ discord }) => `channels/${discord.channelIds[2]}`) },
    refusals: [/^POST .*\/messages: 403 50013 /],
  },
  {
    name: 'a route that does not exist',
    scenario: 'mention',
    does: { on, does: goesTo(/messages$/, 'announcements') },
    refusals: [/^POST .*: 404 0 /],
  },
  {
    name: 'a method that a route does not take',
    scenario: 'mention',
    does: { on, does: asks('PUT', ({ path }) => path, { content: 'x' }) },
    refusals: [/^PUT .*: 405 0 /],
  },
  {
    name: 'a parameter that Discord does not know',
    scenario: 'mention',
    does: { on, does: goesTo(/messages$/, 'messages?wait=true') },
    refusals: [/^POST .*: 400 50035 /],
    because: /"wait".*UNKNOWN_FIELD/,
  },
  {
    name: 'an edit of a message that does not exist',
    scenario: 'reading',
    does: { on: patch, does: goesTo(/messages\/\d+/, 'messages/100000000000000001') },
    refusals: [/^PATCH .*: 404 10008 /],
  },
  {
    name: 'a form with files that breaks off',
    scenario: 'reading',
    does: { on: patch, when: isResult, does: writes((body) => body.slice(0, -40)) },
    refusals: [/^PATCH .*: 400 /],
  },
  {
    name: 'a file over the limit',
    scenario: 'reading',
    does: {
      on: patch,
      when: isResult,
      does: brings(({ name, type }) => new File([new Uint8Array(10 * 1024 * 1024 + 1)], name, { type })),
    },
    refusals: [/^PATCH .*: 413 40005 /],
  },
  {
    name: 'a file that is announced and does not come',
    scenario: 'reading',
    does: { on: patch, when: isResult, does: says('attachments', [{ id: 7, filename: 'a.mp3' }]) },
    refusals: [/^PATCH .*: 400 50035 /],
    because: /attachments/,
  },
]

/** After a refused token the official client forgets it. */
export const tokens: readonly Row[] = [
  {
    name: 'another token',
    scenario: 'mention',
    does: { on, does: heads('authorization', 'Bot another') },
    endsBot: true,
    refusals: [/^POST .*\/messages: 401 0 /],
  },
  {
    name: 'a token of a person’s kind',
    scenario: 'mention',
    does: {
      on,
      does: (call, send, ground) =>
        heads('authorization', `Bearer ${ground.addresses.discord.token}`)(call, send, ground),
    },
    endsBot: true,
    refusals: [/^POST .*\/messages: 401 0 /],
  },
]
