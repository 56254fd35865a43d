import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { longOnly } from './long-only.ts'
import { longFiles } from './longest-first.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

test.each([
  ['start first', longFiles],
  ['only the long form runs', longOnly],
])('files that %s exist, and are listed once', (_, paths) => {
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
  expect(new Set(paths).size).toBe(paths.length)
})
