import type { z } from 'zod'
import { type Durability, type RedisAccess, readRedisAddress, redisPasswords } from '../redis/address.ts'
import { certificateFault, isKeyOf, privateKeyFault } from './pem.ts'
import type { ConfigProblem } from './setting-names.ts'
import type { settings } from './settings.ts'

/** How to reach Redis, and how durable it is. */
export type RedisConfig = RedisAccess & { durability: Durability }

/** How far our clock and that of Redis may differ. */
export const clockToleranceMs = 5 * 60_000

/** The Redis settings. */
export const redisNames = {
  REDIS_URL: true,
  REDIS_DURABILITY: true,
  REDIS_CA: true,
  REDIS_CERT: true,
  REDIS_KEY: true,
  REDIS_SENTINEL_USER: true,
  REDIS_SENTINEL_PASSWORD: true,
  REDIS_SENTINEL_TLS: true,
} as const

/** How to reach Redis, from the settings. */
export const toRedis = (read: Pick<z.output<typeof settings>, keyof typeof redisNames>): RedisConfig => ({
  url: read.REDIS_URL,
  durability: read.REDIS_DURABILITY,
  ca: read.REDIS_CA,
  cert: read.REDIS_CERT,
  key: read.REDIS_KEY,
  sentinelUser: read.REDIS_SENTINEL_USER,
  sentinelPassword: read.REDIS_SENTINEL_PASSWORD,
  sentinelTls: read.REDIS_SENTINEL_TLS,
})

const matchProblems = (cert: string, key: string): ConfigProblem[] =>
  certificateFault(cert) === undefined && privateKeyFault(key) === undefined && !isKeyOf(key, cert)
    ? [{ name: 'REDIS_KEY', text: 'is the key of another certificate than the one in REDIS_CERT' }]
    : []

/** A client certificate needs its key. */
export const redisProblems = ({
  REDIS_CERT: cert,
  REDIS_KEY: key,
}: Readonly<Record<string, string>>): ConfigProblem[] => {
  if (cert !== undefined && key !== undefined) return matchProblems(cert, key)
  if (cert === key) return []
  return cert === undefined
    ? [{ name: 'REDIS_CERT', text: 'is missing: REDIS_KEY needs it' }]
    : [{ name: 'REDIS_KEY', text: 'is missing: REDIS_CERT needs it' }]
}

/** The secrets among them; a password also as it appears in an address. */
export const redisSecrets = ({ url, key = '', sentinelPassword = '' }: RedisConfig): string[] => [
  ...new Set([...redisPasswords(url), sentinelPassword, key]),
]

const namesWithValue = (values: Readonly<Record<string, unknown>>): readonly string[] =>
  Object.keys(values).filter((name) => values[name] !== undefined)

/** Settings that are read but have no effect with this address. */
export const unusedRedisSettings = (redis: RedisConfig): readonly ConfigProblem[] => {
  const address = readRedisAddress(redis.url)
  if (address === undefined) return []
  const isSentinel = address.kind === 'sentinel'
  const hasTls = address.hasTls || (isSentinel && redis.sentinelTls === true)
  const ofTls = { REDIS_CA: redis.ca, REDIS_CERT: redis.cert, REDIS_KEY: redis.key }
  const ofSentinels = {
    REDIS_SENTINEL_USER: redis.sentinelUser,
    REDIS_SENTINEL_PASSWORD: redis.sentinelPassword,
    REDIS_SENTINEL_TLS: redis.sentinelTls,
  }
  return [
    ...(hasTls ? [] : namesWithValue(ofTls)).map((name) => ({
      name,
      text: 'is not used: REDIS_URL is without TLS, which rediss:// has',
    })),
    ...(isSentinel ? [] : namesWithValue(ofSentinels)).map((name) => ({
      name,
      text: 'is not used: REDIS_URL names no Sentinels',
    })),
  ]
}
