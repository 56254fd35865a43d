import { expect, test } from 'vitest'
import { render } from '../../../../src/bots/slack/render/render.ts'
import type { ResultMessage } from '../../../../src/core/message/message.ts'

const emoji = { type: 'emoji', name: 'white_check_mark' }
const member = { type: 'user', user_id: 'U123' }
const text = (words: string) => ({ type: 'text', text: words })
const ready = text(' Your song is ready.')

test.each<[string, Partial<ResultMessage>, readonly object[]]>([
  ['no mark if it is neutral', {}, [text('Your song is ready.')]],
  ['its reader alone before it if it is neutral', { mentions: 'U123' }, [member, ready]],
  ['a mark, then its reader', { tone: 'done', mentions: 'U123' }, [emoji, text(' '), member, ready]],
])('a message has %s', (_, changes, elements) => {
  const { blocks } = render({ text: 'Your song is ready.', tone: 'info', blocks: [], ...changes })
  expect(blocks).toEqual([{ type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] }])
})

test('a message without words has no mark either', () => {
  expect(render({ text: '', tone: 'done', blocks: [] }).blocks).toEqual([])
})
