import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freePort } from '../../sandbox/free-port.ts'
import type { World } from '../../sandbox/world.ts'
import { type PrivateRedis, startPrivateRedis } from '../support/redis/private-redis.ts'
import { startStrictWorld } from '../support/sandbox/strict-world.ts'

const waitMs = 120_000

let world: World
let redis: PrivateRedis
beforeAll(async () => {
  world = await startStrictWorld({ bot: false })
  redis = await startPrivateRedis()
})
afterAll(async () => {
  await world.stop()
  await redis.stop()
})

test(
  'a bot that starts without Redis lives, is not ready, and begins once Redis is there',
  async () => {
    await redis.kill()
    const httpPort = await freePort()
    const settings = { REDIS_URL: redis.url }
    const starting = world.startBot({ platforms: ['discord'], httpPort, settings })
    const at = (path: string): Promise<Response> => fetch(`http://127.0.0.1:${httpPort}/health/${path}`)
    await vi.waitFor(async () => expect((await at('live')).status).toBe(200), { timeout: waitMs / 4 })
    const notReady = await at('ready')
    expect({ status: notReady.status, body: await notReady.json() }).toMatchObject({
      status: 503,
      body: { problems: [{ problem: 'is starting' }, { name: 'Redis', problem: 'does not answer' }, {}] },
    })
    await redis.startAgain()
    const bot = await starting
    expect((await at('ready')).status).toBe(200)
    await bot.process.stop()
  },
  waitMs,
)
