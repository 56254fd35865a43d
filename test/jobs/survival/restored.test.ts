import { afterEach, beforeEach, expect, test } from 'vitest'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'
import { keysLike } from '../../support/redis/redis.ts'
import { accepted } from '../../support/service/scripted-audio-service.ts'

// What "Restoring a backup" in docs/operating/redis.md says of the jobs and budgets in it.

const minuteMs = 60_000
const hourMs = 60 * minuteMs
let world: JobWorld

beforeEach(async () => {
  world = await openJobWorld({ parallel: 1 })
})
afterEach(() => world.close())

/** Everything in Redis as it is now; what this returns puts it back. */
const backUp = async (): Promise<() => Promise<void>> => {
  const { redis, prefix } = world
  const names = await keysLike(redis, `${prefix}*`)
  const kept = await Promise.all(names.map(async (name) => [name, await redis.dumpBuffer(name)] as const))
  return async () => {
    for (const name of await keysLike(redis, `${prefix}*`)) await redis.unlink(name)
    for (const [name, value] of kept) if (value !== null) await redis.restore(name, 0, value)
    world.queue.lose()
  }
}

const pass = (spanMs: number) => world.runWithSweeps(world.clock.now() + spanMs)

/** A job that waits behind another one, a back-up of both, and the end of both after it. */
const withOneWaiting = async () => {
  world.service.submitWith(accepted('task-1'), accepted('task-2'), accepted('task-3'))
  const [, waiting = ''] = await world.startInOrder(2)
  expect((await world.job(waiting)).state).toBe('accepted')
  const restore = await backUp()
  const before = await world.balances()
  await pass(hourMs)
  expect(await world.job(waiting)).toMatchObject({ state: 'posted' })
  return { waiting, restore, before }
}

test('a request that waited at the time of a back-up is sent and bought again, and the budget is as it was', async () => {
  const { waiting, restore, before } = await withOneWaiting()
  const spent = (await world.balances()).spent
  await restore()
  expect(await world.balances()).toEqual(before)
  await pass(hourMs)
  expect(await world.job(waiting)).toMatchObject({ state: 'posted' })
  expect(world.service.submissions).toHaveLength(3)
  expect((await world.balances()).spent).toBe(spent)
  expect(world.texts()).toHaveLength(2)
})

test('a request that waited then ends unpaid where the workers start six hours after the back-up', async () => {
  const { waiting, restore } = await withOneWaiting()
  await restore()
  world.clock.advance(5 * hourMs)
  await pass(hourMs)
  expect(await world.job(waiting)).toMatchObject({ state: 'voided', ending: 'waited_too_long' })
  expect(world.service.submissions).toHaveLength(2)
  expect(world.texts()).toEqual([
    expect.stringMatching(/^“Title 1” and “Title 2”/),
    expect.stringContaining('Nothing was charged'),
  ])
})

test('a request that waited then ends unpaid where its server was removed before the workers start', async () => {
  const { waiting, restore } = await withOneWaiting()
  await restore()
  await world.allowlist.remove('discord:server-1')
  await pass(hourMs)
  expect(await world.job(waiting)).toMatchObject({ state: 'voided', ending: 'not_let_in' })
  expect(world.service.submissions).toHaveLength(2)
  expect((await world.balances()).held).toBe(0)
})

test('a request that was running then is looked up again and shown again, for no more', async () => {
  world.service.submitWith(accepted('task-1'))
  const jobId = await world.start()
  await world.queue.run(world.clock.now())
  expect((await world.job(jobId)).state).toBe('submitted')
  const restore = await backUp()
  await pass(hourMs)
  const spent = (await world.balances()).spent
  await restore()
  await pass(hourMs)
  expect(await world.job(jobId)).toMatchObject({ state: 'posted' })
  expect(world.service.submissions).toHaveLength(1)
  expect((await world.balances()).spent).toBe(spent)
  expect(world.texts()).toEqual([expect.stringMatching(/^“Title 1” and “Title 2”/)])
})

test('a request from after the back-up has no record any more, and its cost is not counted', async () => {
  const restore = await backUp()
  const jobId = await world.start()
  await pass(hourMs)
  expect((await world.balances()).spent).toBeGreaterThan(0)
  await restore()
  expect(await world.store.read(jobId)).toBeUndefined()
  expect(await world.balances()).toEqual({ spent: 0, held: 0 })
})
