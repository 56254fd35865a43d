import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { clipExtensions, fileKind } from '../../src/core/clip/clip-kind.ts'
import { clipRows } from '../clips/rows.ts'

const page = readFileSync(new URL('../../docs/clips.md', import.meta.url), 'utf8')

/** The rows of the page's table below a heading, by their cells. */
const tableBelow = (heading: string): readonly (readonly string[])[] => {
  const [, below = ''] = page.split(`## ${heading}\n`)
  const [table = ''] = below.split('\n## ')
  return table
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1)
    .map((line) => line.split('|').map((cell) => cell.trim()))
}

const endingsIn = (cell = ''): readonly string[] =>
  [...cell.matchAll(/`\.(\w+)`/g)].flatMap(([, one]) => one ?? [])

test('the page lists every container and its sound that the table of files has, and no other', () => {
  const listed = tableBelow('Supported files').flatMap(([, container, , sounds = '']) =>
    sounds.split(', ').map((sound) => `${sound} in ${container}`),
  )
  const taken = clipRows
    // Of two, the one that is taken is in other rows, too.
    .filter(({ refused, codec }) => refused === undefined && !codec.includes(' and '))
    .map(({ codec, container }) => `${codec} in ${container}`)
  expect([...new Set(listed)].sort()).toEqual([...new Set(taken)].sort())
})

test('the page lists every ending that is taken', () => {
  const listed = tableBelow('Supported files').flatMap(([, , endings]) => endingsIn(endings))
  expect([...new Set(listed)].sort()).toEqual([...clipExtensions].sort())
})

test('the page lists every kind that is not taken, with its endings', () => {
  const listed = tableBelow('Unsupported files').flatMap(([, kind = '', endings]) =>
    endingsIn(endings).map((ending) => ({ kind, ending })),
  )
  expect(listed.length).toBeGreaterThan(60)
  for (const { kind, ending } of listed) expect(fileKind({ name: `a.${ending}` })).toEqual({ refused: kind })
  const source = readFileSync(new URL('../../src/core/clip/clip-kind.ts', import.meta.url), 'utf8')
  expect([...source.matchAll(/\{ ?\s*name: '/g)]).toHaveLength(tableBelow('Unsupported files').length)
})
