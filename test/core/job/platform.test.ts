import { expect, test } from 'vitest'
import { AppError } from '../../../src/core/errors.ts'
import { type Attempt, canBeLinked } from '../../../src/core/job/platform.ts'

const attempt = (linksAllowed: boolean): Attempt => ({
  key: 'key-1',
  notes: {},
  note: () => Promise.resolve(),
  askedAtMs: 0,
  fileBytesMax: 1,
  linksAllowed,
})

test.each([
  ['too large', 'at once', new AppError('file_too_large', 'x')],
  ['refused', 'at once', new AppError('file_refused', 'x')],
  ['gone, as far as its host says', 'after some tries', new AppError('file_gone', 'x', { retryable: true })],
  ['out of reach', 'after some tries', new AppError('service_unreachable', 'x', { retryable: true })],
  ['no longer our step’s to bring', 'never', new AppError('step_over', 'x')],
  ['not read because of a bug on our side', 'never', new TypeError('x')],
] as const)('a file that is %s is only named: %s', (_, when, error) => {
  expect(canBeLinked(error, attempt(false))).toBe(when === 'at once')
  expect(canBeLinked(error, attempt(true))).toBe(when !== 'never')
})
