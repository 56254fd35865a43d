import { expect, test } from 'vitest'
import { smallPrint } from '../../../../src/bots/slack/render/fact-line.ts'

test('lets no text from right to left reorder the numbers beside it', () => {
  const facts = ['“שיר \u202Eעל הים”', '0.10 credits'].map((value) => ({ label: '', value }))
  const blocks = smallPrint({ left: 1_000, isShort: false }, [{ kind: 'line', facts }], ['by מרים'])
  const text = '\u2068“שיר על הים”\u2069 · \u2068by מרים\u2069 · 0.10 credits'
  expect(blocks).toEqual([{ type: 'context', elements: [{ type: 'plain_text', text, emoji: false }] }])
})

const moment = { label: 'Expected', value: { atMs: 1_781_524_800_000, isSoon: true } }
const expected = 'Expected: <!date^1781524800^{ago}|2026-06-15 12:00 UTC>'
const plain = (text: string) => ({ type: 'plain_text', text, emoji: false })
const marked = (text: string) => ({ type: 'mrkdwn', text, verbatim: true })

const escapedMany = '&amp;'.repeat(300)

const elementsOf = (values: readonly string[], asker = 'by Mia') => {
  const facts = [...values.map((value) => ({ label: '', value })), moment, { label: 'Cost', value: '0.20' }]
  return smallPrint({ left: 10_000, isShort: false }, [{ kind: 'line', facts }], [asker])
}

test.each(['a bold* claim', '_slanted_', '~gone~', '`code`', ':tada:', '> quoted', '＞ quoted'])(
  'shows %j as it is beside a moment, in an element without markup',
  (text) => {
    expect(elementsOf([text])).toEqual([
      { type: 'context', elements: [plain(`${text} ·`), marked(`by Mia · ${expected} · Cost: 0.20`)] },
    ])
  },
)

test.each([
  ['<!channel> & <@U1>', '&lt;!channel&gt; &amp; &lt;@U1&gt;'],
  ['https://evil.example', 'https://evil.example'],
  ['at 3:45, or: never', 'at 3:45, or: never'],
])('escapes %j beside a moment, and calls nobody', (text, shown) => {
  expect(elementsOf([text], 'by <!here>')).toEqual([
    { type: 'context', elements: [marked(`${shown} · by &lt;!here&gt; · ${expected} · Cost: 0.20`)] },
  ])
})

test('begins another element where one is full', () => {
  const long = '&'.repeat(300)
  const [block] = elementsOf([long, long, long])
  const elements = block?.type === 'context' ? block.elements : []
  const texts = elements.flatMap((element) => ('text' in element ? element.text : []))
  expect(texts.map((text) => text.length <= 3_000)).toEqual([true, true, true])
  expect(texts.join(' ')).toBe(
    `${[escapedMany, 'by Mia', escapedMany, escapedMany].join(' · ')} · ${expected} · Cost: 0.20`,
  )
})
