import { expect, test } from 'vitest'
import { answerBody } from '../../../../src/bots/discord/answers/answer-body.ts'
import { plainMessage } from '../../../../src/core/message/message.ts'

const answer = (mentions: string | undefined) => {
  const message = plainMessage('You got 1 credit from <@&1> and @everyone.')
  return {
    kind: 'message',
    message: mentions === undefined ? message : { ...message, mentions },
    seenBy: 'all',
  } as const
}

test.each([
  ['the member it is for', '200000000000000002', ['200000000000000002']],
  ['nobody', undefined, []],
])('an answer notifies %s, and no one that its text names', (_, mentions, users) => {
  expect(answerBody(answer(mentions), true).allowedMentions).toEqual({ parse: [], users })
})
