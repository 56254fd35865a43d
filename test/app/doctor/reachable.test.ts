import { afterAll, beforeAll, expect, test } from 'vitest'
import { whileReachable } from '../../../src/app/doctor/reachable.ts'
import { type Check, type CheckId, ok } from '../../../src/core/doctor-check.ts'
import { connectStore } from '../../../src/redis/connection.ts'
import { waitForRedis } from '../../../src/redis/wait.ts'
import { type PrivateRedis, startPrivateRedis } from '../../support/redis/private-redis.ts'

let server: PrivateRedis
beforeAll(async () => {
  server = await startPrivateRedis()
})
afterAll(() => server.stop())

test('a Redis that is lost meanwhile is told once, and what was not begun is named', async () => {
  const redis = connectStore(server.url, () => undefined)
  await waitForRedis(redis, 5_000)
  const asks = (id: CheckId): Check => ({ id, run: async () => [ok(await redis.ping())] })
  const { checks, lost } = whileReachable(redis, [
    asks('redis.role'),
    asks('redis.write'),
    asks('money.books'),
    asks('jobs.dead'),
  ])
  const [first, second, third, fourth] = checks
  expect(await first?.run()).toEqual([ok('PONG')])
  await server.kill()
  await expect.poll(() => redis.status).not.toBe('ready')
  expect(await second?.run()).toMatchObject([{ why: 'It stopped answering while it was checked.' }])
  expect(await third?.run()).toEqual([])
  expect(await fourth?.run()).toEqual([])
  expect([...lost]).toEqual(['money.books', 'jobs.dead'])
  redis.disconnect()
})

test('a Redis that answers again in time is checked further', async () => {
  await server.startAgain()
  const redis = connectStore(server.url, () => undefined)
  const { checks, lost } = whileReachable(redis, [
    { id: 'redis.role', run: async () => [ok(await redis.ping())] },
  ])
  expect(await checks[0]?.run()).toEqual([ok('PONG')])
  expect(lost.size).toBe(0)
  redis.disconnect()
})
