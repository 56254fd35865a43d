import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Connections, openRedis, redisProblem } from '../../src/app/connections.ts'
import type { RedisConfig } from '../../src/app/redis-settings.ts'
import type { Running } from '../../src/app/running.ts'
import { createBullQueue, defaultQueueSpans } from '../../src/jobs/worker/bullmq-queue.ts'
import { isTold } from '../../src/redis/readiness.ts'
import { waitForRedis } from '../../src/redis/wait.ts'
import { createRecordingLog } from '../support/recording-log.ts'
import { type PrivateRedis, startPrivateRedis } from '../support/redis/private-redis.ts'

const patience = { timeout: 30_000, interval: 20 }
const noRoom = 'accepts no more connections (MAXCLIENTS). Raise its maxclients, or run fewer processes.'
const plenty = 10_000

let server: PrivateRedis
let admin: Redis
beforeAll(async () => {
  server = await startPrivateRedis()
  admin = new Redis(server.url)
})
afterAll(async () => {
  admin.disconnect()
  await server.stop()
})

const clients = async (): Promise<number> =>
  Number(/connected_clients:(\d+)/.exec(await admin.info('clients'))?.[1])

const makeRoom = (count: number) => admin.config('SET', 'maxclients', String(count))

interface World {
  redis: Connections
  log: ReturnType<typeof createRecordingLog>
  work: () => Promise<void>
}

const within = async (run: (world: World) => Promise<void>): Promise<void> => {
  const running: Running[] = []
  const log = createRecordingLog()
  const access: RedisConfig = { url: server.url, durability: 'always' }
  const redis = openRedis(access, log, running)
  const queue = createBullQueue({
    connection: redis.queue,
    prefix: '{no-room}',
    spans: defaultQueueSpans,
    log,
    isTold,
  })
  try {
    await run({ redis, log, work: () => queue.work(() => Promise.resolve(), 1) })
  } finally {
    await makeRoom(plenty)
    await queue.close()
    for (const { stop } of running) await stop()
  }
}

const connectAll = ({ store, waiting, queue }: Connections) =>
  Promise.all([store, waiting, queue].map((each) => waitForRedis(each)))

const isWell = ({ redis }: World) =>
  vi.waitFor(async () => expect(await redisProblem(redis)).toBeUndefined(), patience)

const saysNoRoom = ({ redis }: World) =>
  vi.waitFor(async () => expect(await redisProblem(redis)).toBe(noRoom), patience)

describe('a Redis without room for a connection is named until it has room', () => {
  test('at start, by the connections that the process waits for', () =>
    within(async (world) => {
      await makeRoom(await clients())
      const connected = connectAll(world.redis)
      await saysNoRoom(world)
      await makeRoom(plenty)
      await connected
      await isWell(world)
    }))

  test('at start, by the connection that the worker makes for itself', () =>
    within(async (world) => {
      await connectAll(world.redis)
      await makeRoom(await clients())
      const working = world.work()
      await saysNoRoom(world)
      await makeRoom(plenty)
      await working
      await isWell(world)
    }))

  test.each(['store', 'waiting', 'queue'] as const)('later, by a lost connection of the %s', (name) =>
    within(async (world) => {
      await connectAll(world.redis)
      await isWell(world)
      const id = await world.redis[name].call('CLIENT', 'ID')
      await makeRoom((await clients()) - 1)
      await admin.call('CLIENT', 'KILL', 'ID', String(id))
      await saysNoRoom(world)
      await makeRoom(plenty)
      await isWell(world)
    }),
  )

  test('in one line of the log for each connection, with the mend', () =>
    within(async (world) => {
      const { log } = world
      await connectAll(world.redis)
      await makeRoom(await clients())
      const working = world.work()
      await vi.waitFor(() => expect(log.lines.length).toBeGreaterThan(0), patience)
      await makeRoom(plenty)
      await working
      expect(log.lines).toEqual([
        expect.objectContaining({ message: 'the connection to Redis has a problem' }),
      ])
      expect(JSON.stringify(log.lines)).toContain(noRoom)
    }))
})
