import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isLong } from '../test/support/suite/runs.ts'
import { countCheck, countTests, type PartResult, renderResults } from './results.ts'

// Runs everything that must hold, part by part; --fast leaves out what starts whole worlds or a browser.

interface Part {
  name: string
  command: readonly [program: string, ...args: string[]]
  /** A folder of tests, whose results are counted one by one. */
  tests?: string
  slow?: boolean
}

const root = fileURLToPath(new URL('..', import.meta.url))
const slowTests = ['test/e2e', 'test/browser']

/**
 * Most of the time people wait for the rates of the platforms, or for a task. Three bots with all their
 * stand-ins are what two processors can answer within the platforms' three seconds all the same.
 */
const endToEndWorkers = 3

/** A browser draws without a graphics card, and takes a processor for it. */
const browserWorkers = 2

/**
 * In their long form these start so many worlds that a bot beside them may not answer within three seconds;
 * the times that they themselves judge by allow for it.
 */
const crowdedTests = ['crash', 'rolling-restarts', 'soak'].map((name) => `test/e2e/${name}.test.ts`)

const endToEnd = (name: string, tests: readonly string[]): Part => ({
  ...{ name, tests: 'test/e2e', slow: true },
  command: ['vitest', 'run', ...tests, `--maxWorkers=${endToEndWorkers}`],
})

const endToEndParts: readonly Part[] = isLong
  ? [
      endToEnd('end to end', ['test/e2e/', ...crowdedTests.map((test) => `--exclude=${test}`)]),
      endToEnd('crowded', crowdedTests),
    ]
  : [endToEnd('end to end', ['test/e2e/'])]

const parts: readonly Part[] = [
  { name: 'lock file', command: ['node', 'tools/lock-check.ts'] },
  {
    name: 'lint',
    command: ['biome', 'ci', '--error-on-warnings', '--diagnostic-level=warn', '--colors=off'],
  },
  { name: 'types', command: ['tsc'] },
  { name: 'types of the page', command: ['tsc', '-p', 'sandbox/room/page'] },
  { name: 'dead code', command: ['knip'] },
  {
    name: 'tests',
    command: ['vitest', 'run', ...slowTests.map((folder) => `--exclude=${folder}/**`)],
    tests: 'test',
  },
  { name: 'coverage', command: ['vitest', 'run', '--config=vitest.parsers.config.ts', '--reporter=dot'] },
  ...endToEndParts,
  {
    name: 'browser',
    command: ['vitest', 'run', 'test/browser/', `--maxWorkers=${browserWorkers}`],
    tests: 'test/browser',
    slow: true,
  },
]

const runProgram = ([program, ...args]: Part['command']): Promise<number> =>
  new Promise((resolve) => {
    const path = program === 'node' ? process.execPath : join(root, 'node_modules/.bin', program)
    const child = spawn(path, args, { cwd: root, stdio: 'inherit' })
    const forward = (signal: NodeJS.Signals): void => {
      child.kill(signal)
    }
    process.once('SIGTERM', forward)
    child.once('error', (error) => {
      console.error(error.message)
      resolve(1)
    })
    child.once('exit', (code) => {
      process.off('SIGTERM', forward)
      resolve(code ?? 1)
    })
  })

const runTests = async ({ name, command }: Part): Promise<{ passed: number; failed: number }> => {
  const path = join(root, 'reports', `${name.replaceAll(' ', '-')}.json`)
  await rm(path, { force: true })
  const exitCode = await runProgram([
    ...command,
    '--reporter=dot',
    ...(process.stdout.isTTY ? [] : ['--no-color']), // in a log each dot would carry its colours along
    '--reporter=json',
    `--outputFile.json=${path}`,
  ])
  const report: unknown = existsSync(path) ? JSON.parse(await readFile(path, 'utf8')) : undefined
  return countTests(report, exitCode)
}

const runPart = async (part: Part): Promise<PartResult> => {
  console.log(`\n── ${part.name}`)
  const startedMs = performance.now()
  const counts = part.tests ? await runTests(part) : countCheck(await runProgram(part.command))
  return { name: part.name, ...counts, durationMs: performance.now() - startedMs }
}

const fast = process.argv.includes('--fast')
const wanted = parts.filter(
  ({ slow, tests }) => !(fast && slow) && (tests === undefined || existsSync(join(root, tests))),
)
const results: PartResult[] = []
for (const part of wanted) results.push(await runPart(part))
console.log(`\n${renderResults(results)}`)
process.exitCode = results.some(({ failed }) => failed > 0) ? 1 : 0
