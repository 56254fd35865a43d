import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connectQueue } from '../../src/redis/connection.ts'
import { checkDurability } from '../../src/redis/startup-check.ts'
import { connectedTo } from '../support/redis/redis.ts'
import { untilHeard } from '../support/redis/replica.ts'
import { startSentinel } from '../support/redis/sentinel.ts'
import {
  bound,
  giveBudget,
  jobRequest,
  openStoreWorld,
  type StoreWorld,
} from '../support/redis/store-world.ts'

const patience = { timeout: 25_000, interval: 50 }

let sentinel: Awaited<ReturnType<typeof startSentinel>>
let world: StoreWorld

beforeEach(async () => {
  sentinel = await startSentinel()
  const redis = await connectedTo(sentinel.url)
  world = openStoreWorld({ redis })
  await giveBudget(world, 1_000_000_000)
})
afterEach(async () => {
  world.close()
  await sentinel.stop()
})

const portOf = async (): Promise<string> =>
  String(await world.redis.config('GET', 'port')).split(',')[1] ?? ''

test('the primary that the Sentinel names is found, checked and used, also by the queue', async () => {
  expect(await portOf()).toBe(String(sentinel.primary.port))
  await expect(checkDurability(world.redis, 'always')).resolves.toBeUndefined()
  const queue = connectQueue(sentinel.url, () => undefined)
  await queue.set(`${world.prefix}queue`, 'there')
  expect(await world.redis.get(`${world.prefix}queue`)).toBe('there')
  queue.disconnect()
})

test('a primary that is killed is left for the one that the Sentinel makes of its replica', async () => {
  const request = jobRequest()
  await world.store.request(request)
  await untilHeard(world.redis)
  const switched = sentinel.failedOver()
  await sentinel.primary.kill()
  await expect(world.store.request(jobRequest())).rejects.toMatchObject({ code: 'store_unavailable' })
  await switched
  // Until the connection is made again it refuses everything.
  await vi.waitFor(async () => {
    expect(await portOf()).toBe(String(sentinel.replica.port))
    expect(await world.store.request(request)).toMatchObject({ status: 'exists' })
    expect(await world.budgets.read('discord:server-1')).toMatchObject({ held: bound })
  }, patience)
})
