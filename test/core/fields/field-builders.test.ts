import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Field } from '../../../src/core/fields/field.ts'
import {
  channel,
  choice,
  credits,
  group,
  integer,
  listed,
  member,
  optional,
  text,
  time,
  toggle,
} from '../../../src/core/fields/field-builders.ts'
import { readValues } from '../../../src/core/fields/read-values.ts'

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
const limit = credits({ label: 'Credits', help: 'How many' })
const voice = listed({ label: 'Voice', help: 'Who sings', list: 'voices', lengthMax: 5 })

const readOne = (field: Field, value: unknown) => readValues({ it: field }, { it: value })
const problemWith = (field: Field, value: unknown): string | undefined => {
  const read = readOne(field, value)
  return read.ok ? undefined : read.problems.map((problem) => `${problem.field}: ${problem.text}`).join('\n')
}

const zeroWidth = ['​', '‌', '‍', '⁠', '﻿', '­', '؜', '‮']
/** Letters, signs and marks that show nothing, in the order of their blocks. */
const fillers = ['\u3164', '\u115F', '\u1160', '\uFFA0', '\u2800']
const unseen = [...fillers, '\u034F', '\u17B4', '\u180B', '\uFE0F', '\u{1D159}', '\u{E0100}', '\u{E0061}']
const escaped = (mark: string): string => `U+${mark.codePointAt(0)?.toString(16).toUpperCase()}`
const clef = '𝄞' // one code point, two UTF-16 units
const family = '👨‍👩‍👧' // one picture of five code points

describe('a text', () => {
  test.each([
    ['of one character', 'a'],
    ['as long as it may be', 'abcdefghij'],
    ['counted by code points, not by UTF-16 units', clef.repeat(10)],
    ['with joined emoji', `${family}${family}`],
    ['with blanks around it, which stay', '  a  '],
    ['of several lines', 'a\nb'],
    ['in another script', 'سلام'],
    ['that is written from right to left with a mark', '‏שלום'],
    ['that looks like markup', '@**all**'],
    ['that looks like a command', "'; DEL *"],
    ['in quotation marks', '"a"'],
    ['with an empty cell of Braille in it', 'a\u2800b'],
    ['with a picture alone', '❤️'],
  ])('%s is taken as it is', (_, value) => {
    expect(readOne(prompt, value)).toEqual({ ok: true, input: { it: value } })
  })

  const empty = 'it: Prompt is empty. Type something.'
  const broken = 'it: Prompt has a broken character in it. Type it again.'

  test.each<readonly [string, unknown, string]>([
    ['that is empty', '', empty],
    ['of blanks', '   ', empty],
    ['of line ends and tabs', '\r\n\t', empty],
    ['of no-break and ideographic blanks', '\u00a0\u3000', empty],
    ['of control characters', '\u0000\u001b', empty],
    ['of code points that are no characters', '\uffff\u{10fffe}', empty],
    ...zeroWidth.map(
      (mark) => [`of nothing but U+${mark.codePointAt(0)?.toString(16)}`, mark, empty] as const,
    ),
    ...unseen.map((mark) => [`of nothing but ${escaped(mark)}`, `${mark} ${mark}`, empty] as const),
    ...['""', "''", '“”', '"', '„“', '« »', '「」', '＂＂', `"${fillers[0]}"`].map(
      (marks) => [`of nothing but quotation marks (${marks})`, marks, empty] as const,
    ),
    ['of blanks between marks of no width', `${zeroWidth.join(' ')} `, empty],
    ['with half a character at its end', 'abc\ud834', broken],
    ['with half a character at its start', '\udd1eabc', broken],
    ['one character too long', 'abcdefghijk', 'it: Prompt is 11 characters long (max 10). Shorten it.'],
    ['one code point too long', clef.repeat(11), 'it: Prompt is 11 characters long (max 10). Shorten it.'],
    ['far too long', 'a'.repeat(12_345), 'it: Prompt is 12,345 characters long (max 10). Shorten it.'],
    ['that is a number', 5, 'it: Prompt must be text.'],
    ['that is null', null, 'it: Prompt must be text.'],
    ['that is a list', ['a'], 'it: Prompt must be text.'],
    ['that is an object', { toString: () => 'a' }, 'it: Prompt must be text.'],
  ])('%s is refused with what to do', (_, value, problem) => {
    expect(problemWith(prompt, value)).toBe(problem)
  })

  test('is taken just when something of it can be seen and it is neither broken nor too long', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 14 }), (value) => {
        const { ok } = readOne(prompt, value)
        const hasVisible =
          /[^\p{White_Space}\p{Control}\p{Format}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800\u{1D159}]/u.test(
            value,
          )
        expect(ok).toBe(hasVisible && value.isWellFormed() && [...value].length <= 10)
      }),
    )
  })
})

