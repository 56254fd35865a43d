import { expect, test } from 'vitest'
import { createWorkInHand } from '../../src/core/work-in-hand.ts'

test('what is in hand is waited for, and nothing else', async () => {
  const work = createWorkInHand(() => undefined)
  const { promise, resolve } = Promise.withResolvers<void>()
  const said: string[] = []
  await work.drained()
  void work.track(promise)
  const drained = work.drained().then(() => said.push('drained'))
  said.push('begun')
  resolve()
  await drained
  expect(said).toEqual(['begun', 'drained'])
})

test('work that fails is told of, and is done', async () => {
  const failures: unknown[] = []
  const work = createWorkInHand((error) => failures.push(error))
  const failure = new Error('no')
  await work.track(Promise.reject(failure))
  await work.drained()
  expect(failures).toEqual([failure])
})
