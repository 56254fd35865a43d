import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { Redis } from 'ioredis'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createArchiveFolder } from '../../../src/app/archive-folder.ts'
import { restore } from '../../../src/app/tasks/backup.ts'
import { createKeys } from '../../../src/redis/keys.ts'
import { jobIn } from '../../support/jobs/job-states.ts'
import { openJobWorld } from '../../support/jobs/job-world.ts'
import { type BackupWorld, dumpsIn, openBackupWorld } from '../../support/redis/backup-world.ts'
import { startCluster } from '../../support/redis/cluster.ts'
import { dump, jobRequest } from '../../support/redis/store-world.ts'
import { firstRows, isLong, runs } from '../../support/suite/runs.ts'

const keys = createKeys()
let world: BackupWorld
beforeEach(async () => {
  world = await openBackupWorld()
})
afterEach(() => world.close())

const fails = (message: RegExp, code = 'configuration') => ({ code, message: expect.stringMatching(message) })
const without = (dumps: ReadonlyMap<string, string>, ...names: readonly string[]) =>
  new Map([...dumps].filter(([name]) => !names.includes(name)))

describe('a restored Redis', () => {
  test('no longer knows the members behind pseudonyms if they deleted their data since', async () => {
    const { redis } = world.source
    const key = keys.pseudonyms('b00')
    await redis.hset(key, { 'discord:server-1 member-1': '~gone', 'discord:server-1 member-2': '~there' })
    await world.make()
    const folder = join(world.folder, 'archive')
    const archive = createArchiveFolder(folder)
    await archive.claim('a folder')
    await archive.retire(['~gone'])
    const target = await world.start()
    const environment = { REDIS_URL: target.url, ARCHIVE_DIR: folder }
    expect(await restore({ ...world.deps(), environment }, world.file)).toBe(0)
    expect(await target.redis.hgetall(key)).toEqual({ 'discord:server-1 member-2': '~there' })
  })

  test('has every key as it was, with its time, and the same books', async () => {
    const { redis } = world.source
    await redis.set('{tunesmith}:passing', 'x', 'PX', 3_600_000)
    await redis.setrange('{tunesmith}:large', runs(2_000_000, 20_000_000), 'x')
    for (const state of ['posted', 'failed', 'booked', 'submitted'] as const) await jobIn(world.store, state)
    const before = await dumpsIn(redis)
    await world.make()
    const target = await world.start()
    expect(await world.restoreTo(target.url)).toBe(0)
    expect(world.written()).toMatch(/Restored [\d,]+ keys as of \d{4}-.*\nAll balances match the journal\.\n/)
    expect(without(await dumpsIn(target.redis), keys.lastBackup)).toEqual(before)
    expect(await target.redis.get(keys.lastBackup)).toBe(await redis.get(keys.lastBackup))
  })

  test('has each request of the meantime whole or not at all', async () => {
    let isDone = false
    const asking = async () => {
      while (!isDone) await world.store.store.request(jobRequest())
    }
    const requests = [asking(), asking(), asking()]
    await world.make()
    isDone = true
    await Promise.all(requests)
    expect(await world.restoreTo((await world.start()).url)).toBe(0)
  })

  test('lets the bot go on: what waited is sent, and what was sent is looked up and shown', async () => {
    const before = await openJobWorld({ store: { url: world.source.url, prefix: '' } })
    const sent = await before.start()
    await before.queue.run(before.clock.now())
    const waiting = await before.start()
    expect(await before.statesOf([sent, waiting])).toEqual(['submitted', 'accepted'])
    await world.make()
    before.close()
    const target = await world.start()
    expect(await world.restoreTo(target.url)).toBe(0)

    const after = await openJobWorld({ store: { url: target.url, prefix: '' } })
    after.clock.advance(before.clock.now() - after.clock.now())
    await after.runWithSweeps(after.clock.now() + 10 * 60_000)
    expect(await after.statesOf([sent, waiting])).toEqual(['posted', 'posted'])
    expect(after.service.submissions).toHaveLength(1)
    after.close()
  })

  test('has neither what has expired nor what is in other databases', async () => {
    await world.source.redis.set('{tunesmith}:passing', 'x', 'PX', 1_000_000)
    const other = new Redis(`${world.source.url}/5`)
    await other.set('of another program', 'x')
    await world.make()
    other.disconnect()
    const target = await world.start()
    await restore({ ...world.deps(target.url), now: () => Date.now() + 2_000_000 }, world.file)
    expect(world.written()).toContain('; 1 had expired.')
    expect(await target.redis.exists('{tunesmith}:passing')).toBe(0)
    expect(await target.redis.info('keyspace')).not.toContain('db5')
  })

  test('may take longer for a value than a bot waits for an answer', async () => {
    await world.make()
    const target = await world.start()
    await target.redis.call('CLIENT', 'PAUSE', '2500', 'WRITE')
    expect(await world.restoreTo(target.url)).toBe(0)
  })

  test('may be another database than before', async () => {
    await world.make()
    const target = await world.start()
    expect(await world.restoreTo(`${target.url}/3`)).toBe(0)
    await world.make(join(world.folder, 'second.backup'), `${target.url}/3`)
    const third = await world.start()
    expect(await world.restoreTo(third.url, join(world.folder, 'second.backup'))).toBe(0)
    expect(await third.redis.dbsize()).toBeGreaterThan(10)
  })

  test.runIf(isLong)('may be a cluster, and a cluster may become one server', async () => {
    const cluster = await startCluster()
    try {
      for (const { redis } of cluster.nodes) await redis.config('SET', 'repl-diskless-sync-delay', '0')
      await world.make()
      expect(await world.restoreTo(cluster.url)).toBe(0)
      const back = join(world.folder, 'cluster.backup')
      await world.make(back, cluster.url)
      const whole = gunzipSync(readFileSync(back))
      expect(JSON.parse(whole.toString('utf8', 0, whole.indexOf('\n')))).toMatchObject({ snapshots: 3 })
      const target = await world.start()
      expect(await world.restoreTo(target.url, back)).toBe(0)
      const copy = world.openStore(target.url)
      for (const redis of [copy.redis, world.store.redis]) await redis.del(keys.lastBackup)
      expect(await dump(copy)).toEqual(await dump(world.store))
      // Without the last primary's, though each of the others is whole.
      const cut = join(world.folder, 'cut.backup')
      writeFileSync(cut, gzipSync(whole.subarray(0, whole.lastIndexOf('REDIS00'))))
      await expect(world.restoreTo(target.url, cut)).rejects.toMatchObject(
        fails(/no end: some of it is missing/),
      )
    } finally {
      await cluster.stop()
    }
  })

  test('says which books differ', async () => {
    const account = keys.account('discord:server-1')
    const held = (await world.source.redis.hkeys(account)).find((name) => name.startsWith('pending'))
    await world.source.redis.hset(account, held ?? '', '1')
    await world.make()
    expect(await world.restoreTo((await world.start()).url)).toBe(1)
    expect(world.written()).toContain('The books differ')
  })

  test.runIf(isLong)(
    'is complete within minutes with 10,000 jobs, written to while they are copied',
    async () => {
      const parallel = Array.from({ length: 50 }, async () => {
        for (let count = 0; count < 200; count += 1) await jobIn(world.store, 'posted')
      })
      await Promise.all(parallel)
      let isDone = false
      const asking = async () => {
        while (!isDone) await world.store.store.request(jobRequest())
      }
      const quiet = await dumpsIn(world.source.redis)
      const requests = asking()
      await world.make()
      isDone = true
      await requests
      const target = await world.start()
      expect(await world.restoreTo(target.url)).toBe(0)
      const restored = await dumpsIn(target.redis)
      const jobs = [...quiet].filter(([name]) => name.includes(':job:'))
      expect(jobs.length).toBeGreaterThanOrEqual(10_000)
      expect(jobs.filter(([name, dumped]) => restored.get(name) !== dumped)).toEqual([])
    },
  )
})