test.each([
  ['a NUL', 'sea\0shanty', 'seashanty'],
  ['a bell', '\u0007ding', 'ding'],
  ['a C1 control', 'sea\u0080shanty', 'seashanty'],
  ['line breaks of other programs', 'a\vb\fc\u0085d', 'a\nb\nc\nd'],
  ['marks that turn it around', 'a \u202eb\u202c \u2066c\u2069', 'a b c'],
  ['a tab and line breaks, which stay', 'a\tb\r\nc', 'a\tb\r\nc'],
  [
    'joiners of Persian and of emoji, which stay',
    'سلام\u200c \u{1f468}\u200d\u{1f469}',
    'سلام\u200c \u{1f468}\u200d\u{1f469}',
  ],
])('a text with %s is read as people see it', (_, typed, read) => {
  const field = text({ label: 'Prompt', help: 'What it is about' })
  expect(field.schema.parse(typed)).toBe(read)
})

test('a text of controls alone is empty', () => {
  const field = text({ label: 'Prompt', help: 'What it is about' })
  expect(field.schema.safeParse('\0\u0007').success).toBe(false)
})

describe('a choice', () => {
  test('is one of its values', () => {
    expect(readOne(gender, 'female')).toEqual({ ok: true, input: { it: 'female' } })
  })

  test.each(['Male', 'other', ' male', '', '__proto__', 'constructor', 'toString', 0, true, null, ['male']])(
    'such as %j is refused with all there is',
    (value) => {
      expect(problemWith(gender, value)).toBe('it: Gender must be one of: male, female.')
    },
  )
})

describe('a toggle', () => {
  test.each([true, false])('may be %s', (value) => {
    expect(readOne(cover, value)).toEqual({ ok: true, input: { it: value } })
  })

  test.each(['true', 'yes', 1, 0, '', null, {}])('such as %j is refused', (value) => {
    expect(problemWith(cover, value)).toBe('it: Cover must be yes or no.')
  })
})

describe('an amount of credits', () => {
  test.each([
    ['2.50', 2_500_000],
    [2.5, 2_500_000],
    [0, 0],
    ['1000000', 1_000_000_000_000],
  ])('such as %j is %d millionths', (value, millionths) => {
    expect(readOne(limit, value)).toEqual({ ok: true, input: { it: millionths } })
  })

  test.each([-1, '-1', '1e3', 1e-7, 0.1 + 0.2, 1_000_001, Number.NaN, '', 'all', null, true, [], {}])(
    'such as %j is refused with the range and an example',
    (value) => {
      expect(problemWith(limit, value)).toBe(
        'it: Credits must be a number from 0 to 1,000,000 with up to 6 decimal places, such as 2.50.',
      )
    },
  )
})

describe('a time', () => {
  const start = time({ label: 'Start', help: 'Where it begins' })

  test.each([
    ['1:23.5', 83.5],
    [90, 90],
    ['1m05s', 65],
  ])('such as %j is %d seconds', (value, seconds) => {
    expect(readOne(start, value)).toEqual({ ok: true, input: { it: seconds } })
  })

  test.each(['1:75', -3, '', 'abc', Number.NaN, 1e-7, '10:00:01'])(
    'such as %j is refused with the limit and examples',
    (value) => {
      expect(problemWith(start, value)).toBe(
        'it: Start must be a time of up to 10 hours, such as 1:23.5, 83.5s or 1m05s.',
      )
    },
  )

  test.each([null, true, [], {}])('such as %j is none', (value) => {
    expect(problemWith(start, value)).toContain('Start must be a time')
  })
})

