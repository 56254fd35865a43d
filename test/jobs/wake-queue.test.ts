import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBullQueue, defaultQueueSpans } from '../../src/jobs/worker/bullmq-queue.ts'
import type { StoreConnection } from '../../src/redis/address.ts'
import { connectQueue } from '../../src/redis/connection.ts'
import { createTestClock } from '../support/clock.ts'
import { createMemoryQueue } from '../support/jobs/memory-queue.ts'
import { describeWakeQueue } from '../support/jobs/wake-queue-contract.ts'
import { createRecordingLog } from '../support/recording-log.ts'
import { keysLike, testPrefix, testRedisUrl } from '../support/redis/redis.ts'

let connection: StoreConnection
let queues = 0

beforeAll(() => {
  connection = connectQueue(testRedisUrl(), () => undefined)
})
afterAll(() => connection.disconnect())

const nextPrefix = (): string => {
  queues += 1
  return `${testPrefix}${queues}:{tunesmith}`
}
const bullQueue = (prefix = nextPrefix()) =>
  createBullQueue({ spans: defaultQueueSpans, connection, prefix, log: createRecordingLog() })

describeWakeQueue('memory', () => {
  const clock = createTestClock()
  const queue = createMemoryQueue(clock)
  return Promise.resolve({ queue, now: clock.now, run: () => queue.run(), close: () => queue.close() })
})

describeWakeQueue('BullMQ', () => {
  const queue = bullQueue()
  return Promise.resolve({
    queue,
    now: Date.now,
    run: () => Promise.resolve(),
    close: () => queue.close(),
  })
})

describe('BullMQ', () => {
  test('that rests takes nothing new, and says which jobs are left when its time is over', async () => {
    const queue = bullQueue()
    const begun = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    const arrived: string[] = []
    await queue.work(async (jobId) => {
      arrived.push(jobId)
      begun.resolve()
      await gate.promise
    }, 5)
    await queue.wake('job-1', 1, 0)
    await begun.promise
    expect(await queue.rest(1)).toEqual(['job-1'])
    await queue.wake('job-2', 1, 0)
    gate.resolve()
    expect(await queue.rest(60_000)).toEqual([])
    expect(arrived).toEqual(['job-1'])
    await queue.close()
  })

  test('spreads wake-ups over processes, and hands each of them out once', async () => {
    const prefix = nextPrefix()
    const arrived: string[] = []
    const all = Promise.withResolvers<void>()
    const processes = [bullQueue(prefix), bullQueue(prefix)]
    for (const queue of processes) {
      await queue.work((jobId) => {
        arrived.push(jobId)
        if (arrived.length === 40) all.resolve()
        return Promise.resolve()
      }, 5)
    }
    const jobs = Array.from({ length: 40 }, (_, index) => `job-${index}`)
    await Promise.all(jobs.map((job) => processes[0]?.wake(job, 1, 0)))
    await all.promise
    await Promise.all(processes.map((queue) => queue.close()))
    expect(arrived.sort()).toEqual(jobs.sort())
  })

  test('keeps what one process leaves behind for the next', async () => {
    const prefix = nextPrefix()
    const first = bullQueue(prefix)
    await first.wake('left-behind', 1, 0)
    await first.wake('left-behind-for-later', 1, 30)
    await first.close()
    const second = bullQueue(prefix)
    const arrived: string[] = []
    const both = Promise.withResolvers<void>()
    await second.work((jobId) => {
      arrived.push(jobId)
      if (arrived.length === 2) both.resolve()
      return Promise.resolve()
    }, 1)
    await both.promise
    await second.close()
    expect(arrived).toEqual(['left-behind', 'left-behind-for-later'])
  })

  test('leaves nothing of a wake-up behind, whether it went well or not', async () => {
    const prefix = nextPrefix()
    const queue = bullQueue(prefix)
    const seen = Promise.withResolvers<void>()
    await queue.work((jobId) => {
      if (jobId === 'last') seen.resolve()
      return jobId === 'poison' ? Promise.reject(new Error('poison')) : Promise.resolve()
    }, 1)
    await queue.wake('fine', 1, 0)
    await queue.wake('poison', 1, 0)
    await queue.wake('last', 1, 0)
    await seen.promise
    await queue.close()
    const keys = await keysLike(connection, `${prefix.replaceAll(/[{}]/g, '?')}*`)
    const ofWakeUps = keys.filter((key) => /fine|poison|last|completed|failed|active$|wait$/.test(key))
    expect(ofWakeUps).toEqual([])
  })

  test('says nothing of itself but what is wrong, and that to the log', async () => {
    const log = createRecordingLog()
    const own = connectQueue(testRedisUrl(), () => undefined)
    const queue = createBullQueue({ spans: defaultQueueSpans, connection: own, prefix: nextPrefix(), log })
    // BullMQ now and then never closes a worker of a cluster that has not begun to listen yet.
    const begun = Promise.withResolvers<void>()
    await queue.work(() => Promise.resolve(begun.resolve()), 1)
    await queue.wake('first', 1, 0)
    await begun.promise
    await queue.close()
    own.disconnect()
    expect(log.lines).toEqual([])
  })
})
