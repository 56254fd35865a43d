import { times } from '../../support.ts'
import { answering } from '../provoking.ts'
import { docs, invalid, type Refusal } from '../refusal.ts'

const modal = `${docs}/interactions/receiving-and-responding#interaction-response-object-modal`
const reference = `${docs}/components/reference`

const field = (component: object, more: object = {}) => ({ type: 18, label: 'Words', component, ...more })
const input = (more: object = {}) => ({ type: 4, custom_id: 'words', style: 1, ...more })
const line = (value: string, more: object = {}) => ({ label: value, value, ...more })
const form = (more: object) => ({
  type: 9,
  data: { custom_id: 'form', title: 'Song', components: [field(input())], ...more },
})
const holding = (...components: object[]) => form({ components })
const inside = (component: object) => holding(field(component))
const within = 'data.components.0.component'

type Row = readonly [name: string, source: string, body: unknown, errors: string | readonly string[]]

const wholes: readonly Row[] = [
  ['a form title of 46 letters', modal, form({ title: 'x'.repeat(46) }), 'data.title: BASE_TYPE_BAD_LENGTH'],
  ['a form without a title', modal, form({ title: undefined }), 'data.title: BASE_TYPE_REQUIRED'],
  [
    'a form of 6 parts',
    modal,
    holding(...times(6, (n) => field(input({ custom_id: `${n}` })))),
    'data.components: BASE_TYPE_BAD_LENGTH',
  ],
  ['a form of no parts', modal, holding(), 'data.components: BASE_TYPE_BAD_LENGTH'],
  [
    'one form field twice',
    modal,
    holding(...times(2, () => field(input()))),
    'data.components: COMPONENT_CUSTOM_ID_DUPLICATED',
  ],
  ['a field of a form that nobody documents', modal, form({ colour: 1 }), 'data.colour: UNKNOWN_FIELD'],
  ['a button as a part', modal, holding({ type: 2 }), 'data.components.0.type: UNION_TYPE_CHOICES'],
]

const labels: readonly Row[] = [
  [
    'a form label of 46 letters',
    `${reference}#label`,
    holding(field(input(), { label: 'x'.repeat(46) })),
    'data.components.0.label: BASE_TYPE_BAD_LENGTH',
  ],
  [
    'a description of 101 letters',
    `${reference}#label`,
    holding(field(input(), { description: 'x'.repeat(101) })),
    'data.components.0.description: BASE_TYPE_BAD_LENGTH',
  ],
  [
    'a label without an input',
    `${reference}#label`,
    holding({ type: 18, label: 'x' }),
    'data.components.0.component: BASE_TYPE_REQUIRED',
  ],
]

const option = times(2, (n) => line(`${n}`))

