import { describe, expect, test } from 'vitest'
import type { Clip, UploadedClip } from '../../../src/core/clip/clip.ts'
import { clip } from '../../../src/core/clip/clip-field.ts'
import { askedFacts, defineFeature } from '../../../src/core/command/feature.ts'
import { clipValue, requestTo } from '../../../src/core/endpoints/api-request.ts'
import { taskEndpoints } from '../../../src/core/endpoints/audio-endpoints.ts'
import {
  choice,
  integer,
  listed,
  optional,
  text,
  time,
  toggle,
} from '../../../src/core/fields/field-builders.ts'
import { readValues } from '../../../src/core/fields/read-values.ts'
import { plainMessage } from '../../../src/core/message/message.ts'
import { outcomeOf } from '../../support/service/outcome.ts'

const spec = {
  name: 'hum',
  summary: 'Hum a tune',
  topic: 'new',
  example: { values: {} },
  product: 'your tune',
  conversionType: 'MUSIC_AI',
  outputsExpected: 1,
  usualSeconds: 10,
  fields: {
    tune: text({ label: 'Tune', help: 'Which one', lengthMax: 20, guidanceLengthMax: 5 }),
    loud: optional(toggle({ label: 'Loud', help: 'How loud' })),
  },
} as const

const hum = defineFeature({
  ...spec,
  check: ({ tune, loud }) =>
    tune === 'lullaby' && loud === true ? [{ field: 'loud', text: 'A lullaby is not loud.' }] : [],
  usualPrice: 'lyrics',
  priced: ({ loud }) => ({ price: 'lyrics', units: loud === true ? 2 : 1 }),
  encode: ({ tune }) => ({ path: '/hum', encoding: 'json', body: { tune } }),
  view: (outcome, { tune }) => plainMessage(`${tune}: ${outcome.outputs.length}`, 'done'),
})

describe('a feature', () => {
  test('prepares a request from values that pass', () => {
    const prepared = hum.prepare({ tune: 'waltz', loud: true })
    expect(prepared).toMatchObject({
      ok: true,
      prepared: {
        priced: { price: 'lyrics', units: 2 },
        request: { path: '/hum', encoding: 'json', body: { tune: 'waltz' } },
        warnings: [],
      },
    })
  })

  test('shows an outcome with what was asked', () => {
    const prepared = hum.prepare({ tune: 'waltz' })
    const outcome = outcomeOf([])
    expect(prepared.ok && prepared.prepared.view(outcome)).toEqual(plainMessage('waltz: 0', 'done'))
  })

  test('warns where a text is longer than the service follows', () => {
    const prepared = hum.prepare({ tune: 'polonaise' })
    expect(prepared.ok && prepared.prepared.warnings).toEqual([
      'Tune is over 5 characters, so the end may be ignored.',
    ])
  })

  test.each([
    ['single values', { tune: '' }, ['tune']],
    ['values taken together', { tune: 'lullaby', loud: true }, ['loud']],
    ['a value that cannot be read once', { tune: 'lullaby', loud: 'yes' }, ['loud']],
    [
      'single values and values taken together at once',
      { tune: 'lullaby', loud: true, pace: 3 },
      ['pace', 'loud'],
    ],
    ['names it does not know', { tune: 'waltz', pace: 3 }, ['pace']],
  ])('names problems of %s', (_, values, fields) => {
    const prepared = hum.prepare(values)
    expect(prepared.ok ? [] : prepared.problems.map(({ field }) => field)).toEqual(fields)
  })
})

