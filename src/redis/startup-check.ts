import { Cluster, type Redis } from 'ioredis'
import { AppError } from '../core/errors.ts'
import type { Durability, StoreConnection } from './address.ts'
import { fromStore, storeError } from './connection.ts'
import type { Keys } from './keys.ts'

/** A Redis that accepts writes. */
export interface Primary {
  redis: Redis
  /** Name used in error messages. */
  name: string
}

/** Every Redis that accepts writes now: one, or each that has slots of a cluster. */
export const primariesOf = (redis: StoreConnection): readonly Primary[] =>
  redis instanceof Cluster
    ? redis.nodes('master').map((node) => ({
        redis: node,
        name: `The Redis at ${node.options.host}:${node.options.port}`,
      }))
    : [{ redis, name: 'Redis' }]

/** Whether Redis refused, rather than not answering. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error && /^(?:NOPERM|ERR)\b/.test(error.message)

/** A reply to one of the check's commands. Throws AppError `configuration` if Redis denies it. */
const checked = <T>(reply: Promise<T>, text: string): Promise<T> =>
  reply.catch((cause: unknown) => {
    throw isRefusal(cause) ? new AppError('configuration', text, { cause }) : storeError(cause)
  })

/** Redis 7 is the first with `#!lua`, by which a script is refused as a whole. */
const majorVersionMin = 7

/** A field of INFO; undefined if it is missing. https://redis.io/docs/latest/commands/info/ */
export const infoField = (info: string, field: string): string | undefined =>
  new RegExp(`^${field}:([^\\r\\n]*)`, 'm').exec(info)?.[1]

/**
 * The version of a Redis that can run our scripts; undefined if it does not say. Throws AppError
 * `configuration` for an older one. https://redis.io/docs/latest/commands/info/
 */
export const checkVersion = async ({ redis, name }: Primary): Promise<string | undefined> => {
  const info = await redis.info('server').catch((cause: unknown) => {
    if (isRefusal(cause)) return ''
    throw storeError(cause)
  })
  const version = infoField(info, 'redis_version')
  const major = Number(/^\d+/.exec(version ?? '')?.[0] ?? majorVersionMin)
  if (major >= majorVersionMin) return version
  throw new AppError(
    'configuration',
    `${name} has version ${version}, and Tunesmith's scripts need ${majorVersionMin} or newer. "What it needs" in docs/operating/README.md says where to get one.`,
  )
}

/** The same for every Redis that accepts writes. */
export const checkVersions = async (redis: StoreConnection): Promise<void> => {
  for (const primary of primariesOf(redis)) await checkVersion(primary)
}

/** What Redis does, until a restore is finished. */
export const holdsPart = 'holds only part of a backup: a restore was not finished'

/** Why a Redis can't be used that holds only part of a backup. */
export const unfinishedRestore = `Redis ${holdsPart}. Empty it, in a cluster each primary, with redis-cli FLUSHDB, and run "npm run restore" again.`

/** Whether a restore was begun and not finished. Throws AppError `store_unavailable`. */
export const isRestoring = async (redis: StoreConnection, { restoring }: Keys): Promise<boolean> =>
  (await fromStore(redis.exists(restoring))) > 0

/** Throws AppError `configuration` for a Redis that holds only part of a backup. */
export const refusePart = async (redis: StoreConnection, keys: Keys): Promise<void> => {
  if (await isRestoring(redis, keys)) throw new AppError('configuration', unfinishedRestore)
}

const mute = (name: string, what: string): string =>
  `${name} hides its settings (${what}), so its durability is unknown. Use another Redis, or set REDIS_DURABILITY=managed-accepted if you trust the provider.`

const setting = async ({ redis, name }: Primary, key: string): Promise<string | undefined> => {
  const reply = await checked(redis.config('GET', key), mute(name, 'CONFIG GET'))
  return Array.isArray(reply) && reply.length > 1 ? String(reply[1]) : undefined
}

