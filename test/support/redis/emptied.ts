import { afterAll } from 'vitest'
import { keysLike, openTestRedis, testPrefix } from './redis.ts'

// All files share one Redis, and a search for keys goes through everybody's.
afterAll(async () => {
  const redis = openTestRedis()
  try {
    const left = await keysLike(redis, `${testPrefix}*`)
    await Promise.all(left.map((key) => redis.unlink(key)))
  } finally {
    redis.disconnect()
  }
})