const inputs: readonly Row[] = [
  [
    'a preset of 4001 letters',
    `${reference}#text-input`,
    inside(input({ value: 'x'.repeat(4001) })),
    [`${within}.value: BASE_TYPE_MAX_LENGTH`, `${within}.value: BASE_TYPE_BAD_LENGTH`],
  ],
  [
    'a preset longer than may be typed',
    `${reference}#text-input`,
    inside(input({ value: 'four', max_length: 3 })),
    `${within}.value: BASE_TYPE_BAD_LENGTH`,
  ],
  [
    'more letters at least than at most',
    `${reference}#text-input`,
    inside(input({ min_length: 3, max_length: 2 })),
    `${within}.min_length: BASE_TYPE_MAX`,
  ],
  [
    'an input of no style',
    `${reference}#text-input`,
    inside(input({ style: 3 })),
    `${within}.style: BASE_TYPE_CHOICES`,
  ],
  [
    'a label inside the input',
    `${reference}#text-input`,
    inside(input({ label: 'x' })),
    `${within}.label: BASE_TYPE_FORBIDDEN`,
  ],
  [
    'one radio button',
    `${reference}#radio-group`,
    inside({ type: 21, custom_id: 'r', options: [line('a')] }),
    `${within}.options: BASE_TYPE_BAD_LENGTH`,
  ],
  [
    'one radio button twice',
    `${reference}#radio-group`,
    inside({ type: 21, custom_id: 'r', options: times(2, () => line('a')) }),
    `${within}.options.1.value: SELECT_COMPONENT_OPTION_VALUE_DUPLICATED`,
  ],
  [
    '11 checkboxes',
    `${reference}#checkbox-group`,
    inside({ type: 22, custom_id: 'c', options: times(11, (n) => line(`${n}`)) }),
    `${within}.options: BASE_TYPE_BAD_LENGTH`,
  ],
  [
    'a field for 11 files',
    `${reference}#file-upload`,
    inside({ type: 19, custom_id: 'f', max_values: 11 }),
    `${within}.max_values: NUMBER_TYPE_MAX`,
  ],
  [
    'a type of file that is none',
    `${docs}/reference#file-type-filtering`,
    inside({ type: 19, custom_id: 'f', file_types: ['mp3'] }),
    `${within}.file_types.0: STRING_TYPE_REGEX`,
  ],
  ...[
    { type: 3, custom_id: 'm', options: option, min_values: 0 },
    { type: 5, custom_id: 'm', min_values: 0 },
    { type: 19, custom_id: 'm', min_values: 0 },
    { type: 22, custom_id: 'm', options: option, min_values: 0 },
  ].map(
    (component): Row => [
      `nothing to choose by what has to be filled in (type ${component.type})`,
      `${reference}#string-select-string-select-structure`,
      inside(component),
      `${within}.min_values: NUMBER_TYPE_MIN`,
    ],
  ),
  [
    'more files at least than at most',
    `${reference}#file-upload`,
    inside({ type: 19, custom_id: 'f', min_values: 3, max_values: 2 }),
    `${within}.min_values: BASE_TYPE_MAX`,
  ],
  [
    'more checkboxes at least than there are',
    `${reference}#checkbox-group`,
    inside({ type: 22, custom_id: 'c', options: option, min_values: 3 }),
    `${within}.min_values: BASE_TYPE_MAX`,
  ],
  [
    'more checkboxes at most than there are',
    `${reference}#checkbox-group`,
    inside({ type: 22, custom_id: 'c', options: option, max_values: 3 }),
    `${within}.max_values: NUMBER_TYPE_MAX`,
  ],
  [
    'two radio buttons pressed at first',
    `${reference}#radio-group`,
    inside({ type: 21, custom_id: 'r', options: times(2, (n) => line(`${n}`, { default: true })) }),
    `${within}.options: BASE_TYPE_BAD_LENGTH`,
  ],
  [
    'an emoji beside a radio button',
    `${reference}#radio-group`,
    inside({ type: 21, custom_id: 'r', options: [line('a', { emoji: { name: '🎵' } }), line('b')] }),
    `${within}.options.0.emoji: BASE_TYPE_FORBIDDEN`,
  ],
  [
    'a button in a label',
    `${reference}#label-label-child-components`,
    inside({ type: 2, style: 1, label: 'a', custom_id: 'b' }),
    `${within}.type: UNION_TYPE_CHOICES`,
  ],
  [
    'a menu that is disabled',
    `${reference}#string-select`,
    inside({ type: 3, custom_id: 'm', options: option, disabled: true }),
    `${within}.disabled: BASE_TYPE_FORBIDDEN`,
  ],
  [
    'fewer lines than may be chosen',
    `${reference}#string-select`,
    inside({ type: 3, custom_id: 'm', options: option, max_values: 3 }),
    `${within}.options: BASE_TYPE_BAD_LENGTH`,
  ],
]

/** What Discord refuses of forms. */
export const formRefusals: readonly Refusal[] = [...wholes, ...labels, ...inputs].map(
  ([name, source, body, errors]) => invalid(name, source, errors, answering(body)),
)
