import { expect, test } from 'vitest'
import type { SeenMessage } from '../../../../sandbox/control/people.ts'
import { threadsOf } from '../../../../sandbox/room/page/chat/threads.ts'

const message = (id: string, rest: Partial<SeenMessage> = {}): SeenMessage => ({
  id,
  channel: 'c',
  author: 'Max',
  authorId: 'max',
  text: id,
  files: [],
  images: [],
  buttons: [],
  menus: [],
  seenBy: 'all',
  edits: 0,
  createdAtMs: 0,
  state: 'shown',
  ...rest,
})

const seen = (messages: readonly SeenMessage[], isThreaded: boolean) =>
  threadsOf(messages, isThreaded).map(({ message: { id, state }, replies }) => ({
    [`${id} ${state}`]: replies.map((reply) => reply.id),
  }))

const chat = [
  message('gone', { state: 'deleted' }),
  message('question'),
  message('answer', { replyTo: 'question' }),
  message('answer taken back', { replyTo: 'question', state: 'deleted' }),
  message('answered and gone', { state: 'deleted' }),
  message('kept', { replyTo: 'answered and gone' }),
  message('all gone', { state: 'deleted' }),
  message('gone as well', { replyTo: 'all gone', state: 'deleted' }),
]

test('on Slack a deleted message stays only while it has answers', () => {
  expect(seen(chat, true)).toEqual([
    { 'question shown': ['answer'] },
    { 'answered and gone deleted': ['kept'] },
  ])
})

test('on Discord each message stands in its turn, and nothing is left of a deleted one', () => {
  expect(seen(chat, false)).toEqual([{ 'question shown': [] }, { 'answer shown': [] }, { 'kept shown': [] }])
})
