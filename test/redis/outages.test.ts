import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { JobRequest } from '../../src/core/job/job.ts'
import type { StoreConnection } from '../../src/redis/address.ts'
import { connectStore } from '../../src/redis/connection.ts'
import { waitForRedis } from '../../src/redis/wait.ts'
import { jobIn } from '../support/jobs/job-states.ts'
import { type PrivateRedis, startPrivateRedis } from '../support/redis/private-redis.ts'
import {
  bound,
  giveBudget,
  jobRequest,
  openStoreWorld,
  type StoreWorld,
} from '../support/redis/store-world.ts'
import { startTcpProxy } from '../support/redis/tcp-proxy.ts'

const account = 'discord:server-1'
const patienceMs = 20_000
const unavailable = expect.objectContaining({ code: 'store_unavailable', retryable: true })

let server: PrivateRedis
let proxy: Awaited<ReturnType<typeof startTcpProxy>>
let near: StoreWorld
const opened: StoreConnection[] = []

beforeAll(async () => {
  server = await startPrivateRedis()
  proxy = await startTcpProxy(server.port)
})
afterAll(async () => {
  await proxy.close()
  await server.stop()
})
beforeEach(async () => {
  near = openStoreWorld({ url: server.url })
  await giveBudget(near, 1_000_000_000)
})
afterEach(() => {
  proxy.heal()
  near.close()
  for (const redis of opened.splice(0)) redis.disconnect()
})

/** A world over the connection that production has, on the keys of the near one. */
const openFar = async (port: number): Promise<StoreWorld> => {
  const redis = connectStore(`redis://127.0.0.1:${port}`, () => undefined)
  opened.push(redis)
  await waitForRedis(redis, patienceMs)
  return openStoreWorld({ prefix: near.prefix, redis, now: near.clock.now })
}

const serving = ({ redis }: StoreWorld): Promise<void> =>
  new Promise((resolve) => redis.once('ready', () => resolve()))

const held = async (): Promise<number> => (await near.budgets.read(account)).held

describe('row 17, a connection on which nothing arrives any more', () => {
  test('is given up by itself, and nothing that was said on it is said again', async () => {
    const far = await openFar(proxy.port)
    const counter = `${near.prefix}counter`
    const sentCount = proxy.watch(counter)
    proxy.swallow()
    const back = serving(far)
    await expect(far.redis.incr(counter)).rejects.toThrow('Command timed out')
    proxy.heal()
    await back
    expect(await far.redis.incr(counter)).toBe(1)
    expect(sentCount()).toBe(2)
  })

  test('refuses what is requested, and works again after', async () => {
    const far = await openFar(proxy.port)
    const requests = Array.from({ length: 5 }, () => jobRequest())
    proxy.swallow()
    const back = serving(far)
    const results = await Promise.allSettled(requests.map((request) => far.store.request(request)))
    expect(results).toEqual(requests.map(() => ({ status: 'rejected', reason: unavailable })))
    expect(await held()).toBe(0)
    proxy.heal()
    await back
    for (const request of requests)
      expect(await far.store.request(request)).toMatchObject({ status: 'created' })
    expect(await held()).toBe(5 * bound)
  })

  test('on the way back only leaves what was done, and asking again finds it', async () => {
    const far = await openFar(proxy.port)
    await jobIn(near, 'accepted') // so that Redis knows the script
    const job = await jobIn(near, 'requested')
    const sentCount = proxy.watch('message-9')
    const message = { platform: 'discord', channel: 'channel-1', message: 'message-9' } as const
    proxy.loseReplies()
    const back = serving(far)
    await expect(far.store.accept(job, message)).rejects.toEqual(unavailable)
    proxy.heal()
    await back
    expect(sentCount()).toBe(1)
    expect(await near.store.read(job.id)).toMatchObject({ state: 'accepted', wake: 1 })
    expect(await far.store.accept(job, message)).toMatchObject({ status: 'moved', wake: 1 })
    expect(await near.store.read(job.id)).toMatchObject({ state: 'accepted', wake: 1 })
  })
})

/** Requests one after the other until it is told to stop: what was acknowledged, and what was refused. */
const startAsking = (worlds: readonly StoreWorld[]) => {
  const acknowledged: JobRequest[] = []
  const unknown: JobRequest[] = []
  const some = Promise.withResolvers<void>()
  let isOver = false
  const ask = async ({ store }: StoreWorld) => {
    while (!isOver) {
      const request = jobRequest()
      try {
        await store.request(request)
        acknowledged.push(request)
        if (acknowledged.length === 50) some.resolve()
      } catch (error) {
        expect(error).toEqual(unavailable)
        unknown.push(request)
        return
      }
    }
  }
  const asking = Promise.all(worlds.map(ask))
  return {
    acknowledged,
    unknown,
    /** When fifty were acknowledged. */
    some: some.promise,
    async stop() {
      isOver = true
      await asking
    },
    /** When each of them was refused once. */
    refused: asking,
  }
}

const openSome = (port: number) => Promise.all(Array.from({ length: 4 }, () => openFar(port)))

test('row 13, a Redis that is killed amid requests has all that it acknowledged, and the rest once at most', async () => {
  const asking = startAsking(await openSome(server.port))
  await asking.some
  near.close()
  await server.kill()
  await asking.refused
  await server.startAgain()
  near = openStoreWorld({ url: server.url, prefix: near.prefix })
  for (const { id } of asking.acknowledged)
    expect(await near.store.read(id)).toMatchObject({ state: 'requested' })
  expect(asking.unknown).toHaveLength(4)
  const found = await Promise.all(asking.unknown.map(({ id }) => near.store.read(id)))
  const thereCount = found.filter((job) => job !== undefined).length
  expect(await held()).toBe((asking.acknowledged.length + thereCount) * bound)
  for (const request of asking.unknown) await near.store.request(request)
  expect(await held()).toBe((asking.acknowledged.length + 4) * bound)
})

test('scripts that are forgotten amid requests are taught again, and nobody notices', async () => {
  const asking = startAsking(await openSome(server.port))
  for (let flushes = 0; flushes < 20; flushes += 1) await near.redis.script('FLUSH')
  await asking.some
  await asking.stop()
  expect(asking.unknown).toEqual([])
  expect(await held()).toBe(asking.acknowledged.length * bound)
})
