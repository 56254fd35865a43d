import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findProgram } from '../../sandbox/programs.ts'
import { findRedisProgram } from '../../sandbox/redis-program.ts'

let folder: string
let bin: string
let cacheDir: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tunesmith-test-'))
  bin = join(folder, 'bin')
  cacheDir = join(folder, 'cache')
  await mkdir(bin)
})

afterEach(() => rm(folder, { recursive: true, force: true }))

const writeProgram = async (path: string, lines: readonly string[]): Promise<void> => {
  await writeFile(path, ['#!/bin/sh', ...lines, ''].join('\n'))
  await chmod(path, 0o755)
}

test.each(['redis-server', 'valkey-server'])('a %s on the search path is used as it is', async (name) => {
  await writeProgram(join(bin, name), ['exit 0'])
  expect(await findRedisProgram(cacheDir, bin)).toEqual({ path: join(bin, name), env: {} })
})

test('without Redis and without apt the one line says what to install', async () => {
  await expect(findRedisProgram(cacheDir, bin)).rejects.toThrow(
    /^No Redis found: install Redis \(apt install redis-server, or brew install redis\) or set REDIS_URL$/,
  )
})

test('when apt fails the one line says why and what to install', async () => {
  await writeProgram(join(bin, 'apt-get'), ['echo "E: Unable to locate package" >&2', 'exit 100'])
  await writeProgram(join(bin, 'dpkg-deb'), [])
  const attempt = findRedisProgram(cacheDir, bin)
  await expect(attempt).rejects.toThrow(/^No Redis found and Debian's.*\(E: Unable to locate package\).*$/)
  expect(await readdir(cacheDir)).toEqual([])
})

const dpkgDeb = findProgram(['dpkg-deb'])

describe.runIf(dpkgDeb)('with a Debian archive', () => {
  /** An archive of one package, whose server is a script: what is tested is the unpacking. */
  const serveArchive = async (): Promise<void> => {
    const tree = join(folder, 'tree')
    const archive = join(folder, 'redis-server_7_all.deb')
    await mkdir(join(tree, 'DEBIAN'), { recursive: true })
    await mkdir(join(tree, 'usr/bin'), { recursive: true })
    const control = [
      'Package: redis-server',
      'Version: 7',
      'Architecture: all',
      'Maintainer: t',
      'Description: t',
    ]
    await writeFile(join(tree, 'DEBIAN/control'), `${control.join('\n')}\n`)
    await writeProgram(join(tree, 'usr/bin/redis-server'), ['echo "Redis server v=7"'])
    execFileSync(String(dpkgDeb), ['--build', tree, archive])
    await symlink(String(dpkgDeb), join(bin, 'dpkg-deb'))
    await writeProgram(join(bin, 'apt-get'), [
      `case "$*" in`,
      `*--print-uris*) echo "'http://archive/r.deb' redis-server_7_all.deb 1 MD5Sum:0" ;;`,
      `*'download redis-server') cp ${archive} . ;;`,
      'esac',
    ])
  }

  test('first starts that race all get the same, whole server and leave nothing else', async () => {
    await serveArchive()
    const found = await Promise.all([1, 2, 3].map(() => findRedisProgram(cacheDir, bin)))
    const path = join(cacheDir, 'redis/usr/bin/redis-server')
    expect(found.map((program) => program.path)).toEqual([path, path, path])
    expect(existsSync(path)).toBe(true)
    expect(await readdir(cacheDir)).toEqual(['redis'])
  })

  test('a later start needs no archive', async () => {
    await serveArchive()
    const first = await findRedisProgram(cacheDir, bin)
    await rm(join(bin, 'apt-get'))
    expect(await findRedisProgram(cacheDir, bin)).toEqual(first)
  })
})

test.runIf(process.env.TEST_LONG && findProgram(['apt-get']))(
  "Debian's real packages run without being installed",
  async () => {
    const tools = ['apt-get', 'dpkg-deb'].map((name) => [name, findProgram([name])] as const)
    for (const [name, path] of tools) await symlink(String(path), join(bin, name))
    const program = await findRedisProgram(cacheDir, bin)
    const version = execFileSync(program.path, ['--version'], { env: program.env, encoding: 'utf8' })
    expect(version).toMatch(/v=[5-9]/)
  },
  120_000,
)
