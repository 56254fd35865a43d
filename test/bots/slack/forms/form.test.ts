import type { types } from '@slack/bolt'
import { describe, expect, test } from 'vitest'
import { formView } from '../../../../src/bots/slack/forms/form.ts'
import { type FormOrigin, readFormOrigin, writeFormOrigin } from '../../../../src/bots/slack/forms/form-id.ts'
import { formValues, inputErrors, type SentForm } from '../../../../src/bots/slack/forms/form-values.ts'
import type { Form } from '../../../../src/core/command/answer.ts'
import { actionsOf, type Command, fieldsOf } from '../../../../src/core/command/command.ts'
import type { RawValues } from '../../../../src/core/fields/field.ts'
import { integer, optional, text, time, toggle } from '../../../../src/core/fields/field-builders.ts'
import { startRawApp } from '../../../sandbox/slack/support.ts'
import { everyCommand, pointing } from '../../../support/commands/commands.ts'
import { budget, remixFields, remixForm } from '../commands.ts'

const sender = { member: 'U1', botUser: 'UBOT' }
const place = { channel: 'C1', thread: undefined, replyUrl: 'https://hooks.slack.com/commands/T1/2/3' }
const origin: FormOrigin = {
  ...place,
  command: 'remix',
  action: undefined,
  draft: 'draft-1',
  thread: '1700000000.000100',
  kept: ['lyrics'],
  dropped: ['key'],
}

const nothing = { kept: [], dropped: [] }

const inputsIn = (view: types.ModalView): types.InputBlock[] =>
  view.blocks.filter((block): block is types.InputBlock => block.type === 'input')
const inputOf = (view: types.ModalView, id: string): types.InputBlock | undefined =>
  inputsIn(view).find(({ block_id }) => block_id === id)
const elementOf = (form: Form, id: string) => inputOf(formView(form, place), id)?.element

/** The largest form that a command can ask for. */
const emptyForms = (command: Command): Form[] => {
  const actions = command.kind === 'utility' ? actionsOf(command).map(({ name }) => name) : [undefined]
  return actions.map((action) => ({
    ...remixForm({ title: `/${command.name} ${action ?? ''}`, missing: [] }),
    command: command.name,
    action,
    fields: fieldsOf(command, action),
    clips: [{ value: 'clip:0', label: 'x'.repeat(300) }],
  }))
}

