import { expect, test } from 'vitest'
import { postError } from '../../../../src/bots/discord/outgoing/errors.ts'

test('a bug on our side while a message is edited is not taken for an outage of Discord', () => {
  const mistake = new ReferenceError('song is not defined')
  expect(postError(mistake)).toMatchObject({
    code: 'program_fault',
    retryable: false,
    message: 'ReferenceError: song is not defined',
    cause: mistake,
  })
})
