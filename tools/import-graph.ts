/** What a file imports, by paths from the root. */
export interface Importing {
  readonly path: string
  readonly imports: readonly string[]
}

const isTest = ({ path }: Importing): boolean => path.endsWith('.test.ts')

/** Everything a file imports, directly or not; packages by name. */
export const loadedBy = (path: string, sources: readonly Importing[]): ReadonlySet<string> => {
  const importsOf = new Map(sources.map((source) => [source.path, source.imports]))
  const loaded = new Set<string>()
  const left = [path]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    for (const target of importsOf.get(next) ?? []) {
      if (loaded.has(target)) continue
      loaded.add(target)
      left.push(target)
    }
  }
  return loaded
}

/** The test files that import a file directly; if there are none, those closest to it in the import graph. */
export const testsOf = (path: string, sources: readonly Importing[]): readonly string[] => {
  const seen = new Set([path])
  for (let level = [path]; level.length > 0; ) {
    const importing = sources.filter(
      (source) => !seen.has(source.path) && source.imports.some((target) => level.includes(target)),
    )
    const tests = importing.filter(isTest)
    if (tests.length > 0) return tests.map((test) => test.path)
    level = importing.map((source) => source.path)
    for (const each of level) seen.add(each)
  }
  return []
}

/** Starts a process, a server or Redis, or renders sound: too slow for `npm run check`. */
const slow =
  /^(node:child_process|node:worker_threads|test\/support\/redis\/redis\.ts|sandbox\/(discord|slack)\/stand-in\.ts|studio\/.+)$/

/** The test files that import nothing slow. */
export const fastTests = (sources: readonly Importing[]): readonly string[] =>
  sources
    .filter(
      (source) => isTest(source) && ![...loadedBy(source.path, sources)].some((each) => slow.test(each)),
    )
    .map(({ path }) => path)
