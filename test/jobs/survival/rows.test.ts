import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const tests = fileURLToPath(new URL('../../', import.meta.url))
const thisFile = 'jobs/survival/rows.test.ts'
const rows = Array.from({ length: 41 }, (_, index) => index + 1)

/**
 * The numbers with which the name of a test or of a group of them begins: "row
 * 6, killed …", "rows 22 and 23, …".
 */
const name = /'rows? (\d+(?: and \d+)?), /g

const rowsIn = (source: string): readonly number[] =>
  [...source.matchAll(name)].flatMap(([, numbers = '']) => numbers.match(/\d+/g)?.map(Number) ?? [])

/** Each row that a test names, with the files that do. */
const filesByRow = (): Map<number, readonly string[]> => {
  const files = readdirSync(tests, { recursive: true, encoding: 'utf8' })
  const found = new Map<number, readonly string[]>()
  for (const file of files.filter((path) => path.endsWith('.test.ts') && path !== thisFile))
    for (const row of new Set(rowsIn(readFileSync(`${tests}${file}`, 'utf8'))))
      found.set(row, [...(found.get(row) ?? []), file])
  return found
}

test('every failure that has to be survived is named by a test that has it happen, and no other is', () => {
  const found = filesByRow()
  expect(rows.filter((row) => !found.has(row))).toEqual([])
  expect([...found.keys()].filter((row) => !rows.includes(row))).toEqual([])
})

test.each([
  ["test('row 6, killed', () => 1)", [6]],
  ["test.each([1])(\n  'row 7, killed %i', () => 1)", [7]],
  ["describe('rows 8 and 9, killed', () => 1)", [8, 9]],
  ["test('a row 6 of trees', () => 1)", []],
  ['// row 6, not a test', []],
])('a row is named by %j', (source, expected) => {
  expect(rowsIn(source)).toEqual(expected)
})
