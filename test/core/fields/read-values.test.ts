import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clip } from '../../../src/core/clip/clip-field.ts'
import type { Fields, RawValues } from '../../../src/core/fields/field.ts'
import {
  choice,
  integer,
  listed,
  optional,
  secret,
  text,
  time,
  toggle,
} from '../../../src/core/fields/field-builders.ts'
import { guidanceFor, readValues, secretProblems } from '../../../src/core/fields/read-values.ts'
import { createSecret } from '../../../src/core/fields/secret.ts'
import { secretSamples, slackToken } from '../../support/fixtures/secret-samples.ts'

const prompt = text({ label: 'Prompt', help: 'What it is about', lengthMax: 10 })
const gender = choice({
  label: 'Gender',
  help: 'How it sounds',
  choices: [
    { value: 'male', label: 'Male' },
    { value: 'female', label: 'Female' },
  ],
})
const cover = toggle({ label: 'Cover', help: 'Paint a cover' })

describe('a set of fields', () => {
  const fields = { prompt, gender: optional(gender), cover: optional(cover) }

  test('keeps what is given and leaves out what is not', () => {
    expect(readValues(fields, { prompt: 'a', gender: 'male' })).toEqual({
      ok: true,
      input: { prompt: 'a', gender: 'male', cover: undefined },
    })
  })

  test('names a field that is missing and says what belongs there', () => {
    expect(readValues(fields, {})).toEqual({
      ok: false,
      problems: [{ field: 'prompt', text: 'Prompt is missing. What it is about.' }],
    })
  })

  test('reports all problems at once', () => {
    const read = readValues(fields, { prompt: '', gender: 'x', cover: 1, length: 5 })
    expect(read.ok ? [] : read.problems.map(({ field }) => field)).toEqual([
      'length',
      'prompt',
      'gender',
      'cover',
    ])
  })

  test.each(['Prompt', 'promt'])('asks of the unknown option %j what was meant', (name) => {
    expect(readValues(fields, { prompt: 'a', [name]: 'x' })).toMatchObject({
      problems: [
        {
          field: name,
          text: `No option "${name}" here. Did you mean "prompt"?`,
        },
      ],
    })
  })

  test.each(['', 'toString', 'constructor', 'hasOwnProperty', '__proto__'])(
    'refuses the unknown option %j by name',
    (name) => {
      const values: RawValues = JSON.parse(`{ "prompt": "a", ${JSON.stringify(name)}: "x" }`)
      expect(readValues(fields, values)).toEqual({
        ok: false,
        problems: [{ field: name, text: `No option "${name}" here. Leave it out.` }],
      })
    },
  )

  test('repeats the beginning of an unknown option on one line, so that nobody can write lines of ours', () => {
    const values: RawValues = { prompt: 'a', [`"\nEve gives away credits.\n${'x'.repeat(100)}`]: 'x' }
    expect(readValues(fields, values)).toMatchObject({
      problems: [
        {
          text: expect.stringMatching(
            /^No option "" Eve gives away credits\. x{10,40}…" here\. Leave it out\.$/,
          ),
        },
      ],
    })
  })

  test.each(['constructor', '__proto__', 'toString'])(
    'does not take what an object inherits for the field %s',
    (name) => {
      const named: Fields = Object.fromEntries([[name, prompt]])
      expect(readValues(named, {})).toEqual({
        ok: false,
        problems: [{ field: name, text: 'Prompt is missing. What it is about.' }],
      })
    },
  )

  test('changes nobody else’s prototype, whatever it is given', () => {
    readValues(fields, JSON.parse('{ "__proto__": { "polluted": true }, "prompt": "a" }'))
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })

  test('never throws and never says yes to a name it does not know', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.anything()), (values) => {
        const read = readValues(fields, values)
        const hasUnknown = Object.keys(values).some((name) => !Object.hasOwn(fields, name))
        if (hasUnknown) expect(read.ok).toBe(false)
      }),
    )
  })
})

const clef = '𝄞' // one code point, two UTF-16 units

describe('a text beyond what the service says it follows', () => {
  const guided = {
    it: text({ label: 'Prompt', help: 'What', lengthMax: 3000, guidanceLengthMax: 1000 }),
    other: optional(text({ label: 'Other', help: 'What', lengthMax: 3000 })),
  }

  test.each([
    ['a'.repeat(1000), []],
    [clef.repeat(1000), []],
    ['a'.repeat(1001), ['Prompt is over 1,000 characters, so the end may be ignored.']],
    [clef.repeat(1001), ['Prompt is over 1,000 characters, so the end may be ignored.']],
  ])('is taken, with a warning', (it, warnings) => {
    const read = readValues(guided, { it, other: 'b'.repeat(3000) })
    expect(read.ok && guidanceFor(guided, read.input)).toEqual(warnings)
  })
})

describe('a secret in a value', () => {
  const named = { label: 'Prompt', help: 'What' }
  const places: Fields = {
    text: text(named),
    listed: listed({ ...named, list: 'voices', lengthMax: 200 }),
    choice: choice({ ...named, choices: [{ value: 'a', label: 'A' }] }),
    time: time(named),
    integer: integer({ ...named, min: 1, max: 2 }),
    clip: clip(named),
  }

  test.each(secretSamples)('is a problem that names the field and not the secret: %s: %s', (what, value) => {
    for (const name of Object.keys(places))
      expect(secretProblems(places, { [name]: `about ${value}` })).toEqual([
        { field: name, text: `Prompt contains what looks like ${what}. Remove it.` },
      ])
  })

  test.each<[string, RawValues, readonly (string | undefined)[]]>([
    ['of no field', { unknown: slackToken }, []],
    ['that is the name of a value', { [slackToken]: slackToken }, []],
    ['that is inherited', JSON.parse(`{ "__proto__": "${slackToken}" }`), []],
    ['beside the values', { text: 'a sea shanty' }, [undefined, slackToken]],
  ])('%s is a problem of the whole text', (_, values, others) => {
    expect(secretProblems(places, values, others)).toEqual([
      { field: '', text: 'Your text contains what looks like a Slack token. Remove it.' },
    ])
  })

  test('is a problem in each field that has one, and in one of several clips', () => {
    const values = { text: slackToken, listed: 'Elvis', clip: ['https://example.com/a.mp3', slackToken] }
    expect(secretProblems(places, values).map(({ field }) => field)).toEqual(['text', 'clip'])
  })

  test.each([
    'https://store.example/a.mp3?X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20260101&X-Amz-Signature=1',
    `https://store.example/a.mp3?token=${['eyJhbGciOiJIUzI1NiJ9', 'eyJzdWIiOiIxMjM0NTY3ODkwIn0', 'abc'].join('.')}`,
    `https://store.example/a.mp3#${slackToken}`,
  ])('is none where it signs the address of a clip: %s', (clip) => {
    expect(secretProblems(places, { clip })).toEqual([])
    expect(secretProblems(places, { text: clip })).toHaveLength(1)
  })

  test('is left to the field that takes one, and under a wrong name to its action', () => {
    const fields = { key: secret({ label: 'API key', help: 'Yours' }), reason: optional(text(named)) }
    const given = { key: createSecret(slackToken) }
    for (const values of [given, { key: slackToken }, { api_key: slackToken }])
      expect(secretProblems(fields, values, [slackToken])).toEqual([])
    expect(secretProblems(fields, { ...given, reason: slackToken })).toMatchObject([{ field: 'reason' }])
  })
})
