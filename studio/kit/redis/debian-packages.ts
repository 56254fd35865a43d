import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { findProgram } from '../programs.ts'

const run = promisify(execFile)

/** Something that is unpacked where it is not installed. */
export interface Unpackable {
  /** What people call it, for the one line that says it is missing. */
  name: string
  /** Whose it is that is unpacked, for the line that says why it could not be. */
  spare: string
  /** What to do instead, for both lines. */
  help: string
  /** Debian's names. What they depend on comes with them, unless this machine has it. */
  packages: readonly string[]
  /** Does the rest in the folder, and rejects unless what is in it then works. */
  complete(folder: string): Promise<void>
}

/** Debian's names for the folders of libraries: https://wiki.debian.org/Multiarch/Tuples */
const libraryFolders = ['x86_64-linux-gnu', 'aarch64-linux-gnu']

/** What has a program find the libraries that were unpacked into a folder. */
export const libraryEnvironment = (folder: string): Record<string, string> => ({
  LD_LIBRARY_PATH: libraryFolders
    .flatMap((name) => [join(folder, 'usr/lib', name), join(folder, 'lib', name)])
    .filter((path) => existsSync(path))
    .join(':'),
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

const downloadPackages = async (
  aptGet: string,
  wanted: readonly string[],
  folder: string,
): Promise<string[]> => {
  const [apt, packages] = [join(folder, 'apt'), join(folder, 'packages')]
  for (const path of ['lists/partial', 'cache/archives/partial']) {
    await mkdir(join(apt, path), { recursive: true })
  }
  await mkdir(packages)
  const options = [...aptOptions(apt), '-qq']
  await run(aptGet, [...options, 'update'])
  const install = ['--no-install-recommends', '--print-uris', 'install', ...wanted]
  const { stdout } = await run(aptGet, [...options, ...install])
  const missing = packageNames(stdout)
  if (missing.length > 0) await run(aptGet, [...options, 'download', ...missing], { cwd: packages })
  return (await readdir(packages)).map((name) => join(packages, name))
}

/** Several first starts may race: each unpacks beside the target and the first to rename wins. */
const unpack = async (
  { aptGet, dpkgDeb }: DebianTools,
  { packages, complete }: Unpackable,
  target: string,
): Promise<void> => {
  await mkdir(dirname(target), { recursive: true })
  const work = await mkdtemp(`${target}-`)
  try {
    const root = join(work, 'root')
    await mkdir(root)
    for (const file of await downloadPackages(aptGet, packages, work)) await run(dpkgDeb, ['-x', file, root])
    await complete(root)
    await rename(root, target).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/**
 * Has something unpacked in the folder `target`, of Debian's own packages and without root. Nothing is done
 * where that was unpacked earlier.
 *
 * @throws Error in one line that says what to install
 */
export const unpackOnce = async (
  wanted: Unpackable,
  target: string,
  searchPath: string | undefined,
): Promise<void> => {
  if (existsSync(target)) return
  const { name, spare, help } = wanted
  const tools = findDebianTools(searchPath)
  if (!tools) throw new Error(`No ${name} found: ${help}`)
  try {
    await unpack(tools, wanted, target)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.trim().split('\n').at(-1) : String(cause)
    throw new Error(`No ${name} found and ${spare} could not be unpacked (${reason}): ${help}`, { cause })
  }
}
