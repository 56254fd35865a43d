import { Redis } from 'ioredis'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
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

describe('a Redis with a file for its settings', () => {
  let sent: string[]
  beforeEach(() => {
    sent = []
  })

  /** Answers INFO with these, one after the other, and then with the last. */
  const switchedOn = (...told: readonly string[]) => {
    const left = [...told]
    const withFile = {
      config: async (...args: string[]) => void sent.push(args.join(' ')),
      info: async () => {
        sent.push('INFO')
        return (left.length > 1 ? left.shift() : left[0]) ?? ''
      },
    }
    const primary = { redis: withFile as unknown as Redis, name: 'Redis' }
    return setSettings([{ primary, name: 'appendonly', value: 'no', wanted: 'yes' }])
  }
  const persistence = (isWriting: boolean, last = 'ok') =>
    `aof_enabled:1\r\naof_rewrite_in_progress:${isWriting ? 1 : 0}\r\naof_rewrite_scheduled:0\r\naof_last_bgrewrite_status:${last}\r\n`

  test('keeps them', async () => {
    expect(await switchedOn(persistence(false))).toBe('kept')
    expect(sent).toEqual(['SET appendonly yes', 'INFO', 'REWRITE'])
  })

  test('keeps them only once all its data are in the append-only file, for it would start empty without', async () => {
    expect(await switchedOn(persistence(true), persistence(false))).toBe('kept')
    expect(sent).toEqual(['SET appendonly yes', 'INFO', 'INFO', 'REWRITE'])
  })

  test('does not keep them if its data could not be copied', async () => {
    expect(await switchedOn(persistence(false, 'err'))).toBe('unfinished')
    expect(sent).toEqual(['SET appendonly yes', 'INFO'])
  })
})
