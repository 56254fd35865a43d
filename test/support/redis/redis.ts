import { randomBytes } from 'node:crypto'
import { Cluster, Redis } from 'ioredis'
import { inject } from 'vitest'
import type { StoreConnection } from '../../../src/redis/address.ts'
import { connectStore } from '../../../src/redis/connection.ts'
import { waitForRedis } from '../../../src/redis/wait.ts'
import { refuseCrossSlot } from './one-slot.ts'

/** The Redis of this test run, or its cluster. It is real, and shared by all test files. */
export const testRedisUrl = (): string => inject('redisUrl')

/**
 * A key prefix that no other process has. Files of one process share it; what one leaves under it is removed
 * before the next begins (emptied.ts).
 */
export const testPrefix = `test-${randomBytes(6).toString('hex')}:`

/**
 * Connects to the Redis or cluster of this test run, or to `url`, in which commas separate the nodes of a cluster.
 * Every connection rejects commands whose keys have different tags.
 */
export const openTestRedis = (url?: string): StoreConnection => {
  const patient = { maxRetriesPerRequest: 0 }
  const address = url ?? inject('redisSocket') ?? testRedisUrl()
  return address.includes(',')
    ? new Cluster(address.split(','), { redisOptions: patient })
    : refuseCrossSlot(new Redis(address, patient))
}

/** How long a test that expects no time-out waits for Redis, for a busy machine answers late. */
const patienceMs = 20_000

/** The connection that production has to `url`, once Redis serves; a command may take longer than in production. */
export const connectedTo = async (url: string): Promise<StoreConnection> => {
  const redis = connectStore(url, () => undefined, patienceMs)
  await waitForRedis(redis, patienceMs)
  return redis
}

/** The names of all keys that match, in whichever node they are. */
export const keysLike = async (redis: StoreConnection, match: string): Promise<readonly string[]> => {
  const found = new Set<string>()
  for (const node of redis instanceof Cluster ? redis.nodes('master') : [redis]) {
    for (const key of await node.keys(match)) found.add(key)
  }
  return [...found].sort()
}
