import { describe, expect, test } from 'vitest'
import type { WireField } from '../../../src/core/endpoints/endpoint.ts'
import {
  documentParameter,
  type Encoding,
  parametersOf,
  readParameters,
} from '../../../studio/http/parameters.ts'

const table = parametersOf({
  fields: {
    words: { kind: 'text' },
    wanted: { kind: 'toggle', default: false },
    colour: { kind: 'choice', choices: ['red', 'green'] },
    count: { kind: 'integer', min: 1, max: 2, default: 2 },
    at: { kind: 'time', unit: 'seconds' },
    address: { kind: 'address' },
  },
})

const read = (given: Readonly<Record<string, unknown>>, encoding: Encoding) =>
  readParameters(table, given, encoding)

const nothing = { words: '', wanted: false, count: 2, address: '' }

describe('what a request carries', () => {
  test.each([
    ['nothing', {}, 'json', nothing],
    ['null and empty texts', { words: null, wanted: null, count: '', at: '' }, 'json', nothing],
    ['blanks around a text', { words: ' a ' }, 'json', { ...nothing, words: 'a' }],
    ['a number and a flag', { at: 1.5, wanted: true }, 'json', { ...nothing, at: 1.5, wanted: true }],
    ['both as text in a form', { at: '1.5', wanted: 'true' }, 'form', { ...nothing, at: 1.5, wanted: true }],
    ['a number as text in a query', { count: '1' }, 'query', { ...nothing, count: 1 }],
    ['a text that looks like a number', { words: '12' }, 'form', { ...nothing, words: '12' }],
  ] as const)('is read: %s', (_name, given, encoding, values) => {
    expect(read(given, encoding)).toEqual({ values, problem: undefined, unknownNames: [] })
  })

  test.each([
    ['a number for a text', { words: 1 }, 'json', 'words must be a string'],
    ['a text for a flag', { wanted: 'true' }, 'json', 'wanted must be a boolean'],
    ['another word for a flag', { wanted: 'yes' }, 'form', 'wanted must be a boolean'],
    ['an unknown word', { colour: 'blue' }, 'json', 'colour must be one of red, green'],
    ['too many', { count: 3 }, 'json', 'count must be from 1 to 2'],
    ['a fraction', { count: 1.5 }, 'json', 'count must be an integer'],
    ['a text for a number', { at: '1' }, 'json', 'at must be a number'],
    ['no number', { at: 'NaN' }, 'form', 'at must be a number'],
    ['a hexadecimal number', { count: '0x1' }, 'query', 'count must be an integer'],
    ['no address', { address: 'a' }, 'form', 'address must be a URL'],
    ['another protocol', { address: 'ftp://a.test' }, 'form', 'address must be an http or https URL'],
  ] as const)('is refused: %s', (_name, given, encoding, problem) => {
    expect(read(given, encoding)).toMatchObject({ values: undefined, problem: { text: problem } })
  })

  test('is named where nobody knows it', () => {
    expect(read({ speed: 1 }, 'json')).toEqual({
      values: nothing,
      problem: undefined,
      unknownNames: ['speed'],
    })
  })

  test.each<[string, WireField]>([
    ['a text', { kind: 'text', required: true }],
    ['a choice', { kind: 'choice', choices: ['red'], required: true }],
    ['a number', { kind: 'time', unit: 'seconds', required: true }],
    ['a whole number', { kind: 'integer', min: 0, required: true }],
  ])('must be there where it is required: %s', (_name, field) => {
    const { problem } = readParameters(parametersOf({ fields: { colour: field } }), {}, 'json')
    expect(problem).toEqual({ name: 'colour', text: 'colour is required' })
  })

  test.each<[string, WireField, unknown, string]>([
    [
      'a text that is too long',
      { kind: 'text', lengthMax: 3 },
      '🎵🎵🎵🎵',
      'it must have at most 3 characters',
    ],
    ['a number below a range without an end', { kind: 'integer', min: 1 }, 0, 'it must be 1 or more'],
    ['a voice that nobody knows', { kind: 'text', idOf: 'voices' }, 'Elvis', 'it is not a known voice'],
    [
      'a text of which other values are known',
      { kind: 'text', known: ['a', 'b'] },
      'c',
      'it must be one of a, b',
    ],
  ])('has the limits of its field: %s', (_name, field, given, text) => {
    const read = readParameters(parametersOf({ fields: { it: field } }), { it: given }, 'json')
    expect(read.problem).toEqual({ name: 'it', text })
  })
})

test.each<[string, WireField, object]>([
  ['text', { kind: 'text', help: 'Some words' }, { type: 'string', description: 'Some words' }],
  ['text with a maximum', { kind: 'text', lengthMax: 9 }, { type: 'string', maxLength: 9 }],
  [
    'text with guidance',
    { kind: 'text', guidanceLengthMax: 9 },
    { type: 'string', description: 'best under 9 characters' },
  ],
  ['flag', { kind: 'toggle', default: true }, { type: 'boolean', default: true }],
  ['choice', { kind: 'choice', choices: ['a', 'b'] }, { type: 'string', enum: ['a', 'b'] }],
  ['file', { kind: 'file' }, { type: 'string', format: 'binary' }],
  [
    'whole number',
    { kind: 'integer', min: 0, max: 1, default: 0 },
    { type: 'integer', minimum: 0, maximum: 1, default: 0 },
  ],
])('a %s is described with its limits', (_name, field, described) => {
  const { it } = parametersOf({ fields: { it: field } })
  expect(it && documentParameter(it)).toEqual(described)
})
