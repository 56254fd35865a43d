import { expect, test } from 'vitest'
import { onChange } from '../../src/core/log.ts'

const readOnly = new Error("READONLY You can't write against a read only replica.")

test('an error is told when it begins, again once it was gone for a minute, and every ten minutes', () => {
  const told: unknown[] = []
  const clock = { nowMs: 0 }
  const hear = onChange(
    (error) => told.push(error),
    () => clock.nowMs,
  )
  const alsoReadOnly = new Error('ERR Error running script: @user_script:1: -READONLY You can not write')
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  for (const stepMs of [0, 1, 59_000, 59_000]) {
    clock.nowMs += stepMs
    hear(readOnly)
    hear(alsoReadOnly)
  }
  hear(refused)
  expect(told).toEqual([readOnly, refused])
  clock.nowMs += 61_000
  hear(readOnly)
  expect(told).toEqual([readOnly, refused, readOnly])
  for (let minutes = 0; minutes < 10; minutes += 1) {
    clock.nowMs += 60_000
    hear(readOnly)
  }
  expect(told).toHaveLength(4)
})
