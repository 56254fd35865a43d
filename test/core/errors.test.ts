import { describe, expect, test } from 'vitest'
import { AppError, isProgramFault, unreachable } from '../../src/core/errors.ts'

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

describe('a mistake of the program', () => {
  test.each([
    ['a name that nobody declared', new ReferenceError('song is not defined'), true],
    ['a value of another type', new TypeError('song.play is not a function'), true],
    ['a number out of range', new RangeError('Invalid time value'), true],
    ['no answer to fetch', new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') }), false],
    [
      'an answer that breaks off',
      new TypeError('terminated', { cause: new Error('other side closed') }),
      false,
    ],
    ['a page in place of JSON', new SyntaxError('Unexpected token <'), false],
    ['any other error', new Error('socket hang up'), false],
    ['our own error', new AppError('platform_unavailable', 'Slack: no answer'), false],
    ['no error at all', 'ReferenceError', false],
  ])('%s: told from an outage', (_, error, is) => {
    expect(isProgramFault(error)).toBe(is)
  })
})

test('a switch that meets what it cannot know says so', () => {
  expect(() => unreachable('surprise' as never)).toThrow('unreachable: "surprise"')
})
