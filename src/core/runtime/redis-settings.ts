import type { z } from 'zod'
import { type Durability, type RedisAccess, readRedisAddress } from '../redis-address.ts'
import type { ConfigProblem } from './setting-names.ts'
import type { settings } from './settings.ts'

/** How Redis is reached, and how durable it is. */
export type RedisConfig = RedisAccess & { durability: Durability }

/** The settings of Redis. */
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

/** Reads from the settings how Redis is reached. */
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

/** A client certificate needs its key. */
export const redisProblems = ({
  REDIS_CERT: cert,
  REDIS_KEY: key,
}: Readonly<Record<string, string>>): ConfigProblem[] => {
  if ((cert === undefined) === (key === undefined)) return []
  return cert === undefined
    ? [{ name: 'REDIS_CERT', text: 'is missing: REDIS_KEY needs it' }]
    : [{ name: 'REDIS_KEY', text: 'is missing: REDIS_CERT needs it' }]
}

/** The secrets among them; a password also as it is written in an address. */
export const redisSecrets = ({ url, key = '', sentinelPassword = '' }: RedisConfig): string[] => {
  const password = readRedisAddress(url)?.password ?? ''
  return [...new Set([password, encodeURIComponent(password), sentinelPassword, key])]
}
