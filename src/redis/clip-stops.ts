import { microcredits } from '../core/credits.ts'
import { type ClipStop, type ClipStops, unbilledMax } from '../core/ledger/clip-stops.ts'
import type { PriceName } from '../core/ledger/prices.ts'
import type { AccountId } from '../core/target.ts'
import type { StoreConnection } from './address.ts'
import { fromStore, readAll } from './connection.ts'
import { bucketOf, buckets, type Keys, lastEntry, stopEntries, unbilledEntries } from './keys.ts'

interface ClipStopsOptions {
  redis: StoreConnection
  keys: Keys
}

const rangeOf = (prefix: string) => [`[${prefix}`, `(${prefix}${lastEntry}`] as const

/** The entry of a stop, which the script that settles its job writes. */
export const stopEntry = ({ account, price, perUnit, job }: ClipStop): string =>
  `${stopEntries(account)}${price} ${perUnit} ${job}`

const stopIn = (entry: string): ClipStop => {
  const [, account = '', price = '', perUnit, job = ''] = entry.split(' ')
  return {
    account: account as AccountId,
    job,
    price: price as PriceName,
    perUnit: microcredits(Number(perUnit)),
  }
}

/** The stops in Redis: entries in the lists of jobs, one for each job that was charged too dearly. */
export const createClipStops = ({ redis, keys }: ClipStopsOptions): ClipStops => ({
  async look(account) {
    const listed = keys.listed(bucketOf(account))
    const [stops, unbilled] = await fromStore(
      Promise.all([
        redis.zlexcount(listed, ...rangeOf(stopEntries(account))),
        redis.zlexcount(listed, ...rangeOf(unbilledEntries(account))),
      ]),
    )
    if (stops > 0) return 'stopped'
    return unbilled < unbilledMax ? 'open' : 'full'
  },
  async list() {
    const reads = buckets.map(
      (bucket) => ['zrangebylex', keys.listed(bucket), ...rangeOf(stopEntries())] as const,
    )
    return ((await readAll(redis, reads)) as readonly string[][]).flat().map(stopIn)
  },
  async lift(account) {
    const listed = keys.listed(bucketOf(account))
    const entries = await fromStore(redis.zrangebylex(listed, ...rangeOf(stopEntries(account))))
    return entries.length > 0 && (await fromStore(redis.zrem(listed, ...entries))) > 0
  },
})
