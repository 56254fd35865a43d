import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { makePassingFolder, startRedis } from '../../../sandbox/redis.ts'

declare module 'vitest' {
  interface ProvidedContext {
    redisUrl: string
    /** Path of the same Redis's Unix socket; undefined where REDIS_URL names a server of others. */
    redisSocket: string | undefined
  }
}

/** Starts one Redis for the whole run and stops it afterwards. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const folder = await makePassingFolder('tunesmith-socket-')
  const socket = join(folder, 'redis')
  const redis = await startRedis({ socket })
  project.provide('redisUrl', redis.url)
  project.provide('redisSocket', redis.pid === undefined ? undefined : socket)
  return async () => {
    await redis.stop()
    await rm(folder, { recursive: true })
  }
}