describe('restoring is refused, and changes nothing,', () => {
  test('where there is something', async () => {
    await world.make()
    const before = await dumpsIn(world.source.redis)
    await expect(world.restoreTo(world.source.url)).rejects.toMatchObject(
      fails(/^Redis is not empty: it has \d+ keys\. A backup is restored only into an empty/),
    )
    expect(await dumpsIn(world.source.redis)).toEqual(before)
  })

  const spoilt: readonly (readonly [string, (whole: Buffer) => Buffer, RegExp])[] = [
    ['was cut off', (whole) => whole.subarray(0, whole.length - 20), /unexpected end of file/],
    [
      'has a changed byte',
      (whole) => flipped(whole, whole.length - 100),
      /incorrect data|invalid|its checksum|it has/,
    ],
    [
      'had one before it was packed',
      (whole) => gzipSync(flipped(gunzipSync(whole), gunzipSync(whole).indexOf('sea shanty'))),
      /its checksum is wrong/,
    ],
    ['is packed, and something else', () => gzipSync('{"a":1}\n'), /another program or a newer version/],
    ['lost its end before it was packed', (whole) => gzipSync(gunzipSync(whole).subarray(0, -20)), /no end/],
    ['is not packed', () => Buffer.from('hello'), /incorrect header check/],
    ['is packed, and has no line', () => gzipSync('x'.repeat(5_000)), /not made by "npm run backup"/],
  ]

  test.each(firstRows(4, spoilt))('of a file that %s', async (_, spoil, why) => {
    const whole = readFileSync(await world.make())
    const file = join(world.folder, 'spoilt.backup')
    writeFileSync(file, spoil(whole))
    const target = await world.start()
    await expect(world.restoreTo(target.url, file)).rejects.toMatchObject(fails(why))
    expect(await target.redis.dbsize()).toBe(0)
  })

  test('of a file that is not there', async () => {
    await expect(world.restoreTo(world.source.url, join(world.folder, 'none'))).rejects.toMatchObject(
      fails(/ENOENT/),
    )
  })

  test('to a user that may not, with the right that is missing', async () => {
    await world.make()
    const target = await world.start()
    await target.redis.call('ACL', 'SETUSER', 'poor', 'on', '>word', '~*', '+@all', '-dbsize')
    await expect(world.restoreTo(target.url.replace('//', '//poor:word@'))).rejects.toMatchObject(
      fails(/it lacks \+dbsize \(NOPERM\)/, 'store_unavailable'),
    )
  })
})

const flipped = (whole: Buffer, at: number): Buffer => {
  const copy = Buffer.from(whole)
  copy[at] = (copy[at] ?? 0) ^ 0x20
  return copy
}