describe('a form', () => {
  test('says first what it costs, where it costs anything', () => {
    const price = { whole: '0.14 credits per take', short: '0.14', isLearned: false }
    const [first] = formView(remixForm({ price }), place).blocks
    expect(first).toMatchObject({
      type: 'context',
      elements: [{ type: 'plain_text', text: 'Costs up to 0.14 credits per take.' }],
    })
    expect(formView(remixForm(), place).blocks[0]?.type).toBe('input')
  })

  test('asks for what is missing first, then for what is needed, then for the rest', () => {
    const ids = inputsIn(formView(remixForm({ missing: ['prompt'] }), place)).map(({ block_id }) => block_id)
    expect(ids.slice(0, 4)).toEqual(['prompt', 'source.file', 'source.address', 'lyrics'])
  })

  test('shows the range of a number and how a time is written', () => {
    const named = (label: string) => ({ label, help: `What ${label} is for` })
    const given = {
      takes: optional(integer({ ...named('Takes'), min: 1, max: 2 })),
      length: optional(time(named('Length'))),
      title: optional(text({ ...named('Title'), lengthMax: 80 })),
    }
    const form = remixForm({ fields: given, values: {}, missing: [] })
    const shown = (name: string) => elementOf(form, name)
    expect(shown('takes')).toMatchObject({ placeholder: { text: '1 or 2.' } })
    expect(shown('length')).toMatchObject({ placeholder: { text: 'Such as 1:23.5, 83.5s or 1m05s.' } })
    expect(shown('title')).not.toHaveProperty('placeholder')
  })

  test('takes yes, no and neither for a switch that is a choice, and shows which of them holds', () => {
    const cover = {
      ...optional(toggle({ label: 'Cover', help: 'With one' })),
      control: { kind: 'toggle', asChoice: true },
    } as const
    const form = (values: RawValues) => remixForm({ fields: { cover }, values, missing: [] })
    expect(elementOf(form({}), 'cover')).not.toHaveProperty('initial_option')
    expect(elementOf(form({ cover: true }), 'cover')).toMatchObject({ initial_option: { value: 'true' } })
    expect(elementOf(form({ cover: false }), 'cover')).toMatchObject({ initial_option: { value: 'false' } })
    const { blocks } = formView(form({}), place)
    const sent = (value: string | undefined) => {
      const selected_option = value === undefined ? null : { value }
      return formValues(
        { cover },
        { blocks, values: { cover: { cover: { selected_option } } }, sender },
        nothing,
      )
    }
    expect([sent('true'), sent('false'), sent(undefined)]).toEqual([
      { cover: true },
      { cover: false },
      { cover: undefined },
    ])
  })

  test('has one line for a text that is completed from a list, however long it may be', () => {
    const style = text({ label: 'Style', help: 'A genre', lengthMax: 500, suggestions: 'styles' })
    const [input] = inputsIn(formView(remixForm({ fields: { style } }), place))
    expect(input).toMatchObject({ element: { multiline: false, max_length: 500 } })
  })

  test.each<[string, string, unknown, object]>([
    [
      'a short text is a line',
      'title',
      'Sea',
      { type: 'plain_text_input', multiline: false, max_length: 80, initial_value: 'Sea' },
    ],
    [
      'a longer one has several lines',
      'prompt',
      'a\nb',
      { multiline: true, max_length: 300, initial_value: 'a\nb' },
    ],
    // An input holds 3,000 characters:
    // https://docs.slack.dev/reference/block-kit/block-elements/plain-text-input-element
    [
      'a very long one is held to what an input takes',
      'lyrics',
      'la',
      { multiline: true, max_length: 3000, initial_value: 'la' },
    ],
    [
      'a choice is a menu',
      'key',
      'a',
      { type: 'static_select', initial_option: { text: { text: 'A minor' }, value: 'a' } },
    ],
    [
      'a list is a menu that asks as one types',
      'voice',
      'Alto',
      { type: 'external_select', min_query_length: 0, initial_option: { value: 'Alto' } },
    ],
    ['yes is a tick', 'instrumental', true, { type: 'checkboxes', initial_options: [{ value: 'yes' }] }],
  ])('%s', (_, id, value, element) => {
    expect(elementOf(remixForm({ values: { [id]: value } }), id)).toMatchObject(element)
  })

  const pitch = integer({ label: 'Pitch', help: 'How high', min: -12, max: 12 })
  const start = time({ label: 'Start', help: 'Where it begins' })

  const shownOf = (id: string, value: unknown) => {
    const form = remixForm({
      fields: { ...remixFields, pitch, start },
      values: { [id]: value },
      missing: [],
    })
    const view = formView(form, place)
    const { hint, optional: isOptional, element } = inputOf(view, id) ?? {}
    const { kept, dropped } = readFormOrigin(view.private_metadata ?? '') ?? nothing
    const shown = Object.entries(element ?? {}).find(([key]) => key.startsWith('initial'))?.[1]
    return { saysKept: hint?.text.includes("it's saved") === true, isOptional, shown, kept, dropped }
  }

  test.each([
    ['pitch', '+3'],
    ['voice', 'x'.repeat(76)],
    ['lyrics', 'x'.repeat(3001)],
    ['prompt', 'x'.repeat(3001)],
  ])('keeps %s where its input cannot show it, says so, and does not insist', (id, value) => {
    const kept = { saysKept: true, isOptional: true, shown: undefined, kept: [id], dropped: [] }
    expect(shownOf(id, value)).toEqual(kept)
  })

  test.each([
    ['pitch', '13', false],
    ['pitch', 'high', false],
    ['key', 'H', true],
    ['instrumental', 'perhaps', true],
    ['title', ['one', 'other'], true],
  ])('drops a wrong %s, which its input cannot show: %j', (id, value, isOptional) => {
    const dropped = { saysKept: false, isOptional, shown: undefined, kept: [], dropped: [id] }
    expect(shownOf(id, value)).toEqual(dropped)
  })

  test.each([
    ['start', '1:23'.repeat(20)],
    ['prompt', 'x'.repeat(301)],
    ['title', 'x'.repeat(81)],
  ])('shows a %s that is too long, to be mended', (id, value) => {
    expect(shownOf(id, value)).toMatchObject({ shown: value, kept: [], dropped: [] })
  })

  test.each<[string, unknown, object]>([
    [
      'amount',
      '2.50',
      {
        type: 'number_input',
        is_decimal_allowed: true,
        min_value: '0',
        max_value: '1000000',
        initial_value: '2.50',
      },
    ],
    [
      'pitch',
      '-3',
      {
        type: 'number_input',
        is_decimal_allowed: false,
        min_value: '-12',
        max_value: '12',
        initial_value: '-3',
      },
    ],
    ['start', '1:23.5', { type: 'plain_text_input', max_length: 40, initial_value: '1:23.5' }],
    ['who', 'U1', { type: 'users_select', initial_user: 'U1' }],
    ['strict', false, { type: 'checkboxes' }],
    ['where', 'C1', { type: 'conversations_select', initial_conversation: 'C1' }],
    ['role', 'S1', { type: 'external_select', min_query_length: 0, initial_option: { value: 'S1' } }],
  ])('for admins has the right input for %s', (id, value, element) => {
    const fields = { ...fieldsOf(budget, 'limit'), ...fieldsOf(pointing, undefined), pitch, start }
    const form = remixForm({ fields, values: { [id]: value }, missing: [] })
    expect(elementOf(form, id)).toMatchObject(element)
  })

  test('offers a clip in three ways, none of which is needed by itself', () => {
    const clips = [
      { value: 'clip:0', label: 'song.mp3' },
      { value: 'clip:1', label: 'other.mp3' },
    ]
    const view = formView(remixForm({ clips, values: { source: 'clip:1' } }), place)
    expect(inputOf(view, 'source.known')).toMatchObject({
      optional: true,
      element: { initial_option: { value: 'clip:1' } },
    })
    expect(inputOf(view, 'source.file')).toMatchObject({
      optional: true,
      element: { type: 'file_input', max_files: 1, filetypes: expect.arrayContaining(['mp3', 'wav']) },
    })
    expect(inputOf(view, 'source.address')).toMatchObject({ optional: true })
    const typed = formView(remixForm({ values: { source: 'https://example.com/' } }), place)
    expect(inputOf(typed, 'source.address')).toMatchObject({
      element: { type: 'url_text_input', initial_value: 'https://example.com/' },
    })
    expect(inputOf(formView(remixForm(), place), 'source.known')).toBeUndefined()
  })

  test('says above the ways to give a clip that one is needed, until one is given', () => {
    const clips = [{ value: 'clip:0', label: 'song.mp3' }]
    const hintOf = (id: string, changes: Parameters<typeof remixForm>[0]) =>
      inputOf(formView(remixForm(changes), place), id)?.hint?.text
    expect(hintOf('source.known', { clips })).toBe('Fill in one of these.')
    expect(hintOf('source.file', { clips })).toMatch(/^Max 10 MB/)
    expect(hintOf('source.file', {})).toMatch(/^Fill in one of these\. Max 10 MB/)
    expect(hintOf('source.known', { clips, values: { source: 'clip:0' } })).toBeUndefined()
  })

  test.each(
    everyCommand.flatMap((command) => emptyForms(command).map((form) => [form.title, form] as const)),
  )('of %s is taken by Slack', async (_, form) => {
    const app = await startRawApp()
    const socket = await app.connect()
    void app.act({ command: '/music' })
    const { payload } = await socket.next('slash_commands')
    const fields = Object.keys(form.fields).length
    if (fields > 0) {
      const answer = await app.call('views.open', {
        trigger_id: payload.trigger_id,
        view: formView(form, place),
      })
      expect(answer).toMatchObject({ ok: true })
    }
    await app.stop()
  })
})

