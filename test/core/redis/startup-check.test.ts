import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { checkDurability } from '../../../src/core/redis/startup-check.ts'
import { type PrivateRedis, startPrivateRedis } from '../../support/redis/private-redis.ts'

const safe = { appendonly: 'yes', appendfsync: 'always', 'maxmemory-policy': 'noeviction' }

let server: PrivateRedis
let redis: Redis

beforeAll(async () => {
  server = await startPrivateRedis()
  redis = new Redis(server.url)
})
afterAll(async () => {
  redis.disconnect()
  await server.stop()
})

const configure = async (settings: Readonly<Record<string, string>>) => {
  for (const [name, value] of Object.entries(settings)) await redis.config('SET', name, value)
}

afterEach(() => configure(safe))

const losesWrites = /^Redis can lose its last writes\. .*REDIS_DURABILITY=everysec-accepted/

test('a Redis that forgets nothing will do', async () => {
  await expect(checkDurability(redis, false)).resolves.toBeUndefined()
})

describe('a Redis that may forget', () => {
  const refusal = { code: 'configuration', message: expect.stringMatching(losesWrites) }

  test('its last second is refused, unless the operator takes the risk', async () => {
    await configure({ appendfsync: 'everysec' })
    await expect(checkDurability(redis, false)).rejects.toMatchObject(refusal)
    await expect(checkDurability(redis, true)).resolves.toBeUndefined()
  })

  test.each([
    ['appendonly', 'no'],
    ['appendfsync', 'no'],
  ])('everything (%s %s) is refused in any case', async (name, value) => {
    await configure({ [name]: value })
    for (const accepts of [false, true]) {
      await expect(checkDurability(redis, accepts)).rejects.toMatchObject(refusal)
    }
  })

  test.each(['allkeys-lru', 'volatile-ttl'])('keys (%s) is refused in any case', async (policy) => {
    await configure({ 'maxmemory-policy': policy })
    for (const accepts of [false, true]) {
      await expect(checkDurability(redis, accepts)).rejects.toMatchObject({
        code: 'configuration',
        message: `Redis evicts keys (${policy}). Set maxmemory-policy to noeviction.`,
      })
    }
  })
})
