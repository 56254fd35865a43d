import { times } from '../../support.ts'
import { answering, begin, song, typing } from '../provoking.ts'
import { docs, invalid, type Refusal } from '../refusal.ts'

const responding = `${docs}/interactions/receiving-and-responding#interaction-response-object`
const types = `${responding}-interaction-callback-type`
const messages = `${responding}-messages`
const suggestions = `${responding}-autocomplete`
const strict = 'docs/stand-ins.md: what nobody documents is refused'

type Row = readonly [name: string, source: string, body: unknown, error: string]

const rows = times(6, (n) => ({
  type: 1,
  components: [{ type: 2, style: 1, label: 'a', custom_id: `${n}` }],
}))

const answers: readonly Row[] = [
  ['an answer of a type that does not exist', types, { type: 99 }, 'type: UNION_TYPE_CHOICES'],
  [
    'an update of a message where there is none',
    types,
    { type: 7, data: { content: 'x' } },
    'type: BASE_TYPE_CHOICES',
  ],
  ['a deferred update where there is no message', types, { type: 6 }, 'type: BASE_TYPE_CHOICES'],
  [
    'suggestions where nothing is typed',
    types,
    { type: 8, data: { choices: [] } },
    'type: BASE_TYPE_CHOICES',
  ],
  ['an answer without data', responding, { type: 4 }, 'data: BASE_TYPE_REQUIRED'],
  [
    'content of 2001 letters',
    messages,
    { type: 4, data: { content: 'x'.repeat(2001) } },
    'data.content: BASE_TYPE_MAX_LENGTH',
  ],
  ['6 rows', messages, { type: 4, data: { components: rows } }, 'data.components: BASE_TYPE_MAX_LENGTH'],
  [
    'a picture that was not uploaded',
    messages,
    { type: 4, data: { embeds: [{ image: { url: 'attachment://cover.png' } }] } },
    'data.embeds.0.image.url: UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND',
  ],
  [
    'a voice message as an answer',
    messages,
    { type: 4, data: { content: 'x', flags: 1 << 13 } },
    'data.flags: BASE_TYPE_CHOICES',
  ],
  [
    'a nonce, which only messages in channels have, in an answer',
    messages,
    { type: 4, data: { content: 'x', nonce: 'job' } },
    'data.nonce: BASE_TYPE_FORBIDDEN',
  ],
  [
    'a reply as an answer',
    messages,
    { type: 4, data: { content: 'x', message_reference: { message_id: '1' } } },
    'data.message_reference: UNKNOWN_FIELD',
  ],
  [
    'a deferral with the flag of parts',
    messages,
    { type: 5, data: { flags: 1 << 15 } },
    'data.flags: BASE_TYPE_CHOICES',
  ],
  ['a deferral with content', messages, { type: 5, data: { content: 'x' } }, 'data.content: UNKNOWN_FIELD'],
  ['a field besides type and data', strict, { type: 5, flags: 64 }, 'flags: UNKNOWN_FIELD'],
]

const typed: readonly Row[] = [
  [
    '26 suggestions',
    suggestions,
    times(26, (n) => ({ name: `${n}`, value: `${n}` })),
    'data.choices: BASE_TYPE_MAX_LENGTH',
  ],
  [
    'a suggestion name of 101 letters',
    suggestions,
    [{ name: 'x'.repeat(101), value: 'x' }],
    'data.choices.0.name: BASE_TYPE_BAD_LENGTH',
  ],
  [
    'a suggestion value of 101 letters',
    suggestions,
    [{ name: 'x', value: 'x'.repeat(101) }],
    'data.choices.0.value: BASE_TYPE_MAX_LENGTH',
  ],
  [
    'a number where a text is typed',
    suggestions,
    [{ name: 'x', value: 1 }],
    'data.choices.0.value: STRING_TYPE_CONVERT',
  ],
]

const suggesting = (choices: unknown) => ({ type: 8, data: { choices } })

/** What Discord refuses of the first answer to an interaction, but for forms. */
export const callbackRefusals: readonly Refusal[] = [
  ...answers.map(([name, source, body, error]) => invalid(name, source, error, answering(body))),
  ...typed.map(([name, source, choices, error]) =>
    invalid(name, source, error, answering(suggesting(choices), typing())),
  ),
  invalid(
    'a text where a number is typed',
    suggestions,
    'data.choices.0.value: NUMBER_TYPE_COERCE',
    answering(suggesting([{ name: '90', value: '90' }]), typing('/speed', 'bpm')),
  ),
  invalid(
    'half a number where a whole one is typed',
    suggestions,
    'data.choices.0.value: NUMBER_TYPE_COERCE',
    answering(suggesting([{ name: '90', value: 90.5 }]), typing('/speed', 'bpm')),
  ),
  invalid(
    'a message as an answer to who types',
    types,
    'type: BASE_TYPE_CHOICES',
    answering({ type: 4, data: { content: 'x' } }, typing()),
  ),
  invalid(
    'a file with an answer that shows none',
    strict,
    'files[0]: UNKNOWN_FIELD',
    answering({ type: 5 }, undefined, [song]),
  ),
  invalid(
    'a query parameter that is neither yes nor no',
    `${docs}/interactions/receiving-and-responding#create-interaction-response`,
    'with_response: BOOLEAN_TYPE_CONVERT',
    async (bot) => (await begin(bot)).callback({ type: 5 }, '?with_response=maybe'),
  ),
]
