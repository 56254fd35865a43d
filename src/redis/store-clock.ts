import type { StoreConnection } from './address.ts'
import { fromStore } from './connection.ts'

interface StoreClockOptions {
  redis: StoreConnection
  /** This machine's own clock, in milliseconds since 1970. */
  now: () => number
  /** A clock that is further from Redis' own is not put right: with it, every script refuses. */
  toleranceMs: number
}

/** A clock that goes as Redis' does, so that processes on several machines judge deadlines alike. */
export interface StoreClock {
  now(): number
  /**
   * Asks Redis for the time; until the first answer the machine's own counts.
   * Throws AppError `store_unavailable`.
   */
  measure(): Promise<void>
}

/** A process whose clock is a minute ahead would take for lost what another one is about to finish. */
export const createStoreClock = ({ redis, now, toleranceMs }: StoreClockOptions): StoreClock => {
  let offsetMs = 0
  return {
    now: () => now() + offsetMs,
    async measure() {
      const askedMs = now()
      const [seconds, microseconds] = await fromStore(redis.time())
      const redisMs = Number(seconds) * 1000 + Number(microseconds) / 1000
      const apartMs = Math.round(redisMs - (askedMs + now()) / 2)
      offsetMs = Math.abs(apartMs) > toleranceMs ? 0 : apartMs
    },
  }
}
