import { expect, test, vi } from 'vitest'
import { neutralTexts } from '../../../src/core/text/text.ts'

const hidden = '\u202E'

test('all texts of a message are neutral, those of short documents too', () => {
  const blocks = [
    { kind: 'note', text: `a${hidden}` },
    { kind: 'document', name: `b${hidden}`, text: `c${hidden}` },
  ]
  expect(neutralTexts({ text: `d${hidden}`, blocks })).toEqual({
    text: 'd',
    blocks: [
      { kind: 'note', text: 'a' },
      { kind: 'document', name: 'b', text: 'c' },
    ],
  })
})

test('a text that only a file can take is left as it is, whatever its length', () => {
  const text = `${'x'.repeat(50_000)}${hidden}`
  const searched = vi.spyOn(String.prototype, 'replaceAll')
  expect(neutralTexts({ kind: 'document', name: 'export.json', text }).text).toBe(text)
  expect(searched.mock.contexts.map(String)).not.toContain(text)
  searched.mockRestore()
  expect(neutralTexts({ kind: 'note', text }).text).not.toContain(hidden)
})
