import { expect, test } from 'vitest'
import { programSources } from '../../../tools/said-texts.ts'

// A translator can only move words within one text, so a sentence is never put together from several.

const said = '\\$\\{say\\w*\\('

test.each([
  ['follows a comma, a colon or a bracket', new RegExp(`\`[^\`]*[,;:(] ?${said}`)],
  ['is followed by a comma or a semicolon', new RegExp(`${said}[^\`]*\\)\\}[,;]`)],
])('no part of a text %s', (_, pattern) => {
  const found = Object.entries(programSources()).flatMap(([path, source]) =>
    source.split('\n').flatMap((line) => (pattern.test(line) ? [`${path}: ${line.trim()}`] : [])),
  )
  expect(found).toEqual([])
})
