import { button, plain, section, times } from './support.ts'

export const actions = (...elements: object[]) => ({ type: 'actions', elements })
export const option = (more: object = {}) => ({ text: plain('One'), value: '1', ...more })
export const select = (more: object = {}) => ({
  type: 'static_select',
  action_id: 'pick',
  options: [option()],
  ...more,
})
export const input = (element: object, more: object = {}) => ({
  type: 'input',
  label: plain('Label'),
  element,
  ...more,
})
export const line = (more: object = {}) => ({ type: 'plain_text_input', action_id: 'line', ...more })
export const context = (...elements: object[]) => ({ type: 'context', elements })
export const picture = { type: 'image', image_url: 'https://example.com/a.png', alt_text: 'A' }
export const long = (length: number) => 'x'.repeat(length)
/** A button that asks before it acts. */
export const confirming = (confirm: object) =>
  actions(
    button({
      confirm: {
        title: plain('Really?'),
        text: plain('x'),
        confirm: plain('Yes'),
        deny: plain('No'),
        ...confirm,
      },
    }),
  )

/** A fault: what it is, the block, and Slack's words with the pointer inside the block. */
export type Fault = readonly [string, object, string]

// Limits: https://docs.slack.dev/reference/block-kit, and the comments of @slack/types
export const inAnyBlock: readonly Fault[] = [
  ['a section text of 3001 letters', section(long(3001)), 'must be less than 3001 characters /text/text'],
  ['an empty section text', section(''), 'must be more than 0 characters /text/text'],
  ['a section with nothing', { type: 'section' }, 'must provide either text or fields '],
  [
    '11 fields',
    section('x', { fields: times(11, () => plain('x')) }),
    'no more than 10 items allowed /fields',
  ],
  [
    'a field of 2001 letters',
    section('x', { fields: [plain(long(2001))] }),
    'must be less than 2001 characters /fields/0/text',
  ],
  ['text that is no object', { type: 'section', text: 'x' }, 'must provide an object /text'],
  [
    'text of an unknown kind',
    { type: 'section', text: { type: 'html', text: 'x' } },
    'unsupported type: html /text/type',
  ],
  ['text of no kind', { type: 'section', text: { text: 'x' } }, 'missing required field: type /text'],
  ['a field that no block has', { type: 'divider', colour: 'red' }, 'invalid additional property: colour '],
  [
    'a block id of 256 letters',
    { type: 'divider', block_id: long(256) },
    'must be less than 256 characters /block_id',
  ],
  [
    'a header of 151 letters',
    { type: 'header', text: plain(long(151)) },
    'must be less than 151 characters /text/text',
  ],
  [
    'a header with markup',
    { type: 'header', text: { type: 'mrkdwn', text: 'x' } },
    'must be one of: plain_text /text/type',
  ],
  ['an empty context', context(), 'no fewer than 1 items allowed /elements'],
  [
    '11 things in a context',
    context(...times(11, () => plain('x'))),
    'no more than 10 items allowed /elements',
  ],
  ['a button in a context', context(button()), 'unsupported type: button /elements/0/type'],
  [
    'a picture from nowhere',
    { type: 'image', alt_text: 'A' },
    'must provide exactly one of image_url and slack_file ',
  ],
  [
    'a picture of a scheme that is no web',
    { ...picture, image_url: 'ftp://example.com/a' },
    'must provide a valid URL /image_url',
  ],
  [
    'a picture link of 3001 letters',
    { ...picture, image_url: `https://example.com/${long(2981)}` },
    'must be less than 3001 characters /image_url',
  ],
  [
    'a picture description of 2001 letters',
    { ...picture, alt_text: long(2001) },
    'must be less than 2001 characters /alt_text',
  ],
  [
    'a picture without description',
    { type: 'image', image_url: picture.image_url },
    'missing required field: alt_text ',
  ],
  [
    'a picture of a file that is not there',
    { type: 'image', slack_file: { id: 'F1' }, alt_text: 'A' },
    'invalid slack file /slack_file',
  ],

  ['no button', actions(), 'no fewer than 1 items allowed /elements'],
  [
    '26 buttons',
    actions(...times(26, (n) => button({ action_id: `b${n}` }))),
    'no more than 25 items allowed /elements',
  ],
  [
    'a button text of 76 letters',
    actions(button({ text: plain(long(76)) })),
    'must be less than 76 characters /elements/0/text/text',
  ],
  [
    'a button value of 2001 letters',
    actions(button({ value: long(2001) })),
    'must be less than 2001 characters /elements/0/value',
  ],
  [
    'a button link of 3001 letters',
    actions(button({ url: `https://example.com/${long(2981)}` })),
    'must be less than 3001 characters /elements/0/url',
  ],
  [
    'a button that looks odd',
    actions(button({ style: 'loud' })),
    'must be one of: primary, danger /elements/0/style',
  ],
  [
    'an action id of 256 letters',
    actions(button({ action_id: long(256) })),
    'must be less than 256 characters /elements/0/action_id',
  ],
  [
    'one action id twice',
    actions(button(), button()),
    '`action_id` "go" already exists in this block /elements/1/action_id',
  ],
  [
    'a question title of 101 letters',
    confirming({ title: plain(long(101)) }),
    'must be less than 101 characters /elements/0/confirm/title/text',
  ],
  [
    'a question of 301 letters',
    confirming({ text: plain(long(301)) }),
    'must be less than 301 characters /elements/0/confirm/text/text',
  ],
  [
    'an answer of 31 letters',
    confirming({ confirm: plain(long(31)) }),
    'must be less than 31 characters /elements/0/confirm/confirm/text',
  ],
  [
    'a refusal of 31 letters',
    confirming({ deny: plain(long(31)) }),
    'must be less than 31 characters /elements/0/confirm/deny/text',
  ],
  // https://docs.slack.dev/reference/block-kit/composition-objects/confirmation-dialog-object
  [
    'a question without an answer',
    confirming({ confirm: undefined }),
    'missing required field: confirm /elements/0/confirm',
  ],
  // https://docs.slack.dev/reference/block-kit/block-elements/multi-select-menu-element
  [
    'a menu for several among buttons',
    actions({ type: 'multi_static_select', options: [option()] }),
    'unsupported type: multi_static_select /elements/0/type',
  ],
  // SectionBlockAccessory of @slack/types
  [
    'a moment beside a text',
    section('x', { accessory: { type: 'datetimepicker' } }),
    'unsupported type: datetimepicker /accessory/type',
  ],
  // https://docs.slack.dev/reference/block-kit/composition-objects/conversation-filter-object
  [
    'a filter of nothing',
    actions({ type: 'conversations_select', filter: {} }),
    'must provide at least one field /elements/0/filter',
  ],
  [
    'a menu that wants an address for an answer, which is not served',
    actions({ type: 'conversations_select', response_url_enabled: true }),
    'invalid additional property: response_url_enabled /elements/0',
  ],
  ['a line to type in among buttons', actions(line()), 'unsupported type: plain_text_input /elements/0/type'],

  ['no option', actions(select({ options: [] })), 'no fewer than 1 items allowed /elements/0/options'],
  [
    '101 options',
    actions(select({ options: times(101, (n) => option({ value: `${n}` })) })),
    'no more than 100 items allowed /elements/0/options',
  ],
  [
    '101 groups',
    actions(
      select({
        options: undefined,
        option_groups: times(101, () => ({ label: plain('G'), options: [option()] })),
      }),
    ),
    'no more than 100 items allowed /elements/0/option_groups',
  ],
  [
    'a group name of 76 letters',
    actions(select({ options: undefined, option_groups: [{ label: plain(long(76)), options: [option()] }] })),
    'must be less than 76 characters /elements/0/option_groups/0/label/text',
  ],
  [
    'options and groups',
    actions(select({ option_groups: [{ label: plain('G'), options: [option()] }] })),
    'must provide exactly one of options and option_groups /elements/0',
  ],
  [
    'an option text of 76 letters',
    actions(select({ options: [option({ text: plain(long(76)) })] })),
    'must be less than 76 characters /elements/0/options/0/text/text',
  ],
  [
    'an option value of 76 letters',
    actions(select({ options: [option({ value: long(76) })] })),
    'must be less than 76 characters /elements/0/options/0/value',
  ],
  [
    'an option description of 76 letters',
    actions(select({ options: [option({ description: plain(long(76)) })] })),
    'must be less than 76 characters /elements/0/options/0/description/text',
  ],
  [
    'a choice that is not offered',
    actions(select({ initial_option: option({ value: '2' }) })),
    'must match one of the options /elements/0/initial_option',
  ],
  [
    'a choice in other words than are offered',
    actions(select({ initial_option: option({ text: plain('Two') }) })),
    'must match one of the options /elements/0/initial_option',
  ],
  [
    'a placeholder of 151 letters',
    actions(select({ placeholder: plain(long(151)) })),
    'must be less than 151 characters /elements/0/placeholder/text',
  ],
  [
    'an overflow of one',
    actions({ type: 'overflow', options: [option()] }),
    'no fewer than 2 items allowed /elements/0/options',
  ],
  [
    'an overflow of six',
    actions({ type: 'overflow', options: times(6, () => option()) }),
    'no more than 5 items allowed /elements/0/options',
  ],
  [
    '11 checkboxes',
    actions({ type: 'checkboxes', options: times(11, (n) => option({ value: `${n}` })) }),
    'no more than 10 items allowed /elements/0/options',
  ],
  [
    '11 radio buttons',
    actions({ type: 'radio_buttons', options: times(11, (n) => option({ value: `${n}` })) }),
    'no more than 10 items allowed /elements/0/options',
  ],
  [
    'a day that is none',
    actions({ type: 'datepicker', initial_date: 'tomorrow' }),
    'has an invalid format /elements/0/initial_date',
  ],
  [
    'a day that no month has',
    actions({ type: 'datepicker', initial_date: '2026-02-30' }),
    'has an invalid format /elements/0/initial_date',
  ],
  [
    'a time that is none',
    actions({ type: 'timepicker', initial_time: '25:00' }),
    'has an invalid format /elements/0/initial_time',
  ],
  [
    'a moment that is none',
    actions({ type: 'datetimepicker', initial_date_time: 5 }),
    'must be at least 1000000000 /elements/0/initial_date_time',
  ],

  [
    'a label of 2001 letters',
    input(line(), { label: plain(long(2001)) }),
    'must be less than 2001 characters /label/text',
  ],
  [
    'a hint of 2001 letters',
    input(line(), { hint: plain(long(2001)) }),
    'must be less than 2001 characters /hint/text',
  ],
  ['a button to fill in', input(button()), 'unsupported type: button /element/type'],
  [
    'a text of 3001 letters at first',
    input(line({ initial_value: long(3001) })),
    'must be less than 3001 characters /element/initial_value',
  ],
  [
    'a shortest text over the longest',
    input(line({ min_length: 5, max_length: 4 })),
    'must not be greater than max_length /element/min_length',
  ],
  ['a longest text of 3001', input(line({ max_length: 3001 })), 'must be at most 3000 /element/max_length'],
  [
    'a number without a word on decimals',
    input({ type: 'number_input' }),
    'missing required field: is_decimal_allowed /element',
  ],
  [
    'a smallest number over the largest',
    input({ type: 'number_input', is_decimal_allowed: false, min_value: '2', max_value: '1' }),
    'must not be greater than max_value /element/min_value',
  ],

  [
    'rich text of unknown parts',
    { type: 'rich_text', elements: [{ type: 'rich_text_section', elements: [{ type: 'song' }] }] },
    'unsupported type: song /elements/0/elements/0/type',
  ],
  [
    'a card with nothing',
    { type: 'card' },
    'must provide at least one of hero_image, title, actions and body ',
  ],
  [
    'a card title of 151 letters',
    { type: 'card', title: { type: 'mrkdwn', text: long(151) } },
    'must be less than 151 characters /title/text',
  ],
  [
    'a card body of 201 letters',
    { type: 'card', body: { type: 'mrkdwn', text: long(201) } },
    'must be less than 201 characters /body/text',
  ],
  [
    '11 cards',
    { type: 'carousel', elements: times(11, () => ({ type: 'card', title: { type: 'mrkdwn', text: 'x' } })) },
    'no more than 10 items allowed /elements',
  ],
]

