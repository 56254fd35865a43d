import { Collection, ComponentType, type ModalData } from 'discord.js'
import { describe, expect, test } from 'vitest'
import { namedBodyCheck } from '../../../../sandbox/discord/open-api/named-file.ts'
import { modalOf } from '../../../../src/bots/discord/forms/form.ts'
import { formValues, wantsMore } from '../../../../src/bots/discord/forms/form-values.ts'
import type { Form } from '../../../../src/core/command/answer.ts'
import { fieldsOf } from '../../../../src/core/command/command.ts'
import type { Choice } from '../../../../src/core/fields/field.ts'
import { optional, text, toggle } from '../../../../src/core/fields/field-builders.ts'
import { allCommands } from '../../../support/commands/commands.ts'
import { clips, fields, form, named, partNames } from './sample-form.ts'

/** The one part of a form that asks for one field. */
const partFor = (name: keyof typeof fields, changes: Partial<Form> = {}) => {
  const { components } = modalOf(form({ fields: { [name]: fields[name] }, ...changes }))
  return components.map((part) => ('component' in part ? part : undefined))
}

describe('the title of a form', () => {
  // A title has at most 45 characters: https://docs.discord.com/developers/interactions/receiving-and-responding
  test.each([
    ['Remix this clip', '0.14 credits per take', 'Remix this clip, up to 0.14 credits per take'],
    ['Transcribe this clip', '0.07 credits per minute', 'Transcribe this clip: 0.07 credits per minute'],
    ['Describe in a few more words', '0.10 credits per take', 'Describe in a few more words'],
    ['Look', undefined, 'Look'],
  ])('%s, for %s, is "%s"', (title, price, shown) => {
    const said = price === undefined ? undefined : { whole: price, short: price, isLearned: false }
    expect(modalOf(form({ title, price: said })).title).toBe(shown)
    expect(shown.length).toBeLessThanOrEqual(45)
  })

  test('has the most where options raise the price, and there is no room for which', () => {
    const price = {
      whole: '0.10 credits per take, 0.15 with Voice',
      short: 'up to 0.15 credits per take',
      isLearned: false,
    }
    expect(modalOf(form({ title: 'Sing', price })).title).toBe('Sing: 0.10 credits per take, 0.15 with Voice')
    expect(modalOf(form({ title: 'Make a song', price })).title).toBe(
      'Make a song: up to 0.15 credits per take',
    )
  })
})

describe('a form with presets', () => {
  const choices = [
    { value: 'surprise.a.0', label: 'Surprise me', help: 'Anything' },
    { value: 'a.0', label: 'Sea shanty', help: 'x'.repeat(200) },
  ]
  const asked = form({ missing: ['prompt'], starters: { field: 'prompt', choices } })

  test('offers them below the field that they fill in, which may then be left empty', () => {
    expect(partNames(asked)).toEqual(['prompt', ':starter', 'source_upload', ':more'])
    const [prompt, starter] = modalOf(asked).components
    expect(prompt).toMatchObject({ component: { required: false } })
    expect(starter).toMatchObject({
      component: {
        required: false,
        min_values: 0,
        options: [{ value: 'surprise.a.0', description: 'Anything' }, { label: 'Sea shanty' }],
      },
    })
  })

  test('gives back the one that was picked, or none', () => {
    const select = (values: string[]): ModalData =>
      ({ type: ComponentType.StringSelect, id: 2, customId: ':starter', values }) as unknown as ModalData
    const given = (values: string[]) => formValues({}, new Collection([[':starter', select(values)]]))
    expect(given(['a.0'])).toEqual({ ':starter': 'a.0' })
    expect(given([])).toEqual({})
  })
})

