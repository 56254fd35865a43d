import { type Refusals, refusalReasons } from '../core/command/refusals.ts'
import type { StoreConnection } from './address.ts'
import { fromStore, repliesOf } from './connection.ts'
import type { Keys } from './keys.ts'

interface RefusalsOptions {
  redis: StoreConnection
  keys: Keys
  now: () => number
}

/** Longer than a month, after which nobody reads them. */
const keptMs = 40 * 24 * 60 * 60_000

/** See `Refusals`: a hash for each month. */
export const createRefusals = ({ redis, keys, now }: RefusalsOptions): Refusals => {
  const keyNow = (account: Parameters<Refusals['count']>[0]): string =>
    keys.refusals(account, new Date(now()).toISOString().slice(0, 'yyyy-mm'.length))
  return {
    async count(account, reason) {
      const key = keyNow(account)
      await repliesOf(redis.multi().hincrby(key, reason, 1).pexpire(key, keptMs))
    },
    async thisMonth(account) {
      const [words, channel, blocked, tooMany, consent] = await fromStore(
        redis.hmget(keyNow(account), ...refusalReasons),
      )
      return {
        words: Number(words ?? 0),
        channel: Number(channel ?? 0),
        blocked: Number(blocked ?? 0),
        too_many: Number(tooMany ?? 0),
        consent: Number(consent ?? 0),
      }
    },
  }
}
