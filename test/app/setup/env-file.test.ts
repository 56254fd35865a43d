import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkFolder, replaceFile } from '../../../src/app/setup/env-file.ts'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tunesmith-env-file-'))
  path = join(folder, '.env')
})
afterEach(() => rmSync(folder, { recursive: true }))

const modeOf = (file: string): string => (statSync(file).mode & 0o777).toString(8)

test('a new file can be read by its owner only, and one that others could read no longer', () => {
  replaceFile(path, 'A=1\n')
  expect([readFileSync(path, 'utf8'), modeOf(path)]).toEqual(['A=1\n', '600'])
  chmodSync(path, 0o644)
  replaceFile(path, 'A=2\n')
  expect([readFileSync(path, 'utf8'), modeOf(path)]).toEqual(['A=2\n', '600'])
  expect(readdirSync(folder)).toEqual(['.env'])
})

test('a link stays, and the file that it leads to is replaced', () => {
  const real = join(folder, 'settings')
  writeFileSync(real, 'A=1\n')
  symlinkSync(real, path)
  replaceFile(path, 'A=2\n')
  expect([readFileSync(real, 'utf8'), readdirSync(folder).toSorted()]).toEqual([
    'A=2\n',
    ['.env', 'settings'],
  ])
})

test('a file that cannot be replaced stays as it was, and nothing is left beside it', () => {
  mkdirSync(path)
  expect(() => replaceFile(path, 'A=1\n')).toThrow(/\.env cannot be written \(E\w+\)\. Give this user/)
  expect(readdirSync(folder)).toEqual(['.env'])
})

test('a folder in which nothing can be written is named before anything is asked', () => {
  checkFolder(folder)
  expect(readdirSync(folder)).toEqual([])
  expect(() => checkFolder(join(folder, 'missing'))).toThrow(
    `${join(folder, 'missing')} cannot be written to (ENOENT), so .env could not be saved.`,
  )
})
