import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { snapshotOf } from '../../../src/redis/backup/snapshot.ts'
import { loadChecks } from '../../../src/redis/doctor/server-load.ts'
import { jobIn } from '../../support/jobs/job-states.ts'
import { all, read } from '../../support/redis/handmade-snapshots.ts'
import { type PrivateRedis, startPrivateRedis } from '../../support/redis/private-redis.ts'
import { connectedTo } from '../../support/redis/redis.ts'
import { follow } from '../../support/redis/replica.ts'
import { giveBudget, openStoreWorld } from '../../support/redis/store-world.ts'

let servers: PrivateRedis[]
let redis: Redis

const start = async (): Promise<PrivateRedis> => {
  const server = await startPrivateRedis()
  servers.push(server)
  return server
}
const config = (name: string, value: string) => redis.config('SET', name, value)
const primary = () => ({ redis, name: 'Redis' })
const snapshot = () => snapshotOf(primary())
const rdbIn = ({ dir }: PrivateRedis) => join(dir, 'dump.rdb')

beforeEach(async () => {
  servers = []
  // Some tests kill it, and no command should wait for it then.
  redis = new Redis((await start()).url, { maxRetriesPerRequest: 0 })
  redis.on('error', () => undefined)
  await config('repl-diskless-sync-delay', '0') // by itself it waits five seconds for replicas
  await config('rdbcompression', 'no') // else zeros come to nothing
})
afterEach(async () => {
  redis.disconnect()
  for (const server of servers) await server.stop()
})

/** A snapshot that stands still in its middle: it is larger than what a network holds. */
const begun = async () => {
  const large = ['a', 'b', 'c', 'd']
  for (const name of large) await redis.setrange(name, 8_000_000, 'x') // zeros up to there
  const parts = snapshot()
  const first = await parts.next()
  expect(first.done).toBe(false)
  return { large, finish: () => all(parts) }
}

const world = async () => {
  const opened = openStoreWorld({ redis: await connectedTo(servers[0]?.url ?? ''), prefix: '' })
  await giveBudget(opened, 1_000_000_000)
  return opened
}

describe('while a snapshot is made', () => {
  test('and afterwards, a paid request is sent at once, as without any replica', async () => {
    const opened = await world()
    const job = await jobIn(opened, 'submitting')
    const outlives = () => opened.store.outlivesFailover({ ...job, epoch: job.submitEpoch ?? 0 })
    const before = await redis.hgetall(opened.keys.job(job.id))
    const { finish } = await begun()
    expect(await redis.info('replication')).toMatch(/connected_slaves:1\r\nslave0:ip=127\.0\.0\.1,port=0,/)
    expect(await outlives()).toBe(true)
    await finish()
    expect(await outlives()).toBe(true)
    expect(await redis.hgetall(opened.keys.job(job.id))).toEqual(before)
    opened.close()
  })

  test('one waits for the replica that there is, and for no other', async () => {
    const replica = await start()
    await follow(replica, servers[0] as PrivateRedis)
    const opened = await world()
    const job = await jobIn(opened, 'submitting')
    const outlives = () => opened.store.outlivesFailover({ ...job, epoch: job.submitEpoch ?? 0 })
    const { finish } = await begun()
    await expect.poll(outlives, { timeout: 20_000 }).toBe(true)
    replica.signal('SIGSTOP')
    try {
      expect(await outlives()).toBe(false)
    } finally {
      replica.signal('SIGCONT')
    }
    await finish()
    opened.close()
  })

  test('it does not count among the replicas that Redis needs to take writes', async () => {
    const { finish } = await begun()
    await config('min-replicas-to-write', '1')
    await expect(redis.set('x', '1')).rejects.toThrow('NOREPLICAS')
    await finish()
    await expect(redis.set('x', '1')).rejects.toThrow('NOREPLICAS')
  })

  test('the doctor sees no replica', async () => {
    const { finish } = await begun()
    const check = loadChecks.find(({ id }) => id === 'redis.replicas')
    expect(await check?.look(primary(), (section) => redis.info(section))).toMatchObject({
      what: 'Redis has no replicas',
    })
    await finish()
  })

  test('writes go on, and are not in it', async () => {
    const { finish, large } = await begun()
    await redis.set('written-later', 'x')
    expect((await finish()).includes('written-later')).toBe(false)
    await redis.del(large) // to be read quickly
    expect(await read(await all(snapshot()))).toMatchObject([{ key: Buffer.from('written-later') }])
  })
})

