import { clip } from '../../../src/core/clip/clip-field.ts'
import { type Form, privately } from '../../../src/core/command/answer.ts'
import { type Command, defineAction } from '../../../src/core/command/command.ts'
import { permissionName } from '../../../src/core/command/consent.ts'
import { defineFeature } from '../../../src/core/command/feature.ts'
import { spoilerName } from '../../../src/core/command/seen-by.ts'
import type { Fields } from '../../../src/core/fields/field.ts'
import {
  choice,
  credits,
  listed,
  member,
  optional,
  text,
  toggle,
} from '../../../src/core/fields/field-builders.ts'
import { plainMessage } from '../../../src/core/message/message.ts'

/** A feature with a field of every kind, and with an entry in a message's own menu. */
export const remix = defineFeature({
  name: 'remix',
  summary: 'Make another of a clip',
  topic: 'new',
  example: { values: {} },
  product: 'your remix',
  conversionType: 'REMIX',
  outputsExpected: 1,
  usualSeconds: 60,
  messageAction: 'Remix this clip',
  takeAction: 'Remix',
  fields: {
    source: clip({ label: 'Clip', help: 'What to remix' }),
    prompt: text({ label: 'Prompt', help: 'What it should become', lengthMax: 300 }),
    lyrics: optional(text({ label: 'Lyrics', help: 'What is sung', lengthMax: 5000 })),
    title: optional(text({ label: 'Title', help: 'What it is called', lengthMax: 80 })),
    key: optional(
      choice({
        label: 'Key',
        help: 'Where it ends',
        choices: [
          { value: 'c', label: 'C major' },
          { value: 'a', label: 'A minor' },
        ],
      }),
    ),
    voice: optional(listed({ label: 'Voice', help: 'Who sings', list: 'voices', lengthMax: 200 })),
    instrumental: optional(toggle({ label: 'Instrumental', help: 'Without a voice' })),
  },
  usualPrice: 'lyrics',
  priced: () => ({ price: 'remix', units: 1 }),
  encode: () => ({ path: '/remix', encoding: 'json', body: {} }),
  view: () => plainMessage('done'),
})

/** A command of several actions for admins. */
export const budget: Command = {
  kind: 'utility',
  name: 'budget',
  summary: 'See and set the credit budget',
  topic: 'choices',
  audience: 'admins',
  actions: [
    defineAction({
      name: 'limit',
      summary: 'Set the limit',
      fields: {
        amount: credits({ label: 'Amount', help: 'Credits per month' }),
        who: optional(member({ label: 'Member', help: 'For whom' })),
        strict: toggle({ label: 'Strict', help: 'Refuse what is over it' }),
      },
      run: () => Promise.resolve(privately(plainMessage('set'))),
    }),
    defineAction({
      name: 'show',
      summary: 'Show the limit',
      fields: {},
      run: () => Promise.resolve(privately(plainMessage('shown'))),
    }),
  ],
}

const help: Command = {
  kind: 'utility',
  name: 'help',
  summary: 'What there is',
  topic: 'choices',
  audience: 'everyone',
  actions: defineAction({
    name: 'help',
    summary: 'What there is',
    fields: {},
    run: () => Promise.resolve(privately(plainMessage('help'))),
  }),
}

export const commands: readonly Command[] = [remix, budget, help]

const { [permissionName]: _permission, [spoilerName]: _spoiler, ...withOneSwitch } = remix.fields
/** The fields of its form, as far as tests are about one switch: several share an input. */
export const remixFields: Fields = withOneSwitch

/** A form that asks for all of a remix. */
export const remixForm = (more: Partial<Form> = {}): Form => ({
  command: 'remix',
  action: undefined,
  draft: 'draft-1',
  title: 'Remix this clip',
  fields: remixFields,
  values: {},
  missing: ['source', 'prompt'],
  clips: [],
  ...more,
})
