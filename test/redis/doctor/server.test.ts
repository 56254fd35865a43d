import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CheckId, Finding } from '../../../src/core/doctor-check.ts'
import { accountOf } from '../../../src/core/target.ts'
import { createAudit } from '../../../src/redis/audit.ts'
import { booksChecks } from '../../../src/redis/doctor/books.ts'
import { jobsChecks } from '../../../src/redis/doctor/jobs.ts'
import {
  basicChecks,
  type ServerOptions,
  serverChecks,
  timingChecks,
} from '../../../src/redis/doctor/server.ts'
import { bucketOf } from '../../../src/redis/keys.ts'
import { target } from '../../support/commands/invocation.ts'
import { deadJob } from '../../support/jobs/dead-letters.ts'
import { jobIn } from '../../support/jobs/job-states.ts'
import { type PrivateRedis, startPrivateRedis } from '../../support/redis/private-redis.ts'
import { follow } from '../../support/redis/replica.ts'
import { dump, giveBudget, openStoreWorld, type StoreWorld } from '../../support/redis/store-world.ts'
import { startTcpProxy } from '../../support/redis/tcp-proxy.ts'

const account = accountOf(target())
const clockToleranceMs = 5 * 60_000
const hourMs = 60 * 60_000

let server: PrivateRedis
let redis: Redis
let world: StoreWorld

beforeAll(async () => {
  server = await startPrivateRedis()
  redis = new Redis(server.url)
})
afterAll(async () => {
  redis.disconnect()
  await server.stop()
})
beforeEach(async () => {
  world = openStoreWorld({ url: server.url })
  await giveBudget(world, 10_000_000)
})
afterEach(() => world.close())

const look = async (id: CheckId, overrides: Partial<ServerOptions> = {}): Promise<readonly Finding[]> => {
  const { keys, clock } = world
  const now = clock.now
  const audit = createAudit({ redis, keys, now })
  const options = { redis, keys, now, durability: 'always', clockToleranceMs, ...overrides } as const
  const checks = [
    ...basicChecks(options),
    ...timingChecks(options),
    ...serverChecks(options),
    ...booksChecks({ ...options, audit }),
    ...jobsChecks(options),
  ]
  const check = checks.find((known) => known.id === id)
  if (check === undefined) throw new Error(`there is no check ${id}`)
  return check.run()
}
const ok = (what: unknown) => [{ verdict: 'ok', what }]

test('a Redis that is new enough is ok, by its version, and an older one failed', async () => {
  const [, version = ''] = /^redis_version:(.*?)\r?$/m.exec(await redis.info('server')) ?? []
  expect(await look('redis.version')).toEqual(ok(`Redis has version ${version}`))
  const proxy = await startTcpProxy(server.port)
  proxy.rewrite((text) => text.replaceAll(/(?<=redis_version:)\d/g, '6'))
  const older = new Redis(proxy.port)
  expect(await look('redis.version', { redis: older })).toMatchObject([
    { verdict: 'failed', why: expect.stringMatching(/^Redis has version 6\..* need 7 or newer/) },
  ])
  older.disconnect()
  await proxy.close()
})

describe('whether Redis is a primary', () => {
  test('is told of a primary, which takes writes', async () => {
    expect(await look('redis.role')).toEqual(ok('Redis is a primary'))
    expect(await look('redis.write')).toEqual(ok('Redis takes writes'))
  })

  test('is told of a replica, with the way to the primary', async () => {
    const replica = await startPrivateRedis()
    const copy = new Redis(replica.url)
    await copy.replicaof('127.0.0.1', server.port)
    expect(await look('redis.role', { redis: copy })).toEqual([
      {
        verdict: 'failed',
        what: 'Redis takes no writes',
        why: `It is a replica of 127.0.0.1:${server.port}.`,
        mend: 'Let REDIS_URL lead to the primary.',
      },
    ])
    expect(await look('redis.write', { redis: copy })).toMatchObject([
      { verdict: 'failed', why: expect.stringContaining('READONLY') },
    ])
    copy.disconnect()
    await replica.stop()
  })
})

