import type { Places } from '../places.ts'
import type { StoreConnection } from './connection.ts'
import type { Keys } from './keys.ts'
import { plainScript, runScript } from './scripts.ts'

const takePlace = plainScript('take-place')
const releasePlace = plainScript('release-place')
const spendLookup = plainScript('spend-lookup')

interface PlacesOptions {
  redis: StoreConnection
  keys: Keys
  now: () => number
  /** Stands for the provider's API key, without giving it away. */
  providerKeyId: string
  /** Tasks that the plan runs at once. */
  parallel: number
  lookupsPerMinute: number
}

/** The provider's limits, shared by all processes that use one API key. */
export const createPlaces = (options: PlacesOptions): Places => {
  const { redis, keys, now, providerKeyId, parallel, lookupsPerMinute } = options
  const placeKeys = [keys.leases(providerKeyId), keys.line(providerKeyId)]
  const lease = (jobId: string, epoch: number) => `${jobId}-${epoch}`
  return {
    async take(jobId, epoch, untilMs) {
      const args = [String(now()), jobId, lease(jobId, epoch), String(untilMs), String(parallel)]
      const [status, position] = await runScript(redis, takePlace, placeKeys, args)
      return status === 'taken' ? { status } : { status: 'waiting', position: Number(position) }
    },
    async release(jobId, epoch) {
      const [, next] = await runScript(redis, releasePlace, placeKeys, [lease(jobId, epoch), jobId])
      return next === undefined || next === '' ? undefined : next
    },
    async spendLookup() {
      const [status, waitMs] = await runScript(
        redis,
        spendLookup,
        [keys.lookups(providerKeyId)],
        [String(lookupsPerMinute)],
      )
      return status === 'spent' ? { status } : { status: 'wait', waitMs: Number(waitMs) }
    },
  }
}
