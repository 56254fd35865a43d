import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readReplyToken, writeReplyToken } from '../../../../src/bots/discord/outgoing/requests.ts'

test('the right to edit an answer is kept with its application and its age, whatever is in it', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{17,20}$/), fc.nat(), fc.string(), (applicationId, sinceMs, token) => {
      const right = { applicationId, sinceMs, token }
      expect(readReplyToken(writeReplyToken(right), sinceMs)).toEqual(right)
    }),
  )
})

// https://docs.discord.com/developers/interactions/receiving-and-responding: tokens are valid for 15 minutes
describe('the right to edit an answer', () => {
  const sinceMs = 1_800_000_000_000
  const minutes = (count: number) => sinceMs + count * 60_000
  const written = writeReplyToken({ applicationId: '1', token: 'x', sinceMs })

  test.each([
    [0, false],
    [14.8, false],
    [14.9, true],
    [15, true],
    [60, true],
  ])('after %d minutes: is over is %s, with room for a request', (count, expected) => {
    expect(readReplyToken(written, minutes(count)) === undefined).toBe(expected)
  })

  test('of a lost moment is over', () => {
    expect(readReplyToken('application-1/token-1', sinceMs)).toBeUndefined()
  })
})
