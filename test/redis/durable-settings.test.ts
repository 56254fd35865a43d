import { Redis } from 'ioredis'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lackedSettings, setSettings } from '../../src/redis/durable-settings.ts'
import { type PrivateRedis, startPrivateRedis } from '../support/redis/private-redis.ts'

let server: PrivateRedis
let redis: Redis
beforeEach(async () => {
  server = await startPrivateRedis()
  redis = new Redis(server.url)
})
afterEach(async () => {
  redis.disconnect()
  await server.stop()
})

const configure = async (settings: Readonly<Record<string, string>>) => {
  for (const [name, value] of Object.entries(settings)) await redis.config('SET', name, value)
}
const lacked = async (...args: Parameters<typeof lackedSettings>) =>
  (await lackedSettings(...args)).map(({ name, value, wanted }) => `${name} ${value} -> ${wanted}`)

test('what is wrong is listed, and nothing else', async () => {
  expect(await lacked(redis, 'always')).toEqual([])
  await configure({ appendonly: 'no', appendfsync: 'everysec', 'maxmemory-policy': 'allkeys-lru' })
  const policy = 'maxmemory-policy allkeys-lru -> noeviction'
  const all = [policy, 'appendfsync everysec -> always', 'appendonly no -> yes']
  expect(await lacked(redis, 'always')).toEqual(all)
  expect(await lacked(redis, 'everysec-accepted')).toEqual([policy, 'appendonly no -> yes'])
  expect(await lacked(redis, 'managed-accepted')).toEqual([])
})

test('it is set, and forgotten at the next start where Redis has no file for it', async () => {
  await configure({ appendonly: 'no', 'maxmemory-policy': 'allkeys-lru' })
  expect(await setSettings(await lackedSettings(redis, 'always'))).toBe('until_restart')
  expect(await lacked(redis, 'always')).toEqual([])
})

test('a user who may not change settings is named as the reason', async () => {
  await configure({ appendfsync: 'everysec' })
  await redis.call('ACL', 'SETUSER', 'reader', 'on', '>word', '~*', '+@all', '-config|set')
  const reader = new Redis(server.url.replace('//', '//reader:word@'))
  const setting = setSettings(await lackedSettings(reader, 'always'))
  await expect(setting).rejects.toMatchObject({
    code: 'configuration',
    message: expect.stringMatching(
      /^Redis does not let its settings be changed \(NOPERM .*config\|set.*\)\.$/,
    ),
  })
  reader.disconnect()
})

test('settings that cannot be read are left out', async () => {
  const hidden = await startPrivateRedis({ commands: { CONFIG: '' } })
  const managed = new Redis(hidden.url)
  expect(await lacked(managed, 'always')).toEqual([])
  managed.disconnect()
  await hidden.stop()
})

test('a file for its settings keeps them', async () => {
  const sent: string[] = []
  const withFile = { config: async (...args: string[]) => void sent.push(args.join(' ')) }
  const primary = { redis: withFile as unknown as Redis, name: 'Redis' }
  const setting = { primary, name: 'appendonly', value: 'no', wanted: 'yes' }
  expect(await setSettings([setting])).toBe('kept')
  expect(sent).toEqual(['SET appendonly yes', 'REWRITE'])
})
