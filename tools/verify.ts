import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readSources } from '../test/support/suite/architecture.ts'
import { longOnly } from '../test/support/suite/long-only.ts'
import { isLong } from '../test/support/suite/runs.ts'
import { parserTests } from '../vitest.parsers.config.ts'
import { fastTests } from './import-graph.ts'
import { countCheck, countTests, type PartResult, readTimes, renderResults } from './results.ts'

// Runs all checks and tests (`npm test`), or with --fast those that fit in a minute (`npm run check`).

/** A tool that passes or fails as a whole, such as the linter. Checks run in parallel. */
interface Check {
  readonly name: string
  readonly command: Command
}

/** A vitest run; its tests are counted one by one. */
interface Tests {
  readonly name: string
  /** Arguments of `vitest run`. */
  readonly args: readonly string[]
}

type Command = readonly [program: string, ...args: string[]]

const root = fileURLToPath(new URL('..', import.meta.url))
const isFast = process.argv.includes('--fast')

const checks: readonly Check[] = [
  // Each further checker works out the libraries' types again, while the other checks need the second processor.
  { name: 'types', command: ['tsc', '--checkers', '1'] },
  {
    name: 'lint',
    command: ['biome', 'ci', '--error-on-warnings', '--diagnostic-level=warn', '--colors=off'],
  },
  { name: 'dead code', command: ['knip'] },
  { name: 'types of the page', command: ['tsc', '-p', 'sandbox/room/page'] },
  { name: 'supply chain', command: ['node', 'tools/supply-chain.ts', '--offline'] },
]

/**
 * End-to-end tests mostly wait for rate limits or tasks, so two processors can serve three worlds, two of them with a
 * browser, and still answer within three seconds.
 */
const endToEndWorkers = 3

/** A browser draws without a graphics card, and takes a processor for it. */
const browserWorkers = 2

/**
 * In the long form each of these starts so many worlds that in parallel the bots miss the three-second limit, and more
 * than half of the requests are never made. They run one at a time.
 */
const crowdedTests = ['burst', 'burst-of-deaths', 'crash', 'rolling-restarts', 'soak'].map(
  (name) => `test/e2e/${name}.test.ts`,
)

/** Each plays a demo, which fails if a platform waits three seconds for an answer. They run beside no other worlds. */
const demoTests = ['demo', 'short-demo'].map((name) => `test/e2e/${name}.test.ts`)

const demoWorkers = 2

/** Tests that mostly render sound, by the beginning of their paths. */
const soundTests = ['test/studio/', 'test/sandbox/contract/', 'test/audio-api/studio']

/** As many as there are processors: each takes seconds until Node has optimized the code that renders. */
const soundWorkers = 2

const excluding = (...patterns: string[]): string[] => patterns.map((pattern) => `--exclude=${pattern}`)

/** The short form leaves out these files. */
const excluded = isLong ? [] : excluding(...longOnly)

const endToEnd = (name: string, ...args: string[]): Tests => ({
  name,
  args: [...args, `--maxWorkers=${endToEndWorkers}`],
})

const allTests = (): readonly Tests[] => [
  { name: 'sound', args: [...soundTests, `--maxWorkers=${soundWorkers}`] },
  {
    name: 'tests',
    args: excluding(...soundTests.map((path) => `${path}**`), 'test/e2e/**', 'test/browser/**', parserTests),
  },
  { name: 'parsers', args: ['--config=vitest.parsers.config.ts'] },
  { name: 'demo', args: [...demoTests, `--maxWorkers=${demoWorkers}`] },
  ...(isLong
    ? [
        endToEnd('end to end', 'test/e2e/', ...excluding(...crowdedTests, ...demoTests)),
        { name: 'crowded', args: [...crowdedTests, '--maxWorkers=1'] },
        { name: 'browser', args: ['test/browser/', `--maxWorkers=${browserWorkers}`] },
      ]
    : [endToEnd('end to end', 'test/e2e/', 'test/browser/', ...excluding(...demoTests))]),
]

/** Listed by path, because the import graph decides which tests are fast. */
const quickTests = (): readonly Tests[] => [{ name: 'fast tests', args: [...fastTests(readSources())] }]

/** The compiler keeps almost all of its memory to the end: garbage collection took a third of its time. */
const compilerEnv = { GOGC: 'off', ...process.env }

type Ended = { readonly exitCode: number; readonly output: string }

/** Runs a program to its end. `pipe` collects its output, `inherit` shows it live. */
const runProgram = ([program, ...args]: Command, stdio: 'inherit' | 'pipe'): Promise<Ended> =>
  new Promise((resolve) => {
    const path = program === 'node' ? process.execPath : join(root, 'node_modules/.bin', program)
    const child = spawn(path, args, {
      cwd: root,
      stdio: ['ignore', stdio, stdio],
      env: program === 'tsc' ? compilerEnv : process.env,
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => {
        output += chunk
      })
    const stop = (): void => {
      child.kill()
    }
    process.once('SIGTERM', stop)
    child.once('error', (error) => resolve({ exitCode: 1, output: error.message }))
    child.once('close', (code) => {
      process.off('SIGTERM', stop)
      resolve({ exitCode: code ?? 1, output })
    })
  })

const sinceMs = (startedMs: number): number => performance.now() - startedMs

const runCheck = async ({ name, command }: Check): Promise<PartResult> => {
  const startedMs = performance.now()
  const { exitCode, output } = await runProgram(command, 'pipe')
  const durationMs = sinceMs(startedMs)
  if (exitCode !== 0) console.log(`\n── ${name}\n${output}`)
  return { name, ...countCheck(exitCode), durationMs, files: [] }
}

const readJson = async (path: string): Promise<unknown> =>
  existsSync(path) ? JSON.parse(await readFile(path, 'utf8')) : undefined

const runTests = async ({ name, args }: Tests): Promise<PartResult> => {
  console.log(`\n── ${name}`)
  const startedMs = performance.now()
  const report = join(root, 'reports', `${name.replaceAll(' ', '-')}.json`)
  const times = report.replace('.json', '-times.json')
  await Promise.all([report, times].map((path) => rm(path, { force: true })))
  const reporters = ['--reporter=dot', '--reporter=json', '--reporter=./test/support/suite/times.ts']
  const plain = process.stdout.isTTY ? [] : ['--no-color'] // in a log each dot would carry its colours along
  const { exitCode } = await runProgram(
    ['vitest', 'run', ...args, ...excluded, ...reporters, ...plain, `--outputFile.json=${report}`],
    'inherit',
  )
  const counts = countTests(await readJson(report), exitCode)
  return { name, ...counts, durationMs: sinceMs(startedMs), files: readTimes(await readJson(times)) }
}

let isStopping = false
process.once('SIGTERM', () => {
  isStopping = true
})

const startedMs = performance.now()
const results: PartResult[] = await Promise.all(checks.map(runCheck))
for (const part of isFast ? quickTests() : allTests()) if (!isStopping) results.push(await runTests(part))
console.log(`\n${renderResults(results, sinceMs(startedMs))}`)
process.exitCode = isStopping || results.some(({ failed }) => failed > 0) ? 1 : 0
