import type { Redis } from 'ioredis'
import { AppError } from '../errors.ts'

/** Connects and waits until Redis serves. Throws AppError `configuration` when it does not within `timeoutMs`. */
export const waitForRedis = async (redis: Redis, timeoutMs: number): Promise<void> => {
  const ready = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(
        new AppError(
          'configuration',
          `Redis did not answer within ${timeoutMs} ms. Is it running? Check REDIS_URL.`,
        ),
      )
    }, timeoutMs)
    redis.once('ready', () => {
      clearTimeout(timer)
      resolve()
    })
  })
  redis.connect().catch(() => undefined) // tried again until the time is over; the log has each failure
  await ready
}
