import type { Welcomes } from '../core/job/welcome.ts'
import type { AccountId, PlatformName } from '../core/target.ts'
import type { StoreConnection } from './address.ts'
import { findAccounts } from './allowlist.ts'
import { fromStore } from './connection.ts'
import type { Keys } from './keys.ts'

interface WelcomesOptions {
  redis: StoreConnection
  keys: Keys
  now: () => number
}

/** The field of an account: when its welcome was last worked on, or that it is over. */
const field = 'welcome'
const over = 'over'
/** Prefix of the fields with the notes of an account's welcome. */
const notePrefix = 'welcome|'
const noteNames = ['told'] as const

/** All fields of an account that its welcome can leave. */
export const welcomeFields: readonly string[] = [field, ...noteNames.map((name) => notePrefix + name)]

/** A process that has not noted anything for so long has died or given up. */
const inHandMs = 20_000

/** The field of the allowlist that says since when servers of a platform are welcomed. */
const sinceField = (platform: PlatformName): string => `welcomes|${platform}`

const createSince =
  ({ redis, keys, now }: WelcomesOptions): Welcomes['since'] =>
  async (platform) => {
    const name = sinceField(platform)
    const known = await fromStore(redis.hget(keys.allowed, name))
    if (known !== null) return Number(known)
    const accounts = await findAccounts({ redis, keys })
    const isUsed = accounts.some((account) => account.startsWith(`${platform}:`))
    await fromStore(redis.hsetnx(keys.allowed, name, isUsed ? String(now()) : '0'))
    return Number(await fromStore(redis.hget(keys.allowed, name)))
  }

/** What keeps this process from working on a welcome, if anything. */
const keptFrom = async (
  { redis, keys, now }: WelcomesOptions,
  account: AccountId,
): Promise<'over' | 'in_hand' | undefined> => {
  const key = keys.account(account)
  if ((await fromStore(redis.hsetnx(key, field, String(now())))) === 1) return undefined
  const known = await fromStore(redis.hget(key, field))
  if (known === over) return over
  if (now() < Number(known) + inHandMs) return 'in_hand'
  await fromStore(redis.hset(key, { [field]: String(now()) }))
  return undefined
}

/** The welcomes in Redis, among an account's settings. */
export const createWelcomes = (options: WelcomesOptions): Welcomes => {
  const { redis, keys, now } = options
  return {
    since: createSince(options),
    async begin(account) {
      const why = await keptFrom(options, account)
      if (why !== undefined) return why === 'over' ? undefined : why
      const key = keys.account(account)
      const found = await fromStore(redis.hmget(key, ...noteNames.map((name) => notePrefix + name)))
      const notes: Record<string, string> = {}
      for (const [index, name] of noteNames.entries()) notes[name] = found[index] ?? ''
      return {
        notes,
        async note(name, value) {
          notes[name] = value
          await fromStore(redis.hset(key, { [notePrefix + name]: value, [field]: String(now()) }))
        },
      }
    },
    async end(account) {
      await fromStore(redis.hset(keys.account(account), { [field]: over }))
    },
  }
}
