import { expect, test } from 'vitest'
import { errorsOf, refuseIn } from '../../../studio/http/errors.ts'
import { replyIn } from '../../../studio/http/submission-reply.ts'

// The three shapes of a failure, as the service's interface description has them.
test.each([
  ['E1', { success: false, error_code: 'INSUFFICIENT_CREDITS', message: 'No', available_credits: 1 }],
  ['E2', { success: false, error: 'No', available_credits: 1 }],
  ['E3', { success: false, message: 'No', available_credits: 1 }],
] as const)('the shape %s carries the text and what else is told', (name, body) => {
  expect(refuseIn(name)(402, 'No', { available_credits: 1 })).toEqual({ status: 402, body })
})

test('a response without a field for a flag refuses what is flagged', () => {
  const errors = errorsOf({ shapes: ['E2'], status: 400, noCredits: '', broken: '' })
  expect(replyIn('C', { kind: 'flagged', reason: 'too loud' }, errors)).toEqual({
    status: 400,
    body: { success: false, error: 'The request was flagged: too loud' },
  })
})
