import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { durabilities } from '../../src/redis/address.ts'
import { checkDurability, checkVersions, managedRisk } from '../../src/redis/startup-check.ts'
import { type PrivateRedis, startPrivateRedis } from '../support/redis/private-redis.ts'
import { startTcpProxy } from '../support/redis/tcp-proxy.ts'

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
  await expect(checkDurability(redis, 'always')).resolves.toBeUndefined()
})

describe('a Redis that may forget', () => {
  const refusal = { code: 'configuration', message: expect.stringMatching(losesWrites) }

  test('its last second is refused, unless the operator takes the risk', async () => {
    await configure({ appendfsync: 'everysec' })
    await expect(checkDurability(redis, 'always')).rejects.toMatchObject(refusal)
    await expect(checkDurability(redis, 'everysec-accepted')).resolves.toBeUndefined()
  })

  test.each([
    ['appendonly', 'no'],
    ['appendfsync', 'no'],
  ])('everything (%s %s) is refused, unless its provider is trusted', async (name, value) => {
    await configure({ [name]: value })
    await expect(checkDurability(redis, 'managed-accepted')).resolves.toBeUndefined()
    for (const accepts of ['always', 'everysec-accepted'] as const) {
      await expect(checkDurability(redis, accepts)).rejects.toMatchObject(refusal)
    }
  })

  test.each(['allkeys-lru', 'volatile-ttl'])('keys (%s) is refused in any case', async (policy) => {
    await configure({ 'maxmemory-policy': policy })
    for (const accepts of durabilities) {
      await expect(checkDurability(redis, accepts)).rejects.toMatchObject({
        code: 'configuration',
        message: `Redis evicts keys (${policy}). Set maxmemory-policy to noeviction.`,
      })
    }
  })
})

describe('a Redis that does not tell its settings', () => {
  let managed: PrivateRedis
  let other: Redis

  beforeAll(async () => {
    managed = await startPrivateRedis({ commands: { CONFIG: 'CONFIG-OF-TESTS' } })
    other = new Redis(managed.url)
  })
  afterAll(async () => {
    other.disconnect()
    await managed.stop()
  })

  test.each(['always', 'everysec-accepted'] as const)(
    'is refused with %s, with the way out',
    async (durability) => {
      await expect(checkDurability(other, durability)).rejects.toMatchObject({
        code: 'configuration',
        message: expect.stringContaining('REDIS_DURABILITY=managed-accepted'),
      })
    },
  )

  test('is trusted where the operator says so', async () => {
    await expect(checkDurability(other, 'managed-accepted')).resolves.toBeUndefined()
  })

  test('is refused in any case where it evicts keys, which it does say', async () => {
    await other.call('CONFIG-OF-TESTS', 'SET', 'maxmemory-policy', 'allkeys-lru')
    await expect(checkDurability(other, 'managed-accepted')).rejects.toMatchObject({
      message: 'Redis evicts keys (allkeys-lru). Set maxmemory-policy to noeviction.',
    })
  })
})

describe('a Redis that answers with no settings', () => {
  let managed: PrivateRedis
  let other: Redis

  beforeAll(async () => {
    // A union of sets that do not exist is an empty list as well.
    managed = await startPrivateRedis({ commands: { CONFIG: 'CONFIG-OF-TESTS', SUNION: 'CONFIG' } })
    other = new Redis(managed.url)
  })
  afterAll(async () => {
    other.disconnect()
    await managed.stop()
  })

  test.each(['always', 'everysec-accepted'] as const)(
    'is refused with %s as one that tells nothing, with the way out',
    async (durability) => {
      await expect(checkDurability(other, durability)).rejects.toMatchObject({
        code: 'configuration',
        message: expect.stringMatching(
          /^Redis hides its settings \(CONFIG GET does not report maxmemory-policy, appendonly, appendfsync\).*REDIS_DURABILITY=managed-accepted/,
        ),
      })
    },
  )

  test('is trusted where the operator says so', async () => {
    await expect(checkDurability(other, 'managed-accepted')).resolves.toBeUndefined()
  })
})

describe('a Redis that tells less in INFO', () => {
  let proxy: Awaited<ReturnType<typeof startTcpProxy>>
  let other: Redis

  beforeAll(async () => {
    proxy = await startTcpProxy(server.port)
    other = new Redis(proxy.port)
  })
  afterAll(async () => {
    other.disconnect()
    await proxy.close()
  })

  test('is trusted where the operator says so, and its eviction policy said to be unknown', async () => {
    expect(await managedRisk(other)).not.toContain('maxmemory_policy')
    proxy.rewrite((text) => text.replaceAll('maxmemory_policy', 'another_field_xx'))
    await expect(checkDurability(other, 'managed-accepted')).resolves.toBeUndefined()
    expect(await managedRisk(other)).toMatch(
      /does not report its eviction policy \(maxmemory_policy in INFO\)/,
    )
  })

  test('is used without its version, which the scripts notice themselves', async () => {
    proxy.rewrite((text) => text.replaceAll('redis_version', 'other_version'))
    await expect(checkVersions(other)).resolves.toBeUndefined()
  })

  test.each(['3', '6'])('is refused as version %s, with the version and the least one', async (major) => {
    proxy.rewrite((text) => text.replaceAll(/(?<=redis_version:)\d/g, major))
    await expect(checkVersions(other)).rejects.toMatchObject({
      code: 'configuration',
      message: expect.stringMatching(
        new RegExp(
          `^Redis has version ${major}\\.\\S+, and Tunesmith's scripts need 7 or newer\\. "What it needs"`,
        ),
      ),
    })
  })
})
