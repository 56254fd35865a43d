import { times } from '../../support.ts'
import { posting } from '../provoking.ts'
import { docs, invalid, type Refusal } from '../refusal.ts'

const object = `${docs}/resources/message#embed-object`
const sizes = `${docs}/resources/message#embed-object-embed-limits`
const uploading = `${docs}/reference#using-attachments-within-embeds`

const embed = (more: object = {}) => ({ embeds: [{ title: 'T', ...more }] })

const rows: readonly (readonly [name: string, source: string, body: object, error: string])[] = [
  ['11 embeds', sizes, { embeds: times(11, () => ({ title: 'T' })) }, 'embeds: BASE_TYPE_MAX_LENGTH'],
  ['embeds that are no list', object, { embeds: {} }, 'embeds: LIST_TYPE_CONVERT'],
  ['an embed that is a text', object, { embeds: ['T'] }, 'embeds.0: MODEL_TYPE_CONVERT'],
  [
    'an embed title of 257 letters',
    sizes,
    embed({ title: 'x'.repeat(257) }),
    'embeds.0.title: BASE_TYPE_MAX_LENGTH',
  ],
  [
    'an embed description of 4097 letters',
    sizes,
    embed({ description: 'x'.repeat(4097) }),
    'embeds.0.description: BASE_TYPE_MAX_LENGTH',
  ],
  [
    '26 embed fields',
    sizes,
    embed({ fields: times(26, () => ({ name: 'n', value: 'v' })) }),
    'embeds.0.fields: BASE_TYPE_MAX_LENGTH',
  ],
  [
    'a field name of 257 letters',
    sizes,
    embed({ fields: [{ name: 'x'.repeat(257), value: 'v' }] }),
    'embeds.0.fields.0.name: BASE_TYPE_MAX_LENGTH',
  ],
  [
    'a field value of 1025 letters',
    sizes,
    embed({ fields: [{ name: 'n', value: 'x'.repeat(1025) }] }),
    'embeds.0.fields.0.value: BASE_TYPE_MAX_LENGTH',
  ],
  [
    'an empty field value',
    object,
    embed({ fields: [{ name: 'n', value: ' ' }] }),
    'embeds.0.fields.0.value: BASE_TYPE_REQUIRED',
  ],
  [
    'a field without a name',
    object,
    embed({ fields: [{ value: 'v' }] }),
    'embeds.0.fields.0.name: BASE_TYPE_REQUIRED',
  ],
  [
    'a footer of 2049 letters',
    sizes,
    embed({ footer: { text: 'x'.repeat(2049) } }),
    'embeds.0.footer.text: BASE_TYPE_MAX_LENGTH',
  ],
  [
    'an author of 257 letters',
    sizes,
    embed({ author: { name: 'x'.repeat(257) } }),
    'embeds.0.author.name: BASE_TYPE_MAX_LENGTH',
  ],
  ['a colour beyond white', object, embed({ color: 0x1000000 }), 'embeds.0.color: NUMBER_TYPE_MAX'],
  ['a colour in words', object, embed({ color: 'red' }), 'embeds.0.color: NUMBER_TYPE_COERCE'],
  ['a link that is none', object, embed({ url: 'not a link' }), 'embeds.0.url: URL_TYPE_INVALID_URL'],
  [
    'a link to a program',
    object,
    embed({ url: 'javascript:alert(1)' }),
    'embeds.0.url: URL_TYPE_INVALID_URL',
  ],
  ['a time that is none', object, embed({ timestamp: 'yesterday' }), 'embeds.0.timestamp: STRING_TYPE_REGEX'],
  ['a field that nobody documents', object, embed({ colour: 1 }), 'embeds.0.colour: UNKNOWN_FIELD'],
  [
    'over 6000 letters in all embeds',
    sizes,
    { embeds: times(2, () => ({ description: 'x'.repeat(3001) })) },
    'embeds: MAX_EMBED_SIZE_EXCEEDED',
  ],
  [
    'a picture that was not uploaded',
    uploading,
    embed({ image: { url: 'attachment://cover.png' } }),
    'embeds.0.image.url: UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND',
  ],
]

/** What Discord refuses of embeds. */
export const embedRefusals: readonly Refusal[] = rows.map(([name, source, body, error]) =>
  invalid(name, source, error, posting(body)),
)
