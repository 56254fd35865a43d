import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { reachRedis, watchDurability, writeProblem } from '../../../src/app/connections.ts'
import type { Running } from '../../../src/app/running.ts'
import { restore } from '../../../src/app/tasks/backup.ts'
import { lookAfterJobs } from '../../../src/app/tasks/jobs.ts'
import { lookAfterServers } from '../../../src/app/tasks/servers.ts'
import { connectQueue, connectStore } from '../../../src/redis/connection.ts'
import { createKeys } from '../../../src/redis/keys.ts'
import { neededRights } from '../../../src/redis/rights.ts'
import { createStoreClock } from '../../../src/redis/scripts.ts'
import { waitForRedis } from '../../../src/redis/wait.ts'
import { createRecordingLog } from '../../support/recording-log.ts'
import { type BackupWorld, openBackupWorld } from '../../support/redis/backup-world.ts'
import { firstRows, isLong } from '../../support/suite/runs.ts'

const keys = createKeys()
let world: BackupWorld
beforeEach(async () => {
  world = await openBackupWorld()
})
afterEach(() => world.close())

const fails = (message: RegExp, code = 'configuration') => ({ code, message: expect.stringMatching(message) })
describe('a Redis on which something runs', () => {
  /** Lets something happen while a restore looks, after so many seconds. */
  const restoreWhile = async (
    target: Awaited<ReturnType<BackupWorld['start']>>,
    happen: () => Promise<unknown>,
    afterSeconds = 12,
  ) => {
    let seconds = 0
    const wait = async (delayMs: number) => {
      seconds += delayMs / 1_000
      if (seconds === afterSeconds) await happen()
    }
    const exitCode = await restore({ ...world.deps(target.url), wait }, world.file)
    return { exitCode, seconds }
  }

  test.each(firstRows(1, [12, 1]))(
    'is not restored if it writes within %i s, and keeps no mark',
    async (afterSeconds) => {
      await world.make()
      const target = await world.start()
      const claim = () => target.redis.zadd(keys.claims('discord'), 1, 'a claim')
      await expect(restoreWhile(target, claim, afterSeconds)).rejects.toMatchObject(
        fails(/^Something still runs on this Redis: .* Stop every process/),
      )
      expect(await target.redis.keys('*')).toEqual([keys.claims('discord')])
      expect(world.written()).not.toContain('only part of a backup')
    },
  )

  test('is noticed for twelve seconds, during which nothing starts there', async () => {
    await world.make()
    const target = await world.start()
    const start = () =>
      expect(world.make(join(world.folder, 'other.backup'), target.url)).rejects.toMatchObject(
        fails(/^Redis holds only part of a backup/),
      )
    expect(await restoreWhile(target, start)).toEqual({ exitCode: 0, seconds: 12 })
  })
})

describe('a restore that breaks off', () => {
  const brokenOff = async () => {
    await world.make()
    const target = await world.start()
    await target.redis.call('ACL', 'SETUSER', 'poor', 'on', '>word', '~*', '+@all', '-restore')
    await expect(world.restoreTo(target.url.replace('//', '//poor:word@'))).rejects.toMatchObject(
      fails(/it lacks \+restore \(NOPERM\)/, 'store_unavailable'),
    )
    return target
  }

  test('says how to repeat it, which is refused until Redis is empty', async () => {
    const target = await brokenOff()
    expect(world.written()).toMatch(
      /^Redis holds only part of a backup: .* redis-cli FLUSHDB, and run "npm run restore" again\.$/m,
    )
    await expect(world.restoreTo(target.url)).rejects.toMatchObject(
      fails(/^Redis holds only part of a backup/),
    )
    await expect(world.make(join(world.folder, 'part.backup'), target.url)).rejects.toMatchObject(
      fails(/^Redis holds only part of a backup/),
    )
    await target.redis.flushdb()
    expect(await world.restoreTo(target.url)).toBe(0)
  })

  test('by a user that may not write keys of another program names one, and says what to do', async () => {
    await world.source.redis.set('of another', 'x')
    await world.make()
    const target = await world.start()
    const rules = ['reset', 'on', '>word', ...neededRights, '+dbsize', '+restore']
    await target.redis.call('ACL', 'SETUSER', 'bot', ...rules)
    await expect(world.restoreTo(target.url.replace('//', '//bot:word@'))).rejects.toMatchObject(
      fails(/^The user in REDIS_URL may not write the key "of another"\. .* may write all keys \(~\*\)/),
    )
  })

  test('keeps the operator’s commands from Redis', async () => {
    const { url } = await brokenOff()
    const deps = { ...world.deps(url), clockToleranceMs: 60_000 }
    for (const command of [
      () => lookAfterServers(deps, { kind: 'resume' }),
      () => lookAfterJobs(deps, { kind: 'retry_all' }),
    ])
      await expect(command()).rejects.toMatchObject(fails(/^Redis holds only part of a backup/))
  })

  test('is seen by a process that runs: it is not ready, and its log says so within a minute', async () => {
    const { url, redis } = await brokenOff()
    expect(await writeProblem(redis)).toBe('holds only part of a backup: a restore was not finished')
    const [log, running] = [createRecordingLog(), [] as Running[]]
    const store = connectStore(url, () => undefined)
    await waitForRedis(store)
    vi.useFakeTimers({ toFake: ['setInterval'] })
    watchDurability(store, 'always', log, running)
    await vi.advanceTimersByTimeAsync(60_000)
    vi.useRealTimers()
    await expect.poll(log.errors).toContain('a backup is restored under this process: stop it')
    for (const { stop } of running) await stop()
    store.disconnect()
  })

  test('keeps the bot from starting', async () => {
    const { url } = await brokenOff()
    const log = createRecordingLog()
    const store = connectStore(url, () => undefined)
    const connections = {
      store,
      waiting: connectStore(url, () => undefined),
      queue: connectQueue(url, () => undefined),
    }
    const clock = createStoreClock({ redis: store, now: Date.now, toleranceMs: 60_000 })
    await expect(reachRedis(connections, { durability: 'always', clock }, log)).rejects.toMatchObject(
      fails(/^Redis holds only part of a backup/),
    )
    for (const connection of Object.values(connections)) connection.disconnect()
  })

  test('because this Redis is older says so', async () => {
    await world.make()
    const whole = gunzipSync(readFileSync(world.file))
    const newer = Buffer.from(whole)
    newer.write('0099', whole.indexOf('REDIS') + 5)
    newer.fill(0, newer.length - 8) // as if written without checksums
    writeFileSync(world.file, gzipSync(newer))
    const target = await world.start()
    await expect(world.restoreTo(target.url)).rejects.toMatchObject(
      fails(/^The Redis in REDIS_URL can't read what the Redis of the backup wrote: it is older/),
    )
  })

  test.runIf(isLong)('because Redis is full says so', async () => {
    await world.source.redis.setrange('{tunesmith}:large', 5_000_000, 'x')
    await world.make()
    const target = await world.start()
    await target.redis.config('SET', 'maxmemory', '3mb')
    await expect(world.restoreTo(target.url)).rejects.toMatchObject(
      fails(/Redis is out of memory \(OOM\)/, 'store_unavailable'),
    )
  })
})
