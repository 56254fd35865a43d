import { Redis } from 'ioredis'

/**
 * Has the bot go by the list again. By three songs it has learned what they really cost, and refuses nobody who can pay
 * for that.
 */
export const forgetPrices = async (redisUrl: string): Promise<void> => {
  const redis = new Redis(redisUrl)
  const learned = await redis.keys('{key:*}:prices:*')
  if (learned.length > 0) await redis.del(learned)
  await redis.quit()
}