describe('a form', () => {
  test('is called by its title, and carries the request that it belongs to', () => {
    const { custom_id, title } = modalOf(form({ title: 'T'.repeat(50), action: 'x' }))
    expect({ custom_id, title }).toEqual({ custom_id: 'form:remix:x:d1', title: `${'T'.repeat(44)}…` })
  })

  test.each([
    ['the clip, then texts', {}, ['source_upload', 'style', 'prompt', ':more']],
    ['clips to pick from', { clips }, ['source', 'source_upload', 'style', 'prompt', ':more']],
    [
      'what is missing before everything else, in its order',
      { missing: ['who', 'prompt'], clips },
      ['who', 'prompt', 'source', 'source_upload', ':more'],
    ],
    [
      'what was missing at first before everything else, though it was given meanwhile',
      { missing: [], askedFirst: ['who', 'prompt'], clips },
      ['who', 'prompt', 'source', 'source_upload', ':more'],
    ],
    [
      'a clip on the next page, where only one of its parts would fit on the first',
      { missing: ['who', 'prompt', 'style', 'source'], clips },
      ['who', 'prompt', 'style', ':more'],
    ],
    [
      'no text that it would have to cut',
      { values: { lyrics: 'l'.repeat(4_001), style: 's' } },
      ['source_upload', 'style', 'prompt', ':more'],
    ],
  ])('asks for %s', (_, changes, names) => {
    expect(partNames(form(changes))).toEqual(names)
  })

  /** What a page says of sending it like this. */
  const sendText = (page: number, values: Form['values']) => {
    const part = modalOf(form({ values, clips }), page).components.at(-1)
    return part !== undefined && 'component' in part && 'placeholder' in part.component
      ? part.component.placeholder
      : undefined
  }
  const known = { prompt: 'a sea shanty', mood: 'wild', loud: true, voice: 'Anna', pitch: -3, who: '17' }

  test.each([
    ['nothing where nothing is', 0, { prompt: 'a sea shanty', mood: undefined, loud: false }, ''],
    ['what stands on the pages behind it', 0, known, ' Keeps: Mood Wild, Loud, Voice Anna, Pitch -3, Who'],
    ['no more of that than is still behind it', 1, known, ' Keeps: Pitch -3, Who'],
    [
      'a text that no page has room for, by its beginning',
      0,
      { lyrics: `la\n${'l'.repeat(4_100)}` },
      ` Keeps: Lyrics la ${'l'.repeat(26)}…`,
    ],
  ])('says of what is kept as it is: %s', (_, page, values, kept) => {
    expect(sendText(page, values)).toBe(kept === '' ? 'Send now' : `Send now.${kept}`)
  })

  test('asks for several switches together, and shows which are on', () => {
    const quiet = optional(toggle(named('Quiet')))
    const asked = form({ fields: { loud: fields.loud, quiet }, values: { quiet: true } })
    expect(modalOf(asked).components).toEqual([
      {
        type: 18,
        label: 'Loud and Quiet',
        description: 'Pick any you like.',
        component: {
          type: 3,
          custom_id: ':switches',
          required: false,
          min_values: 0,
          max_values: 2,
          options: [
            { label: 'Loud', description: 'What Loud is for', value: 'loud' },
            { label: 'Quiet', description: 'What Quiet is for', value: 'quiet', default: true },
          ],
        },
      },
    ])
  })

  test.each(
    allCommands.filter((command) => command.kind === 'feature').map((command) => [command.name, command]),
  )('of /%s is what Discord takes', (_, command) => {
    const all = fieldsOf(command, undefined)
    const asked = form({
      fields: all,
      missing: Object.keys(all).filter((name) => all[name]?.required),
      clips,
    })
    const shown = [0, 1, 2, 3, 4].flatMap((page) => partNames(asked, page))
    const withoutSwitches = Object.keys(all).filter((name) => all[name]?.control.kind !== 'toggle')
    expect(shown).toEqual(expect.arrayContaining(withoutSwitches))
  })
})

const { checkBody } = await namedBodyCheck()

