import { expect, test } from 'vitest'
import { runChecks } from '../../src/app/findings.ts'
import type { Check, Finding } from '../../src/core/doctor-check.ts'

const ok: Finding = { verdict: 'ok', what: 'the sky is up' }
const warning: Finding = { verdict: 'warning', what: 'the rain', why: 'It is\n near.', mend: 'Take a coat.' }
const failed: Finding = { verdict: 'failed', what: 'the roof', why: 'It leaks.', mend: 'Mend it.' }

const check = (name: string, findings: readonly Finding[]): Check => ({ name, run: async () => findings })

const run = async (checks: readonly Check[]) => {
  const lines: string[] = []
  const code = await runChecks(checks, (line) => void lines.push(line))
  return { code, text: lines.join('') }
}

test('each finding is a line, with why and the mend', async () => {
  expect((await run([check('a', [ok]), check('b', [warning, failed])])).text).toBe(
    [
      'ok       the sky is up\n',
      'warning  the rain: It is near. Take a coat.\n',
      'failed   the roof: It leaks. Mend it.\n',
    ].join(''),
  )
})

test.each([
  [[], 0],
  [[ok], 0],
  [[ok, warning], 0],
  [[failed, ok], 1],
] as const)('the exit code of %j is %i', async (findings, code) => {
  expect((await run([check('a', findings), check('b', [ok])])).code).toBe(code)
})

test('a check that breaks down has failed, and the others are run anyway', async () => {
  const broken: Check = {
    name: 'the well',
    run: () => Promise.reject(new Error('no rope')),
  }
  const { code, text } = await run([broken, check('b', [ok])])
  expect(code).toBe(1)
  expect(text).toMatch(/^failed {3}the well: could not be checked \(no rope\)\. .*\nok {7}the sky is up\n$/)
})

test('a check that Redis denies names the right line instead of another run', async () => {
  const denied: Check = {
    name: 'the clocks',
    run: () =>
      Promise.reject(new Error("Redis: NOPERM this user has no permissions to run the 'time' command")),
  }
  expect((await run([denied])).text).toMatch(
    /run the 'time' command\)\. .*"Rights" in docs\/operating\/redis\.md has the line\.\n$/,
  )
})
