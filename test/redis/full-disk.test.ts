import { afterEach, describe, expect, test, vi } from 'vitest'
import type { JobRequest } from '../../src/core/job/job.ts'
import { jobIn } from '../support/jobs/job-states.ts'
import { startFullDiskRedis } from '../support/redis/full-disk-redis.ts'
import { everyOperation, stateBefore, stepFor } from '../support/redis/job-operations.ts'
import {
  bound,
  dump,
  giveBudget,
  jobRequest,
  openStoreWorld,
  type StoreWorld,
} from '../support/redis/store-world.ts'

const account = 'discord:server-1'
const patience = { timeout: 20_000, interval: 50 }
const unavailable = expect.objectContaining({ code: 'store_unavailable', retryable: true })

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const start = async (appendFsync: 'always' | 'everysec') => {
  const server = await startFullDiskRedis(appendFsync)
  closing.push(server.stop)
  return server
}

const open = (url: string, prefix?: string): StoreWorld => {
  const world = openStoreWorld({ url, ...(prefix === undefined ? {} : { prefix }) })
  world.redis.on('error', () => undefined)
  closing.push(world.close)
  return world
}

/** Asks until a request is refused: what was acknowledged, and the one that was not. */
const fill = async ({ store }: StoreWorld): Promise<{ taken: JobRequest[]; refused: JobRequest }> => {
  const taken: JobRequest[] = []
  for (;;) {
    const request = jobRequest({ values: { prompt: 'la '.repeat(500) } })
    try {
      expect(await store.request(request)).toMatchObject({ status: 'created' })
      taken.push(request)
    } catch (error) {
      expect(error).toEqual(unavailable)
      return { taken, refused: request }
    }
  }
}

describe.skipIf(process.platform !== 'linux')('row 19, a disk that is full', () => {
  test('has everything refused whole and read as ever (everysec), until there is room', async () => {
    const server = await start('everysec')
    const world = open(server.url)
    await giveBudget(world, 1_000_000_000)
    const jobs = new Map(
      await Promise.all(
        everyOperation.map(
          async (operation) => [operation, await jobIn(world, stateBefore(operation))] as const,
        ),
      ),
    )
    const { taken, refused } = await fill(world)
    const before = await dump(world)
    for (const [operation, job] of jobs) {
      await expect(operation.run(world.store, stepFor(operation, job))).rejects.toThrow('MISCONF')
    }
    await expect(world.store.request(refused)).rejects.toEqual(unavailable)
    await expect(giveBudget(world, 5)).rejects.toEqual(unavailable)
    expect(await dump(world)).toEqual(before)
    for (const { id } of taken) expect(await world.store.read(id)).toMatchObject({ id, state: 'requested' })
    server.makeRoom()
    await vi.waitFor(() => world.redis.set(`${world.prefix}room`, ''), patience)
    for (const [operation, job] of jobs) {
      expect(await operation.run(world.store, stepFor(operation, job))).toMatchObject({ status: 'moved' })
    }
    expect(await world.store.request(refused)).toMatchObject({ status: 'created' })
  })

  test('ends Redis (always); with room it comes back with all that it acknowledged, and the rest once at most', async () => {
    const server = await start('always')
    const world = open(server.url)
    await giveBudget(world, 1_000_000_000)
    const { taken, refused } = await fill(world)
    expect((await server.ended).join('\n')).toContain('AOF write error')
    await server.startWithRoom()
    const again = open(server.url, world.prefix)
    for (const { id } of taken) expect(await again.store.read(id)).toMatchObject({ id, state: 'requested' })
    const thereCount = taken.length + ((await again.store.read(refused.id)) === undefined ? 0 : 1)
    expect(await again.budgets.read(account)).toMatchObject({ held: thereCount * bound })
    await again.store.request(refused)
    expect(await again.budgets.read(account)).toMatchObject({ held: (taken.length + 1) * bound })
  })
})
