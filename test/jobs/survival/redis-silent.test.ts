import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { connectQueue, connectStore } from '../../../src/core/redis/connection.ts'
import { waitForRedis } from '../../../src/core/redis/wait.ts'
import { createBullQueue, defaultQueueSpans } from '../../../src/jobs/bullmq-queue.ts'
import { sweep } from '../../../src/jobs/upkeep/sweep.ts'
import { createWakeHandler } from '../../../src/jobs/work.ts'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'
import { createRecordingLog } from '../../support/recording-log.ts'
import { startFullDiskRedis } from '../../support/redis/full-disk-redis.ts'
import { startPrivateRedis } from '../../support/redis/private-redis.ts'
import { openTestRedis, testPrefix } from '../../support/redis/redis.ts'
import { startTcpProxy } from '../../support/redis/tcp-proxy.ts'

// Store and queue over the connections of production; the service, the chat and the clock are the test's.

const patienceMs = 20_000
const minuteMs = 60_000
const waitMs = 90_000
const patience = { timeout: 60_000, interval: 50 }
/**
 * How long the queue's connections may say nothing; much shorter than in production, so that reads
 * which block are given up as well.
 */
const silenceMs = 2_000

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

let proxy: Awaited<ReturnType<typeof startTcpProxy>>
let world: JobWorld
let queueLog: ReturnType<typeof createRecordingLog>

/** A worker whose store is reached at one port and whose queue at another. */
const openWorker = async (storePort: number, queuePort: number): Promise<void> => {
  const redis = connectStore(`redis://127.0.0.1:${storePort}`, () => undefined)
  await waitForRedis(redis, patienceMs)
  world = await openJobWorld({ store: { redis } })
  const connection = connectQueue(`redis://127.0.0.1:${queuePort}`, () => undefined, silenceMs)
  queueLog = createRecordingLog()
  const prefix = `${testPrefix}{tunesmith}`
  const queue = createBullQueue({ connection, prefix, spans: defaultQueueSpans, log: queueLog })
  closing.push(
    world.close,
    () => connection.disconnect(),
    () => queue.close(),
  )
  world.queue.wake = queue.wake
  await queue.work(createWakeHandler(world.deps), 10)
}

const useRedis = async () => {
  const server = await startPrivateRedis()
  closing.push(server.stop)
  return server
}

const useProxy = async (port: number): Promise<number> => {
  proxy = await startTcpProxy(port)
  closing.push(proxy.close)
  return proxy.port
}

const untilIn = (jobId: string, state: string) =>
  vi.waitFor(async () => expect((await world.job(jobId)).state).toBe(state), patience)

/** With sweeps as in production, some of which may fail, and with time that passes. */
const sweepsUntilIn = (jobId: string, state: string) =>
  vi.waitFor(
    async () => {
      world.clock.advance(world.deps.deadlines.overdueMs)
      await sweep(world.deps)
      expect((await world.job(jobId)).state).toBe(state)
    },
    { ...patience, interval: 200 },
  )

const isRefused = () =>
  expect(world.ask()).rejects.toMatchObject({
    code: 'store_unavailable',
    memberText: expect.stringContaining('Nothing was charged; please try again'),
  })

interface Trouble {
  begin(): unknown
  end(): unknown
}

const down = async (): Promise<Trouble> => {
  const server = await useRedis()
  await openWorker(server.port, server.port)
  return { begin: server.kill, end: server.startAgain }
}

const halfOpen = async (): Promise<Trouble> => {
  const port = await useProxy((await useRedis()).port)
  await openWorker(port, port)
  return { begin: proxy.swallow, end: proxy.heal }
}

const fullMemory = async (): Promise<Trouble> => {
  const server = await useRedis()
  await openWorker(server.port, server.port)
  const set = (bytes: string) => world.redis.config('SET', 'maxmemory', bytes)
  return { begin: () => set('1'), end: () => set('0') }
}

const fullDisk = async (): Promise<Trouble> => {
  const server = await startFullDiskRedis('everysec')
  closing.push(server.stop)
  const port = Number(new URL(server.url).port)
  await openWorker(port, port)
  const near = openTestRedis(server.url)
  closing.push(() => near.disconnect())
  const fill = async (): Promise<void> => {
    const filler = 'x'.repeat(20_000)
    while (await near.append(`${testPrefix}filler`, filler).catch(() => undefined));
  }
  return { begin: fill, end: server.makeRoom }
}

const rows: readonly (readonly [string, () => Promise<Trouble>])[] = [
  ['row 15, down for a minute', down],
  ['row 17, connected and silent', halfOpen],
  ['row 18, out of memory', fullMemory],
  ...(process.platform === 'linux' ? [['row 19, on a full disk', fullDisk] as const] : []),
]

describe.each(rows)('a Redis that is %s', (_, prepare) => {
  test(
    'has requests refused and wake-ups given up; after it all goes on by itself, bought once and said once',
    async () => {
      const trouble = await prepare()
      const jobId = await world.start()
      await untilIn(jobId, 'submitted')
      await trouble.begin()
      await isRefused()
      expect(await world.queue.wake('a-job', 1, 0)).toBe(false)
      expect(queueLog.warnings().some((line) => line.startsWith('a wake-up'))).toBe(true)
      world.clock.advance(minuteMs)
      await expect(sweep(world.deps)).rejects.toMatchObject({ code: 'store_unavailable' })
      await trouble.end()
      await sweepsUntilIn(jobId, 'posted')
      expect(world.service.submissions).toHaveLength(1)
      expect(world.texts()).toEqual([expect.stringMatching(/^Your song is ready/)])
      expect(await world.balances()).toMatchObject({ held: 0 })
    },
    waitMs,
  )
})

describe('row 17, a queue whose connections alone are silent', () => {
  beforeEach(async () => {
    const { port } = await useRedis()
    await openWorker(port, await useProxy(port))
  })

  test(
    'holds up no acknowledgement, and what it should have woken is woken when it is back',
    async () => {
      proxy.swallow()
      const jobId = await world.start()
      expect((await world.job(jobId)).state).toBe('accepted')
      expect(queueLog.warnings()).toContain('a wake-up was not queued in time')
      proxy.heal()
      await untilIn(jobId, 'submitted')
      await sweepsUntilIn(jobId, 'posted')
      expect(world.service.submissions).toHaveLength(1)
    },
    waitMs,
  )
})