test('a snapshot goes through the disk of Redis only if that is set', async () => {
  const [server] = servers as [PrivateRedis]
  await redis.set('a', 'x')
  expect(await read(await all(snapshot()))).toHaveLength(1)
  expect(existsSync(rdbIn(server))).toBe(false)
  await config('repl-diskless-sync', 'no')
  expect(await read(await all(snapshot()))).toHaveLength(1)
  expect(existsSync(rdbIn(server))).toBe(true)
})

test('two at the same time are whole', async () => {
  await redis.set('a', randomBytes(1_000_000))
  const [first, second] = await Promise.all([all(snapshot()), all(snapshot())])
  expect([await read(first), await read(second)]).toMatchObject([[{ database: 0 }], [{ database: 0 }]])
})

describe('a Redis whose disk takes no snapshot', () => {
  beforeEach(async () => {
    await config('save', '3600 1')
    await config('repl-diskless-sync', 'no')
    await redis.set('a', 'x')
    await rm((servers[0] as PrivateRedis).dir, { recursive: true })
  })

  test('says so, and that it takes no writes now, with the mend; the next try stops before it does harm', async () => {
    await expect(all(snapshot())).rejects.toMatchObject({
      code: 'store_unavailable',
      message: expect.stringMatching(
        /broke off while .* The last snapshot of Redis failed, usually for lack of disk.* make room, then type "redis-cli BGSAVE"\./,
      ),
    })
    await expect(redis.set('b', 'x')).rejects.toThrow('MISCONF')
    await expect(all(snapshot())).rejects.toMatchObject({
      code: 'store_refused',
      message: expect.stringMatching(/^The last snapshot of Redis failed.*CONFIG SET repl-diskless-sync yes/),
    })
  })

  test('still sends one that does not go through the disk', async () => {
    await config('repl-diskless-sync', 'yes')
    expect(await read(await all(snapshot()))).toHaveLength(1)
    expect(await redis.set('b', 'x')).toBe('OK')
  })
})

describe('a snapshot that is not whole is refused', () => {
  test('when Redis ends meanwhile', async () => {
    const { finish } = await begun()
    await servers[0]?.kill()
    await expect(finish()).rejects.toMatchObject({
      code: 'store_unavailable',
      message: expect.stringMatching(/^Redis broke off while it made the copy of its data\. Try again\./),
    })
  })

  test.each([
    ['sync', /NOPERM/],
    ['replconf', /NOPERM/],
  ])('and when our user may not %s', async (command, said) => {
    await redis.call('ACL', 'SETUSER', 'poor', 'on', '>word', '~*', '+@all', `-${command}`)
    const poor = new Redis(servers[0]?.url.replace('//', '//poor:word@') ?? '')
    await expect(all(snapshotOf({ redis: poor, name: 'Redis' }))).rejects.toMatchObject({
      code: 'store_refused',
      message: expect.stringMatching(/doesn't hand out a copy of its data/),
      cause: { message: expect.stringMatching(said) },
    })
    poor.disconnect()
  })

  test('and when it follows another one that it does not reach', async () => {
    await redis.replicaof('127.0.0.1', 1)
    await expect(all(snapshot())).rejects.toMatchObject({
      message: expect.stringMatching(/doesn't hand out a copy of its data \("NOMASTERLINK/),
    })
  })
})
