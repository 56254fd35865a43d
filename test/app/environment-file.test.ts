import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadEnvironmentFile } from '../../src/app/environment-file.ts'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tunesmith-environment-'))
  path = join(folder, '.env')
})
afterEach(() => rmSync(folder, { recursive: true }))

const loaded = (environment: Record<string, string> = {}) => {
  loadEnvironmentFile(path, environment)
  return environment
}

test('a file adds what the environment does not set', () => {
  writeFileSync(path, 'LOG_LEVEL=debug\n# a comment\nREDIS_URL="redis://127.0.0.1"\nHTTP_HOST=\n')
  expect(loaded({ LOG_LEVEL: 'info' })).toEqual({
    LOG_LEVEL: 'info',
    REDIS_URL: 'redis://127.0.0.1',
    HTTP_HOST: '',
  })
})

test('a file that is not there adds nothing', () => {
  expect(loaded()).toEqual({})
})

test('a byte order mark does not hide the first setting', () => {
  writeFileSync(path, '\uFEFFLOG_LEVEL=debug\nHTTP_PORT=1\n')
  expect(loaded()).toEqual({ LOG_LEVEL: 'debug', HTTP_PORT: '1' })
})

const utf16 = (text: string) => Buffer.from(text, 'utf16le')

test.each([
  ['little-endian', utf16('\uFEFFLOG_LEVEL=debug\r\n')],
  ['big-endian', utf16('\uFEFFLOG_LEVEL=debug\r\n').swap16()],
  ['little-endian, without a mark', utf16('LOG_LEVEL=debug\r\n')],
  ['big-endian, without a mark', utf16('LOG_LEVEL=debug\r\n').swap16()],
  ['the mark alone', utf16('\uFEFF')],
])('a file in UTF-16 (%s) is refused with the mend', (_, bytes) => {
  writeFileSync(path, bytes)
  expect(() => loaded()).toThrow(
    expect.objectContaining({
      code: 'configuration',
      message: expect.stringMatching(/\.env is saved as UTF-16\. Save it as UTF-8\.$/),
    }),
  )
})

test.each([
  [
    'is a folder',
    () => mkdirSync(path),
    /\.env is a folder\. Docker .* create the file from \.env\.example\.$/,
  ],
  [
    'cannot be read',
    () => symlinkSync(path, path),
    /\.env cannot be read \(ELOOP\)\. Give .*, or remove it\.$/,
  ],
])('what %s in its place is named with the mend', (_, make, message) => {
  make()
  expect(() => loaded()).toThrow(
    expect.objectContaining({ code: 'configuration', message: expect.stringMatching(message) }),
  )
})
