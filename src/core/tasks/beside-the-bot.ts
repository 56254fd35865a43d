import { AppError } from '../errors.ts'
import { connectStore, type StoreConnection } from '../redis/connection.ts'
import { waitForRedis } from '../redis/wait.ts'
import { readRedisSettings } from '../runtime/config.ts'
import type { Environment } from '../runtime/setting-names.ts'

/** What a task needs that looks at Redis alone, and runs beside the bot. */
export interface BesideTheBot {
  environment: Environment
  redisWaitMs: number
}

/**
 * Works on Redis over a connection of its own. Needs no other setting than those of Redis. Throws
 * AppError `configuration` where they cannot be used or Redis does not answer, and
 * `store_unavailable` where it stops answering.
 */
export const onRedis = async <T>(
  { environment, redisWaitMs }: BesideTheBot,
  work: (redis: StoreConnection) => Promise<T>,
): Promise<T> => {
  const settings = readRedisSettings(environment)
  if (settings === undefined)
    throw new AppError('configuration', 'REDIS_URL is missing or cannot be used; npm run doctor says why.')
  const redis = connectStore(settings.url, () => undefined)
  try {
    await waitForRedis(redis, redisWaitMs)
    return await work(redis)
  } finally {
    redis.disconnect()
  }
}
