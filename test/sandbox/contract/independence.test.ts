import { expect, test } from 'vitest'
import { allRows } from '../../../sandbox/contract/all-rows.ts'
import { readSources } from '../../support/suite/architecture.ts'

const sources = readSources().filter(({ path }) => path.startsWith('sandbox/contract/'))

test('the contract knows nothing of the studio, nor of anything else here', () => {
  expect(sources.length).toBeGreaterThan(20)
  const strange = sources.flatMap(({ path, imports }) =>
    imports
      .filter((target) => !/^(node:|sandbox\/contract\/|music-metadata$)/.test(target))
      .map((target) => `${path} imports ${target}`),
  )
  expect(strange).toEqual([])
})

test('no two rows have one id', () => {
  const ids = allRows.map(({ id }) => id)
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
})
