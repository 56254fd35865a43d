import type { Redis } from 'ioredis'
import { AppError } from '../errors.ts'

const setting = async (redis: Redis, name: string): Promise<string | undefined> => {
  const reply = await redis.config('GET', name).catch((cause: unknown) => {
    throw new AppError(
      'configuration',
      'Redis does not let us read its settings (CONFIG GET), so nobody can tell whether it keeps what it is told. Use a Redis that does.',
      { cause },
    )
  })
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
  const isKept = appendFsync === 'always' || (acceptsEverysec && appendFsync === 'everysec')
  if (appendOnly === 'yes' && isKept) return
  throw new AppError(
    'configuration',
    'Redis can lose its last writes. Set appendonly to yes and appendfsync to always; with REDIS_DURABILITY=everysec-accepted the risk of everysec is taken knowingly.',
  )
}
