import { expect, test } from 'vitest'
import { smallPrint } from '../../../../src/bots/slack/render/fact-line.ts'

test('lets no text from right to left reorder the numbers beside it', () => {
  const facts = ['“שיר \u202Eעל הים”', '0.10 credits'].map((value) => ({ label: '', value }))
  const blocks = smallPrint({ left: 1_000, isShort: false }, [{ kind: 'line', facts }], ['by מרים'])
  const text = '\u2068“שיר על הים”\u2069 · \u2068by מרים\u2069 · 0.10 credits'
  expect(blocks).toEqual([{ type: 'context', elements: [{ type: 'plain_text', text, emoji: false }] }])
})
