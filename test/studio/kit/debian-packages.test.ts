import { execFileSync } from 'node:child_process'
import { appendFile, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findProgram } from '../../../studio/kit/programs.ts'
import { libraryEnvironment, type Unpackable, unpackOnce } from '../../../studio/kit/redis/debian-packages.ts'
import { serveArchive, writeScript } from '../../support/sandbox/debian-archive.ts'

let folder: string
let bin: string
let cacheDir: string
let target: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tunesmith-test-'))
  bin = join(folder, 'bin')
  cacheDir = join(folder, 'cache')
  target = join(cacheDir, 'lute')
  await mkdir(bin)
})

afterEach(() => rm(folder, { recursive: true, force: true }))

const lute: Unpackable = {
  name: 'Lute',
  spare: "Debian's",
  help: 'install a lute',
  packages: ['lute'],
  complete: async () => {},
}

const play = (): string => execFileSync(join(target, 'usr/bin/lute'), { encoding: 'utf8' })

test.each([
  ['apt-get', 'dpkg-deb'],
  ['dpkg-deb', 'apt-get'],
])('without %s the one line says what to do', async (_, present) => {
  await writeScript(join(bin, present), [])
  await expect(unpackOnce(lute, target, bin)).rejects.toThrow(/^No Lute found: install a lute$/)
})

test('when apt fails the one line says why and what to do, and nothing is left', async () => {
  await writeScript(join(bin, 'apt-get'), ['echo "E: Unable to locate package" >&2', 'exit 100'])
  await writeScript(join(bin, 'dpkg-deb'), [])
  await expect(unpackOnce(lute, target, bin)).rejects.toThrow(
    /^No Lute found and Debian's could not be unpacked \(E: Unable to locate package\): install a lute$/,
  )
  expect(await readdir(cacheDir)).toEqual([])
})

const dpkgDeb = findProgram(['dpkg-deb'])

describe.runIf(dpkgDeb)('with a Debian archive', () => {
  beforeEach(() =>
    serveArchive({ folder, bin, dpkgDeb: String(dpkgDeb), packageName: 'lute', script: ['echo pling'] }),
  )

  test('first starts that race all get the same, whole folder and leave nothing else', async () => {
    let completed = 0
    const complete: Unpackable['complete'] = async (root) => {
      completed += 1
      await appendFile(join(root, 'usr/bin/lute'), 'echo plong\n')
    }
    await Promise.all([1, 2, 3].map(() => unpackOnce({ ...lute, complete }, target, bin)))
    expect(completed).toBe(3)
    expect(play()).toBe('pling\nplong\n')
    expect(await readdir(cacheDir)).toEqual(['lute'])
  })

  test('a later start needs no archive', async () => {
    await unpackOnce(lute, target, bin)
    await rm(join(bin, 'apt-get'))
    await unpackOnce(lute, target, bin)
    expect(play()).toBe('pling\n')
  })

  test('what does not work is not kept, and the one line says why', async () => {
    const complete = () => Promise.reject(new Error('Command failed: lute\na string is missing\n'))
    await expect(unpackOnce({ ...lute, complete }, target, bin)).rejects.toThrow(
      /^No Lute found and Debian's could not be unpacked \(a string is missing\): install a lute$/,
    )
    expect(await readdir(cacheDir)).toEqual([])
  })

  test('what this machine has already is not fetched', async () => {
    await unpackOnce({ ...lute, packages: ['installed'] }, target, bin)
    expect(await readdir(target)).toEqual([])
  })
})

test('libraries are looked for where Debian keeps them, in the folders that there are', async () => {
  const folders = [
    'usr/lib/x86_64-linux-gnu',
    'lib/x86_64-linux-gnu',
    'usr/lib/aarch64-linux-gnu',
    'lib/other',
  ]
  for (const name of folders) await mkdir(join(target, name), { recursive: true })
  const [first, second, third] = folders.map((name) => join(target, name))
  expect(libraryEnvironment(target)).toEqual({ LD_LIBRARY_PATH: `${first}:${second}:${third}` })
})
