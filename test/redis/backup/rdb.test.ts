import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createChecksum } from '../../../src/redis/backup/checksum.ts'
import { entriesIn, type SnapshotEntry } from '../../../src/redis/backup/rdb.ts'
import { snapshotOf } from '../../../src/redis/backup/snapshot.ts'
import {
  all,
  blank,
  inPieces,
  type Part,
  read,
  snapshotOfParts,
} from '../../support/redis/handmade-snapshots.ts'
import { type PrivateRedis, startPrivateRedis } from '../../support/redis/private-redis.ts'

let server: PrivateRedis
let redis: Redis
let bytes: Buffer

const names = (count: number) => Array.from({ length: count }, (_, index) => `name ${index}`)
const long = 'all work and no play '.repeat(5_000)
const noise = Buffer.from(Array.from({ length: 70_000 }, (_, index) => (index * 7_919) % 251))

/** Keys of every kind in which Redis keeps one: small and large, numbers, packed and unpacked. */
const keep: Readonly<Record<string, (key: string) => Promise<unknown>>> = {
  'a text': (key) => redis.set(key, 'tide'),
  'no text': (key) => redis.set(key, ''),
  'a small number': (key) => redis.set(key, '7'),
  'a middle number': (key) => redis.set(key, '-7000'),
  'a large number': (key) => redis.set(key, '70000000'),
  'a number beyond all kinds': (key) => redis.set(key, '7000000000000'),
  'a long text': (key) => redis.set(key, long),
  'long noise': (key) => redis.set(key, noise),
  'a short list': (key) => redis.rpush(key, 'a', 'b', '7'),
  'a long list': (key) => redis.rpush(key, ...names(2_000), noise),
  'a set of numbers': (key) => redis.sadd(key, '1', '2', '70000000000'),
  'a short set': (key) => redis.sadd(key, 'a', 'b'),
  'a long set': (key) => redis.sadd(key, ...names(2_000)),
  'a short sorted set': (key) => redis.zadd(key, 1.5, 'a', '-inf', 'b'),
  'a long sorted set': (key) => redis.zadd(key, ...names(2_000).flatMap((name, index) => [index / 3, name])),
  'a short hash': (key) => redis.hset(key, { a: '1', b: 'two' }),
  'a long hash': (key) => redis.hset(key, Object.fromEntries(names(2_000).map((name) => [name, name]))),
  'a stream': async (key) => {
    for (const name of names(300)) await redis.xadd(key, '*', 'name', name)
  },
  'a stream with deleted entries': async (key) => {
    for (const name of names(5)) await redis.xadd(key, '*', 'name', name)
    const [[first = ''] = []] = await redis.xrange(key, '-', '+', 'COUNT', 1)
    await redis.xdel(key, first)
  },
  'a stream with groups': async (key) => {
    await redis.xadd(key, '*', 'name', 'a')
    await redis.xadd(key, '*', 'name', 'b')
    await redis.xgroup('CREATE', key, 'choir', '0')
    await redis.xgroup('CREATE', key, 'band', '$')
    await redis.call('XREADGROUP', 'GROUP', 'choir', 'anna', 'COUNT', '1', 'STREAMS', key, '>')
    await redis.call('XREADGROUP', 'GROUP', 'choir', 'bert', 'COUNT', '1', 'STREAMS', key, '>')
  },
  'a key with a name that is worth packing, packing, packing, packing, packing, packing': (key) =>
    redis.set(key, 'x'),
  '12345': (key) => redis.set(key, 'a key that is a number'),
}
const kinds = Object.keys(keep)

const entries = (whole: Buffer, size?: number, count?: number): Promise<readonly SnapshotEntry[]> =>
  read(whole, size, count)

const snapshot = (): Promise<Buffer> => all(snapshotOf({ redis, name: 'Redis' }))

beforeAll(async () => {
  server = await startPrivateRedis()
  redis = new Redis(server.url)
  await redis.config('SET', 'repl-diskless-sync-delay', '0') // by itself it waits five seconds for replicas
  for (const [key, write] of Object.entries(keep)) await write(key)
  await redis.set('passing', 'x', 'PX', 3_600_000)
  await redis.select(3)
  await redis.set('elsewhere', 'x')
  await redis.select(0)
  bytes = await snapshot()
})
afterAll(async () => {
  redis.disconnect()
  await server.stop()
})

