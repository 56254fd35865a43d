import { expect, test } from 'vitest'
import { draw, mutantsOf, spoil } from '../../tools/mutants.ts'

const spoilt = (line: string): string[] => mutantsOf('src/a.ts', line).map((mutant) => spoil(line, mutant))

test.each([
  ['return a === b', ['return a !== b']],
  ['return a && b', ['return a || b']],
  ['if (count < most) go()', ['if (count <= most) go()', 'if (!count < most) go()']],
  ['if (!open) return', ['if (open) return']],
  ["const text = given ?? ''", ['const text = given']],
  ['const waitMs = 60_000', ['const waitMs = 60001']],
  ['return all.some(fits)', ['return all.every(fits)']],
  ['  await store.told(job)', ['']],
])('%s: each slip by itself', (line, expected) => {
  expect(spoilt(line)).toEqual(expected)
})

test.each([
  "import { a } from './a.ts'",
  "const text = 'one && two'",
  'return done // a === b',
  'interface Options { most: 3 }',
])('%s: nothing that runs', (line) => {
  expect(spoilt(line)).toEqual([])
})

test('types of several lines are left out, and what follows them is not', () => {
  const text = 'interface Options {\n  isOpen: true\n}\nconst isOpen = true\n'
  expect(mutantsOf('src/a.ts', text).map(({ line }) => line)).toEqual([4])
})

test('of all mutants so many are drawn, each once, and the same by the same seed', () => {
  const all = Array.from({ length: 50 }, (_, index) => index)
  const drawn = draw(all, 20, 1)
  expect(new Set(drawn).size).toBe(20)
  expect(draw(all, 20, 1)).toEqual(drawn)
  expect(draw(all, 20, 2)).not.toEqual(drawn)
  expect(draw(all, 99, 1).toSorted((one, other) => one - other)).toEqual(all)
})