/** Refuses an eviction policy that forgets keys; none is accepted. Throws AppError `configuration`. */
export const checkPolicy = ({ name }: Primary, policy: string | undefined): void => {
  if (policy === undefined || policy === 'noeviction') return
  throw new AppError('configuration', `${name} evicts keys (${policy}). Set maxmemory-policy to noeviction.`)
}

/** Most managed ones still report their eviction policy: https://redis.io/docs/latest/commands/info/ */
export const reportedPolicy = async ({ redis, name }: Primary): Promise<string | undefined> => {
  const info = await checked(
    redis.info('memory'),
    `${name} hides its memory policy (INFO). Allow its user that command.`,
  )
  return infoField(info, 'maxmemory_policy')
}

const policyName = 'maxmemory-policy'
const persistenceNames = ['appendonly', 'appendfsync'] as const

type Told = Readonly<Record<string, string | undefined>>

const settingsOf = async (primary: Primary, names: readonly string[]): Promise<Told> =>
  Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await setting(primary, name)] as const)),
  )

const judgePersistence = ({ name }: Primary, durability: Durability, told: Told): void => {
  const untold = Object.keys(told).filter((key) => told[key] === undefined)
  if (untold.length > 0)
    throw new AppError('configuration', mute(name, `CONFIG GET does not report ${untold.join(', ')}`))
  const { appendonly: appendOnly, appendfsync: appendFsync } = told
  const acceptsEverysec = durability === 'everysec-accepted'
  const isKept = appendFsync === 'always' || (acceptsEverysec && appendFsync === 'everysec')
  if (appendOnly === 'yes' && isKept) return
  throw new AppError(
    'configuration',
    `${name} can lose its last writes. "npm run doctor -- --fix" sets appendonly to yes and appendfsync to always without losing what it has. Or accept the risk of everysec with REDIS_DURABILITY=everysec-accepted.`,
  )
}

/**
 * Refuses a primary that may lose a write that it has confirmed, whatever it evicts. Throws AppError
 * `configuration`.
 */
export const checkPersistence = async (primary: Primary, durability: Durability): Promise<void> => {
  if (durability === 'managed-accepted') return
  judgePersistence(primary, durability, await settingsOf(primary, persistenceNames))
}

const checkPrimary = async (primary: Primary, durability: Durability): Promise<void> => {
  if (durability === 'managed-accepted') return checkPolicy(primary, await reportedPolicy(primary))
  const told = await settingsOf(primary, [policyName, ...persistenceNames])
  checkPolicy(primary, told[policyName])
  judgePersistence(primary, durability, told)
}

/** The risk of trusting a provider, for a Redis that `checkDurability` accepted as `managed-accepted`. */
export const managedRisk = async (redis: StoreConnection): Promise<string> => {
  const policies = await Promise.all(primariesOf(redis).map(reportedPolicy))
  const trust =
    'REDIS_DURABILITY trusts the provider of Redis. If that loses writes, songs may be bought twice.'
  return policies.includes(undefined)
    ? `${trust} Redis does not report its eviction policy (maxmemory_policy in INFO). Make sure that it evicts nothing.`
    : trust
}

/**
 * A cluster node that is taken for a single server refuses the keys of other nodes. Throws AppError
 * `configuration`.
 */
export const checkAlone = async (redis: StoreConnection): Promise<void> => {
  if (redis instanceof Cluster) return
  const info = await checked(
    redis.info('cluster'),
    'Redis does not let us ask whether it is part of a cluster (INFO). Allow its user that command.',
  )
  if (!/^cluster_enabled:1\r?$/m.test(info)) return
  throw new AppError(
    'configuration',
    'REDIS_URL names one node of a cluster. Name several, separated by commas, or put a comma after this one.',
  )
}

/**
 * Refuses a Redis that may forget: evicted keys are lost money, and a write lost in a power failure can mean
 * that a song is bought twice. Asks every primary of a cluster. Throws AppError `configuration` with the fix,
 * and `store_unavailable` if Redis does not answer.
 */
export const checkDurability = async (redis: StoreConnection, durability: Durability): Promise<void> => {
  await checkAlone(redis)
  for (const primary of primariesOf(redis)) await checkPrimary(primary, durability)
}
