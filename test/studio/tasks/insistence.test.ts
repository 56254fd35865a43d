import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startClock } from '../../../studio/kit/clock.ts'
import { type PrivateRedis, startPrivateRedis } from '../../support/redis/private-redis.ts'
import { type Caller, startCaller } from '../caller.ts'
import { advanceUntil } from '../raw-call.ts'

let redis: PrivateRedis
let admin: Redis
beforeAll(async () => {
  redis = await startPrivateRedis()
  admin = new Redis(redis.url)
  admin.on('error', () => undefined)
})
afterAll(async () => {
  admin.disconnect()
  await redis.stop()
})

const clock = startClock()
let caller: Caller
beforeEach(async () => {
  caller = await startCaller({ redisUrl: redis.url, clock, musicSeconds: 1 })
})
afterEach(async () => await caller.close())
afterAll(() => clock.stop())

const delayMs = 3_600_000
const submitForLater = async (plan: object = {}): Promise<unknown> => {
  await caller.control('POST', '/next', { delayMs, ...plan })
  return (await caller.submit({ prompt: 'a song' })).body.task_id
}
const refuseWrites = () => admin.config('SET', 'maxmemory', '1')
const takeWrites = () => admin.config('SET', 'maxmemory', '0')
/** How often Redis refused a write since the last time that this was asked for. */
const refusedWrites = async (): Promise<number> =>
  Number(/errorstat_OOM:count=(\d+)/.exec(await admin.info('errorstats'))?.[1] ?? 0)

const untilWritesAreRefused = async (times: number): Promise<void> => {
  const wanted = (await refusedWrites()) + times
  for (let count = 0; count < wanted; count = await refusedWrites()) clock.advance(1_000)
}
const ended = (taskId: unknown) => advanceUntil(caller.ended(taskId), clock, 1_000, () => admin.ping())
const balance = async () => (await caller.control('GET', '/account')).body.balance

// Redis answers so where its memory is used up, and in like manner where its disk is
// full or its data are being loaded.
test.each([
  ['made', {}, 'COMPLETED', 99.9],
  ['made for less than was estimated', { cost: 0.04 }, 'COMPLETED', 99.96],
  ['failed', { fail: 'out of tune' }, 'ERROR', 100],
])('a task that was %s while Redis refuses every write is not lost', async (_, plan, status, left) => {
  const taskId = await submitForLater(plan)
  await refuseWrites()
  clock.advance(delayMs)
  await untilWritesAreRefused(3)
  await takeWrites()
  expect(await ended(taskId)).toMatchObject({ status })
  expect(await balance()).toBe(left)
})

test('a submission that Redis refuses to keep costs nothing and takes no place', async () => {
  await caller.control('PUT', '/settings', { parallelMax: 1 })
  await refuseWrites()
  expect((await caller.submit({ prompt: 'a song' })).status).toBe(500)
  await takeWrites()
  expect(await balance()).toBe(100)
  const { status, body } = await caller.submit({ prompt: 'a song' })
  expect(status).toBe(200)
  expect(await ended(body.task_id)).toMatchObject({ status: 'COMPLETED' })
})

test('a studio that closes while Redis refuses leaves its task to the next one', async () => {
  const options = { redisUrl: redis.url, keyPrefix: 'closed:', clock, musicSeconds: 1 }
  const before = await startCaller(options)
  await before.control('POST', '/next', { delayMs })
  const { body } = await before.submit({ prompt: 'a song' })
  await refuseWrites()
  clock.advance(delayMs)
  await untilWritesAreRefused(2)
  await before.close()
  await takeWrites()

  const after = await startCaller(options)
  expect(await advanceUntil(after.ended(body.task_id), clock, delayMs, () => admin.ping())).toMatchObject({
    status: 'COMPLETED',
  })
  await after.close()
})

test('tasks outlast a Redis that is killed and started again', async () => {
  const taskIds = [await submitForLater(), await submitForLater()]
  clock.advance(delayMs)
  await redis.kill()
  clock.advance(1_000)
  await redis.startAgain()
  for (const taskId of taskIds) expect(await ended(taskId)).toMatchObject({ status: 'COMPLETED' })
  expect(await balance()).toBe(99.8)
})
