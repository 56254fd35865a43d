import { Redis } from 'ioredis'
import { type AccountId, accountOf } from '../../../src/core/target.ts'
import { bucketOf } from '../../../src/redis/keys.ts'
import { someNoonMs } from '../clock.ts'
import { giveBudget, openStoreWorld } from '../redis/store-world.ts'
import type { BadDay } from './bad-day.ts'
import { targetOf } from './simulated-people.ts'
import type { createDeps } from './simulated-ports.ts'
import type { KnownScript } from './simulated-redis.ts'

type Deps = ReturnType<typeof createDeps>

/** A mistake that somebody may make: in a script, or in what a process does with its ports. */
export interface Mistake {
  tamper?: (source: string) => string
  spoil?: (deps: Deps) => Deps
  /** Where the mistake is one in what is asked of Discord: as if it had no nonces. */
  discord?: 'forgets nonces'
}

/** Where days are played, one after another: a database of a real Redis that nobody else has. */
export interface Stage {
  redis: Redis
  known: Map<string, KnownScript>
  tamper: (source: string) => string
  spoil: (deps: Deps) => Deps
  hasNonces: boolean
}

/** Builds the stage in one of the server's databases; Redis has sixteen. */
export const openStage = (
  url: string,
  database: number,
  { tamper = (source) => source, spoil = (deps) => deps, discord }: Mistake = {},
): Stage => ({
  redis: new Redis(url, { db: database, maxRetriesPerRequest: 0 }),
  known: new Map(),
  tamper,
  spoil,
  hasNonces: discord !== 'forgets nonces',
})

/** Who pays on this day. */
export const accountsOf = ({ asks }: BadDay): readonly AccountId[] => [
  ...new Set(asks.map((ask) => accountOf(targetOf(ask)))),
]

/** Where anything of this day can lie. */
export const usedBucketsOf = (day: BadDay): ReadonlySet<string> => new Set(accountsOf(day).map(bucketOf))

/** Gives every server its limit, before the day begins. */
export const giveLimits = async ({ redis }: Stage, day: BadDay): Promise<void> => {
  const stores = openStoreWorld({ redis, prefix: '', now: () => someNoonMs })
  for (const account of accountsOf(day)) await giveBudget(stores, day.limit, account)
}
