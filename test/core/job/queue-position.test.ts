import { expect, test } from 'vitest'
import { positionText } from '../../../src/core/job/queue-position.ts'

test.each([
  [1, '1st'],
  [2, '2nd'],
  [3, '3rd'],
  [4, '4th'],
  [11, '11th'],
  [12, '12th'],
  [13, '13th'],
  [21, '21st'],
  [112, '112th'],
])('place %d is called "%s"', (number, text) => {
  expect(positionText({ position: number })).toBe(`${text} in line`)
})
