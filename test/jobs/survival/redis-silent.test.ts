import { describe, type TestContext, test, vi } from 'vitest'
import { createBullQueue, defaultQueueSpans } from '../../../src/jobs/worker/bullmq-queue.ts'
import { sweep } from '../../../src/jobs/worker/upkeep/sweep.ts'
import { createWakeHandler } from '../../../src/jobs/worker/work.ts'
import { connectQueue, connectStore } from '../../../src/redis/connection.ts'
import { waitForRedis } from '../../../src/redis/wait.ts'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'
import { expectPeace } from '../../support/jobs/verdict.ts'
import { createRecordingLog } from '../../support/recording-log.ts'
import { startFullDiskRedis } from '../../support/redis/full-disk-redis.ts'
import { startPrivateRedis } from '../../support/redis/private-redis.ts'
import { openTestRedis, testPrefix } from '../../support/redis/redis.ts'
import { startTcpProxy } from '../../support/redis/tcp-proxy.ts'

// Store and queue over the connections of production; the service, the chat and the clock are the test's. What
// says nothing is waited for in real time, so these tests run concurrently, each with its own Redis.

/** Says who sees it, which cannot be looked up meanwhile. */
const openly = { prompt: 'a sea shanty', seen_by: 'here' }
const patienceMs = 20_000
const minuteMs = 60_000
const waitMs = 90_000
const patience = { timeout: 60_000, interval: 50 }
/**
 * How long the queue's connections may say nothing; much shorter than in production, so that reads
 * which block are given up as well.
 */
const silenceMs = 2_000

type OnFinished = TestContext['onTestFinished']

interface Worker {
  world: JobWorld
  queueLog: ReturnType<typeof createRecordingLog>
}

/** A worker whose store is reached at one port and whose queue at another. */
const openWorker = async (onFinished: OnFinished, storePort: number, queuePort: number): Promise<Worker> => {
  const redis = connectStore(`redis://127.0.0.1:${storePort}`, () => undefined)
  await waitForRedis(redis, patienceMs)
  const world = await openJobWorld({ store: { redis } })
  onFinished(() => world.close())
  const connection = connectQueue(`redis://127.0.0.1:${queuePort}`, () => undefined, silenceMs)
  onFinished(() => connection.disconnect())
  const queueLog = createRecordingLog()
  const prefix = `${testPrefix}{tunesmith}`
  const queue = createBullQueue({ connection, prefix, spans: defaultQueueSpans, log: queueLog })
  onFinished(() => queue.close())
  world.queue.wake = queue.wake
  await queue.work(createWakeHandler(world.deps), 10)
  return { world, queueLog }
}

const useRedis = async (onFinished: OnFinished) => {
  const server = await startPrivateRedis()
  onFinished(server.stop)
  return server
}

const useProxy = async (onFinished: OnFinished, port: number) => {
  const proxy = await startTcpProxy(port)
  onFinished(proxy.close)
  return proxy
}

const untilIn = ({ world }: Worker, jobId: string, state: string) =>
  vi.waitFor(async () => {
    const found = (await world.job(jobId)).state
    if (found !== state) throw new Error(`it is ${found}`)
  }, patience)

/** With sweeps as in production, some of which may fail, and with time that passes. */
const sweepsUntilIn = ({ world }: Worker, jobId: string, state: string) =>
  vi.waitFor(
    async () => {
      world.clock.advance(world.deps.deadlines.overdueMs)
      await sweep(world.deps)
      const found = (await world.job(jobId)).state
      if (found !== state) throw new Error(`it is ${found}`)
    },
    { ...patience, interval: 200 },
  )

/** An edit whose end could not be recorded is repeated later, so a job may have something left to do once it is posted. */
const sweepsUntilPeace = ({ world }: Worker) =>
  vi.waitFor(
    async () => {
      world.clock.advance(world.deps.deadlines.overdueMs)
      await sweep(world.deps)
      await expectPeace(world)
    },
    { ...patience, interval: 200 },
  )

