import { expect, test } from 'vitest'
import { AppError } from '../../src/core/errors.ts'
import { retrying } from '../../src/core/waiting.ts'

const passing = new AppError('platform_unavailable', 'not now', { retryable: true })
const lasting = new AppError('configuration', 'never')

/** Fails with each of the errors in turn, then answers; tells what was waited and said. */
const attempt = async (errors: readonly unknown[], triesMax = 3) => {
  const left = [...errors]
  const pausesMs: number[] = []
  const retried: unknown[] = []
  const work = () => (left.length === 0 ? Promise.resolve('done') : Promise.reject(left.shift()))
  const outcome = await retrying(work, {
    triesMax,
    pauseMs: 500,
    wait: async (spanMs) => void pausesMs.push(spanMs),
    onRetry: (error) => retried.push(error),
  }).catch((error: unknown) => error)
  return { outcome, pausesMs, retried }
}

test.each([
  ['nothing', [], []],
  ['a passing failure', [passing], [500]],
  ['two of them', [passing, passing], [500, 500]],
])('after %s it is done', async (_, errors, pausesMs) => {
  expect(await attempt(errors)).toEqual({ outcome: 'done', pausesMs, retried: errors })
})

test('what the other side wants is waited for where it is longer', async () => {
  const later = (retryAfterMs: number) =>
    new AppError('platform_unavailable', 'not now', { retryable: true, retryAfterMs })
  const { pausesMs } = await attempt([later(100), later(4_000)])
  expect(pausesMs).toEqual([500, 4_000])
})

const foreign = new TypeError('a bug')

test.each([
  ['a failure that lasts', [lasting], lasting, []],
  ['an error that nobody foresaw', [foreign], foreign, []],
  ['one that lasts after one that passes', [passing, lasting], lasting, [500]],
  ['as many failures as there are tries', [passing, passing, passing], passing, [500, 500]],
])('after %s it gives up with the last one', async (_, errors, outcome, pausesMs) => {
  expect(await attempt(errors)).toEqual({ outcome, pausesMs, retried: pausesMs.map(() => passing) })
})
