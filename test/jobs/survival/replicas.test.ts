import { afterEach, beforeEach, expect, test } from 'vitest'
import { AppError } from '../../../src/core/errors.ts'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'

let world: JobWorld

beforeEach(async () => {
  world = await openJobWorld({ parallel: 1 })
})
afterEach(() => world.close())

test.each([
  ['no replica has heard of it', () => Promise.resolve(false)],
  [
    'nobody knows whether one has',
    () => Promise.reject(new AppError('store_unavailable', 'away', { retryable: true })),
  ],
])('while %s nothing is sent, however often it is tried; then it is sent once', async (_, answer) => {
  const { outlivesFailover } = world.deps.store
  world.deps.store.outlivesFailover = answer
  const id = await world.start()
  await world.queue.run(world.clock.now() + 600_000)
  expect(world.service.submissions).toEqual([])
  expect(await world.job(id)).toMatchObject({ state: 'accepted', unsentTries: 0 })
  expect((await world.job(id)).submitTries).toBeGreaterThan(5)
  expect((await world.balances()).held).toBeGreaterThan(0)
  world.deps.store.outlivesFailover = outlivesFailover
  await world.queue.run()
  expect(await world.job(id)).toMatchObject({ state: 'posted' })
  expect(world.service.submissions).toHaveLength(1)
})

test('where Redis is away just before the paid request leaves, it is sent later, and nobody pays for what was not', async () => {
  const { keep } = world.deps.places
  let failures = 1
  world.deps.places.keep = (...args) => {
    failures -= 1
    if (failures < 0) return keep(...args)
    return Promise.reject(new AppError('store_unavailable', 'away', { retryable: true }))
  }
  const id = await world.start()
  await world.runWithSweeps(world.clock.now() + 3 * 60_000)
  expect(await world.job(id)).toMatchObject({ state: 'posted', unsentTries: 0 })
  expect(world.service.submissions).toHaveLength(1)
})
