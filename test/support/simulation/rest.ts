import type { Redis } from 'ioredis'
import { bucketOf, type Keys } from '../../../src/redis/keys.ts'
import type { BadDay } from './bad-day.ts'
import { provider } from './simulated-ports.ts'
import { accountsOf } from './stage.ts'

/**
 * What lies in Redis, for the judge: it asks by itself, and believes nothing that the code under test says.
 */
export const readAll = async (redis: Redis, commands: readonly (readonly (string | number)[])[]) =>
  ((await redis.pipeline(commands.map((command) => [...command])).exec()) ?? []).map(([error, reply]) => {
    if (error !== null) throw error
    return reply
  })

/**
 * When something is to be done next that nobody was told of; undefined where nothing is left to do.
 */
export const nextDueMs = async (
  redis: Redis,
  { day, keys, now }: { day: BadDay; keys: Keys; now: () => number },
): Promise<number | undefined> => {
  const ofBuckets = accountsOf(day).flatMap((account) => [
    ['zrange', keys.open(bucketOf(account)), 0, 0, 'WITHSCORES'],
    ['zrange', keys.unmirrored(bucketOf(account)), 0, 0, 'WITHSCORES'],
  ])
  const others = [['zrange', keys.operatorUnconfirmed, 0, 0, 'WITHSCORES']]
  const line = [keys.leases(provider), keys.line(provider), keys.offers(provider)].map((key) => [
    'zcard',
    key,
  ])
  const replies = await readAll(redis, [...ofBuckets, ...others, ...line])
  const due = replies.flatMap((reply) => {
    if (Array.isArray(reply)) return reply.length === 0 ? [] : [Number(reply[1])]
    return Number(reply) === 0 ? [] : [now()]
  })
  return due.length === 0 ? undefined : Math.min(...due)
}
