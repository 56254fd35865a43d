import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createWorkInHand } from '../../src/core/waiting.ts'

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
