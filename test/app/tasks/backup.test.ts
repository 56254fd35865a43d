import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { Redis } from 'ioredis'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { backUp, restore } from '../../../src/app/tasks/backup.ts'
import { createKeys } from '../../../src/redis/keys.ts'
import { startCluster } from '../../support/redis/cluster.ts'
import { type PrivateRedis, startPrivateRedis } from '../../support/redis/private-redis.ts'
import { dump, giveBudget, jobRequest, openStoreWorld, type StoreWorld } from '../../support/redis/store-world.ts'

let servers: PrivateRedis[]
let world: StoreWorld
let folder: string
let written: string

const start = async (): Promise<PrivateRedis> => {
  const server = await startPrivateRedis()
  servers.push(server)
  return server
}

beforeEach(async () => {
  servers = []
  written = ''
  folder = mkdtempSync(join(tmpdir(), 'tunesmith-backup-'))
  const { url } = await start()
  world = openStoreWorld({ url, prefix: '' })
  await giveBudget(world, 100_000_000)
  for (let count = 0; count < 5; count += 1) await world.store.request(jobRequest())
})
afterEach(async () => {
  world.close()
  for (const server of servers) await server.stop()
  rmSync(folder, { recursive: true })
})

const deps = (url = servers[0]?.url ?? '') => ({
  environment: { REDIS_URL: url },
  redisWaitMs: 5_000,
  now: Date.now,
  write: (text: string) => {
    written += text
  },
})
const file = () => join(folder, 'night.backup')
const made = async (): Promise<string> => {
  await backUp(deps(), file())
  return file()
}

