import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { z } from 'zod'
import { type Advisories, readAudit } from './advisories.ts'
import { exceptions, licenceProblems, packagesOf, scriptProblems } from './licences.ts'
import { lockProblems, manifestProblems } from './lock-problems.ts'

// Checks where dependencies come from, what they may do and under which licence, and asks the registry for advisories
// (`npm run supply-chain`); with --offline only what is on this machine, as part of `npm test`.

interface Result {
  readonly name: string
  readonly said: string
  readonly problems: readonly string[]
  /** It could not be found out. */
  readonly isUnknown?: boolean
}

const root = fileURLToPath(new URL('..', import.meta.url))
const run = promisify(execFile)

const textOf = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const readJson = (path: string): unknown => JSON.parse(textOf(path))

const readManifest = (folder: string): unknown => {
  const path = `${folder}/package.json`
  return existsSync(new URL(`../${path}`, import.meta.url)) ? readJson(path) : undefined
}

const manifests = [
  'package.json',
  'sandbox/package.json',
  'studio/package.json',
  'tools/node-runtime/package.json',
]

const offlineResults = (): readonly Result[] => {
  const lock = readJson('package-lock.json')
  const packages = packagesOf(lock, readManifest)
  const { allowScripts } = z
    .object({ allowScripts: z.record(z.string(), z.boolean()) })
    .parse(readJson('package.json'))
  const versions = manifests.flatMap((path) => manifestProblems(path, readJson(path)))
  const installed = packages.filter(({ installedLicence }) => installedLicence !== undefined)
  const ofBot = packages.filter(({ isDevelopment }) => !isDevelopment)
  const withScripts = packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name)
  return [
    {
      name: 'packages',
      said: `${packages.length} in the lock file, ${ofBot.length} of them for the bot; ${installed.length} installed here`,
      problems: [...lockProblems(lock), ...versions],
    },
    {
      name: 'licences',
      said: `permissive, MPL-2.0 or OFL-1.1, but for development ${Object.keys(exceptions).join(', ')}`,
      problems: licenceProblems(packages, textOf),
    },
    {
      name: 'install scripts',
      said:
        withScripts.map((name) => `${name} (${allowScripts[name] ? 'may run' : 'not run'})`).join(', ') ||
        'none',
      problems: scriptProblems(packages, Object.keys(allowScripts)),
    },
  ]
}

const auditMsMax = 60_000

const failedRun = z.object({
  message: z.string().default(''),
  stdout: z.string().default(''),
  stderr: z.string().default(''),
})

/** A failed run of npm has its outputs, too: it exits with 1 if it knows something. Without them, what went wrong. */
const npm = async (...args: string[]): Promise<{ stdout: string; stderr: string }> => {
  try {
    return await run('npm', args, { cwd: root, timeout: auditMsMax, maxBuffer: 64 * 1024 * 1024 })
  } catch (error) {
    const { message, stdout, stderr } = failedRun.parse(error)
    return { stdout, stderr: stderr || message }
  }
}

const registryResult = async (): Promise<Result> => {
  const { stdout } = await npm('config', 'get', 'registry')
  return { name: 'registry', said: `the lock file names none; npm here uses ${stdout.trim()}`, problems: [] }
}

const advisoryResult = (advisories: Advisories): Result => {
  switch (advisories.status) {
    case 'known':
      return { name: 'advisories', said: advisories.counts, problems: advisories.severe }
    case 'not_reached':
      return { name: 'advisories', said: `not reached: ${advisories.reason}`, problems: [], isUnknown: true }
  }
}

const verdictOf = ({ problems, isUnknown }: Result): string => {
  if (problems.length > 0) return 'failed'
  return isUnknown ? 'UNKNOWN' : 'ok'
}

const print = (result: Result): void => {
  const { name, said, problems } = result
  console.log(`${verdictOf(result).padEnd(7)}  ${name.padEnd(15)}  ${said}`)
  for (const problem of problems) console.error(`         ${problem}`)
}

const isOffline = process.argv.includes('--offline')
const advisories = isOffline ? undefined : readAudit(await npm('audit', '--json'))
const results = [
  ...offlineResults(),
  ...(advisories === undefined ? [] : [await registryResult(), advisoryResult(advisories)]),
]
results.forEach(print)
if (advisories?.status === 'not_reached')
  console.error('\nNo advisories were read. Run this again where npm reaches a registry that has them.')
process.exitCode = results.some(({ problems }) => problems.length > 0) ? 1 : 0
