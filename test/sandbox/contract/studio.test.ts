import { afterAll, beforeAll, expect, test } from 'vitest'
import { allRows } from '../../../sandbox/contract/all-rows.ts'
import { renderFinding } from '../../../sandbox/contract/report.ts'
import { runContract } from '../../../sandbox/contract/run.ts'
import { hasFailed } from '../../../sandbox/contract/runner.ts'
import { type Caller, startCaller } from '../studio/caller.ts'

let caller: Caller
beforeAll(async () => {
  caller = await startCaller({ balance: 10_000, musicSeconds: 1 })
})
afterAll(async () => await caller.close())

test('the studio keeps every row, and every row can be tried on it', { timeout: 600_000 }, async () => {
  const { baseUrl, apiKey } = caller
  const { findings, creditsEstimated } = await runContract({ baseUrl, apiKey, rows: allRows })
  expect(findings.filter(({ verdict }) => verdict.kind !== 'ok').map(renderFinding)).toEqual([])
  expect(findings).toHaveLength(allRows.length)
  expect(hasFailed(findings, true)).toBe(false)
  expect(creditsEstimated).toBeGreaterThan(0)
})
