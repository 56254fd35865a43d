import { expect, test } from 'vitest'
import { fastTests, type Importing, loadedBy, testsOf } from '../../tools/import-graph.ts'

const file = (path: string, ...imports: string[]): Importing => ({ path, imports })

const sources = [
  file('src/a.ts', 'src/b.ts', 'zod'),
  file('src/b.ts', 'src/a.ts'),
  file('src/c.ts', 'src/b.ts'),
  file('src/alone.ts'),
  file('test/a.test.ts', 'src/a.ts'),
  file('test/c.test.ts', 'src/c.ts', 'test/support/redis/redis.ts'),
]

test('a file loads what it imports, and what that imports, in a circle too', () => {
  expect([...loadedBy('src/c.ts', sources)].toSorted()).toEqual(['src/a.ts', 'src/b.ts', 'zod'])
})

test.each([
  ['imports it', 'src/a.ts', ['test/a.test.ts']],
  ['imports what imports it, where none does', 'src/b.ts', ['test/a.test.ts', 'test/c.test.ts']],
  ['there is none', 'src/alone.ts', []],
])('the tests of a file are those of which each %s', (_, path, tests) => {
  expect(testsOf(path, sources)).toEqual(tests)
})

test('a test is fast where nothing that it loads starts a Redis', () => {
  expect(fastTests(sources)).toEqual(['test/a.test.ts'])
})