describe('whether its replicas keep up', () => {
  test('is told of a Redis without any, and of those that do', async () => {
    expect(await look('redis.replicas')).toEqual(ok('Redis has no replicas'))
    const replica = await startPrivateRedis()
    await follow(replica, server)
    expect(await look('redis.replicas')).toEqual(ok('replicas of Redis that keep up: 1'))
    await replica.stop()
  })

  test('is a warning while one still gets its first copy, with its address', async () => {
    await redis.config('SET', 'repl-diskless-sync-delay', '3600') // it waits so long for more of them
    const replica = await startPrivateRedis()
    const copy = new Redis(replica.url)
    await copy.replicaof('127.0.0.1', server.port)
    await expect.poll(() => redis.info('replication')).toContain(`port=${replica.port}`)
    expect(await look('redis.replicas')).toEqual([
      {
        verdict: 'warning',
        what: 'the replicas of Redis',
        why: `These do not keep up: 127.0.0.1:${replica.port} (wait_bgsave, 0 s behind). If the primary is lost, so are its last writes.`,
        mend: 'Check that they run, and the network between them.',
      },
    ])
    copy.disconnect()
    await replica.stop()
  })
})

test('what Redis keeps is a warning where it does not say and its provider is trusted, else a failure', async () => {
  const managed = await startPrivateRedis({ commands: { CONFIG: '' } })
  const other = new Redis(managed.url)
  const id = 'redis.durability'
  expect(await look(id, { redis: other })).toMatchObject([
    { verdict: 'failed', why: expect.stringContaining('REDIS_DURABILITY=managed-accepted') },
  ])
  expect(await look(id, { redis: other, durability: 'managed-accepted' })).toMatchObject([
    { verdict: 'warning', why: expect.stringContaining('trusts the provider') },
  ])
  other.disconnect()
  await managed.stop()
})

describe('the durability of Redis', () => {
  afterEach(async () => {
    await redis.config('SET', 'appendfsync', 'always')
    await redis.config('SET', 'maxmemory-policy', 'noeviction')
  })
  const id = 'redis.durability'

  test('is everything', async () => {
    for (const durability of ['always', 'everysec-accepted'] as const)
      expect(await look(id, { durability })).toEqual(ok('Redis keeps every write that it confirms'))
  })

  test('may be all but the last second, which is a warning where that is accepted', async () => {
    await redis.config('SET', 'appendfsync', 'everysec')
    expect(await look(id)).toMatchObject([
      { verdict: 'failed', why: expect.stringMatching(/can lose its last writes/) },
    ])
    expect(await look(id, { durability: 'everysec-accepted' })).toMatchObject([
      { verdict: 'warning', why: expect.stringMatching(/power cut/) },
    ])
  })

  test('may be anything, where it evicts keys', async () => {
    await redis.config('SET', 'maxmemory-policy', 'allkeys-lru')
    expect(await look('redis.eviction')).toMatchObject([
      { verdict: 'failed', why: expect.stringMatching(/evicts keys \(allkeys-lru\)/) },
    ])
  })
})

test.each([
  [0, 'ok'],
  [9_000, 'ok'],
  [-60_000, 'warning'],
  [60_000, 'warning'],
  [-6 * 60_000, 'failed'],
  [6 * 60_000, 'failed'],
])('a clock that is %i ms ahead is: %s', async (aheadMs, verdict) => {
  const [seconds] = await redis.time()
  const now = () => Number(seconds) * 1_000 + aheadMs
  expect(await look('redis.clock', { now })).toMatchObject([
    { verdict, ...(verdict !== 'ok' && { why: expect.stringContaining('it stops booking') }) },
  ])
})

test.each([
  [50, { verdict: 'ok', what: 'a round trip to Redis takes 50 ms' }],
  [
    51,
    {
      verdict: 'warning',
      what: 'a round trip to Redis takes 51 ms',
      why: expect.stringContaining('needs about ten trips'),
      mend: 'Run Tunesmith closer to Redis.',
    },
  ],
])('a Redis that is %i ms away is too far if that is over 50 ms', async (tripMs, finding) => {
  let ms = 0
  const now = () => {
    ms += tripMs
    return ms
  }
  expect(await look('redis.latency', { now })).toEqual([finding])
})

