import { z } from 'zod'

const versions = z.record(z.string(), z.string()).default({})

const manifestSchema = z.object({
  dependencies: versions,
  devDependencies: versions,
  optionalDependencies: versions,
})

const lockedPackageSchema = z.object({
  dependencies: versions,
  devDependencies: versions,
  optionalDependencies: versions,
  resolved: z.string().optional(),
  integrity: z.string().optional(),
  link: z.boolean().default(false),
})

const lockSchema = z.object({ packages: z.record(z.string(), lockedPackageSchema) })

type LockedPackage = z.infer<typeof lockedPackageSchema>
type Locked = Readonly<Record<string, LockedPackage>>

const exactVersion = /^\d+\.\d+\.\d+(-[\w.]+)?$/

/** The dependencies of a package.json that leave the version open. */
export const manifestProblems = (path: string, manifest: unknown): string[] => {
  const { dependencies, devDependencies, optionalDependencies } = manifestSchema.parse(manifest)
  return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
    .filter(([, version]) => !exactVersion.test(version) && !version.startsWith('file:'))
    .map(([name, version]) => `${path}: ${name} is "${version}", not an exact version`)
}

/** Where Node would look for a package from this one's folder, nearest first. */
const candidates = (from: string, name: string): string[] => {
  const folders = from === '' ? [] : from.split('/')
  return [...folders.keys(), folders.length]
    .reverse()
    .map((depth) => [...folders.slice(0, depth), 'node_modules', name].join('/'))
}

const missingFrom = (locked: Locked, path: string, entry: LockedPackage): string[] =>
  Object.keys({ ...entry.dependencies, ...entry.devDependencies, ...entry.optionalDependencies })
    .filter((name) => !candidates(path, name).some((candidate) => candidate in locked))
    .map((name) => `package-lock.json: ${path || 'the project'} needs ${name}, which has no entry`)

const sourceProblems = (path: string, { resolved, integrity, link }: LockedPackage): string[] => {
  if (resolved && /^(https?|git|ssh)\b/.test(resolved)) {
    return [`package-lock.json: ${path} names where it was fetched from`]
  }
  if (!path.includes('node_modules/') || link) return []
  if (!integrity) return [`package-lock.json: ${path} has no integrity hash`]
  return integrity.startsWith('sha512-') ? [] : [`package-lock.json: ${path} has a weak integrity hash`]
}

/**
 * What makes `npm ci` fail elsewhere, or fetch something else than was tested: npm writes no entry for a
 * platform's package that its registry did not have, and then refuses its own lock file.
 */
export const lockProblems = (lock: unknown): string[] => {
  const { packages } = lockSchema.parse(lock)
  return Object.entries(packages).flatMap(([path, entry]) => [
    ...missingFrom(packages, path, entry),
    ...sourceProblems(path, entry),
  ])
}
