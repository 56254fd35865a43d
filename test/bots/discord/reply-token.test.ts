import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readReplyToken, writeReplyToken } from '../../../src/bots/discord/reply-token.ts'

test('the right to edit an answer is kept with its application, whatever is in it', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{17,20}$/), fc.string(), (applicationId, token) => {
      expect(readReplyToken(writeReplyToken(applicationId, token))).toEqual({ applicationId, token })
    }),
  )
})
