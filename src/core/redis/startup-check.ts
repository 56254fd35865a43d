import type { Redis } from 'ioredis'
import { AppError } from '../errors.ts'

const setting = async (redis: Redis, name: string): Promise<string | undefined> => {
  const reply = await redis.config('GET', name)
  return Array.isArray(reply) ? String(reply[1]) : undefined
}

/**
 * Refuses a Redis that may forget: evicted keys are lost money, and a write that is not on disk when the power goes
 * can become a song that is bought twice. Throws AppError `configuration` with the mend.
 */
export const checkDurability = async (redis: Redis, acceptsEverysec: boolean): Promise<void> => {
  const [policy, appendOnly, appendFsync] = await Promise.all(
    ['maxmemory-policy', 'appendonly', 'appendfsync'].map((name) => setting(redis, name)),
  )
  if (policy !== 'noeviction') {
    throw new AppError('configuration', `Redis evicts keys (${policy}). Set maxmemory-policy to noeviction.`)
  }
  if (acceptsEverysec || (appendOnly === 'yes' && appendFsync === 'always')) return
  throw new AppError(
    'configuration',
    'Redis can lose its last writes. Set appendonly to yes and appendfsync to always, or accept the risk with REDIS_DURABILITY=everysec-accepted.',
  )
}
