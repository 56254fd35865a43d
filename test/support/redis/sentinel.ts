import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Redis } from 'ioredis'
import { spawnChild } from '../../../sandbox/children.ts'
import { freePort } from '../../../sandbox/free-port.ts'
import { findRedisProgram } from '../../../sandbox/redis-program.ts'
import { type PrivateRedis, startPrivateRedis } from './private-redis.ts'

const cacheDir = fileURLToPath(new URL('../../../.cache', import.meta.url))
const host = '127.0.0.1'
const name = 'tunesmith'

const connectTo = (port: number): Redis => {
  const redis = new Redis({ host, port, maxRetriesPerRequest: 0 })
  redis.on('error', () => undefined) // whatever a failover does to it
  return redis
}

/** Makes one the replica of the other: it has what the primary had, and has told it so. */
export const follow = async (replica: PrivateRedis, primary: PrivateRedis): Promise<void> => {
  const [source, copy] = [connectTo(primary.port), connectTo(replica.port)]
  await source.config('SET', 'repl-diskless-sync-delay', '0') // by itself it waits five seconds for more of them
  await copy.replicaof(host, primary.port)
  await source.set('followed', 'yes')
  while ((await source.wait(1, 100)) === 0); // WAIT itself waits for the acknowledgement
  for (const redis of [source, copy]) redis.disconnect()
}

/** A primary, its replica and a Sentinel that may fail over by itself (quorum 1). It ends with the test. */
export const startSentinel = async () => {
  const program = await findRedisProgram(cacheDir)
  const servers = [await startPrivateRedis(), await startPrivateRedis()] as const
  const [primary, replica] = servers
  await follow(replica, primary)
  const dir = await mkdtemp(join(tmpdir(), 'tunesmith-sentinel-'))
  const port = await freePort()
  const file = join(dir, 'sentinel.conf')
  const lines = [
    `bind ${host}`,
    `port ${port}`,
    `dir ${dir}`,
    `sentinel monitor ${name} ${host} ${primary.port} 1`,
    `sentinel down-after-milliseconds ${name} 1000`,
    `sentinel failover-timeout ${name} 5000`,
  ]
  await writeFile(file, `${lines.join('\n')}\n`)
  const child = spawnChild({
    name: 'redis sentinel',
    program: program.path,
    args: [file, '--sentinel'],
    env: program.env,
  })
  await child.line((line) => line.includes('+slave'))
  return {
    /** As `REDIS_URL` has it. */
    url: `redis+sentinel://${host}:${port}/${name}`,
    primary,
    replica,
    /** When the Sentinel has made the replica the primary by itself. */
    failedOver: () => child.line((line) => line.includes('+switch-master')),
    async stop() {
      await child.kill()
      for (const server of servers) await server.stop()
      await rm(dir, { recursive: true, force: true })
    },
  }
}
