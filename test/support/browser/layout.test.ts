import { expect, test } from 'vitest'
import { beyondRightEdge, keptOrNew, layoutText } from './layout.ts'

const box = { what: 'button.press Again', x: 60, y: 100, width: 52, height: 24 }
const kept = layoutText([box])

test('a box is a line that a person can compare', () => {
  expect(kept).toBe('button.press Again: 60px 100px, 52px by 24px')
})

test.each<[string, Partial<typeof box>, boolean]>([
  ['as it was', {}, true],
  ['a few pixels off, as another browser rounds', { y: 104 }, true],
  ['somewhere else', { y: 105 }, false],
  ['wider', { width: 60 }, false],
  ['called otherwise', { what: 'button.press Edit' }, false],
])('a box %s', (_, change, isKept) => {
  const now = layoutText([{ ...box, ...change }])
  expect(keptOrNew(kept, now) === kept).toBe(isKept)
  expect(isKept || keptOrNew(kept, now) === now).toBe(true)
})

test('a box more, or one less, is told', () => {
  expect(keptOrNew(kept, layoutText([box, box]))).toBe(layoutText([box, box]))
  expect(keptOrNew(kept, '')).toBe('')
})

test('reports what extends past the right edge, and not what ends at it', () => {
  const message = { ...box, what: 'div', x: 0, width: 112 }
  expect(beyondRightEdge([message, box, { ...box, width: 53 }])).toEqual([])
  expect(beyondRightEdge([message, box, { ...box, what: 'select.press More', width: 54 }])).toEqual([
    'select.press More',
  ])
})
