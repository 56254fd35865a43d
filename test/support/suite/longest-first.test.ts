import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { longFiles } from './longest-first.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

test('files that should be begun first are where they are said to be, each once', () => {
  expect(longFiles.filter((path) => !existsSync(join(root, path)))).toEqual([])
  expect(new Set(longFiles).size).toBe(longFiles.length)
})
