import { expect, test } from 'vitest'
import { onlyMe, seenByName } from '../../../src/core/command/seen-by.ts'
import { plainMessage } from '../../../src/core/message/message.ts'
import { personalServer } from '../../../src/core/target.ts'
import { withAsker } from '../../../src/jobs/messages/messages.ts'
import { jobRecord } from '../../support/jobs/job-record.ts'

const message = plainMessage('Working on your song.', 'working')
const { target, values } = jobRecord()

test('a message that others see names who asked', () => {
  expect(withAsker(message, { target, values })).toEqual({ ...message, askedBy: target.member })
})

test.each([
  ['in a direct message', { target: { ...target, server: personalServer(target.member) }, values }],
  ['what is for only the requester', { target, values: { ...values, [seenByName]: onlyMe } }],
])('nobody has to be named %s', (_, job) => {
  expect(withAsker(message, job)).toEqual(message)
})
