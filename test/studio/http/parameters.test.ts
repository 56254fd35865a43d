import { describe, expect, test } from 'vitest'
import {
  choice,
  documentParameter,
  type Encoding,
  flag,
  integer,
  number,
  type ParameterTable,
  readParameters,
  requiredChoice,
  text,
  webAddress,
} from '../../../studio/http/parameters.ts'

const table = {
  words: text(),
  wanted: flag(false),
  colour: choice(['red', 'green']),
  count: integer({ min: 1, max: 2, unlessGiven: 2 }),
  at: number(),
  address: webAddress(),
} satisfies ParameterTable

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
    expect(read(given, encoding)).toMatchObject({ values: undefined, problem })
  })

  test('is named where nobody knows it', () => {
    expect(read({ speed: 1 }, 'json')).toEqual({
      values: nothing,
      problem: undefined,
      unknownNames: ['speed'],
    })
  })

  test('must be there where it is required', () => {
    const { problem } = readParameters({ colour: requiredChoice(['red']) }, {}, 'json')
    expect(problem).toBe('colour is required')
  })
})

test.each([
  ['text', text().describe('Some words'), { type: 'string', description: 'Some words' }],
  ['flag', flag(true), { type: 'boolean', default: true }],
  ['choice', choice(['a', 'b']), { type: 'string', enum: ['a', 'b'] }],
  [
    'whole number',
    integer({ min: 0, max: 1, unlessGiven: 0 }),
    { type: 'integer', minimum: 0, maximum: 1, default: 0 },
  ],
])('a %s is described with its limits', (_name, parameter, described) => {
  expect(documentParameter(parameter)).toEqual(described)
})
