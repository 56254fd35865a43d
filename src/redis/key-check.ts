import type { Check, Finding } from '../core/doctor-check.ts'
import type { PauseReason } from '../core/job/concurrency.ts'
import type { StoreConnection } from './address.ts'
import { fromStore } from './connection.ts'
import { buckets, type Keys } from './keys.ts'
import { readPause } from './places.ts'

interface KeyCheckOptions {
  redis: StoreConnection
  keys: Keys
  now: () => number
  /** Identifies the provider's API key without revealing it. */
  providerKeyId: string
  /** Identifies the provider's address. */
  addressId: string
}

const refusals = {
  balance: { why: 'Its account needs a top-up', mend: 'Top it up.' },
  key: { why: 'It does not accept AUDIO_API_KEY', mend: 'Set a key that it accepts, and restart.' },
  unclear: {
    why: 'Its last answers did not say whether it took the requests',
    mend: 'If its status page reports an outage, wait. Otherwise check the proxy and the network between it and this machine.',
  },
  address: { why: 'It was not found at AUDIO_API_URL', mend: 'Set its address, and restart.' },
} as const satisfies Record<PauseReason, object>

const findingOf = async (options: KeyCheckOptions): Promise<Finding> => {
  const pause = await readPause(options)
  const what = 'the audio service'
  if (pause === undefined)
    return { verdict: 'ok', what: `${what} has refused nothing for its account or key` }
  const { why, mend } = refusals[pause.why]
  const waitMs = pause.untilMs - options.now()
  const trial = pause.why === 'address' ? '' : ', and then one request as a try'
  const next =
    waitMs > 0
      ? `nothing is sent for another ${Math.ceil(waitMs / 60_000)} min${trial}`
      : 'the next request is sent alone, as a try'
  return { verdict: 'failed', what, why: `${why}: ${next}.`, mend }
}

/** Whether the audio service accepts requests with our key, by its latest answers. Asks only Redis. */
export const keyCheck = (options: KeyCheckOptions): Check => ({
  name: 'the audio service',
  run: async () => [await findingOf(options)],
})

interface JobKeysOptions {
  redis: StoreConnection
  keys: Keys
  /** Ids of the configured keys. */
  keyIds: readonly string[]
}

/** Unfinished jobs of a bucket that were paid for with a key that is no longer configured. */
const withoutKeyIn = async ({ redis, keys, keyIds }: JobKeysOptions, bucket: string): Promise<number> => {
  const jobs = await fromStore(redis.zrange(keys.open(bucket), '0', '-1'))
  const paidWith = await Promise.all(
    jobs.map((job) => fromStore(redis.hmget(keys.job(job), 'provider_key', 'state'))),
  )
  return paidWith.filter(
    ([keyId, state]) => typeof keyId === 'string' && !keyIds.includes(keyId) && state !== 'accepted',
  ).length
}

/** Whether every running job can be looked up with the key that paid for it. */
export const jobKeysCheck = (options: JobKeysOptions): Check => ({
  name: 'the keys of running jobs',
  async run() {
    const counts = await Promise.all(buckets.map((bucket) => withoutKeyIn(options, bucket)))
    const count = counts.reduce((total, of) => total + of, 0)
    if (count === 0) return []
    return [
      {
        verdict: 'warning',
        what: 'AUDIO_API_KEYS_OLD',
        why: `Jobs that were paid for with a key that is not set: ${count}.`,
        mend: 'Put that key there, so that their results can be fetched.',
      },
    ]
  },
})
