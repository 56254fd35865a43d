import { expect, test } from 'vitest'
import { parseJson } from '../../src/core/json.ts'

test.each([
  ['{"a":[1]}', { a: [1] }],
  ['null', null],
  ['', undefined],
  ['<html>', undefined],
  ['{"a":', undefined],
])('%j is read as %j', (text, value) => {
  expect(parseJson(text)).toEqual(value)
})
