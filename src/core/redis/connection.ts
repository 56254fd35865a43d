import { Redis } from 'ioredis'
import { AppError } from '../errors.ts'

/** A command that Redis does not answer in this time counts as lost; its outcome is unknown. */
export const commandTimeoutMs = 1_000

/**
 * Our own connection: fails fast, keeps nothing back while Redis is away and never sends a command twice by itself
 * (ioredis would, and a lost reply would then be a second effect).
 */
export const connectStore = (url: string, onError: (error: Error) => void): Redis => {
  const redis = new Redis(url, {
    lazyConnect: true,
    commandTimeout: commandTimeoutMs,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(50 * 2 ** attempt, 2_000),
  })
  redis.on('error', onError)
  return redis
}

/** BullMQ's connection: it waits for Redis as long as it takes, for its reads block on purpose. */
export const connectQueue = (url: string, onError: (error: Error) => void): Redis => {
  const redis = new Redis(url, { maxRetriesPerRequest: null })
  redis.on('error', onError)
  return redis
}

const unavailableText =
  'Tunesmith cannot reach its memory right now. Nothing was charged; please try again in a minute.'
const wrongClockText =
  "Tunesmith's clock is wrong, so nothing can be booked. Nothing was charged; whoever runs this bot has to set it."

/** Turns whatever went wrong with Redis into an AppError that keeps the cause. */
export const storeError = (cause: unknown): AppError => {
  const message = cause instanceof Error ? cause.message : String(cause)
  return message.startsWith('CLOCK')
    ? new AppError('store_refused', `Redis: ${message}`, { cause, memberText: wrongClockText })
    : new AppError('store_unavailable', `Redis: ${message}`, {
        cause,
        retryable: true,
        memberText: unavailableText,
      })
}

/** A reply of Redis; a failure becomes an AppError. */
export const fromStore = <T>(reply: Promise<T>): Promise<T> =>
  reply.catch((cause: unknown) => {
    throw storeError(cause)
  })
