import { afterAll } from 'vitest'
import { keysLike, openTestRedis, testPrefix } from './redis.ts'

// Files share their Redis with others, and whoever looks for keys in it looks through those of all.
afterAll(async () => {
  const redis = openTestRedis()
  const left = await keysLike(redis, `${testPrefix}*`)
  await Promise.all(left.map((key) => redis.unlink(key)))
  redis.disconnect()
})
