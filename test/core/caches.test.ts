import { expect, test } from 'vitest'
import { noteUsed } from '../../src/core/caches.ts'

test('of more entries than are kept, the one that was not used for longest goes', () => {
  const entries = new Map<string, number>()
  const gone = ['a', 'b', 'a', 'c', 'b'].map((name) => noteUsed(entries, name, name.charCodeAt(0) - 96, 2))
  expect(gone).toEqual([undefined, undefined, undefined, 2, 1])
  expect([...entries.keys()]).toEqual(['c', 'b'])
})