test.runIf(checkBody !== undefined)('a form is what Discord’s own OpenAPI file takes', () => {
  const route = 'POST /interactions/:interactionId/:token/callback'
  const values = { who: '123456789012345678', mood: 'calm', loud: true }
  for (const name of Object.keys(fields)) {
    for (const page of [0, 1]) {
      const data = modalOf(form({ missing: [name], values, clips }), page)
      expect(checkBody?.(route, { type: 9, data })).toEqual([])
    }
  }
})

describe('a field is asked for by', () => {
  const label = (name: string) => ({ type: 18, label: name, description: `What ${name} is for` })

  test('a line, with what is known in it', () => {
    expect(partFor('style', { values: { style: 'waltz' } })).toEqual([
      {
        ...label('Style'),
        component: {
          type: 4,
          custom_id: 'style',
          style: 1,
          max_length: 100,
          required: false,
          value: 'waltz',
        },
      },
    ])
  })

  test('has one line for a text that is completed from a list, however long it may be', () => {
    const style = text({ label: 'Style', help: 'A genre', lengthMax: 500, suggestions: 'styles' })
    const [part] = modalOf(form({ fields: { style } })).components
    expect(part).toMatchObject({ component: { custom_id: 'style', style: 1, max_length: 500 } })
  })

  test.each([
    ['prompt', 3_000, true],
    ['lyrics', 4_000, false],
  ] as const)('several lines for %s, of up to %d characters', (name, max_length, required) => {
    expect(partFor(name)).toMatchObject([{ component: { style: 2, max_length, required } }])
  })

  test.each([
    ['voice', 50, 'Mia'],
    ['sum', 20, 2.5],
    ['pitch', 20, -3],
    ['start', 40, '1:23.5'],
    ['page', 20, 7],
  ] as const)('a line for %s of up to %d characters', (name, max_length, value) => {
    const component = { type: 4, style: 1, max_length, required: false, value: String(value) }
    expect(partFor(name, { values: { [name]: value } })).toMatchObject([{ component }])
  })

  test('a line with what is too long for it, to be mended', () => {
    const value = '9'.repeat(300)
    const { page } = fields
    const { components } = modalOf(form({ fields: { page }, values: { page: value } }))
    expect(components).toMatchObject([{ component: { custom_id: 'page', max_length: 300, value } }])
  })

  test('a menu, with the choice that was made', () => {
    expect(partFor('mood', { values: { mood: 'wild' } })).toEqual([
      {
        ...label('Mood'),
        component: {
          type: 3,
          custom_id: 'mood',
          required: false,
          min_values: 0,
          options: [
            { label: 'Calm', value: 'calm' },
            { label: 'Wild', value: 'wild', default: true },
          ],
        },
      },
    ])
  })

  test('yes or no', () => {
    const options = [
      { label: 'Yes', value: 'true' },
      { label: 'No', value: 'false', default: true },
    ]
    expect(partFor('loud', { values: { loud: false } })).toMatchObject([{ component: { type: 3, options } }])
  })

  test.each([
    ['123456789012345678', [{ id: '123456789012345678', type: 'user' }]],
    ['@max', undefined],
  ])('a menu of members, with %s in it', (who, default_values) => {
    const component = { type: 5, custom_id: 'who', required: true }
    expect(partFor('who', { values: { who } })).toEqual([
      { ...label('Who'), component: { ...component, ...(default_values && { default_values }) } },
    ])
  })

  test.each([
    ['where', 'Channel', { type: 8, channel_types: [0, 2, 5, 13, 15] }, 'channel'],
    ['band', 'Band', { type: 6 }, 'role'],
  ] as const)('a menu for %s, with what is picked and without what was typed', (name, title, menu, type) => {
    const component = { ...menu, custom_id: name, required: false, min_values: 0 }
    const id = '123456789012345678'
    expect(partFor(name, { values: { [name]: id } })).toEqual([
      { ...label(title), component: { ...component, default_values: [{ id, type }] } },
    ])
    expect(partFor(name, { values: { [name]: '#name' } })).toEqual([{ ...label(title), component }])
  })

  test('an upload where no clip is known, needed where it is missing', () => {
    const upload = { type: 19, custom_id: 'source_upload', max_values: 1 }
    expect(partFor('source')).toMatchObject([
      { label: 'Source', component: { ...upload, required: false, min_values: 0 } },
    ])
    expect(partFor('source', { missing: ['source'] })).toMatchObject([
      { label: 'Source', component: { ...upload, required: true, min_values: 1 } },
    ])
  })

  test('a menu of clips or an upload, of which one is needed', () => {
    expect(partFor('source', { clips, missing: ['source'] })).toMatchObject([
      {
        label: 'Source',
        description: expect.stringMatching(/\. Pick one here or upload one\.$/),
        component: {
          type: 3,
          custom_id: 'source',
          required: false,
          min_values: 0,
          options: [
            { label: 'Tide.mp3 (just now)', value: 'clip:0' },
            { label: 'Ebb.mp3 (2 hours ago)', value: 'clip:1' },
          ],
        },
      },
      {
        label: 'Source: your own file',
        description: 'Instead of a clip picked above',
        component: { type: 19, required: false, min_values: 0 },
      },
    ])
  })

  /** What the menu of clips shows with a clip known: its entries, the chosen one marked, and its help. */
  const clipMenu = (source: unknown, offered: readonly Choice[] = clips) => {
    const [menu] = partFor('source', { clips: offered, values: { source } })
    if (menu?.component.type !== ComponentType.StringSelect) throw new Error('no menu')
    const { options } = menu.component
    return {
      shown: options.map((one) => `${one.value} ${one.label}${one.default === true ? ' *' : ''}`),
      isNeeded: menu.description?.includes('Pick one here or upload one') === true,
    }
  }
  const [tide, ebb] = ['clip:0 Tide.mp3 (just now)', 'clip:1 Ebb.mp3 (2 hours ago)']

  test.each([
    ['the one that is known', 'clip:1', [tide, `${ebb} *`], false],
    ['none where none is known', undefined, [tide, ebb], true],
    [
      'a typed address, which stands first',
      'https://example.com/a.mp3',
      [':known https://example.com/a.mp3 *', tide, ebb],
      false,
    ],
    ['none where what was typed is no address', 'the last one', [tide, ebb], true],
  ])('a menu of clips in which is chosen: %s', (_, source, shown, isNeeded) => {
    expect(clipMenu(source)).toEqual({ shown, isNeeded })
  })

  test('a menu with the clip that is known, also where there are more than it holds', () => {
    const many = Array.from({ length: 30 }, (_, at) => ({ value: `clip:${at}`, label: `${at}.mp3` }))
    const { shown } = clipMenu('clip:28', many)
    expect(shown).toHaveLength(25)
    expect(shown.slice(0, 2)).toEqual([':known 28.mp3 *', 'clip:0 0.mp3'])
  })

  test('a menu of the typed address alone, or an upload, where the channel has no clips', () => {
    const parts = partFor('source', { values: { source: 'https://example.com/a.mp3' } })
    expect(parts).toMatchObject([
      { component: { custom_id: 'source', options: [{ value: ':known', default: true }] } },
      { label: 'Source: your own file', component: { custom_id: 'source_upload', required: false } },
    ])
  })
})

