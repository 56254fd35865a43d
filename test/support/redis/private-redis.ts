import { rm } from 'node:fs/promises'
import { freePort } from '../../../studio/kit/free-port.ts'
import {
  makePassingFolder,
  type RedisOptions,
  type RedisServer,
  startRedis,
} from '../../../studio/kit/redis/redis.ts'

type PrivateRedisOptions = Pick<RedisOptions, 'commands'>

/**
 * A Redis for one test alone, to be tormented: killed, filled up, started again on the same data and port.
 */
export const startPrivateRedis = async ({ commands = {} }: PrivateRedisOptions = {}) => {
  const dir = await makePassingFolder('tunesmith-private-redis-')
  const port = await freePort()
  let server: RedisServer = await startRedis({ dir, port, commands })
  return {
    url: server.url,
    port,
    /** Where its data lie. */
    dir,
    kill: () => server.kill(),
    signal(name: 'SIGSTOP' | 'SIGCONT') {
      if (server.pid !== undefined) process.kill(server.pid, name)
    },
    async startAgain() {
      server = await startRedis({ dir, port, commands })
    },
    /**
     * Nobody wants its data any more, and one that still writes its first file
     * of them would not hear of an end.
     */
    async stop() {
      await server.kill()
      await rm(dir, { recursive: true, force: true })
    },
  }
}
export type PrivateRedis = Awaited<ReturnType<typeof startPrivateRedis>>
