import { expect, test } from 'vitest'
import { progressText, quartersOver } from '../../../src/core/job/job-texts.ts'

test.each([
  [0, 100, 0],
  [24, 100, 0],
  [25, 100, 1],
  [50, 100, 2],
  [99, 100, 3],
  [100, 100, 4],
  [9_999, 100, 4],
  [-5, 100, 0],
  [0, 0, 0],
  [1, 0, 4],
])('of %i ms of %i ms, %i quarters are over', (elapsedMs, expectedMs, quarters) => {
  expect(quartersOver(elapsedMs, expectedMs)).toBe(quarters)
})

test('nothing is said at the beginning', () => {
  expect(progressText(0)).toBeUndefined()
})

test.each([
  [1, '██░░░░░░ a quarter of the expected time is over'],
  [2, '████░░░░ half of the expected time is over'],
  [3, '██████░░ three quarters of the expected time is over'],
  [4, '████████ it is taking longer than expected'],
  [5, '████████ it is taking longer than expected'],
])('%i quarters are a bar, and the same in words', (quarters, text) => {
  expect(progressText(quarters)).toBe(text)
})
