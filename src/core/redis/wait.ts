import type { Redis } from 'ioredis'
import { AppError } from '../errors.ts'

const isRefusal = ({ message }: Error): boolean =>
  /WRONGPASS|NOAUTH|invalid password|without any password/i.test(message)

/**
 * Connects and waits until Redis serves. Throws AppError `configuration` when it does not within `timeoutMs`, and at
 * once when it refuses the password.
 */
export const waitForRedis = async (redis: Redis, timeoutMs: number): Promise<void> => {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const fail = (text: string) => reject(new AppError('configuration', text))
  const timer = setTimeout(
    () => fail(`Redis did not answer within ${timeoutMs / 1000} s. Is it running? Check REDIS_URL.`),
    timeoutMs,
  )
  const onError = (error: Error) => {
    if (isRefusal(error)) fail('Redis refused the user or the password in REDIS_URL.')
  }
  redis.on('error', onError)
  redis.once('ready', resolve)
  redis.connect().catch(() => undefined) // tried again until the time is over; the log has each failure
  try {
    await promise
  } finally {
    clearTimeout(timer)
    redis.off('error', onError)
    redis.off('ready', resolve)
  }
}
