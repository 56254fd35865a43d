import { Cluster, type Redis } from 'ioredis'
import { AppError } from '../core/errors.ts'
import type { Durability, StoreConnection } from './address.ts'
import { storeError } from './connection.ts'

/** A Redis that takes writes. */
export interface Primary {
  redis: Redis
  /** How it is called in what is said about it. */
  name: string
}

/** Every Redis that takes writes now: one, or each that has slots of a cluster. */
export const primariesOf = (redis: StoreConnection): readonly Primary[] =>
  redis instanceof Cluster
    ? redis.nodes('master').map((node) => ({
        redis: node,
        name: `The Redis at ${node.options.host}:${node.options.port}`,
      }))
    : [{ redis, name: 'Redis' }]

/** Whether Redis answered that it does not do so, rather than not at all. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error && /^(?:NOPERM|ERR)\b/.test(error.message)

/** A reply to one of the commands of the check. Throws AppError `configuration` where Redis does not let us. */
const checked = <T>(reply: Promise<T>, text: string): Promise<T> =>
  reply.catch((cause: unknown) => {
    throw isRefusal(cause) ? new AppError('configuration', text, { cause }) : storeError(cause)
  })

const setting = async ({ redis, name }: Primary, key: string): Promise<string | undefined> => {
  const reply = await checked(
    redis.config('GET', key),
    `${name} does not let us read its settings (CONFIG GET), so nobody can tell whether it keeps what it is told. Use one that does, or set REDIS_DURABILITY=managed-accepted where you trust its provider.`,
  )
  return Array.isArray(reply) ? String(reply[1]) : undefined
}

const checkPolicy = ({ name }: Primary, policy: string | undefined): void => {
  if (policy === 'noeviction') return
  throw new AppError('configuration', `${name} evicts keys (${policy}). Set maxmemory-policy to noeviction.`)
}

/** A managed Redis still reports its eviction policy: https://redis.io/docs/latest/commands/info/ */
const checkManaged = async (primary: Primary): Promise<void> => {
  const info = await checked(
    primary.redis.info('memory'),
    `${primary.name} does not let us ask for its memory policy (INFO). Allow its user that command.`,
  )
  checkPolicy(primary, /^maxmemory_policy:([^\r\n]*)/m.exec(info)?.[1])
}

const checkPrimary = async (primary: Primary, durability: Durability): Promise<void> => {
  if (durability === 'managed-accepted') return checkManaged(primary)
  const [policy, appendOnly, appendFsync] = await Promise.all(
    ['maxmemory-policy', 'appendonly', 'appendfsync'].map((key) => setting(primary, key)),
  )
  checkPolicy(primary, policy)
  const acceptsEverysec = durability === 'everysec-accepted'
  const isKept = appendFsync === 'always' || (acceptsEverysec && appendFsync === 'everysec')
  if (appendOnly === 'yes' && isKept) return
  throw new AppError(
    'configuration',
    `${primary.name} can lose its last writes. Set appendonly to yes and appendfsync to always; with REDIS_DURABILITY=everysec-accepted the risk of everysec is taken knowingly.`,
  )
}

/** A node of a cluster that is taken for a single server refuses whatever is another node's. */
const checkAlone = async (redis: StoreConnection): Promise<void> => {
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
 * Refuses a Redis that may forget: evicted keys are lost money, and a write that is not on disk when the
 * power goes can become a song that is bought twice. Of a cluster every primary is asked. Throws AppError
 * `configuration` with the mend, and `store_unavailable` where Redis does not answer.
 */
export const checkDurability = async (redis: StoreConnection, durability: Durability): Promise<void> => {
  await checkAlone(redis)
  for (const primary of primariesOf(redis)) await checkPrimary(primary, durability)
}