describe('a sent form', () => {
  const file = { url: 'https://cdn.example/1.mp3', name: '1.mp3', size: 7, contentType: 'audio/mpeg' }
  const upload = {
    kind: 'upload',
    platform: 'discord',
    url: file.url,
    name: file.name,
    bytes: 7,
    message: undefined,
  }
  const sent = (...parts: object[]) =>
    formValues(
      fields,
      new Map(
        parts.map((part, id) => {
          const data = { id, ...part } as ModalData
          return [data.customId, data]
        }),
      ),
    )
  const typed = (customId: string, value: string) => ({ type: ComponentType.TextInput, customId, value })
  const picked = (customId: string, ...values: string[]) => ({
    type: ComponentType.StringSelect,
    customId,
    values,
  })
  const uploaded = (...files: object[]) => ({
    type: ComponentType.FileUpload,
    customId: 'source_upload',
    values: files.map(() => '1'),
    ...(files.length > 0 && { attachments: new Collection(files.map((one, id) => [String(id), one])) }),
  })

  test.each([
    ['texts as they were typed', [typed('prompt', ' a sea\nshanty ')], { prompt: ' a sea\nshanty ' }],
    ['no empty text', [typed('prompt', ''), typed('style', ' \n')], {}],
    ['what was picked', [picked('mood', 'calm')], { mood: 'calm' }],
    ['nothing where nothing was picked', [picked('mood'), picked('loud'), uploaded()], {}],
    [
      'how long an upload is, where Discord says so',
      [picked('source'), uploaded({ ...file, duration: 20.5 })],
      { source: { ...upload, secondsSaid: 20.5 } },
    ],
    ['no clip that only its draft has', [picked('source', ':known'), uploaded()], {}],
    ['the upload beside it', [picked('source', ':known'), uploaded(file)], { source: upload }],
    ['yes', [picked('loud', 'true')], { loud: true }],
    ['no', [picked('loud', 'false')], { loud: false }],
    ['an amount as text, which its field reads', [typed('sum', '2.50')], { sum: '2.50' }],
    ['a member', [{ ...picked('who', '17'), type: ComponentType.UserSelect }], { who: '17' }],
    ['a channel', [{ ...picked('where', '18'), type: ComponentType.ChannelSelect }], { where: '18' }],
    ['a role', [{ ...picked('band', '19'), type: ComponentType.RoleSelect }], { band: '19' }],
    ['a known clip', [picked('source', 'clip:1'), uploaded()], { source: 'clip:1' }],
    ['an upload', [picked('source'), uploaded(file)], { source: upload }],
    ['both ways at once', [picked('source', 'clip:1'), uploaded(file)], { source: [upload, 'clip:1'] }],
    ['nothing that its command does not take', [typed('other', 'x')], {}],
  ])('brings %s', (_, parts, values) => {
    expect(sent(...parts)).toEqual(values)
  })

  test('brings the switches that are on, and takes the others of their part back', () => {
    const quiet = optional(toggle(named('Quiet')))
    const parts = new Map([[':switches', picked(':switches', 'quiet') as unknown as ModalData]])
    expect(formValues({ ...fields, quiet }, parts)).toStrictEqual({ loud: undefined, quiet: true })
  })

  test.each([
    ['wants the next page', [picked(':more', ':more')], true],
    ['wants to be sent', [picked(':more')], false],
    ['has no other page', [], false],
  ])('%s', (_, parts, wants) => {
    const named = parts.map((part): [string, ModalData] => [part.customId, part as unknown as ModalData])
    expect(wantsMore(new Map(named))).toBe(wants)
  })

  test('takes back what was emptied in it, a clip too', () => {
    const values = sent(typed('prompt', ''), picked('mood'), picked('source'), uploaded())
    expect(values).toStrictEqual({ prompt: undefined, mood: undefined, source: undefined })
  })

  test('takes back a clip that its only part, an upload, could not show', () => {
    expect(sent(typed('prompt', 'x'), uploaded())).toStrictEqual({ prompt: 'x', source: undefined })
  })

  test('leaves a clip alone that it did not ask for', () => {
    expect(sent(typed('prompt', 'x'))).toStrictEqual({ prompt: 'x' })
  })
})

test('an input shows the range of a number and how a time is written', () => {
  const { pitch, start, style } = fields
  const { components } = modalOf(form({ fields: { pitch, start, style } }))
  const shown = components.flatMap((part) =>
    part.type === ComponentType.Label && part.component.type === ComponentType.TextInput
      ? [[part.component.custom_id, part.component.placeholder]]
      : [],
  )
  expect(shown).toEqual([
    ['style', undefined],
    ['pitch', 'From -12 to 12.'],
    ['start', 'Such as 1:23.5, 83.5s or 1m05s.'],
  ])
})
