import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { findProgram } from './programs.ts'

const run = promisify(execFile)

/** A server program and the environment that it needs to find its libraries. */
export interface RedisProgram {
  path: string
  env: Record<string, string>
}

const serverNames = ['redis-server', 'valkey-server']

/** Debian's names for the folders of libraries: https://wiki.debian.org/Multiarch/Tuples */
const libraryFolders = ['x86_64-linux-gnu', 'aarch64-linux-gnu']

const unpackedProgram = (folder: string): RedisProgram => ({
  path: join(folder, 'usr/bin/redis-server'),
  env: {
    LD_LIBRARY_PATH: libraryFolders
      .flatMap((name) => [join(folder, 'usr/lib', name), join(folder, 'lib', name)])
      .filter((path) => existsSync(path))
      .join(':'),
  },
})

/** apt with package lists of its own, which needs neither root nor the system's lists to be there. */
const aptOptions = (folder: string): string[] =>
  [
    `Dir::State::Lists=${folder}/lists`,
    `Dir::Cache=${folder}/cache`,
    'Debug::NoLocking=1',
    'Acquire::Languages=none',
    'APT::Sandbox::User=root',
  ].flatMap((option) => ['-o', option])

const packageNames = (uris: string): string[] =>
  uris.split('\n').flatMap((line) => /^'[^']+' ([^_ ]+)_/.exec(line)?.[1] ?? [])

interface DebianTools {
  aptGet: string
  dpkgDeb: string
}

const findDebianTools = (searchPath: string | undefined): DebianTools | undefined => {
  const [aptGet, dpkgDeb] = [findProgram(['apt-get'], searchPath), findProgram(['dpkg-deb'], searchPath)]
  return aptGet && dpkgDeb ? { aptGet, dpkgDeb } : undefined
}

const downloadPackages = async (aptGet: string, folder: string): Promise<string[]> => {
  const [apt, packages] = [join(folder, 'apt'), join(folder, 'packages')]
  for (const path of ['lists/partial', 'cache/archives/partial']) {
    await mkdir(join(apt, path), { recursive: true })
  }
  await mkdir(packages)
  const options = [...aptOptions(apt), '-qq']
  await run(aptGet, [...options, 'update'])
  const install = ['--no-install-recommends', '--print-uris', 'install', 'redis-server']
  const { stdout } = await run(aptGet, [...options, ...install])
  await run(aptGet, [...options, 'download', ...packageNames(stdout)], { cwd: packages })
  return (await readdir(packages)).map((name) => join(packages, name))
}

/** Several first starts may race: each unpacks beside the target and the first to rename wins. */
const unpackDebianPackages = async ({ aptGet, dpkgDeb }: DebianTools, target: string): Promise<void> => {
  await mkdir(dirname(target), { recursive: true })
  const work = await mkdtemp(`${target}-`)
  try {
    const root = join(work, 'root')
    await mkdir(root)
    for (const file of await downloadPackages(aptGet, work)) await run(dpkgDeb, ['-x', file, root])
    await run(unpackedProgram(root).path, ['--version'], { env: unpackedProgram(root).env })
    await rename(root, target).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

const help = 'install Redis (apt install redis-server, or brew install redis) or set REDIS_URL'

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
  if (existsSync(target)) return unpackedProgram(target)
  const tools = findDebianTools(searchPath)
  if (!tools) throw new Error(`No Redis found: ${help}`)
  try {
    await unpackDebianPackages(tools, target)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.trim().split('\n').at(-1) : String(cause)
    throw new Error(`No Redis found and Debian's could not be fetched (${reason}): ${help}`, { cause })
  }
  return unpackedProgram(target)
}
