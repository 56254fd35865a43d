import { times } from '../../support.ts'
import { editing, nobody, posting } from '../provoking.ts'
import { docs, invalid, type Refusal } from '../refusal.ts'

const reference = `${docs}/components/reference`
const buttons = `${reference}#button`
const menus = `${reference}#string-select`
const layout = `${docs}/components/overview#legacy-message-component-behavior`
const strict = 'docs/stand-ins.md: where nothing is published, the strict end is taken'
const v2Rules = `${docs}/components/overview#components-v2`

const button = (more: object = {}) => ({ type: 2, style: 1, label: 'Go', custom_id: 'go', ...more })
const row = (...components: object[]) => ({ type: 1, components })
const rows = (...list: object[]) => ({ content: 'x', components: list })
const line = (value: string, more: object = {}) => ({ label: value, value, ...more })
const menu = (more: object = {}) => ({ type: 3, custom_id: 'pick', options: [line('1')], ...more })
const v2 = (...components: object[]) => ({ flags: 1 << 15, components })
const words = (content = 'words') => ({ type: 10, content })

type Row = readonly [name: string, source: string, body: object, errors: string | readonly string[]]
const inRow = 'components.0.components.0'

const ofIds: readonly Row[] = [
  [
    'one id twice',
    `${reference}#anatomy-of-a-component`,
    v2({ id: 5, ...words() }, { id: 5, ...words() }),
    'components.1.id: SET_TYPE_NOT_UNIQUE',
  ],
  [
    'an id that its row has already',
    `${reference}#anatomy-of-a-component`,
    rows({ id: 5, ...row(button({ id: 5 })) }),
    `${inRow}.id: SET_TYPE_NOT_UNIQUE`,
  ],
]

const legacy: readonly Row[] = [
  [
    '6 rows',
    layout,
    rows(...times(6, (n) => row(button({ custom_id: `b${n}` })))),
    'components: BASE_TYPE_MAX_LENGTH',
  ],
  [
    '6 buttons in a row',
    `${reference}#action-row`,
    rows(row(...times(6, (n) => button({ custom_id: `b${n}` })))),
    'components.0.components: BASE_TYPE_BAD_LENGTH',
  ],
  ['an empty row', `${reference}#action-row`, rows(row()), 'components.0.components: BASE_TYPE_BAD_LENGTH'],
  ['a button outside a row', layout, rows(button()), 'components.0.type: UNION_TYPE_CHOICES'],
  ['a row in a row', layout, rows(row(row(button()))), `${inRow}.type: UNION_TYPE_CHOICES`],
  [
    'text parts without the flag',
    v2Rules,
    { components: [words()] },
    'components.0.type: UNION_TYPE_CHOICES',
  ],
  [
    'a menu beside a button',
    `${reference}#action-row`,
    rows(row(menu(), button())),
    `${inRow}: COMPONENT_LAYOUT_WIDTH_EXCEEDED`,
  ],
  [
    'one custom id twice',
    `${reference}#anatomy-of-a-component`,
    rows(row(button()), row(button())),
    'components.1.components.0.custom_id: COMPONENT_CUSTOM_ID_DUPLICATED',
  ],
]