interface Trouble {
  worker: Worker
  begin(): unknown
  end(): unknown
}

const down = async (onFinished: OnFinished): Promise<Trouble> => {
  const server = await useRedis(onFinished)
  const worker = await openWorker(onFinished, server.port, server.port)
  return { worker, begin: server.kill, end: server.startAgain }
}

const halfOpen = async (onFinished: OnFinished): Promise<Trouble> => {
  const proxy = await useProxy(onFinished, (await useRedis(onFinished)).port)
  const worker = await openWorker(onFinished, proxy.port, proxy.port)
  return { worker, begin: proxy.swallow, end: proxy.heal }
}

const fullMemory = async (onFinished: OnFinished): Promise<Trouble> => {
  const server = await useRedis(onFinished)
  const worker = await openWorker(onFinished, server.port, server.port)
  const set = (bytes: string) => worker.world.redis.config('SET', 'maxmemory', bytes)
  return { worker, begin: () => set('1'), end: () => set('0') }
}

const fullDisk = async (onFinished: OnFinished): Promise<Trouble> => {
  const server = await startFullDiskRedis('everysec')
  onFinished(server.stop)
  const port = Number(new URL(server.url).port)
  const worker = await openWorker(onFinished, port, port)
  const near = openTestRedis(server.url)
  onFinished(() => near.disconnect())
  const fill = async (): Promise<void> => {
    const filler = 'x'.repeat(20_000)
    while (await near.append(`${testPrefix}filler`, filler).catch(() => undefined));
  }
  return { worker, begin: fill, end: server.makeRoom }
}

const rows: readonly (readonly [string, (onFinished: OnFinished) => Promise<Trouble>])[] = [
  ['row 15, down for a minute', down],
  ['row 17, connected and silent', halfOpen],
  ['row 18, out of memory', fullMemory],
  ...(process.platform === 'linux' ? [['row 19, on a full disk', fullDisk] as const] : []),
]

describe.concurrent('a Redis', () => {
  test.for(rows)(
    'that is %s has requests refused and wake-ups given up; after it all goes on by itself, bought once and said once',
    { timeout: waitMs },
    async ([, prepare], { expect, onTestFinished }) => {
      const { worker, begin, end } = await prepare(onTestFinished)
      const { world, queueLog } = worker
      const jobId = await world.start()
      await untilIn(worker, jobId, 'submitted')
      await begin()
      await expect(world.ask({ values: openly })).rejects.toMatchObject({
        code: 'store_unavailable',
        memberText: expect.stringContaining('Try again in a minute. Nothing was charged.'),
      })
      expect(await world.queue.wake('a-job', 1, 0)).toBe(false)
      expect(queueLog.warnings().some((line) => line.startsWith('a wake-up'))).toBe(true)
      world.clock.advance(minuteMs)
      await expect(sweep(world.deps)).rejects.toMatchObject({ code: 'store_unavailable' })
      await end()
      await sweepsUntilIn(worker, jobId, 'posted')
      await sweepsUntilPeace(worker)
      expect(world.service.submissions).toHaveLength(1)
      expect(world.texts()).toEqual([expect.stringMatching(/^“Title 1” and “Title 2”/)])
    },
  )

  test('that is row 17, silent to the queue alone, holds up no acknowledgement, and wakes when it is back what it should have woken', {
    timeout: waitMs,
  }, async ({ expect, onTestFinished }) => {
    const { port } = await useRedis(onTestFinished)
    const proxy = await useProxy(onTestFinished, port)
    const worker = await openWorker(onTestFinished, port, proxy.port)
    const { world, queueLog } = worker
    proxy.swallow()
    const jobId = await world.start()
    expect((await world.job(jobId)).state).toBe('accepted')
    expect(queueLog.warnings()).toContain('a wake-up was not queued in time')
    proxy.heal()
    await untilIn(worker, jobId, 'submitted')
    await sweepsUntilIn(worker, jobId, 'posted')
    expect(world.service.submissions).toHaveLength(1)
  })
})
