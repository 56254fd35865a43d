import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { JobRecord } from '../../src/core/job/job.ts'
import type { StoreConnection } from '../../src/redis/address.ts'
import { jobIn, readJob } from '../support/jobs/job-states.ts'
import { startCluster } from '../support/redis/cluster.ts'
import { type PrivateRedis, startPrivateRedis } from '../support/redis/private-redis.ts'
import { connectedTo, openTestRedis } from '../support/redis/redis.ts'
import { follow } from '../support/redis/replica.ts'
import { giveBudget, openStoreWorld, type StoreWorld } from '../support/redis/store-world.ts'

const patienceMs = 20_000

/** A world over the connection that production has. */
const openWorld = async (url: string): Promise<StoreWorld> => {
  const redis = await connectedTo(url)
  const world = openStoreWorld({ redis })
  await giveBudget(world, 1_000_000_000)
  return world
}

const outlives = async ({ store }: StoreWorld, job: JobRecord): Promise<boolean> =>
  store.outlivesFailover({ ...job, epoch: job.submitEpoch ?? 0 })

/** The first answer, for a wrong one buys twice; who is told that nobody knows asks again. */
const answered = (world: StoreWorld, job: JobRecord): Promise<boolean> =>
  vi.waitFor(() => outlives(world, job), { timeout: patienceMs })

/** How soon a replica answers is for the machine to say; asking again harms nothing. */
const comesToOutlive = (world: StoreWorld, job: JobRecord): Promise<void> =>
  expect.poll(() => outlives(world, job), { timeout: patienceMs }).toBe(true)

/** While a replica stands still nothing is said to outlive a failover, whatever becomes of the test. */
const expectNoneIn = async (replica: Pick<PrivateRedis, 'signal'>, world: StoreWorld, job: JobRecord) => {
  replica.signal('SIGSTOP')
  try {
    expect(await answered(world, job)).toBe(false)
  } finally {
    replica.signal('SIGCONT')
  }
}

describe('a primary with a replica', () => {
  let servers: readonly [PrivateRedis, PrivateRedis]
  let world: StoreWorld
  let copy: StoreConnection

  beforeAll(async () => {
    servers = [await startPrivateRedis(), await startPrivateRedis()]
    await follow(servers[1], servers[0])
    copy = openTestRedis(servers[1].url)
    copy.on('error', () => undefined) // it is killed
  })
  afterAll(async () => {
    copy.disconnect()
    for (const server of servers) await server.stop()
  })
  beforeEach(async () => {
    world = await openWorld(servers[0].url)
  })
  afterEach(() => world.close())

  test('has a submission outlive a failover once the replica has heard of it', async () => {
    const job = await jobIn(world, 'submitting')
    await comesToOutlive(world, job)
    expect(await copy.hget(world.keys.job(job.id), 'state')).toBe('submitting')
  })

  test('does not while the replica is silent', async () => {
    const job = await jobIn(world, 'submitting')
    await expectNoneIn(servers[1], world, job)
  })

  test.each<[string, Partial<Record<'state' | 'submit_epoch', string>>]>([
    ['is what it was before, as after a failover that lost it', { state: 'accepted' }],
    ['is submitted by another step', { submit_epoch: '7' }],
  ])('does not for a job that %s', async (_, change) => {
    const job = await jobIn(world, 'submitting')
    await world.redis.hset(world.keys.job(job.id), change)
    expect(await answered(world, job)).toBe(false)
  })

  test('is held to it while the replica is gone', async () => {
    const job = await jobIn(world, 'submitting')
    await comesToOutlive(world, job)
    await servers[1].kill()
    await expect
      .poll(() => world.redis.info('replication'), { timeout: patienceMs })
      .toContain('connected_slaves:0')
    expect(await answered(world, job)).toBe(false)
  })
})

test('a primary that never had a replica is asked nothing, and writes nothing', async () => {
  const world = openStoreWorld()
  await giveBudget(world, 1_000_000_000)
  const job = await jobIn(world, 'submitting')
  const before = await world.redis.hgetall(world.keys.job(job.id))
  await comesToOutlive(world, job)
  expect(await world.redis.hgetall(world.keys.job(job.id))).toEqual(before)
  expect(await readJob(world, job.id)).toEqual(job)
  world.close()
})

test('of a cluster the node of the job’s own slot is asked, by the history of that node', async () => {
  const cluster = await startCluster()
  const world = await openWorld(cluster.url)
  try {
    const job = await jobIn(world, 'submitting')
    expect(await answered(world, job)).toBe(true) // nobody has a replica yet
    const slot = Number(await cluster.nodes[0]?.redis.cluster('KEYSLOT', world.keys.job(job.id)))
    const owner = await cluster.ownerOf(slot)
    const replica = await cluster.addReplica(owner)
    await comesToOutlive(world, job)
    await replica.redis.readonly()
    expect(await replica.redis.hget(world.keys.job(job.id), 'state')).toBe('submitting')
    await expectNoneIn(replica, world, job)
  } finally {
    world.close()
    await cluster.stop()
  }
})
