import { afterEach, expect, test } from 'vitest'
import { inRow, pieceList, slot, withPieces } from '../../../src/core/message/pieces.ts'
import { speak } from '../../../src/core/text/say.ts'

const mia = { kind: 'member', id: 'm1' } as const
const max = { kind: 'member', id: 'm2' } as const
const at = { atMs: 5 } as const

afterEach(() => speak('en'))

test.each([
  [`${slot(0)} blocked ${slot(1)}`, [mia, ' blocked ', max]],
  [`${slot(1)} wurde von ${slot(0)} gesperrt`, [max, ' wurde von ', mia, ' gesperrt']],
  ['nobody did', ['nobody did']],
  [`gone: ${slot(7)}`, ['gone: ']],
])('a sentence has its pieces where its language puts them: %j', (sentence, pieces) => {
  expect(withPieces(sentence, [mia, max])).toEqual(pieces)
})

test.each([
  ['en', [mia, ', ', max, ', ', at]],
  ['de', [mia, ', ', max, ' und ', at]],
])('a list is written as the language has it: %s', (language, pieces) => {
  speak(language)
  expect(pieceList([mia, max, at])).toEqual(pieces)
})

test('a row has gaps between its pieces', () => {
  expect(inRow([mia, 'now', at], ' · ')).toEqual([mia, ' · ', 'now', ' · ', at])
  expect(inRow([], ' · ')).toEqual([])
})
