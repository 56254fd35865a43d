import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countCheck, countTests, renderResults } from '../../tools/results.ts'

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

test('the table ends with the sum of all parts', () => {
  const results = [
    { name: 'lint', passed: 1, failed: 0, durationMs: 940 },
    { name: 'tests', passed: 120, failed: 2, durationMs: 12_060 },
  ]
  expect(renderResults(results).split('\n')).toEqual([
    'lint    0.9 s    1 passed',
    'tests  12.1 s  120 passed  2 FAILED',
    'total  13.0 s  121 passed  2 FAILED',
    '',
    '121 passed, 2 failed',
  ])
})

describe('what vitest itself writes', () => {
  let folder: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tunesmith-test-'))
    await writeFile(
      join(folder, 'mixed.test.js'),
      'test("good", () => {})\ntest("bad", () => { throw new Error("bad") })\n',
    )
    await writeFile(join(folder, 'broken.test.js'), 'import "./nowhere.js"\n')
  })

  afterAll(() => rm(folder, { recursive: true, force: true }))

  test('is counted: one passed, one failed, one file that cannot be loaded', async () => {
    const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url))
    const report = join(folder, 'report.json')
    const args = [
      vitest,
      'run',
      '--root',
      folder,
      '--globals',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ]
    const { status } = spawnSync(process.execPath, args, { cwd: folder })
    expect(countTests(JSON.parse(await readFile(report, 'utf8')), status ?? 0)).toEqual({
      passed: 1,
      failed: 2,
    })
  })
})
