import { describe, expect, test } from 'vitest'
import { AppError, unreachable } from '../../src/core/errors.ts'

describe('an error', () => {
  test('keeps code, cause and what a member is told', () => {
    const cause = new Error('below')
    const error = new AppError('store_unavailable', 'Redis: below', {
      cause,
      retryable: true,
      retryAfterMs: 5,
    })
    expect(error).toMatchObject({ code: 'store_unavailable', cause, retryable: true, retryAfterMs: 5 })
    expect(error.message).toBe('Redis: below')
  })

  test('is not worth another try, and speaks plainly, unless it says otherwise', () => {
    const error = new AppError('file_refused', 'internal words')
    expect(error).toMatchObject({ retryable: false, retryAfterMs: undefined })
    expect(error.memberText).not.toContain('internal words')
  })
})

test('a switch that meets what it cannot know says so', () => {
  expect(() => unreachable('surprise' as never)).toThrow('unreachable: "surprise"')
})
