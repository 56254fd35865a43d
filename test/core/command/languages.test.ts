import { expect, test } from 'vitest'
import { languageName, languages } from '../../../src/core/command/languages.ts'
import { matchingChoices } from '../../../src/core/command/suggest.ts'

// The table of ISO 639-1 has 184 codes, of which Bihari was withdrawn, and Twi goes by Akan:
// https://www.loc.gov/standards/iso639-2/php/code_list.php

test('every language has a code of two letters and a name of its own', () => {
  expect(languages).toHaveLength(182)
  expect(new Set(languages.map(({ value }) => value)).size).toBe(182)
  expect(new Set(languages.map(({ label }) => label)).size).toBe(182)
  for (const { value, label } of languages) {
    expect(value).toMatch(/^[a-z]{2}$/)
    expect(label.length, value).toBeGreaterThan(2)
  }
})

test.each([
  ['de', 'German'],
  ['zh', 'Chinese'],
  ['tl', 'Filipino'],
])('%s is called %s', (value, label) => {
  expect(languages).toContainEqual({ value, label })
  expect(languageName(value)).toBe(label)
})

test.each(['xx', '', 'klingon', '"'])('a code that is none, %j, stands for itself', (code) => {
  expect(languageName(code)).toBe(code)
})

test('what is typed is met by names that begin with it', () => {
  expect(matchingChoices(languages, 'ger', 3).map(({ label }) => label)).toEqual(['German'])
})
