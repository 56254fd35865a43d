import { setTimeout as pause } from 'node:timers/promises'
import { Cluster } from 'ioredis'
import { AppError } from '../errors.ts'
import type { StoreConnection } from './connection.ts'

/** What no patience mends, with what to do about it. */
const mends: readonly (readonly [RegExp, string])[] = [
  [
    /WRONGPASS|NOAUTH|invalid password|without any password/i,
    'Redis refused the user or the password in REDIS_URL.',
  ],
  [
    /cluster support disabled/i,
    'REDIS_URL lists several addresses, but what answers there is no cluster. Name one server.',
  ],
]

const nextPingMs = 100

/**
 * ioredis connects to a node of a cluster with the first command for it, and
 * refuses those that come meanwhile.
 */
const connectNodes = async (redis: StoreConnection, isOver: () => boolean): Promise<void> => {
  if (!(redis instanceof Cluster)) return
  const isThere = () =>
    Promise.all(redis.nodes('master').map((node) => node.ping())).then(
      () => true,
      () => false,
    )
  while (!isOver() && !(await isThere())) await pause(nextPingMs)
}

/**
 * Connects, unless that has come by itself, and waits until Redis serves; of a cluster, until every primary
 * does: without limit, or up to `timeoutMs`. Throws AppError `configuration` then, and at once where waiting would not
 * help.
 */
export const waitForRedis = async (redis: StoreConnection, timeoutMs?: number): Promise<void> => {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let isOver = false
  const fail = (text: string) => {
    isOver = true
    reject(new AppError('configuration', text))
  }
  const timer =
    timeoutMs === undefined
      ? undefined
      : setTimeout(
          () => fail(`Redis did not answer within ${timeoutMs / 1000} s. Is it running? Check REDIS_URL.`),
          timeoutMs,
        )
  const onError = ({ message }: Error) => {
    const mend = mends.find(([pattern]) => pattern.test(message))
    if (mend !== undefined) fail(mend[1])
  }
  const onReady = () => connectNodes(redis, () => isOver).then(resolve, reject)
  redis.on('error', onError)
  redis.on('node error', onError)
  redis.once('ready', onReady)
  if (redis.status === 'ready') void onReady()
  else redis.connect().catch(() => undefined) // tried again until the time is over; the log has each failure
  try {
    await promise
  } finally {
    clearTimeout(timer)
    redis.off('error', onError)
    redis.off('node error', onError)
    redis.off('ready', onReady)
  }
}
