import { describe, expect, test } from 'vitest'
import { microcredits } from '../../src/core/credits.ts'
import { defineFeature } from '../../src/core/feature.ts'
import { optional, text, toggle } from '../../src/core/field.ts'
import { plainMessage } from '../../src/core/message.ts'

const spec = {
  name: 'hum',
  summary: 'Hum a tune',
  product: 'your tune',
  conversionType: 'MUSIC_AI',
  outputsExpected: 1,
  usualSeconds: 10,
  fields: {
    tune: text({ label: 'Tune', help: 'Which one', lengthMax: 20, guidanceLengthMax: 5 }),
    loud: optional(toggle({ label: 'Loud', help: 'How loud' })),
  },
}

const hum = defineFeature({
  ...spec,
  check: ({ tune, loud }) =>
    tune === 'lullaby' && loud === true ? [{ field: 'loud', text: 'A lullaby is not loud.' }] : [],
  bound: ({ loud }) => microcredits(loud === true ? 2 : 1),
  encode: ({ tune }) => ({ path: '/hum', encoding: 'json', body: { tune } }),
  view: (outcome, { tune }) => plainMessage(`${tune}: ${outcome.outputs.length}`, 'done'),
})

describe('a feature', () => {
  test('prepares a request from values that pass', () => {
    const prepared = hum.prepare({ tune: 'waltz', loud: true })
    expect(prepared).toMatchObject({
      ok: true,
      prepared: {
        bound: 2,
        request: { path: '/hum', encoding: 'json', body: { tune: 'waltz' } },
        warnings: [],
      },
    })
  })

  test('shows an outcome with what was asked', () => {
    const prepared = hum.prepare({ tune: 'waltz' })
    const outcome = { outputs: [], coverUrl: undefined }
    expect(prepared.ok && prepared.prepared.view(outcome)).toEqual(plainMessage('waltz: 0', 'done'))
  })

  test('warns where a text is longer than the service follows', () => {
    const prepared = hum.prepare({ tune: 'polonaise' })
    expect(prepared.ok && prepared.prepared.warnings).toEqual([
      'Tune is over 5 characters; the end of it may be ignored.',
    ])
  })

  test.each([
    ['single values', { tune: '' }, ['tune']],
    ['values taken together', { tune: 'lullaby', loud: true }, ['loud']],
    ['single values before values taken together', { tune: 'lullaby', loud: 'yes' }, ['loud']],
    ['names it does not know', { tune: 'waltz', pace: 3 }, ['pace']],
  ])('names problems of %s', (_, values, fields) => {
    const prepared = hum.prepare(values)
    expect(prepared.ok ? [] : prepared.problems.map(({ field }) => field)).toEqual(fields)
  })
})

test.each([{ outputsExpected: 0 }, { usualSeconds: 0 }, { usualSeconds: -1 }])(
  'a declaration with %j is a bug that shows at once',
  (wrong) => {
    const declare = () =>
      defineFeature({
        ...spec,
        ...wrong,
        bound: () => microcredits(0),
        encode: () => ({ path: '/', encoding: 'json', body: {} }),
        view: () => plainMessage(''),
      })
    expect(declare).toThrow('hum: outputs and seconds must be positive')
  },
)
