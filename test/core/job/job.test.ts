import { expect, test } from 'vitest'
import { endings } from '../../../src/core/job/job.ts'

test.each(Object.entries(endings))('the reason %s is told in a full sentence', (_, sentence) => {
  expect(sentence).toMatch(/^[A-Z].*\.$/)
})
