import type { TestProject } from 'vitest/node'
import { startRedis } from '../../../studio/kit/redis/redis.ts'

declare module 'vitest' {
  interface ProvidedContext {
    redisUrl: string
    /** Path of that Redis's Unix socket; undefined for a cluster, and for the server of REDIS_URL. */
    redisSocket: string | undefined
  }
}

/** Starts one Redis for the whole run and stops it afterwards. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const redis = await startRedis({ hasSocket: true })
  project.provide('redisUrl', redis.url)
  project.provide('redisSocket', redis.socket)
  return redis.stop
}