describe('a backup', () => {
  test('of everything is restored elsewhere, with the same books', async () => {
    await made()
    expect(written).toMatch(/^Wrote .*night\.backup and read it back: \d+ keys, \d+ MiB\.\nKeep it with a copy of \.env/)
    expect(statSync(file()).mode & 0o777).toBe(0o600)
    await world.redis.del(world.keys.lastBackup) // noted when it was done
    const before = await dump(world)
    const target = await start()
    expect(await restore(deps(target.url), file())).toBe(0)
    expect(written).toMatch(/Restored \d+ keys as of \d{4}-.*\nAll balances match the journal\.\n/)
    const copy = openStoreWorld({ url: target.url, prefix: '' })
    expect(await dump(copy)).toEqual(before)
    copy.close()
  })

  test('is made while requests go on, and has each of them whole or not at all', async () => {
    let isDone = false
    const asking = async () => {
      while (!isDone) await world.store.request(jobRequest())
    }
    const requests = [asking(), asking(), asking()]
    await made()
    isDone = true
    await Promise.all(requests)
    const target = await start()
    expect(await restore(deps(target.url), file())).toBe(0)
  })

  test('is noted, for the doctor', async () => {
    await made()
    expect(Number(await world.redis.get(createKeys().lastBackup))).toBeGreaterThan(Date.now() - 60_000)
  })

  test('gets a name by its time', async () => {
    const here = process.cwd()
    process.chdir(folder)
    try {
      await backUp({ ...deps(), now: () => Date.UTC(2026, 10, 1, 4, 0) }, undefined)
    } finally {
      process.chdir(here)
    }
    expect(statSync(join(folder, 'tunesmith-2026-11-01T04-00Z.backup')).size).toBeGreaterThan(100)
  })

  test('never takes the place of a file', async () => {
    writeFileSync(file(), 'mine')
    await expect(made()).rejects.toMatchObject({ code: 'configuration', message: `${file()} exists already. Give another name.` })
    expect(readFileSync(file(), 'utf8')).toBe('mine')
  })

  test('into a folder that is not there says so', async () => {
    await expect(backUp(deps(), join(folder, 'none/night.backup'))).rejects.toMatchObject({
      code: 'configuration',
      message: expect.stringMatching(/^The backup can't be written: ENOENT/),
    })
  })

  test('is refused with the right that is missing, and leaves no file', async () => {
    await world.redis.call('ACL', 'SETUSER', 'poor', 'on', '>word', '~*', '+@all', '-sync')
    const url = servers[0]?.url.replace('//', '//poor:word@')
    await expect(backUp(deps(url), file())).rejects.toMatchObject({
      message: expect.stringMatching(/doesn't hand out a copy of its data \("NOPERM.*needs \+sync/),
    })
    expect(() => statSync(file())).toThrow('ENOENT')
    expect(() => statSync(`${file()}.part`)).toThrow('ENOENT')
  })

  test('of one server is restored into a cluster, and that of a cluster into one server', async () => {
    const cluster = await startCluster()
    await made()
    expect(await restore(deps(cluster.url), file())).toBe(0)
    const back = join(folder, 'cluster.backup')
    await backUp(deps(cluster.url), back)
    const target = await start()
    expect(await restore(deps(target.url), back)).toBe(0)
    await world.redis.del(world.keys.lastBackup)
    const copy = openStoreWorld({ url: target.url, prefix: '' })
    await copy.redis.del(copy.keys.lastBackup)
    expect(await dump(copy)).toEqual(await dump(world))
    copy.close()
    await cluster.stop()
  })
})

describe('restoring', () => {
  test('leaves out what has expired, and what is in other databases', async () => {
    await world.redis.set('{tunesmith}:passing', 'x', 'PX', 1_000_000)
    const other = new Redis(`${servers[0]?.url}/5`)
    await other.set('of another program', 'x')
    await made()
    other.disconnect()
    const target = await start()
    const later = { ...deps(target.url), now: () => Date.now() + 2_000_000 }
    await restore(later, file())
    expect(written).toContain('; 1 had expired.')
    const copy = new Redis(target.url)
    expect(await copy.exists('{tunesmith}:passing')).toBe(0)
    expect(await copy.info('keyspace')).not.toContain('db5')
    copy.disconnect()
  })

  test('is refused where there is something, and changes nothing', async () => {
    await made()
    const before = await dump(world)
    await expect(restore(deps(), file())).rejects.toMatchObject({
      code: 'configuration',
      message: expect.stringMatching(/^Redis is not empty: it has \d+ keys\. A backup is restored into an empty/),
    })
    expect(await dump(world)).toEqual(before)
  })

  test.each<[string, (whole: Buffer) => Buffer, RegExp]>([
    ['is not packed', () => Buffer.from('hello'), /incorrect header check/],
    ['is packed, and something else', () => gzipSync('{"a":1}\n'), /another program or a newer version/],
    ['is packed, and has no line', () => gzipSync('x'.repeat(5_000)), /not made by "npm run backup"/],
    ['was cut off', (whole) => whole.subarray(0, whole.length - 20), /unexpected end of file/],
    ['lost its end before it was packed', (whole) => gzipSync(gunzipSync(whole).subarray(0, -20)), /no end/],
  ])('a file that %s is refused before anything is written', async (_, spoil, why) => {
    const whole = readFileSync(await made())
    const spoilt = join(folder, 'spoilt.backup')
    writeFileSync(spoilt, spoil(whole))
    const target = await start()
    await expect(restore(deps(target.url), spoilt)).rejects.toMatchObject({
      code: 'configuration',
      message: expect.stringMatching(why),
    })
    const copy = new Redis(target.url)
    expect(await copy.dbsize()).toBe(0)
    copy.disconnect()
  })

  test('a file that is not there is named', async () => {
    await expect(restore(deps(), join(folder, 'none'))).rejects.toMatchObject({
      code: 'configuration',
      message: expect.stringContaining('ENOENT'),
    })
  })

  test('says which books differ', async () => {
    const account = world.keys.account('discord:server-1')
    const held = (await world.redis.hkeys(account)).find((name) => name.startsWith('pending'))
    await world.redis.hset(account, held ?? '', '1')
    await made()
    const target = await start()
    expect(await restore(deps(target.url), file())).toBe(1)
    expect(written).toContain('The books differ')
  })
})
