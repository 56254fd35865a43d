import type { TestProject } from 'vitest/node'
import { startRedis } from '../../../sandbox/redis.ts'

declare module 'vitest' {
  interface ProvidedContext {
    redisUrl: string
  }
}

/** Starts one Redis for the whole run and stops it afterwards. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const redis = await startRedis()
  project.provide('redisUrl', redis.url)
  return redis.stop
}
