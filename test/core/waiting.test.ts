import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { AppError } from '../../src/core/errors.ts'
import { createWorkInHand, eachInTurns, retrying, within } from '../../src/core/waiting.ts'

test('what comes in time is the value', async () => {
  expect(await within(60_000, Promise.resolve('here'))).toBe('here')
})

test('what does not come is undefined, and no failure', async () => {
  expect(await within(1, new Promise(() => undefined))).toBeUndefined()
})

test('what fails in time fails', async () => {
  await expect(within(60_000, Promise.reject(new Error('no')))).rejects.toThrow('no')
})

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

test('very many are looked at in their order, a few thousand at a time, and all else gets its turn in between', async () => {
  const seen: (number | 'else')[] = []
  let isDone = false
  const other = async () => {
    while (!isDone) {
      seen.push('else')
      await setImmediate()
    }
  }
  const running = other()
  const all = Array.from({ length: 30_001 }, (_, index) => index)
  await eachInTurns(all, (one) => seen.push(one))
  isDone = true
  await running
  expect(seen.filter((one) => one !== 'else')).toEqual(all)
  expect(seen.indexOf('else', seen.indexOf(9_999))).toBe(seen.indexOf(10_000) - 1)
  expect(seen.filter((one) => one === 'else').length).toBeGreaterThanOrEqual(4)
})

test('what is in hand is waited for', async () => {
  const work = createWorkInHand(() => undefined)
  const { promise, resolve } = Promise.withResolvers<void>()
  const said: string[] = []
  const tracked = work.track(promise).then(() => said.push('done'))
  const drained = work.drained().then(() => said.push('drained'))
  await setImmediate()
  said.push('resolved')
  resolve()
  await Promise.all([tracked, drained])
  expect(said).toEqual(['resolved', 'done', 'drained'])
})

test('with nothing in hand there is nothing to wait for', async () => {
  await createWorkInHand(() => undefined).drained()
})

test('work that fails is told of, and is done', async () => {
  const failures: unknown[] = []
  const work = createWorkInHand((error) => failures.push(error))
  const failure = new Error('no')
  await work.track(Promise.reject(failure))
  await work.drained()
  expect(failures).toEqual([failure])
})
