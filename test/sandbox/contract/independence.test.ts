import { expect, test } from 'vitest'
import { allRows } from '../../../sandbox/contract/all-rows.ts'
import { readSources } from '../../support/suite/architecture.ts'

const sources = readSources().filter(({ path }) => path.startsWith('sandbox/contract/'))

test('the contract knows the records of the endpoints, and nothing of the studio or of anything else here', () => {
  expect(sources.length).toBeGreaterThan(20)
  const strange = sources.flatMap(({ path, imports }) =>
    imports
      .filter((target) => !/^(node:|sandbox\/contract\/|src\/core\/endpoints\/|music-metadata$)/.test(target))
      .map((target) => `${path} imports ${target}`),
  )
  expect(strange).toEqual([])
})

test('no two rows have one id', () => {
  const ids = allRows.map(({ id }) => id)
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
})

/** A breach of every kind of limit that a record can have. */
test.each([
  'searchVoices.query.required',
  'cutter.audio.none',
  'mastering.reference.none',
  'cutter.range.reversed',
  'remix.lyrics.5001',
  'remix.gender.other',
  'voiceChanger.pitch.13',
  'inpaint.replace_start_at.other',
  'transcribe.translate.other',
  'remix.noCredits',
  'transcribe.webhook_url',
])('a row follows from a record: %s', (wanted) => {
  expect(allRows.map(({ id }) => id)).toContain(wanted)
})
