import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findProgram } from '../../../studio/kit/programs.ts'
import { findRedisProgram } from '../../../studio/kit/redis/redis-program.ts'
import { serveArchive, writeScript } from '../../support/sandbox/debian-archive.ts'

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

test.each(['redis-server', 'valkey-server'])('a %s on the search path is used as it is', async (name) => {
  await writeScript(join(bin, name), ['exit 0'])
  expect(await findRedisProgram(cacheDir, bin)).toEqual({ path: join(bin, name), env: {} })
})

test('without Redis and without apt the one line says what to install', async () => {
  await expect(findRedisProgram(cacheDir, bin)).rejects.toThrow(
    /^No Redis found: install Redis \(apt install redis-server, or brew install redis\) or set REDIS_URL$/,
  )
})

test('when apt fails the one line says why and what to install', async () => {
  await writeScript(join(bin, 'apt-get'), ['echo "E: Unable to locate package" >&2', 'exit 100'])
  await writeScript(join(bin, 'dpkg-deb'), [])
  await expect(findRedisProgram(cacheDir, bin)).rejects.toThrow(
    /^No Redis found and Debian's.*\(E: Unable to locate package\): install Redis.*$/,
  )
})

const dpkgDeb = findProgram(['dpkg-deb'])

test.runIf(dpkgDeb)("without Redis the server of Debian's archive is unpacked", async () => {
  const script = ['echo "Redis server v=7"']
  await serveArchive({ folder, bin, dpkgDeb: String(dpkgDeb), packageName: 'redis-server', script })
  const { path, env } = await findRedisProgram(cacheDir, bin)
  expect(path).toBe(join(cacheDir, 'redis/usr/bin/redis-server'))
  expect(execFileSync(path, { env, encoding: 'utf8' })).toBe('Redis server v=7\n')
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
)
