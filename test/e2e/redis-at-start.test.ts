import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { World } from '../../sandbox/world/world.ts'
import { freePort } from '../../studio/kit/free-port.ts'
import { type PrivateRedis, startPrivateRedis } from '../support/redis/private-redis.ts'
import { follow } from '../support/redis/replica.ts'
import { startStrictWorld } from '../support/sandbox/strict-world.ts'

const waitMs = 120_000

let world: World
let redis: PrivateRedis
const lines: string[] = []
beforeAll(async () => {
  world = await startStrictWorld({ bot: false, onLine: (_, line) => void lines.push(line) })
  redis = await startPrivateRedis()
})
afterAll(async () => {
  await world.stop()
  await redis.stop()
})

test('a bot that starts without Redis lives, is not ready, and begins once Redis is there', async () => {
  await redis.kill()
  const httpPort = await freePort()
  const settings = { REDIS_URL: redis.url }
  const starting = world.startBot({ platforms: ['discord'], httpPort, settings })
  const at = (path: string): Promise<Response> => fetch(`http://127.0.0.1:${httpPort}/health/${path}`)
  await vi.waitFor(async () => expect((await at('live')).status).toBe(200), { timeout: waitMs / 4 })
  const notReady = await at('ready')
  expect({ status: notReady.status, body: await notReady.json() }).toMatchObject({
    status: 503,
    body: {
      problems: [
        { problem: 'is starting; it waits for Redis' },
        { name: 'Redis', problem: 'does not answer' },
        {},
      ],
    },
  })
  await redis.startAgain()
  const bot = await starting
  expect((await at('ready')).status).toBe(200)
  await bot.process.stop()
})

test('a bot whose Redis is a replica says so, briefly, and begins once that is a primary', async () => {
  const primary = await startPrivateRedis()
  const copy = new Redis(redis.url)
  await follow(redis, primary)
  const httpPort = await freePort()
  lines.length = 0
  const starting = world.startBot({ platforms: ['discord'], httpPort, settings: { REDIS_URL: redis.url } })
  const readiness = async () => (await fetch(`http://127.0.0.1:${httpPort}/health/ready`)).json()
  const problem = {
    name: 'Redis',
    problem: 'is a replica, which takes no writes (READONLY). Let REDIS_URL lead to the primary.',
  }
  await vi.waitFor(
    async () => expect(await readiness()).toMatchObject({ problems: expect.arrayContaining([problem]) }),
    {
      timeout: waitMs / 4,
    },
  )
  await copy.call('REPLICAOF', 'NO', 'ONE')
  const bot = await starting
  expect(await readiness()).toMatchObject({ status: 'ready' })
  expect(lines.length).toBeLessThan(20)
  await bot.process.stop()
  copy.disconnect()
  await primary.stop()
})