export const inMessages: readonly Fault[] = [
  ['an unknown block', { type: 'song' }, 'unsupported type: song /type'],
  ['a block of no kind', {}, 'missing required field: type '],
  [
    'Markdown of 12001 letters',
    { type: 'markdown', text: long(12_001) },
    'must be less than 12001 characters /text',
  ],
  [
    '6 feedback buttons',
    {
      type: 'context_actions',
      elements: times(6, (n) => ({
        type: 'icon_button',
        action_id: `i${n}`,
        icon: 'trash',
        text: plain('x'),
      })),
    },
    'no more than 5 items allowed /elements',
  ],
  [
    '101 rows',
    { type: 'table', rows: times(101, () => [{ type: 'raw_text', text: 'x' }]) },
    'no more than 100 items allowed /rows',
  ],
  [
    '21 columns',
    { type: 'table', rows: [times(21, () => ({ type: 'raw_text', text: 'x' }))] },
    'no more than 20 items allowed /rows/0',
  ],
  [
    'a task in no known state',
    { type: 'task_card', task_id: 't', title: 'x', status: 'lost' },
    'must be one of: pending, in_progress, complete, error /status',
  ],
  // https://docs.slack.dev/reference/block-kit/block-elements/file-input-element knows of modals alone.
  ['files to give', input({ type: 'file_input' }), 'unsupported type: file_input /element/type'],
  // https://github.com/slackapi/java-slack-sdk/pull/1624
  ['an alert', { type: 'alert', text: plain('x') }, 'unsupported type: alert /type'],
  [
    '10001 letters in all cells',
    {
      type: 'table',
      rows: times(3, () => [{ type: 'raw_text', text: long(3334) }]).with(2, [
        { type: 'raw_text', text: long(3333) },
      ]),
    },
    'must be less than 10001 characters /rows',
  ],
]

export const inForms: readonly Fault[] = [
  [
    'an unknown level of an alert',
    { type: 'alert', text: plain('x'), level: 'loud' },
    'must be one of: default, info, warning, error, success /level',
  ],
  [
    'an alert of 201 letters',
    { type: 'alert', text: plain(long(201)) },
    'must be less than 201 characters /text/text',
  ],
  ['11 files', input({ type: 'file_input', max_files: 11 }), 'must be at most 10 /element/max_files'],
  ['Markdown', { type: 'markdown', text: 'x' }, 'unsupported type: markdown /type'],
]
