import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { Redis } from 'ioredis'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { writeBackup } from '../../../src/app/backup-writing.ts'
import { backUp } from '../../../src/app/tasks/backup.ts'
import { AppError } from '../../../src/core/errors.ts'
import { createKeys } from '../../../src/redis/keys.ts'
import { type BackupWorld, dumpsIn, openBackupWorld } from '../../support/redis/backup-world.ts'
import { read, snapshotOfParts } from '../../support/redis/handmade-snapshots.ts'
import { firstRows } from '../../support/suite/runs.ts'

const keys = createKeys()
const files = (folder: string) => readdirSync(folder)
const fails = (message: RegExp, code = 'configuration') => ({ code, message: expect.stringMatching(message) })

describe('a backup', () => {
  let world: BackupWorld
  beforeEach(async () => {
    world = await openBackupWorld()
  })
  afterEach(() => world.close())

  test('can be read by its owner only, and tells what to do with it', async () => {
    await world.make()
    expect(world.written()).toMatch(
      /^Wrote .*night\.backup and read it back: \d+ keys, under 1 MiB\.\nCopy it to another machine, and keep \.env elsewhere: its ENCRYPTION_KEY/,
    )
    expect(statSync(world.file).mode & 0o777).toBe(0o600)
    expect(files(world.folder)).toEqual(['night.backup'])
  })

  test('is a snapshot of Redis behind one line, which other programs read, too', async () => {
    await world.make()
    const whole = gunzipSync(readFileSync(world.file))
    const end = whole.indexOf('\n')
    expect(JSON.parse(whole.toString('utf8', 0, end))).toMatchObject({ database: 0, snapshots: 1 })
    expect(whole.toString('utf8', end + 1, end + 6)).toBe('REDIS')
    expect((await read(whole.subarray(end + 1))).length).toBeGreaterThan(10)
  })

  test('is noted, for the doctor', async () => {
    await world.make()
    expect(Number(await world.source.redis.get(keys.lastBackup))).toBeGreaterThan(Date.now() - 60_000)
  })

  test('counts if that can not be noted, and says so', async () => {
    await world.source.redis.call('ACL', 'SETUSER', 'poor', 'on', '>word', '~*', '+@all', '-set')
    await world.make(world.file, world.source.url.replace('//', '//poor:word@'))
    expect(world.written()).toMatch(
      /Wrote .*\nCopy it .*\nIts time could not be noted for the doctor: NOPERM/,
    )
    expect(files(world.folder)).toEqual(['night.backup'])
  })

  const others: readonly (readonly [string, string, (redis: Redis) => Promise<unknown>])[] = [
    ['is another program’s', '/3', (redis) => redis.set('of another', 'x')],
    ['is empty', '/3', async () => undefined],
    ['has only the time of a backup', '/3', (redis) => redis.set(keys.lastBackup, '1')],
  ]

  test.each(firstRows(1, others))(
    'of a database that %s is refused, and noted nowhere',
    async (_, database, fill) => {
      const url = world.source.url + database
      const redis = new Redis(url)
      await fill(redis)
      const before = await dumpsIn(redis)
      await expect(world.make(world.file, url)).rejects.toMatchObject(
        fails(/^What the Redis in REDIS_URL sent can't .*: it has nothing of Tunesmith's in database 3\.$/),
      )
      expect(await dumpsIn(redis)).toEqual(before)
      expect(files(world.folder)).toEqual([])
      redis.disconnect()
    },
  )

  test('gets a name by its time', async () => {
    const here = process.cwd()
    process.chdir(world.folder)
    try {
      await backUp({ ...world.deps(), now: () => Date.UTC(2026, 10, 1, 4, 0) }, undefined)
    } finally {
      process.chdir(here)
    }
    expect(files(world.folder)).toEqual(['tunesmith-2026-11-01T04-00Z.backup'])
  })

  test('never takes the place of a file, and then asks Redis for nothing', async () => {
    writeFileSync(world.file, 'mine')
    await expect(world.make()).rejects.toMatchObject(
      fails(/night\.backup exists already\. Give another name\.$/),
    )
    expect(readFileSync(world.file, 'utf8')).toBe('mine')
    expect(await world.source.redis.info('stats')).toContain('sync_full:0')
  })

  test('into a folder that is not there says so', async () => {
    await expect(world.make(join(world.folder, 'none/night.backup'))).rejects.toMatchObject(
      fails(/^The backup can't be written to .*night\.backup: ENOENT/),
    )
  })

  test('is refused with the right that is missing, and leaves no file', async () => {
    for (const right of ['sync', 'replconf']) {
      await world.source.redis.call('ACL', 'SETUSER', 'poor', 'on', '>word', '~*', '+@all', `-${right}`)
      await expect(
        world.make(world.file, world.source.url.replace('//', '//poor:word@')),
      ).rejects.toMatchObject(
        fails(
          new RegExp(
            `^Redis does not let our user do that: it lacks \\+${right} \\(NOPERM\\)\\. "Rights" in`,
          ),
          'store_unavailable',
        ),
      )
      await world.source.redis.call('ACL', 'DELUSER', 'poor')
    }
    expect(files(world.folder)).toEqual([])
  })

  test('that breaks off leaves no file', async () => {
    await world.source.redis.setrange('large', 50_000_000, 'x')
    const making = world.make()
    making.catch(() => undefined)
    await expect.poll(() => files(world.folder).length).toBe(1)
    await world.source.kill()
    await expect(making).rejects.toMatchObject(fails(/broke off while it made the copy/, 'store_unavailable'))
    expect(files(world.folder)).toEqual([])
  })
})

describe('writing snapshots to a file', () => {
  let folder: string
  let file: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tunesmith-backup-'))
    file = join(folder, 'night.backup')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const about = { madeAtMs: 0, database: 0 }
  const good = snapshotOfParts('REDIS0013', 0, '{tunesmith}:key', 'value')
  async function* pieces(...parts: readonly (Buffer | (() => Promise<unknown>))[]): AsyncGenerator<Buffer> {
    for (const part of parts) {
      if (part instanceof Buffer) yield part
      else if (typeof part === 'function') await part()
    }
  }

  test('puts all of them into one, in which their keys are counted', async () => {
    expect(await writeBackup(file, about, [pieces(good), pieces(good), pieces(good)])).toBe(3)
    expect(files(folder)).toEqual(['night.backup'])
  })

  test('leaves a file alone that came meanwhile, and what another one is writing', async () => {
    const other = 'night.backup.1234.part'
    writeFileSync(join(folder, other), 'of another')
    const meanwhile = async () => writeFileSync(file, 'mine')
    await expect(writeBackup(file, about, [pieces(meanwhile, good)])).rejects.toMatchObject(
      fails(/exists already/),
    )
    expect(readFileSync(file, 'utf8')).toBe('mine')
    expect(files(folder)).toEqual(['night.backup', other])
  })

  test('ends all if one of them fails, and leaves nothing', async () => {
    const failure = new AppError('store_unavailable', 'it broke off')
    const fail = () => Promise.reject(failure)
    const ended: string[] = []
    async function* endless(name: string): AsyncGenerator<Buffer> {
      try {
        for (;;) yield randomBytes(1_000)
      } finally {
        ended.push(name)
      }
    }
    const snapshots = [endless('a'), pieces(good, fail), endless('b')]
    await expect(writeBackup(file, about, snapshots)).rejects.toBe(failure)
    await expect.poll(() => ended.sort()).toEqual(['a', 'b'])
    expect(files(folder)).toEqual([])
  })

  test.each<[string, Buffer, RegExp]>([
    [
      'has something that this version can not read',
      snapshotOfParts('REDIS0016', 28, 'key'),
      /^What the Redis in REDIS_URL sent can't be used as a backup: it has a value of type 28/,
    ],
    [
      'changed on its way',
      Buffer.from(good.with(12, 0x40)),
      /^What the Redis in REDIS_URL sent .*its checksum is wrong\.$/,
    ],
    ['is not whole', good.subarray(0, -3), /^What the Redis in REDIS_URL sent .*no end/],
  ])('refuses one that %s, and leaves nothing', async (_, bytes, why) => {
    await expect(writeBackup(file, about, [pieces(bytes)])).rejects.toMatchObject(fails(why))
    expect(files(folder)).toEqual([])
  })
})

test('a full disk is told in plain words, and nothing stays on it', async ({ onTestFinished }) => {
  const world = await openBackupWorld()
  onTestFinished(() => world.close())
  await world.source.redis.set('noise', randomBytes(300_000))
  const limited = `trap '' XFSZ; ulimit -f 16; exec "$0" "$@"`
  const program = join(import.meta.dirname, '../../../src/main.ts')
  mkdirSync(join(world.folder, 'disk'))
  const child = spawn('/bin/sh', ['-c', limited, process.execPath, program, 'backup', 'disk/night.backup'], {
    cwd: world.folder,
    env: { REDIS_URL: world.source.url },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
  expect(said).toMatch(
    /^The backup can't be written to disk\/night\.backup: EFBIG: file too large, write\.\n$/,
  )
  expect(code).toBe(78)
  expect(readdirSync(join(world.folder, 'disk'))).toEqual([])
})
