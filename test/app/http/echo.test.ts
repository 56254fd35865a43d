import { expect, test } from 'vitest'
import { createEcho } from '../../../src/app/http/echo.ts'

const key = (fill: number) => new Uint8Array(32).fill(fill)

test('an echo proves the key, once, and an older key too', () => {
  const doctor = createEcho([key(2), key(1)])
  const { part, isEcho } = doctor.ask()
  const answer = createEcho([key(1)]).answer(part) ?? ''
  expect(isEcho(answer)).toBe(true)
  expect(doctor.ask().isEcho(answer)).toBe(false)
  expect(isEcho(createEcho([key(3)]).answer(part) ?? '')).toBe(false)
})

test.each(['look', 'echo.', 'echo.short', `echo.${'a'.repeat(23)}`, `echo.${'/'.repeat(22)}`])(
  '"%s" has no echo',
  (part) => {
    expect(createEcho([key(1)]).answer(part)).toBeUndefined()
  },
)