describe('a whole number', () => {
  const pitch = integer({ label: 'Pitch', help: 'How high', min: -12, max: 12 })

  test.each<[unknown, number]>([
    [3, 3],
    ['-12', -12],
    ['+12', 12],
    ['−2', -2], // the minus of typographers, which phones write
    [' 07 ', 7],
    ['٣', 3],
    ['-0', 0],
  ])('such as %j is %d', (value, number) => {
    expect(readOne(pitch, value)).toEqual({ ok: true, input: { it: number } })
  })

  test.each([
    13,
    '-13',
    1.5,
    '1.0',
    '',
    'high',
    '1e1',
    '- 3',
    Number.NaN,
    '9'.repeat(400),
    null,
    true,
    [],
    {},
  ])('such as %j is refused with both ends', (value) => {
    expect(problemWith(pitch, value)).toBe('it: Pitch must be a whole number from -12 to 12.')
  })
})

describe('a member', () => {
  const who = member({ label: 'Member', help: 'Who' })

  // Ids as the platforms write them: https://docs.discord.com/developers/reference#snowflakes has digits,
  // https://docs.slack.dev/reference/objects/user-object capitals and digits.
  test.each(['80351110224678912', 'U0123ABCDEF'])('is an id such as %s', (id) => {
    expect(readOne(who, id)).toEqual({ ok: true, input: { it: id } })
  })

  test.each([
    '@ada',
    '<@U123>',
    'ada lovelace',
    '',
    'a'.repeat(33),
    'U1\n',
    "U1'; DEL *",
    5,
    null,
    ['U1'],
    {},
  ])('such as %j is refused with how to name one', (value) => {
    expect(problemWith(who, value)).toBe(
      'it: Member must be someone here. Pick one from the list or type @name.',
    )
  })
})

describe('a channel or a group', () => {
  const where = channel({ label: 'Channel', help: 'Channel' })
  const who = group({ label: 'Group', help: 'Who' })

  // https://docs.slack.dev/reference/objects/conversation-object and /usergroup-object
  test.each([
    [where, '80351110224678912'],
    [where, 'C0123ABCDEF'],
    [who, '80351110224678912'],
    [who, 'S0123ABCDEF'],
  ])('is an id (%#)', (field, id) => {
    expect(readOne(field, id)).toEqual({ ok: true, input: { it: id } })
  })

  test.each(['#music', '<#C1>', '', 'C1\n', 5, null])('such as %j is no channel', (value) => {
    expect(problemWith(where, value)).toBe(
      'it: Channel must be a channel here. Pick one from the list or type #name.',
    )
  })

  test.each(['@band', '<@&1>', '', 'S'.repeat(33), 5, null])('such as %j is no group', (value) => {
    expect(problemWith(who, value)).toBe(
      'it: Group must be a group or role here. Pick one from the list or type @name.',
    )
  })
})

describe('an entry of a list', () => {
  test('is free text within its length', () => {
    expect(readOne(voice, 'Ada')).toEqual({ ok: true, input: { it: 'Ada' } })
    expect(problemWith(voice, 'Adelaide')).toBe('it: Voice is 8 characters long (max 5). Shorten it.')
  })
})

describe('an optional field', () => {
  const who = member({ label: 'Member', help: 'Who' })
  const where = channel({ label: 'Channel', help: 'Channel' })
  const crew = group({ label: 'Group', help: 'Which' })
  const all: readonly Field[] = [prompt, gender, cover, limit, voice, who, where, crew]

  test.each(all)('may be left out, whatever it is ($label)', (field) => {
    expect(field.required).toBe(true)
    expect(optional(field).required).toBe(false)
    expect(readValues({ it: optional(field) }, {})).toEqual({ ok: true, input: { it: undefined } })
  })

  test.each(all)('is still checked when it is given ($label)', (field) => {
    expect(problemWith(optional(field), [])).toMatch(new RegExp(`^it: ${field.label} must be `))
  })
})
