import { describe, expect, test } from 'vitest'
import {
  onOneLine,
  parseJson,
  shortened,
  shortenedInside,
  withoutDirectionMarks,
} from '../../../src/core/text/text.ts'

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

// Embeddings, overrides and isolates: https://www.unicode.org/reports/tr9/#Directional_Formatting_Characters
test.each(['\u202A', '\u202B', '\u202C', '\u202D', '\u202E', '\u2066', '\u2067', '\u2068', '\u2069'])(
  'a text loses %j, which turns around what stands behind it',
  (mark) => {
    expect(withoutDirectionMarks(`a${mark}b${mark}`)).toBe('ab')
  },
)

test('a text keeps the letters that are written from right to left', () => {
  expect(withoutDirectionMarks('שיר، أغنية')).toBe('שיר، أغنية')
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
