import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countCheck, countTests, type FileTimes, readTimes, renderResults } from '../../tools/results.ts'
import { isLong } from '../support/suite/runs.ts'

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((each) => ({ status: each })),
})

test.each([
  ['all pass', [file('passed', 'passed', 'passed')], 0, { passed: 2, failed: 0 }],
  ['one fails', [file('failed', 'passed', 'failed'), file('passed', 'passed')], 1, { passed: 2, failed: 1 }],
  [
    'a skipped test is neither',
    [file('passed', 'passed', 'skipped', 'pending')],
    0,
    { passed: 1, failed: 0 },
  ],
  ['a file cannot be loaded', [file('failed'), file('passed', 'passed')], 1, { passed: 1, failed: 1 }],
  ['a hook fails after the tests', [file('failed', 'passed')], 1, { passed: 1, failed: 1 }],
  ['all pass but the run fails', [file('passed', 'passed')], 1, { passed: 1, failed: 1 }],
  ['there are no files', [], 1, { passed: 0, failed: 1 }],
])('when %s, %j with exit code %i counts as %j', (_, testResults, exitCode, counts) => {
  expect(countTests({ testResults }, exitCode)).toEqual(counts)
})

test.each([undefined, null, {}, { testResults: 'none' }])('a report such as %j is a failure', (report) => {
  expect(countTests(report, 0)).toEqual({ passed: 0, failed: 1 })
})

test('a part that is not made of tests counts as one', () => {
  expect([countCheck(0), countCheck(2)]).toEqual([
    { passed: 1, failed: 0 },
    { passed: 0, failed: 1 },
  ])
})

const slowFile = (path: string, wholeMs: number): FileTimes => ({
  path,
  project: 'redis',
  loadMs: 0,
  setUpMs: wholeMs / 4,
  testsMs: (wholeMs * 3) / 4,
})

test('the table ends with the sum of all parts, which may have run side by side', () => {
  const results = [
    { name: 'lint', passed: 1, failed: 0, durationMs: 940, files: [] },
    { name: 'tests', passed: 120, failed: 2, durationMs: 12_060, files: [] },
  ]
  expect(renderResults(results, 12_500).split('\n')).toEqual([
    'lint    0.9 s    1 passed',
    'tests  12.1 s  120 passed  2 FAILED',
    'total  12.5 s  121 passed  2 FAILED',
    '',
    '121 passed, 2 failed',
  ])
})

test('the ten slowest files are told, with where their time went', () => {
  const files = Array.from({ length: 12 }, (_, index) => slowFile(`${index}.test.ts`, (index + 1) * 1_000))
  const [, , , head, first, ...others] = renderResults(
    [{ name: 'tests', passed: 1, failed: 0, durationMs: 1_000, files }],
    1_000,
  ).split('\n')
  expect(head).toBe('slowest files   total   load  set-up  tests')
  expect(first).toBe('11.test.ts     12.0 s  0.0 s   3.0 s  9.0 s')
  expect(others.filter((line) => line.includes('.test.ts'))).toHaveLength(9)
})

test.each([undefined, null, {}, [{ path: 1 }]])('times such as %j are none', (written) => {
  expect(readTimes(written)).toEqual([])
})

describe.runIf(isLong)('what vitest itself writes', () => {
  let folder: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tunesmith-test-'))
    const waits = 'beforeAll(() => new Promise((resolve) => setTimeout(resolve, 50)))'
    const mixed = 'test("good", () => {})\ntest("bad", () => { throw new Error("bad") })\n'
    await writeFile(join(folder, 'mixed.test.js'), `${waits}\n${mixed}`)
    await writeFile(join(folder, 'broken.test.js'), 'import "./nowhere.js"\n')
  })

  afterAll(() => rm(folder, { recursive: true, force: true }))

  test('is counted: one passed, one failed, one file that cannot be loaded; and timed', async () => {
    const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url))
    const report = join(folder, 'report.json')
    const args = [
      vitest,
      'run',
      '--root',
      folder,
      '--globals',
      '--reporter=json',
      `--reporter=${fileURLToPath(new URL('../support/suite/times.ts', import.meta.url))}`,
      `--outputFile.json=${report}`,
    ]
    const { status } = spawnSync(process.execPath, args, { cwd: folder })
    expect(countTests(JSON.parse(await readFile(report, 'utf8')), status ?? 0)).toEqual({
      passed: 1,
      failed: 2,
    })
    const times = readTimes(JSON.parse(await readFile(join(folder, 'report-times.json'), 'utf8')))
    expect(times.map(({ path }) => path).toSorted()).toEqual(['broken.test.js', 'mixed.test.js'])
    const mixed = times.find(({ path }) => path === 'mixed.test.js')
    expect(mixed?.setUpMs).toBeGreaterThan(40) // a timer may fire a little early
  })
})