describe('the origin of a form', () => {
  test('comes back as it was written', () => {
    expect(readFormOrigin(writeFormOrigin(origin))).toEqual(origin)
    expect(readFormOrigin(writeFormOrigin({ ...origin, ...place, action: 'limit' }))).toEqual({
      ...origin,
      ...place,
      action: 'limit',
    })
  })

  test.each(['', '{', '[]', '"x"', '{"command":"remix"}', '{"command":1,"draft":"d","channel":"C"}'])(
    'is nothing in %j',
    (text) => {
      expect(readFormOrigin(text)).toBeUndefined()
    },
  )

  test('that is longer than Slack takes back is refused here', () => {
    expect(() => writeFormOrigin({ ...origin, draft: 'x'.repeat(2001) })).toThrow('the origin of a form')
  })
})

const sent = (form: Form, states: Record<string, object>): SentForm => ({
  blocks: formView(form, place).blocks,
  values: Object.fromEntries(Object.entries(states).map(([id, state]) => [id, { [id]: state }])),
  sender,
})
const option = (value: string) => ({ selected_option: { text: { type: 'plain_text', text: 'x' }, value } })
const file = {
  id: 'F1',
  name: 'mine.wav',
  mimetype: 'audio/wav',
  size: 44,
  url_private: 'https://files.slack.com/x',
}

