import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { readSources } from '../test/support/suite/architecture.ts'
import { testsOf } from './import-graph.ts'
import { draw, type Mutant, mutantsOf, spoil } from './mutants.ts'
import { removalOf, securityChecks } from './security-checks.ts'

// Mutation testing by sample: plants one mistake at a time in src and runs the tests that import the file. With --checks
// it removes each security check in turn, and fails if a removal goes unnoticed or if the tests fail before any removal.
// Not part of any suite: a hundred mutants take a quarter of an hour.

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '25' },
    count: { type: 'string', default: '100' },
    /** Judges only these, such as 20-39 (default: all). */
    only: { type: 'string', default: '0-99999' },
    output: { type: 'string', default: 'reports/mutants.json' },
    /** Removes each check of `security-checks.ts` instead, which takes an hour or two. */
    checks: { type: 'boolean', default: false },
  },
})

const root = new URL('..', import.meta.url)
const timeoutMs = 300_000
const at = (path: string): URL => new URL(path, root)

/** `not run`: vitest failed without a failed test, so the result proves nothing. */
type Verdict = 'killed' | 'survived' | 'no tests' | 'not run'

/** Aborted by Ctrl-C, so that the mistake is taken back before the process ends. */
const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort())

const output = fileURLToPath(at(values.output))
const resultsFile = `${output}.run`

const results = z.object({
  testResults: z.array(
    z.object({
      assertionResults: z.array(
        z.object({ status: z.string(), fullName: z.string(), failureMessages: z.array(z.string()) }),
      ),
    }),
  ),
})

/** The failed tests, each with the first line of its failure message. */
const failedTests = async (): Promise<readonly string[]> => {
  const text = await readFile(resultsFile, 'utf8').catch(() => '{"testResults":[]}')
  const all = results.parse(JSON.parse(text)).testResults.flatMap(({ assertionResults }) => assertionResults)
  return all
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages: [message = ''] }) => `${fullName}: ${message.split('\n', 1)[0]}`)
}

/** Runs these test files, until the first failure. */
const run = async (
  tests: readonly string[],
  limitMs?: number,
): Promise<{ end: 'passed' | 'failed' | 'too slow'; failed: readonly string[] }> => {
  await rm(resultsFile, { force: true })
  const reporting = ['--bail=1', '--reporter=json', `--outputFile=${resultsFile}`]
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...reporting, ...tests], {
    cwd: fileURLToPath(root),
    stdio: 'ignore',
    timeout: limitMs,
  })
  const stop = (): void => void child.kill()
  interrupted.signal.addEventListener('abort', stop)
  const [code] = await once(child, 'exit')
  interrupted.signal.removeEventListener('abort', stop)
  if (code === null) return { end: 'too slow', failed: [] }
  return code === 0 ? { end: 'passed', failed: [] } : { end: 'failed', failed: await failedTests() }
}

/** Whether the tests notice a mistake. A timeout counts as noticed. */
const judge = async (
  mutant: Mutant,
  tests: readonly string[],
): Promise<{ verdict: Verdict; failed: readonly string[] }> => {
  if (tests.length === 0) return { verdict: 'no tests', failed: [] }
  const right = await readFile(at(mutant.path), 'utf8')
  try {
    await writeFile(at(mutant.path), spoil(right, mutant))
    const { end, failed } = await run(tests, timeoutMs)
    if (end === 'failed' && failed.length === 0) return { verdict: 'not run', failed }
    return { verdict: end === 'passed' ? 'survived' : 'killed', failed }
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
await mkdir(dirname(output), { recursive: true })
const selected = [...(await planted()).entries()].filter(([index]) => index >= from && index <= to)
if (values.checks) {
  const { end, failed } = await run([...new Set(selected.flatMap(([, { tests }]) => tests))])
  if (end !== 'passed') throw new Error(`the tests fail even without a mistake: ${failed.join('; ') || end}`)
}
const judged: unknown[] = []
let survivors = 0
for (const [index, { mutant, tests }] of selected) {
  const startedMs = performance.now()
  const { verdict, failed } = await judge(mutant, tests)
  if (interrupted.signal.aborted) break
  if (verdict !== 'killed') survivors += 1
  const seconds = Math.round((performance.now() - startedMs) / 1000)
  const { path, line, right, wrong } = mutant
  console.log(
    `${index} ${verdict} ${path}:${line} ${JSON.stringify(right)} -> ${JSON.stringify(wrong)} (${seconds} s)`,
  )
  judged.push({ index, verdict, ...mutant, tests, failed, seconds })
  await writeFile(output, JSON.stringify(judged, null, 1))
}
await rm(resultsFile, { force: true })
// A sample always has some mistakes that change nothing.
if (values.checks && survivors > 0) process.exitCode = 1
