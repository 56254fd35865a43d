import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findProgram } from '../programs.ts'
import { libraryEnvironment, type Unpackable, unpackOnce } from './debian-packages.ts'

const run = promisify(execFile)

/** A server program and the environment that it needs to find its libraries. */
export interface RedisProgram {
  path: string
  env: Record<string, string>
}

const serverNames = ['redis-server', 'valkey-server']

const unpackedProgram = (folder: string): RedisProgram => ({
  path: join(folder, 'usr/bin/redis-server'),
  env: libraryEnvironment(folder),
})

const debianRedis: Unpackable = {
  name: 'Redis',
  spare: "Debian's",
  help: 'install Redis (apt install redis-server, or brew install redis) or set REDIS_URL',
  packages: ['redis-server'],
  complete: async (folder) => {
    const { path, env } = unpackedProgram(folder)
    await run(path, ['--version'], { env })
  },
}

/**
 * Finds a Redis server: on PATH, else unpacked earlier under `cacheDir`, else Debian's own packages are
 * fetched and unpacked there, without root.
 *
 * @throws Error in one line that says what to install
 */
export const findRedisProgram = async (cacheDir: string, searchPath?: string): Promise<RedisProgram> => {
  const installed = findProgram(serverNames, searchPath)
  if (installed) return { path: installed, env: {} }
  const target = join(cacheDir, 'redis')
  await unpackOnce(debianRedis, target, searchPath)
  return unpackedProgram(target)
}
