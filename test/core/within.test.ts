import { expect, test } from 'vitest'
import { within } from '../../src/core/waiting.ts'

test('what comes in time is the value', async () => {
  expect(await within(60_000, Promise.resolve('here'))).toBe('here')
})

test('what does not come is undefined, and no failure', async () => {
  expect(await within(1, new Promise(() => undefined))).toBeUndefined()
})

test('what fails in time fails', async () => {
  await expect(within(60_000, Promise.reject(new Error('no')))).rejects.toThrow('no')
})
