import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { backUp, restore } from '../../../src/app/tasks/backup.ts'
import { type PrivateRedis, startPrivateRedis } from './private-redis.ts'
import { giveBudget, jobRequest, openStoreWorld } from './store-world.ts'

/** A Redis of its own with some requests in it, a folder for backups, and further, empty ones. */
export const openBackupWorld = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tunesmith-backup-'))
  const servers: PrivateRedis[] = []
  const connections: { disconnect(): void }[] = []
  const start = async () => {
    const server = await startPrivateRedis()
    servers.push(server)
    const redis = new Redis(server.url)
    redis.on('error', () => undefined) // it may be killed
    connections.push(redis)
    await redis.config('SET', 'repl-diskless-sync-delay', '0') // by itself it waits five seconds for replicas
    return { ...server, redis }
  }
  const source = await start()
  const openStore = (url: string) => {
    const store = openStoreWorld({ url, prefix: '' })
    connections.push(store.redis)
    return store
  }
  const store = openStore(source.url)
  await giveBudget(store, 100_000_000_000)
  for (let count = 0; count < 5; count += 1) await store.store.request(jobRequest())
  let written = ''
  const deps = (url = source.url) => ({
    environment: { REDIS_URL: url },
    redisWaitMs: 5_000,
    now: Date.now,
    wait: async () => undefined,
    write: (text: string) => {
      written += text
    },
  })
  const file = join(folder, 'night.backup')
  return {
    folder,
    file,
    source,
    store,
    start,
    openStore,
    deps,
    /** What the operator has read. */
    written: () => written,
    make: async (name = file, url = source.url): Promise<string> => {
      await backUp(deps(url), name)
      return name
    },
    restoreTo: (url: string, name = file): Promise<number> => restore(deps(url), name),
    async close() {
      for (const connection of connections) connection.disconnect()
      for (const server of servers) await server.stop()
      await rm(folder, { recursive: true })
    },
  }
}
export type BackupWorld = Awaited<ReturnType<typeof openBackupWorld>>

/** A table's order is another one in every server. */
const contentsOf = async (redis: Redis, name: string): Promise<string | undefined> => {
  const encoding = await redis.object('ENCODING', name)
  if (encoding !== 'hashtable') return (await redis.dumpBuffer(name))?.toString('hex')
  if ((await redis.type(name)) === 'set') return JSON.stringify((await redis.smembers(name)).sort())
  return JSON.stringify(Object.entries(await redis.hgetall(name)).sort())
}

/** Every key as `DUMP` tells it, with the time at which it expires. */
export const dumpsIn = async (redis: Redis): Promise<ReadonlyMap<string, string>> => {
  const names = (await redis.keys('*')).sort()
  const dumps = await Promise.all(
    names.map(async (name) => {
      const [contents, expiresAt] = await Promise.all([
        contentsOf(redis, name),
        redis.call('PEXPIRETIME', name),
      ])
      return [name, `${contents} ${expiresAt}`] as const
    }),
  )
  return new Map(dumps)
}
