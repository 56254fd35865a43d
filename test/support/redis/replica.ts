import { Redis } from 'ioredis'
import { vi } from 'vitest'
import type { StoreConnection } from '../../../src/redis/address.ts'
import { repliesOf } from '../../../src/redis/connection.ts'
import type { PrivateRedis } from './private-redis.ts'

const patience = { timeout: 25_000, interval: 50 }

const connectTo = (port: number): Redis => {
  const redis = new Redis({ host: '127.0.0.1', port, maxRetriesPerRequest: 0 })
  redis.on('error', () => undefined) // whatever a failover does to it
  return redis
}

/** Resolves once a replica has all that was written until now: it has heard of a write that came after it. */
export const untilHeard = (redis: StoreConnection): Promise<void> =>
  vi.waitFor(async () => {
    const commands = redis.pipeline([
      ['set', 'heard', 'yes'],
      ['wait', 1, 500],
    ])
    const [, count] = await repliesOf(commands)
    if (count === 0) throw new Error('no replica has heard of it')
  }, patience)

/** Makes one the replica of the other: it has what the primary had, and has told it so. */
export const follow = async (replica: PrivateRedis, primary: PrivateRedis): Promise<void> => {
  const [source, copy] = [connectTo(primary.port), connectTo(replica.port)]
  await source.config('SET', 'repl-diskless-sync-delay', '0') // by itself it waits five seconds for more of them
  await copy.replicaof('127.0.0.1', primary.port)
  await untilHeard(source)
  for (const redis of [source, copy]) redis.disconnect()
}
