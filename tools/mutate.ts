import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { readSources } from '../test/support/suite/architecture.ts'
import { testsOf } from './import-graph.ts'
import { draw, type Mutant, mutantsOf, spoil } from './mutants.ts'
import { removalOf, securityChecks } from './security-checks.ts'

// Mutation testing by sample: plants one mistake at a time in src and runs the tests that import the file. With --checks
// it removes the checks that keep people out, one at a time, and fails if nothing notices.
// Not part of any suite: a hundred mutants take a quarter of an hour.

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '25' },
    count: { type: 'string', default: '100' },
    /** Judges only these, such as 20-39 (default: all). */
    only: { type: 'string', default: '0-99999' },
    output: { type: 'string', default: 'reports/mutants.json' },
    /** Removes each check of `security-checks.ts` instead, which takes a few minutes. */
    checks: { type: 'boolean', default: false },
  },
})

const root = new URL('..', import.meta.url)
const timeoutMs = 300_000
const at = (path: string): URL => new URL(path, root)

type Verdict = 'killed' | 'survived' | 'no tests'

/** Aborted by Ctrl-C, so that the mistake is taken back before the process ends. */
const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort())

/** Whether these tests fail. A timeout counts as a failure. */
const fail = async (tests: readonly string[]): Promise<boolean> => {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--bail=1', '--reporter=dot', ...tests]
  const child = spawn(process.execPath, args, {
    cwd: fileURLToPath(root),
    stdio: 'ignore',
    timeout: timeoutMs,
  })
  const stop = (): void => void child.kill()
  interrupted.signal.addEventListener('abort', stop)
  const [code] = await once(child, 'exit')
  interrupted.signal.removeEventListener('abort', stop)
  return code !== 0
}

const judge = async (mutant: Mutant, tests: readonly string[]): Promise<Verdict> => {
  if (tests.length === 0) return 'no tests'
  const right = await readFile(at(mutant.path), 'utf8')
  try {
    await writeFile(at(mutant.path), spoil(right, mutant))
    return (await fail(tests)) ? 'killed' : 'survived'
  } finally {
    await writeFile(at(mutant.path), right)
  }
}

/** A mistake and the tests that should notice it. */
interface Planted {
  readonly mutant: Mutant
  readonly tests: readonly string[]
}

const planted = async (): Promise<readonly Planted[]> => {
  if (values.checks)
    return Promise.all(
      securityChecks.map(async (check) => ({
        mutant: removalOf(check, await readFile(at(check.path), 'utf8')),
        tests: check.tests,
      })),
    )
  const sources = readSources()
  const inSrc = sources.filter(({ path }) => path.startsWith('src/'))
  const all = await Promise.all(
    inSrc.map(async ({ path }) => mutantsOf(path, await readFile(at(path), 'utf8'))),
  )
  return draw(all.flat(), Number(values.count), Number(values.seed)).map((mutant) => ({
    mutant,
    tests: testsOf(mutant.path, sources),
  }))
}

const [from = 0, to = 0] = values.only.split('-').map(Number)
const judged: unknown[] = []
const output = fileURLToPath(at(values.output))
await mkdir(dirname(output), { recursive: true })
let survivors = 0
for (const [index, { mutant, tests }] of (await planted()).entries()) {
  if (index < from || index > to) continue
  const startedMs = performance.now()
  const verdict = await judge(mutant, tests)
  if (interrupted.signal.aborted) break
  if (verdict !== 'killed') survivors += 1
  const seconds = Math.round((performance.now() - startedMs) / 1000)
  const { path, line, right, wrong } = mutant
  console.log(
    `${index} ${verdict} ${path}:${line} ${JSON.stringify(right)} -> ${JSON.stringify(wrong)} (${seconds} s)`,
  )
  judged.push({ index, verdict, ...mutant, tests, seconds })
  await writeFile(output, JSON.stringify(judged, null, 1))
}
// A sample always has some mistakes that change nothing.
if (values.checks && survivors > 0) process.exitCode = 1
