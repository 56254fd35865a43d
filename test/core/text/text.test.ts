import { describe, expect, test } from 'vitest'
import { neutral, onOneLine, parseJson, shortened, shortenedInside } from '../../../src/core/text/text.ts'

describe('a text that is too long', () => {
  test.each([
    ['abc', 3, 'abc'],
    ['abcd', 3, 'ab…'],
    ['ab🎻', 4, 'ab🎻'],
    ['ab🎻c', 4, 'ab…'],
    ['a🎻bc', 4, 'a🎻…'],
    ['🎻🎻', 2, '…'],
    ['abc', 1, '…'],
    ['abc', 0, ''],
  ])('%j is cut to %d, with a mark, and never within a character', (text, lengthMax, cut) => {
    expect(shortened(text, lengthMax)).toBe(cut)
  })
})

describe('a text whose end tells it from others', () => {
  test.each([
    ['The long way home take 2', 24, 'The long way home take 2'],
    ['The long way home take 2', 20, 'The long wa…e take 2'],
    ['0123456789', 5, '01…89'],
    ['0123456789', 1, '…'],
    ['0123456789', 0, ''],
    ['abcdefg🎻', 5, 'ab…🎻'],
    ['abcdefg🎻h', 5, 'abc…h'],
    ['a🎻cdefgh', 5, 'a…gh'],
  ])('%j is cut inside to %d', (text, lengthMax, cut) => {
    expect(shortenedInside(text, lengthMax)).toBe(cut)
    expect(cut.length).toBeLessThanOrEqual(lengthMax)
  })
})

describe('a text by others can reach nothing beside it: it loses', () => {
  test.each([
    // https://www.unicode.org/reports/tr9/#Directional_Formatting_Characters
    ['overrides of direction', '\u202A\u202B\u202C\u202D\u202E'],
    ['isolates', '\u2066\u2067\u2068\u2069'],
    ['old format controls', '\u206A\u206F'],
    ['controls', '\0\u0007\u001B\u007F\u009B'],
    ['letters without width', '\u200B\u2060\uFEFF\u00AD'],
    ['fillers', '\u3164\u115F\u1160\uFFA0\u180E'],
    ['invisible operators', '\u2061\u2062\u2063\u2064'],
    ['notes between the lines', '\uFFF9\uFFFA\uFFFB'],
    ['a text hidden in tags', '\u{E0068}\u{E0069}'],
  ])('%s', (_, hidden) => {
    for (const mark of hidden) expect(neutral(`a${mark}b${mark}`)).toBe('ab')
  })

  test('floods of marks', () => {
    expect(neutral(`a${'\u0301'.repeat(50)}b${'\u0301'.repeat(9)}`)).toBe(
      `a${'\u0301'.repeat(8)}b${'\u0301'.repeat(8)}`,
    )
    const joined = `${'\u0301'.repeat(8)}\u200D`
    expect(neutral(`a${joined.repeat(50)}b`)).toBe(`a${joined}b`)
  })

  test.each([
    ['letters from right to left', 'שיר، أغنية'],
    ['joiners', '👩‍🎤 می‌خواهم'],
    ['variants', '❤️ 葛󠄀'],
    ['flags', '🏴󠁧󠁢󠁳󠁣󠁴󠁿 🇯🇵'],
    ['marks', 'Việt\u0323 ก็ י\u05B7\u05BC'],
    ['tabs and line breaks', 'a\tb\nc\r\nd'],
    ['markup, which is for the renderers', '**x** <@1> &amp;'],
  ])('but not %s', (_, text) => {
    expect(neutral(text)).toBe(text)
  })

  test.each(['a\rb', 'a\vb', 'a\fb', 'a\u0085b', 'a\u2028b', 'a\u2029b'])(
    'nor the line break in %j, which is a standard one afterwards',
    (text) => {
      expect(neutral(text)).toBe('a\nb')
    },
  )
})

test.each([
  ['a\nb', 'a b'],
  ['a\r\n\r\nb', 'a b'],
  ['a\u2028b\u2029c', 'a b c'],
  ['a\u202Eb', 'ab'],
  ['a  b', 'a  b'],
])('%j stands on one line', (text, line) => {
  expect(onOneLine(text)).toBe(line)
})

test.each([
  ['{"a":[1]}', { a: [1] }],
  ['null', null],
  ['', undefined],
  ['<html>', undefined],
  ['{"a":', undefined],
])('%j is read as %j', (text, value) => {
  expect(parseJson(text)).toEqual(value)
})
