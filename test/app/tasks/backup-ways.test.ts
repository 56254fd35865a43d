import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { backUp, restore } from '../../../src/app/tasks/backup.ts'
import { neededRights } from '../../../src/redis/rights.ts'
import { freePort } from '../../../studio/kit/free-port.ts'
import { type BackupWorld, dumpsIn, openBackupWorld } from '../../support/redis/backup-world.ts'
import { startSentinel } from '../../support/redis/sentinel.ts'
import { selfSigned } from '../../support/service/self-signed.ts'

// Backups over the ways to Redis that have settings of their own, and by users with few rights.

let world: BackupWorld
beforeEach(async () => {
  world = await openBackupWorld()
})
afterEach(() => world.close())

/** The port on which this Redis speaks TLS from now on. */
const withTls = async (redis: Redis, { key, cert }: { key: string; cert: string }): Promise<number> => {
  const files = { key: join(world.folder, 'key.pem'), cert: join(world.folder, 'cert.pem') }
  writeFileSync(files.key, key)
  writeFileSync(files.cert, cert)
  const port = await freePort()
  const settings = { 'tls-cert-file': files.cert, 'tls-key-file': files.key, 'tls-ca-cert-file': files.cert }
  await redis.call(
    'CONFIG',
    'SET',
    ...Object.entries(settings).flat(),
    'tls-auth-clients',
    'no',
    'tls-port',
    String(port),
  )
  return port
}

test('a Redis that speaks TLS, with its own authority and a user with a password, is backed up and restored', async () => {
  const ours = selfSigned()
  const target = await world.start()
  const depsOf = async (redis: Redis) => {
    await redis.call('ACL', 'SETUSER', 'bot', 'on', '>word', '~*', '+@all')
    const url = `rediss://bot:word@localhost:${await withTls(redis, ours)}`
    return { ...world.deps(), environment: { REDIS_URL: url, REDIS_CA: ours.cert } }
  }
  await world.source.redis.setrange('{tunesmith}:large', 5_000_000, 'x')
  const before = await dumpsIn(world.source.redis)
  await backUp(await depsOf(world.source.redis), world.file)
  expect(await restore(await depsOf(target.redis), world.file)).toBe(0)
  const restored = await dumpsIn(target.redis)
  expect([...before].filter(([name, dumped]) => restored.get(name) !== dumped)).toEqual([])
})

test('the primary that Sentinels name is backed up, beside its replica, which gets a restore at once', async () => {
  const sentinel = await startSentinel()
  const primary = new Redis(sentinel.primary.url)
  const replica = new Redis(sentinel.replica.url)
  try {
    await primary.flushall() // of what told that the replica follows
    await world.make()
    expect(await world.restoreTo(sentinel.url)).toBe(0)
    await primary.wait(1, 5_000)
    expect(await replica.dbsize()).toBe(await primary.dbsize())
    const again = join(world.folder, 'again.backup')
    await world.make(again, sentinel.url)
    expect(readdirSync(world.folder)).toContain('again.backup')
    expect(await primary.info('replication')).toMatch(/connected_slaves:1\r\nslave0:.*state=online/)
  } finally {
    for (const redis of [primary, replica]) redis.disconnect()
    await sentinel.stop()
  }
})

test('backing up and restoring need the rights in docs/operating/redis.md, and no others', async () => {
  const docs = readFileSync(join(import.meta.dirname, '../../../docs/operating/redis.md'), 'utf8')
  const [, backup = '', restoring = ''] =
    /`([^`]+)` for `npm run backup`, `([^`]+)` for `npm run restore`/.exec(docs) ?? []
  const userOf = async (redis: Redis, url: string, more: string) => {
    await redis.call('ACL', 'SETUSER', 'bot', 'reset', 'on', '>word', ...neededRights, ...more.split(' '))
    return url.replace('//', '//bot:word@')
  }
  await world.make(world.file, await userOf(world.source.redis, world.source.url, backup))
  expect(world.written()).not.toContain('could not be noted')
  const target = await world.start()
  expect(await world.restoreTo(await userOf(target.redis, target.url, restoring))).toBe(0)
})

test('a user for backups alone needs no more than the line in docs/operating/redis.md allows', async () => {
  const docs = readFileSync(join(import.meta.dirname, '../../../docs/operating/redis.md'), 'utf8')
  const [, rules = ''] = /^ACL SETUSER backup (.*)$/m.exec(docs) ?? []
  await world.source.redis.call('ACL', 'SETUSER', 'backup', ...rules.split(' '))
  await world.make(world.file, world.source.url.replace('//', '//backup:PASSWORD@'))
  expect(world.written()).not.toContain('could not be noted')
  expect(await world.restoreTo((await world.start()).url)).toBe(0)
})