describe('a form with presets', () => {
  const choices = [{ value: 'a.0', label: 'Sea shanty', help: 'y'.repeat(100) }]
  const form = remixForm({ missing: ['prompt'], starters: { field: 'prompt', choices } })

  test('offers them below the field that they fill in, which may then be left empty', () => {
    const inputs = inputsIn(formView(form, place))
    expect(inputs.slice(0, 2).map(({ block_id, optional }) => [block_id, optional])).toEqual([
      ['prompt', true],
      [':starter', true],
    ])
    expect(elementOf(form, ':starter')).toMatchObject({
      type: 'static_select',
      options: [{ value: 'a.0', description: { text: `${'y'.repeat(74)}…` } }],
    })
  })

  test('gives back the one that was picked, or none', () => {
    const picked = (state: object) => formValues({}, sent(form, { ':starter': state }), nothing)
    expect(picked(option('a.0'))).toEqual({ ':starter': 'a.0' })
    expect(picked({ selected_option: null })).toEqual({})
  })
})

describe('a form that was sent gives', () => {
  test.each<[string, Record<string, object>, RawValues]>([
    ['texts', { prompt: { value: 'sea' } }, { prompt: 'sea' }],
    ['what was emptied as nothing', { title: { value: null } }, { title: undefined }],
    ['a choice', { key: option('a') }, { key: 'a' }],
    ['an entry of a list', { voice: option('v1') }, { voice: 'v1' }],
    ['a tick as yes', { instrumental: { selected_options: [{ value: 'yes' }] } }, { instrumental: true }],
    ['no tick that nobody touched as nothing at all', { instrumental: { selected_options: [] } }, {}],
    [
      'a clip of the channel',
      { 'source.known': option('clip:1'), 'source.file': { files: [] } },
      { source: 'clip:1' },
    ],
    [
      'an address',
      { 'source.address': { value: 'https://example.com/a.mp3' } },
      { source: 'https://example.com/a.mp3' },
    ],
    [
      'a file',
      { 'source.file': { files: [file] } },
      {
        source: {
          kind: 'upload',
          platform: 'slack',
          url: 'https://files.slack.com/x',
          name: 'mine.wav',
          bytes: 44,
          message: undefined,
        },
      },
    ],
    [
      'no clip as nothing',
      { 'source.file': { files: [] }, 'source.address': { value: null } },
      { source: undefined },
    ],
    [
      'a clip given twice as both, for the field to refuse',
      { 'source.known': option('clip:1'), 'source.address': { value: 'https://example.com/a.mp3' } },
      { source: ['clip:1', 'https://example.com/a.mp3'] },
    ],
  ])('%s', (_, states, values) => {
    expect(formValues(remixFields, sent(remixForm(), states), nothing)).toStrictEqual(values)
  })

  test('no for a tick that was taken away, and for one that has to be answered', () => {
    const ticked = sent(remixForm({ values: { instrumental: true } }), {
      instrumental: { selected_options: [] },
    })
    expect(formValues(remixFields, ticked, nothing)).toEqual({ instrumental: false })
    const fields = fieldsOf(budget, 'limit')
    const strict = sent(remixForm({ fields }), {
      strict: { selected_options: [] },
      who: { selected_user: 'U2' },
    })
    expect(formValues(fields, strict, nothing)).toEqual({ strict: false, who: 'U2' })
  })

  test('the ids of what was picked in menus', () => {
    const fields = fieldsOf(pointing, undefined)
    const states = {
      where: { selected_conversation: 'C1' },
      role: option('S1'),
      who: { selected_user: null },
    }
    expect(formValues(fields, sent(remixForm({ fields }), states), nothing)).toStrictEqual({
      who: undefined,
      where: 'C1',
      role: 'S1',
    })
  })

  test('a wrong answer back as nothing where no tick took its place', () => {
    const states = { instrumental: { selected_options: [] } }
    const dropped = { kept: [], dropped: ['instrumental'] }
    expect(formValues(remixFields, sent(remixForm(), states), dropped)).toStrictEqual({
      instrumental: undefined,
    })
  })

  test('nothing for what was kept and not replaced', () => {
    const states = { lyrics: { value: null }, title: { value: 'New' } }
    const kept = ['lyrics', 'title']
    expect(formValues(remixFields, sent(remixForm(), states), { kept, dropped: [] })).toStrictEqual({
      title: 'New',
    })
  })
})