const ofButtons: readonly Row[] = [
  [
    'a label of 81 letters',
    buttons,
    rows(row(button({ label: 'x'.repeat(81) }))),
    `${inRow}.label: BASE_TYPE_MAX_LENGTH`,
  ],
  [
    'a button without label or emoji',
    buttons,
    rows(row(button({ label: undefined }))),
    `${inRow}: BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED`,
  ],
  ['a button of no style', buttons, rows(row(button({ style: 7 }))), `${inRow}.style: UNION_TYPE_CHOICES`],
  [
    'a custom id of 101 letters',
    buttons,
    rows(row(button({ custom_id: 'x'.repeat(101) }))),
    `${inRow}.custom_id: BASE_TYPE_BAD_LENGTH`,
  ],
  [
    'a button without custom id',
    buttons,
    rows(row(button({ custom_id: undefined }))),
    `${inRow}.custom_id: BUTTON_COMPONENT_CUSTOM_ID_REQUIRED`,
  ],
  [
    'a link button with custom id',
    buttons,
    rows(row(button({ style: 5, url: 'https://a.example' }))),
    `${inRow}.custom_id: BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE`,
  ],
  [
    'a link button without link',
    buttons,
    rows(row(button({ style: 5, custom_id: undefined }))),
    `${inRow}.url: BASE_TYPE_REQUIRED`,
  ],
  [
    'a plain button with link',
    buttons,
    rows(row(button({ url: 'https://a.example' }))),
    `${inRow}.url: BUTTON_COMPONENT_INVALID_URL`,
  ],
  [
    'a premium button without product',
    buttons,
    rows(row(button({ style: 6, custom_id: undefined, label: undefined }))),
    `${inRow}.sku_id: BASE_TYPE_REQUIRED`,
  ],
  [
    'a plain button with a product',
    buttons,
    rows(row(button({ sku_id: nobody }))),
    `${inRow}.sku_id: BASE_TYPE_FORBIDDEN`,
  ],
  [
    'a link button with a product',
    buttons,
    rows(row(button({ style: 5, custom_id: undefined, url: 'https://a.example', sku_id: nobody }))),
    `${inRow}.sku_id: BASE_TYPE_FORBIDDEN`,
  ],
  [
    'a premium button with a custom id and a label',
    buttons,
    rows(row(button({ style: 6, sku_id: nobody }))),
    [`${inRow}.custom_id: BASE_TYPE_FORBIDDEN`, `${inRow}.label: BASE_TYPE_FORBIDDEN`],
  ],
  [
    'a premium button with a link and an emoji',
    buttons,
    rows(row({ type: 2, style: 6, sku_id: nobody, url: 'https://a.example', emoji: { name: '🎵' } })),
    [`${inRow}.url: BASE_TYPE_FORBIDDEN`, `${inRow}.emoji: BASE_TYPE_FORBIDDEN`],
  ],
  [
    'a link button without label or emoji',
    'https://github.com/discordjs/discord.js/blob/14.16.3/packages/builders/src/components/Assertions.ts',
    rows(row(button({ style: 5, custom_id: undefined, label: undefined, url: 'https://a.example' }))),
    `${inRow}: BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED`,
  ],
  [
    'a word for an emoji',
    'https://github.com/Crownicles/Crownicles/issues/3110',
    rows(row(button({ emoji: { name: 'black_nib' } }))),
    `${inRow}.emoji.name: BUTTON_COMPONENT_INVALID_EMOJI`,
  ],
  [
    'an empty emoji',
    'https://github.com/bwmarrin/discordgo/issues/1479',
    rows(row(button({ emoji: {} }))),
    `${inRow}.emoji.name: BUTTON_COMPONENT_INVALID_EMOJI`,
  ],
  [
    'an emoji of an unknown id',
    'https://github.com/BestGamersH/Multipurpose-Discord-Bot/issues/65',
    rows(row(button({ emoji: { id: nobody, name: 'song' } }))),
    `${inRow}.emoji.id: BUTTON_COMPONENT_INVALID_EMOJI`,
  ],
  [
    'a field of a button that nobody documents',
    buttons,
    rows(row(button({ colour: 'red' }))),
    `${inRow}.colour: UNKNOWN_FIELD`,
  ],
]

const ofMenus: readonly Row[] = [
  [
    '26 lines in a menu',
    menus,
    rows(row(menu({ options: times(26, (n) => line(`${n}`)) }))),
    `${inRow}.options: BASE_TYPE_BAD_LENGTH`,
  ],
  [
    'one menu value twice',
    menus,
    rows(row(menu({ options: times(2, () => line('a')) }))),
    `${inRow}.options.1.value: SELECT_COMPONENT_OPTION_VALUE_DUPLICATED`,
  ],
  [
    'a placeholder of 151 letters',
    menus,
    rows(row(menu({ placeholder: 'x'.repeat(151) }))),
    `${inRow}.placeholder: BASE_TYPE_MAX_LENGTH`,
  ],
  [
    'more choices at least than at most',
    menus,
    rows(row({ type: 5, custom_id: 'who', min_values: 3, max_values: 2 })),
    `${inRow}.min_values: BASE_TYPE_MAX`,
  ],
  [
    'fewer lines than may be chosen',
    menus,
    rows(row(menu({ max_values: 2 }))),
    `${inRow}.options: BASE_TYPE_BAD_LENGTH`,
  ],
  [
    'a preset of a kind that there is not',
    `${reference}#user-select`,
    rows(row({ type: 5, custom_id: 'who', default_values: [{ id: nobody, type: 'cat' }] })),
    `${inRow}.default_values.0.type: BASE_TYPE_CHOICES`,
  ],
  [
    'a person as preset of a menu of roles',
    `${reference}#role-select`,
    rows(row({ type: 6, custom_id: 'which', default_values: [{ id: nobody, type: 'user' }] })),
    `${inRow}.default_values.0.type: BASE_TYPE_CHOICES`,
  ],
  [
    'more presets than may be chosen',
    `${reference}#user-select`,
    rows(
      row({ type: 5, custom_id: 'who', default_values: times(2, (n) => ({ id: `${n + 1}`, type: 'user' })) }),
    ),
    `${inRow}.default_values: BASE_TYPE_BAD_LENGTH`,
  ],
  [
    'more lines chosen at first than may be chosen',
    strict,
    rows(row(menu({ options: [line('1', { default: true }), line('2', { default: true })] }))),
    `${inRow}.options: BASE_TYPE_BAD_LENGTH`,
  ],
  [
    'a kind of channel that there is not',
    `${reference}#channel-select`,
    rows(row({ type: 8, custom_id: 'where', channel_types: [99] })),
    `${inRow}.channel_types.0: BASE_TYPE_CHOICES`,
  ],
]

