import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { longOnly } from './long-only.ts'
import { longFiles } from './longest-first.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

test.each([
  ['should be begun first', longFiles],
  ['only the long form runs', longOnly],
])('files that %s are where they are said to be, each once', (_which, paths) => {
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
  expect(new Set(paths).size).toBe(paths.length)
})