describe('several switches', () => {
  const fields = {
    prompt: text({ label: 'Prompt', help: 'What it is about' }),
    cover: optional(toggle({ label: 'Cover', help: 'With a picture' })),
    title: optional(text({ label: 'Title', help: 'Its name' })),
    clean: optional(toggle({ label: 'Clean', help: 'Without noise' })),
  }
  const form = (values: RawValues) => remixForm({ fields, values, missing: [], clips: [] })
  const ticks = (...names: readonly string[]) => ({
    ':switches': { selected_options: names.map((value) => ({ value })) },
  })
  const given = (values: RawValues, ...names: readonly string[]) =>
    formValues(fields, sent(form(values), ticks(...names)), nothing)

  test('share one input in the place of the first, with what each of them does', () => {
    const view = formView(form({ clean: true }), place)
    expect(inputsIn(view).map(({ block_id }) => block_id)).toEqual(['prompt', ':switches', 'title'])
    const clean = { value: 'clean', text: { text: 'Clean' }, description: { text: 'Without noise' } }
    expect(inputOf(view, ':switches')).toMatchObject({
      label: { text: 'Options' },
      optional: true,
      element: { options: [{ value: 'cover' }, clean], initial_options: [clean] },
    })
  })

  test.each<[string, RawValues, readonly string[], RawValues]>([
    ['yes for each that is ticked', {}, ['cover', 'clean'], { cover: true, clean: true }],
    ['nothing for those that nobody touched', {}, ['clean'], { clean: true }],
    ['no where a tick was taken away', { clean: true }, ['cover'], { cover: true, clean: false }],
    ['yes where a tick stayed', { clean: true }, ['clean'], { clean: true }],
  ])('give %s', (_, values, names, expected) => {
    expect(given(values, ...names)).toEqual(expected)
  })

  test('have their problems below them', () => {
    const problems = [{ field: 'clean', text: 'Not with a cover.' }]
    expect(inputErrors(sent(form({}), ticks()), problems)).toEqual({ ':switches': 'Not with a cover.' })
  })
})

test('problems stand under their own inputs, and those without one under the first', () => {
  const problems = [
    { field: 'source', text: 'No clip.' },
    { field: 'title', text: 'Too long.' },
    { field: 'other', text: 'Unknown.' },
    { field: 'title', text: 'Too loud.' },
  ]
  expect(inputErrors(sent(remixForm({ missing: ['prompt'] }), {}), problems)).toEqual({
    'source.file': 'No clip.',
    title: 'Too long. Too loud.',
    prompt: 'Unknown.',
  })
})
