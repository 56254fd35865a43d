import { afterEach, beforeEach, expect, test } from 'vitest'
import { createJobCounts } from '../../src/redis/job-counts.ts'
import { createPlaces } from '../../src/redis/places.ts'
import { cost, jobIn, readJob } from '../support/jobs/job-states.ts'
import { giveBudget, jobRequest, openStoreWorld, type StoreWorld } from '../support/redis/store-world.ts'
import { twoTakes } from '../support/service/outcome.ts'

let world: StoreWorld
beforeEach(async () => {
  world = openStoreWorld()
  await giveBudget(world, 1_000_000_000)
})
afterEach(() => world.close())

const ofKey = () => ({
  redis: world.redis,
  keys: world.keys,
  now: world.clock.now,
  providerKeyId: 'key-1',
})

const count = () => createJobCounts(ofKey())()

test('nothing is counted where nothing is under way', async () => {
  const none = { jobs: 0, oldestMs: undefined }
  expect(await count()).toEqual({
    byState: { waiting: none, submitting: none, submitted: none, uncertain: none },
    open: 0,
    overdueMs: 0,
    deadLetters: 0,
    clipStops: 0,
  })
})

test('jobs are counted by state, and the oldest of those that run is told', async () => {
  await jobIn(world, 'requested')
  await jobIn(world, 'accepted')
  const oldest = await jobIn(world, 'submitting')
  world.clock.advance(5_000)
  await jobIn(world, 'submitting')
  await jobIn(world, 'uncertain')
  const { byState, open } = await count()
  expect(byState).toMatchObject({
    waiting: { jobs: 2 },
    submitting: { jobs: 2, oldestMs: oldest.changedAtMs },
    submitted: { jobs: 0 },
    uncertain: { jobs: 1 },
  })
  expect(open).toBe(5)
})

test('the oldest that waits is the one in line that was requested first, of whatever server', async () => {
  const places = createPlaces({ ...ofKey(), addressId: 'address-1', parallel: 0, lookupsPerMinute: 20 })
  const takes = async (server: string) => {
    await giveBudget(world, 1_000_000_000, `discord:${server}`)
    const request = jobRequest({}, { server })
    await world.store.request(request)
    const job = await readJob(world, request.id)
    await places.take(job, 60, world.clock.now() + 60_000)
    return job
  }
  const first = await takes('server-b')
  world.clock.advance(9_000)
  await takes('server-a')
  await takes('server-b')
  expect((await count()).byState.waiting).toEqual({ jobs: 3, oldestMs: first.createdAtMs })
})

test('a job whose wake-up is over tells how late a worker is', async () => {
  await jobIn(world, 'accepted')
  world.clock.advance(70_000)
  expect((await count()).overdueMs).toBe(70_000)
})

test('a dead letter is counted', async () => {
  const job = await jobIn(world, 'accepted')
  await world.redis.hset(world.keys.job(job.id), 'wake', 'broken')
  await world.store.rewake(Number.MAX_SAFE_INTEGER)
  expect((await count()).deadLetters).toBe(1)
})

test('a job for which uploaded clips are stopped is counted', async () => {
  const job = await jobIn(world, 'submitted')
  const stop = { account: 'discord:server-1', job: job.id, price: 'mastering', perUnit: cost } as const
  await world.store.ready(job, twoTakes, { amount: cost, source: 'final', stop })
  expect((await count()).clipStops).toBe(1)
})