describe('a feature that takes a clip', () => {
  const upload: UploadedClip = {
    kind: 'upload',
    platform: 'slack',
    url: 'https://files.slack.com/1',
    name: 'a.mp3',
    bytes: undefined,
    message: undefined,
  }
  const result: Clip = { kind: 'result', url: 'https://cdn.example/1.mp3', name: 'b.mp3', seconds: 5 }
  const link: Clip = { kind: 'link', url: 'https://example.com/c.mp3' }
  const echo = defineFeature({
    ...spec,
    messageAction: 'Echo this clip',
    takeAction: 'Echo',
    fields: { source: clip({ label: 'Source', help: 'What comes back' }), tune: optional(spec.fields.tune) },
    usualPrice: 'lyrics',
    priced: () => ({ price: 'transcription', units: 1 }),
    encode: ({ source }) => requestTo(taskEndpoints.transcription, clipValue('audio', source)),
    view: () => plainMessage(''),
  })

  test.each<[Clip, object]>([
    [upload, { body: {}, files: { audio_file: upload } }],
    [result, { body: { audio_url: 'https://cdn.example/1.mp3' }, files: {} }],
    [link, { body: { audio_url: 'https://example.com/c.mp3' }, files: {} }],
  ])('sends the clip %j as a file or as an address, never as both', (source, parts) => {
    const prepared = echo.prepare({ source })
    const path = '/v1/audio_transcribe'
    expect(prepared.ok && prepared.prepared.request).toEqual({ path, encoding: 'form', ...parts })
  })

  test('keeps the clip with its label, for the answer and for readers of the file', () => {
    const prepared = echo.prepare({ source: upload })
    expect(prepared.ok && prepared.prepared.clips).toEqual([
      { field: 'source', label: 'Source', clip: upload },
    ])
  })

  test('can stand in a message’s menu; one that takes none has no clips', () => {
    expect([echo.messageAction, hum.messageAction]).toEqual(['Echo this clip', undefined])
    const prepared = hum.prepare({ tune: 'waltz' })
    expect(prepared.ok && prepared.prepared.clips).toEqual([])
  })
})

test.each([{ outputsExpected: 0 }, { usualSeconds: 0 }, { usualSeconds: -1 }])(
  'a declaration with %j is a bug that shows at once',
  (wrong) => {
    const declare = () =>
      defineFeature({
        ...spec,
        ...wrong,
        usualPrice: 'lyrics',
        priced: () => ({ price: 'lyrics', units: 1 }),
        encode: () => ({ path: '/', encoding: 'json', body: {} }),
        view: () => plainMessage(''),
      })
    expect(declare).toThrow('hum: outputs and seconds must be positive')
  },
)

const named = (label: string) => ({ label, help: `What ${label} is for` })
const fields = {
  source: optional(clip(named('Source'))),
  prompt: text({ ...named('Prompt'), lengthMax: 3_000 }),
  lyrics: optional(text({ ...named('Lyrics'), lengthMax: 3_000, named: 'your own' })),
  model: optional(choice({ ...named('Model'), choices: [{ value: 'v7-pro', label: 'v7 pro' }] })),
  cover: optional(toggle(named('Cover'))),
  start: optional(time(named('Start'))),
  pitch: optional(integer({ ...named('Pitch'), min: -12, max: 12 })),
  voice: optional(listed({ ...named('Voice'), list: 'voices', lengthMax: 50 })),
  language: optional(listed({ ...named('Language'), list: 'languages', lengthMax: 50 })),
}

test.each<[name: keyof typeof fields, value: unknown, label: string, shown: string]>([
  ['source', 'https://example.com/a.mp3', 'Source', 'example.com/a.mp3'],
  ['prompt', 'a sea\nshanty', '', '“a sea\nshanty”'],
  ['lyrics', 'Heave\nHo', 'Lyrics', 'your own'],
  ['model', 'v7-pro', 'Model', 'v7 pro'],
  ['cover', true, '', 'Cover'],
  ['cover', false, 'Cover', 'No'],
  ['start', '83,5', 'Start', '1:23.5'],
  ['pitch', '-3', 'Pitch', '-3'],
  ['voice', 'voice-7', 'Voice', 'voice-7'],
  ['language', 'de', 'Language', 'German'],
])('what was given for %s (%j) is told as %s: %s', (name, value, label, shown) => {
  const read = readValues(fields, { prompt: 'x', [name]: value })
  const others = name === 'prompt' ? [] : ['prompt']
  expect(read.ok && askedFacts(fields, read.input, others)).toEqual([{ label, value: shown }])
})

test('facts stand in the order of the fields, and what was not given is not told', () => {
  const read = readValues(fields, { pitch: 1, prompt: 'x' })
  expect(read.ok && askedFacts(fields, read.input).map(({ label }) => label)).toEqual(['', 'Pitch'])
})

test('what the result shows itself is not told', () => {
  const read = readValues(fields, { prompt: 'x', cover: true })
  expect(read.ok && askedFacts(fields, read.input, ['cover'])).toEqual([{ label: '', value: '“x”' }])
})

test('a long text is cut', () => {
  const read = readValues(fields, { prompt: 'la '.repeat(900) })
  const [fact] = read.ok ? askedFacts(fields, read.input) : []
  expect(fact?.value).toHaveLength(202)
  expect(fact?.value.endsWith('…”')).toBe(true)
})
