import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { allRows } from '../../../sandbox/contract/all-rows.ts'
import { renderRowTable } from '../../../sandbox/contract/report.ts'

const page = readFileSync(new URL('../../../docs/audio-service-rows.md', import.meta.url), 'utf8')

// Its tables come from `npm run contract -- --list`.
test('the page of rows lists every row of the contract, and no other', () => {
  const [, listed] = /<!-- contract -->\n\n([\s\S]*)\n\n<!-- \/contract -->/.exec(page) ?? []
  expect(listed).toBe(renderRowTable(allRows))
})