test('the checksum is that of Redis', () => {
  const sum = createChecksum()
  for (const part of ['1234', '', '56789']) sum.add(Buffer.from(part))
  expect(sum.written().readBigUInt64LE().toString(16)).toBe('e9c6d914c4b8d9ca')
})

describe('a snapshot', () => {
  test.each(kinds)('has %s as Redis itself would hand it out', async (kind) => {
    const entry = (await entries(bytes)).find(({ key, database }) => String(key) === kind && database === 0)
    expect(entry?.payload().toString('hex')).toBe((await redis.dumpBuffer(kind))?.toString('hex'))
    expect(entry?.expiresAtMs).toBeUndefined()
  })

  test('says when a key expires, and in which database it is', async () => {
    const read = await entries(bytes)
    const passing = read.find(({ key }) => String(key) === 'passing')
    expect(passing?.expiresAtMs).toBe(Number(await redis.call('PEXPIRETIME', 'passing')))
    expect(read.find(({ key }) => String(key) === 'elsewhere')).toMatchObject({ database: 3 })
    expect(read).toHaveLength(kinds.length + 2)
  })

  test.each([1, 7, 1_000])('is read the same in pieces of %i bytes', async (size) => {
    const [inPieces, atOnce] = [await entries(bytes, size), await entries(bytes)]
    expect(inPieces.map(({ key, payload }) => [String(key), payload().toString('hex')])).toEqual(
      atOnce.map(({ key, payload }) => [String(key), payload().toString('hex')]),
    )
  })

  test('of several servers is read in a row', async () => {
    const both = await entries(Buffer.concat([bytes, bytes]), 65_536, 2)
    expect(both).toHaveLength(2 * (kinds.length + 2))
  })

  test.each<[string, (whole: Buffer) => Buffer, RegExp]>([
    ['breaks off', (whole) => whole.subarray(0, whole.length - 9), /no end/],
    ['breaks off in its checksum', (whole) => whole.subarray(0, whole.length - 1), /no end/],
    ['breaks off in its head', (whole) => whole.subarray(0, 5), /no end/],
    ['is empty', () => Buffer.alloc(0), /no end/],
    ['has another one behind it', (whole) => Buffer.concat([whole, whole]), /more snapshots than/],
    ['has one changed byte', (whole) => changed(whole, whole.indexOf('tide')), /its checksum is wrong/],
    ['has another checksum', (whole) => changed(whole, whole.length - 1), /its checksum is wrong/],
    ['is none', () => Buffer.from('PK\x03\x04 something else'), /no snapshot of a Redis/],
  ])('that %s is refused', async (_, spoil, why) => {
    await expect(entries(spoil(bytes))).rejects.toThrow(why)
  })

  const huge = Buffer.from([0x81, 0, 0, 1, 0, 0, 0, 0, 0])
  test.each<[string, readonly Part[], RegExp]>([
    ['a value', [0, 'key', huge, 'x'], /more than 512 MiB/],
    ['a name', [0, huge, 'x'], /more than 512 MiB/],
    ['a packed value', [0, 'key', 0xc3, huge, 1, 'x'], /more than 512 MiB/],
    [
      'a name that its packed bytes can not be',
      [0, 0xc3, 3, 0x80, 0, 0x10, 0, 0, blank(3), 'x'],
      /a name that is too long/,
    ],
  ])('that says of %s that it is larger than any is refused at once', async (_, parts, why) => {
    await expect(entries(snapshotOfParts('REDIS0011', ...parts))).rejects.toThrow(why)
  })

  test('is collected in parts only up to the most that a value may have', async () => {
    const fields = Array.from({ length: 10 }, () => 'x'.repeat(60))
    const whole = snapshotOfParts('REDIS0011', 4, 'key', 5, ...fields)
    const collect = async (bytesMax: number) => {
      let count = 0
      for await (const _ of entriesIn(inPieces(whole, 10), 1, bytesMax)) count += 1
      return count
    }
    expect(await collect(whole.length)).toBe(1)
    await expect(collect(300)).rejects.toThrow(/more than 512 MiB/)
  })

  test('of a Redis without checksums is read, too', async () => {
    const whole = Buffer.from(bytes)
    whole.fill(0, whole.length - 8)
    expect(await entries(whole)).toHaveLength(kinds.length + 2)
  })
})

const changed = (whole: Buffer, at: number): Buffer => {
  const copy = Buffer.from(whole)
  copy[at] = (copy[at] ?? 0) ^ 0x20
  return copy
}