describe('the books', () => {
  const key = () => world.keys.account(account)

  test('agree, and nothing is written by looking', async () => {
    await jobIn(world, 'posted')
    const before = await dump(world)
    expect(await look('money.books')).toEqual(ok('all balances match the journal (4 lines)'))
    expect(await dump(world)).toEqual(before)
  })

  test('differ: each figure is named, with where to read on', async () => {
    await world.redis.hincrby(key(), 'posted|once', 7)
    expect(await look('money.books')).toEqual([
      {
        verdict: 'failed',
        what: 'the books',
        why: `${bucketOf(account)}, ${account}, once: posted is 7, by the journal 0.`,
        mend: expect.stringContaining('docs/operating/money.md'),
      },
    ])
  })

  test('differ in more than anybody would read: the rest is counted', async () => {
    for (let number = 0; number < 25; number += 1) await world.redis.hset(key(), `posted|${number}`, 7)
    const findings = await look('money.books')
    expect(findings).toHaveLength(21)
    expect(findings.at(-1)).toMatchObject({ verdict: 'failed', why: 'There are 5 more of these.' })
  })

  test('have a line that cannot be read, which is a warning', async () => {
    const journal = world.keys.journal(bucketOf(account))
    const line = await world.redis.xadd(journal, '*', 'operation', 'dance')
    expect(await look('money.books')).toMatchObject([
      { verdict: 'warning', what: `line ${line} of the journal of ${bucketOf(account)} ("dance")` },
    ])
  })

  test('fail nothing by however many lines that cannot be read', async () => {
    const journal = world.keys.journal(bucketOf(account))
    for (let number = 0; number < 25; number += 1) await world.redis.xadd(journal, '*', 'operation', 'dance')
    const findings = await look('money.books')
    expect(new Set(findings.map(({ verdict }) => verdict))).toEqual(new Set(['warning']))
    expect(findings.at(-1)).toMatchObject({ why: 'There are 5 more of these.' })
  })
})

describe('dead letters', () => {
  const id = 'jobs.dead'

  test('are none where all is well', async () => {
    await jobIn(world, 'submitted')
    expect(await look(id)).toEqual(ok('there are no dead letters'))
  })

  test('are counted, with the command that looks after them', async () => {
    await deadJob(world, 'submitted')
    await deadJob(world, 'accepted')
    expect(await look(id)).toMatchObject([
      { verdict: 'failed', what: 'dead letters: 2', mend: expect.stringContaining('npm run jobs -- dead') },
    ])
    expect(await look('money.books')).toMatchObject([{ verdict: 'ok' }])
  })
})

describe('jobs', () => {
  test('that are under way are none that is stuck', async () => {
    await jobIn(world, 'submitted')
    await jobIn(world, 'posted')
    expect(await look('jobs.stuck')).toEqual(ok('no job is stuck'))
  })

  test('that nobody touches wait for a worker', async () => {
    await jobIn(world, 'requested')
    expect(await look('jobs.waiting')).toEqual(ok('no job waits for a worker (1 under way)'))
    world.clock.advance(10 * 60_000)
    expect(await look('jobs.waiting')).toMatchObject([
      {
        verdict: 'warning',
        what: 'jobs that wait for a worker: 1',
        why: expect.stringMatching(/10 min ago/),
        mend: expect.stringMatching(/npm start/),
      },
    ])
  })

  test('that wait for their turn for six hours are none that is stuck', async () => {
    const job = await world.store.take((await jobIn(world, 'accepted')).id, 1, Number.MAX_SAFE_INTEGER)
    world.clock.advance(6 * hourMs)
    expect(await look('jobs.stuck')).toEqual(ok('no job is stuck'))
    world.clock.advance(hourMs + 1)
    expect(await look('jobs.stuck')).toMatchObject([
      { what: `job ${job?.id}`, why: 'It has been "accepted" for 7 h.' },
    ])
  })

  test('that are in one state for hours are named', async () => {
    const job = await jobIn(world, 'submitted')
    world.clock.advance(3 * hourMs)
    expect(await look('jobs.stuck')).toMatchObject([
      { verdict: 'warning', what: `job ${job.id}`, why: 'It has been "submitted" for 3 h.' },
    ])
  })
})
