import { expect, test } from 'vitest'
import {
  endpointErrors,
  refuseWithCode,
  refuseWithError,
  refuseWithMessage,
} from '../../../studio/http/errors.ts'
import { replyC } from '../../../studio/http/submission-reply.ts'

// The three shapes of a failure, as the service's interface description has them.
test.each([
  [
    'E1',
    refuseWithCode,
    { success: false, error_code: 'INSUFFICIENT_CREDITS', message: 'No', available_credits: 1 },
  ],
  ['E2', refuseWithError, { success: false, error: 'No', available_credits: 1 }],
  ['E3', refuseWithMessage, { success: false, message: 'No', available_credits: 1 }],
])('the shape %s carries the text and what else is told', (_name, refuse, body) => {
  expect(refuse(402, 'No', { available_credits: 1 })).toEqual({ status: 402, body })
})

test('a response without a field for a flag refuses what is flagged', () => {
  const errors = endpointErrors({ refuse: refuseWithError, invalid: 400 })
  expect(replyC({ kind: 'flagged', reason: 'too loud' }, errors)).toEqual({
    status: 400,
    body: { success: false, error: 'The request was flagged: too loud' },
  })
})
