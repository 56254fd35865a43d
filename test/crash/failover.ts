import { setTimeout as pause } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { vi } from 'vitest'
import { type PrivateRedis, startPrivateRedis } from '../support/redis/private-redis.ts'
import { follow } from '../support/redis/replica.ts'
import type { Randomness } from '../support/simulation/randomness.ts'
import type { Ground } from './under-load.ts'

const patience = { timeout: 20_000, interval: 50 }

const portOf = (url: string): number => Number(new URL(url).port)

const onPort = async <T>(port: number, work: (redis: Redis) => Promise<T>): Promise<T> => {
  const redis = new Redis({ host: '127.0.0.1', port, maxRetriesPerRequest: 3 })
  redis.on('error', () => undefined)
  try {
    return await work(redis)
  } finally {
    redis.disconnect()
  }
}

/** Resolves once the primary has handed over to its replica, which then has all acknowledged data. */
const handOver = async (from: number, to: number): Promise<void> => {
  await onPort(from, (redis) => redis.call('FAILOVER', 'TO', '127.0.0.1', to))
  await vi.waitFor(
    () =>
      onPort(to, async (redis) => {
        const [role] = (await redis.call('ROLE')) as [string]
        if (role !== 'master') throw new Error(`the next primary is a ${role}`)
      }),
    patience,
  )
}

/**
 * Has another server take over behind the address of Redis for a while, as managed services do it: the old one turns into a
 * replica at once, and open connections still lead to it until the address moves on.
 */
export const failOver = async ({ stage, fleet }: Ground, random: Randomness): Promise<string> => {
  const home = portOf(stage.world.addresses.redis.url)
  const other: PrivateRedis = await startPrivateRedis()
  const spans = [random.between(100, 3_000), random.between(500, 4_000), random.between(100, 3_000)] as const
  try {
    await follow(other, { ...other, port: home })
    await handOver(home, other.port)
    await pause(spans[0])
    fleet.redis.pointAt(other.port)
    await pause(spans[1])
    await handOver(other.port, home)
    await pause(spans[2])
    fleet.redis.pointAt(home)
    return `Redis fails over and back: ${spans.join(', ')} ms`
  } finally {
    await other.stop()
  }
}