const ofParts: readonly Row[] = [
  [
    'content beside text parts',
    v2Rules,
    { content: 'x', ...v2(words()) },
    'content: MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2',
  ],
  [
    'embeds beside text parts',
    v2Rules,
    { embeds: [{ title: 'T' }], ...v2(words()) },
    'embeds: MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2',
  ],
  ['a poll beside text parts', v2Rules, { poll: {}, ...v2(words()) }, 'poll: NOT_SERVED'],
  [
    'stickers beside text parts',
    v2Rules,
    { sticker_ids: [nobody], ...v2(words()) },
    'sticker_ids: NOT_SERVED',
  ],
  [
    '41 parts in all',
    v2Rules,
    v2(...times(40, () => words('a')), { type: 14 }),
    'components: COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED',
  ],
  [
    '41 parts in all, most of them in a container',
    v2Rules,
    v2({ type: 17, components: times(39, () => words('a')) }, words('a')),
    'components: COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED',
  ],
  [
    '4001 letters of text parts',
    'observed',
    v2(words('x'.repeat(2001)), words('x'.repeat(2000))),
    'components: COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED',
  ],
  [
    'a file part without upload',
    `${reference}#file`,
    v2({ type: 13, file: { url: 'attachment://song.mp3' } }),
    'components.0.file.url: UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND',
  ],
  [
    'a file part with a web address',
    `${reference}#file`,
    v2({ type: 13, file: { url: 'https://a.example/a.mp3' } }),
    'components.0.file.url: UNFURLED_MEDIA_ITEM_ATTACHMENT_REQUIRED',
  ],
  [
    'a picture by FTP',
    `${reference}#unfurled-media-item`,
    v2({ type: 12, items: [{ media: { url: 'ftp://a.example/a.png' } }] }),
    'components.0.items.0.media.url: URL_TYPE_INVALID_SCHEME',
  ],
  [
    'a section without accessory',
    `${reference}#section`,
    v2({ type: 9, components: [words()] }),
    'components.0.accessory: BASE_TYPE_REQUIRED',
  ],
  [
    'a section of 4 texts',
    `${reference}#section`,
    v2({ type: 9, components: times(4, () => words()), accessory: button() }),
    'components.0.components: BASE_TYPE_BAD_LENGTH',
  ],
  [
    'a gallery of 11 pictures',
    `${reference}#media-gallery`,
    v2({ type: 12, items: times(11, () => ({ media: { url: 'https://a.example/a.png' } })) }),
    'components.0.items: BASE_TYPE_BAD_LENGTH',
  ],
  [
    'a container in a container',
    `${reference}#container`,
    v2({ type: 17, components: [{ type: 17, components: [words()] }] }),
    'components.0.components.0.type: UNION_TYPE_CHOICES',
  ],
  [
    'an empty text part',
    `${reference}#text-display`,
    v2(words('')),
    'components.0.content: BASE_TYPE_BAD_LENGTH',
  ],
  [
    'a button outside a row, with the flag too',
    v2Rules,
    v2(button()),
    'components.0.type: UNION_TYPE_CHOICES',
  ],
]

/** What Discord refuses of the parts of a message. */
export const componentRefusals: readonly Refusal[] = [
  ...[...ofIds, ...legacy, ...ofButtons, ...ofMenus, ...ofParts].map(([name, source, body, errors]) =>
    invalid(name, source, errors, posting(body)),
  ),
  invalid(
    'an edit that takes the flag of a message of parts away',
    v2Rules,
    'flags: MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG',
    editing(v2(words()), { flags: 0 }),
  ),
]
