import { describe, expect, test, vi } from 'vitest'
import { blank, type Part, read, snapshotOfParts } from '../../support/redis/handmade-snapshots.ts'

// What the Redis of these tests does not write, by hand: https://github.com/redis/redis/blob/8.6/src/rdb.c,
// https://github.com/valkey-io/valkey/blob/9.0/src/rdb.c

const redis8 = 'REDIS0013'
const valkey9 = 'VALKEY080'

/** A length in 64 bits, and one in 32. */
const long = (value: number): Buffer => Buffer.from([0x81, 0, 0, 0, 0, 0, 0, 0, value])
const middle = (value: number): Buffer => Buffer.from([0x80, 0, 0, 0, value])

const entries: readonly Part[] = [1, 'id', 'listpack']
const ids = (count: number): readonly Part[] => Array.from({ length: count }, () => 7)
const pending: readonly Part[] = [1, blank(16), blank(8), 3]
const consumer = (times: number): readonly Part[] => [1, 'anna', blank(8 * times), 1, blank(16)]
const producers: readonly Part[] = [60, 10, 1, 'writer', 2, 'one', 7, 1, 'two', 7, 2, 5, 6]

const values: readonly [what: string, head: string, type: number, ...value: Part[]][] = [
  ['a set in one piece', redis8, 20, 'listpack'],
  ['a sorted set with scores in letters', 'REDIS0006', 3, 3, 'a', '1.5', 'b', 253, 'c', 255],
  ['a map in one piece', 'REDIS0006', 9, 'zipmap'],
  ['a list of pieces', 'REDIS0009', 14, 2, 'ziplist', 'ziplist'],
  ['a list of large and packed values', redis8, 18, 2, 1, 'large', 2, 'listpack'],
  [
    'a stream of Redis 5',
    'REDIS0009',
    15,
    ...entries,
    ...ids(3),
    1,
    'choir',
    ...ids(2),
    ...pending,
    ...consumer(1),
  ],
  [
    'a stream of Redis 7.0',
    'REDIS0010',
    19,
    ...entries,
    ...ids(8),
    1,
    'choir',
    ...ids(3),
    ...pending,
    ...consumer(1),
  ],
  [
    'a stream of Redis 7.2',
    'REDIS0011',
    21,
    ...entries,
    ...ids(8),
    1,
    'choir',
    ...ids(3),
    ...pending,
    ...consumer(2),
  ],
  [
    'a stream of Redis 8.6',
    redis8,
    26,
    ...entries,
    ...ids(8),
    ...[1, 'choir', ...ids(3), ...pending, ...consumer(2)],
    ...producers,
  ],
  [
    'a stream of Redis 8.8, with entries that were given back',
    'REDIS0014',
    27,
    ...entries,
    ...ids(8),
    ...[1, 'choir', ...ids(3), ...pending, ...consumer(2), 2, blank(16), blank(16)],
    ...producers,
  ],
  ['a stream with numbers of all lengths', redis8, 21, long(1), 'id', 'listpack', middle(4), ...ids(7), 0],
  ['a hash with fields that expire, before its release', redis8, 22, 2, 0, 'a', '1', long(9), 'b', '2'],
  ['a short one of these', redis8, 23, 'listpack'],
  ['a hash with fields that expire', redis8, 24, blank(8), 2, 0, 'a', '1', 9, 'b', '2'],
  ['a short hash with fields that expire', redis8, 25, blank(8), 'listpack'],
  ['a hash with fields that expire, of Valkey', valkey9, 22, 2, 'a', '1', blank(8), 'b', '2', blank(8)],
  ['a value of a module', redis8, 7, long(9), 1, 5, 2, 6, 3, blank(4), 4, blank(8), 5, 'text', 0],
]

const after: readonly Part[] = [0, 'next', 'value']

describe('a value of another version is told from the next:', () => {
  test.each(values)('%s', async (_, head, type, ...value) => {
    const whole = snapshotOfParts(head, type, 'key', ...value, ...after)
    const [first, next, ...others] = await read(whole)
    expect([String(first?.key), String(next?.key), others]).toEqual(['key', 'next', []])
    const payload = first?.payload()
    // The type, the value as it is, the version and a checksum.
    expect(payload?.at(0)).toBe(type)
    const length = whole.length - head.length - 1 - 4 - 1 - 5 - 6 - 1 - 8
    expect(payload?.length).toBe(1 + length + 2 + 8)
    expect(payload?.readUInt16LE(payload.length - 10)).toBe(Number(/\d+$/.exec(head)?.[0]))
    expect(await read(whole, 1)).toHaveLength(2)
  })
})

describe('what stands between keys is skipped:', () => {
  test.each<[what: string, ...parts: Part[]]>([
    ['about the server', 0xfa, 'redis-ver', '8.6.0', 0xfa, 'redis-bits', Buffer.from([0xc0, 64])],
    ['how many keys there are', 0xfe, 0, 0xfb, 5, 1],
    ['the slots of a cluster', 0xf4, 5, 2, 1],
    ['a library of functions', 0xf5, '#!lua name=x'],
    ['how long ago a key was used', 0xf8, middle(9)],
    ['how often a key is used', 0xf9, 255],
    ['what a module keeps beside the keys', 0xf7, long(9), 2, 1, 5, 'text', 1, 3, 0],
    ['what modules note of a key', 0xf3, 2, blank(4), 2, 9, 0, blank(4), 5, 'text', 0],
  ])('%s', async (_, ...parts) => {
    expect(await read(snapshotOfParts(redis8, ...parts, ...after))).toMatchObject([
      { database: 0, expiresAtMs: undefined },
    ])
  })

  test('but not when a key expires, in seconds or milliseconds', async () => {
    const seconds = Buffer.alloc(4)
    seconds.writeInt32LE(1_900_000_000)
    const ms = Buffer.alloc(8)
    ms.writeBigInt64LE(1_900_000_000_123n)
    const whole = snapshotOfParts(redis8, 0xfd, seconds, ...after, 0xfc, ms, ...after)
    expect((await read(whole)).map(({ expiresAtMs }) => expiresAtMs)).toEqual([
      1_900_000_000_000, 1_900_000_000_123,
    ])
  })
})

describe('what can not be read is named:', () => {
  test.each<[what: string, why: RegExp, head: string, ...parts: Part[]]>([
    ['a type of a newer Redis', /a value of type 28 \(of a newer Redis or a module\)/, redis8, 28, 'key'],
    ["a type of Redis' that is none of Valkey's", /a value of type 26/, valkey9, 26, 'key'],
    ['a module of before its release', /a value of type 6/, redis8, 6, 'key', 1],
    ['a part of a module', /part 9 of a module/, redis8, 7, 'key', 1, 9],
    ['slots that Valkey is moving', /slots that are moving/, valkey9, 0xf3, 'job', 1, 1, 2],
    ['functions of a Redis that was never released', /before its first release of 7/, redis8, 0xf6],
    ['a string of another kind', /a string of an unknown kind/, redis8, 0, 0xc9],
    ['a length of another kind', /a length of an unknown kind/, redis8, 1, 'key', 0x82],
    ['a packed name that refers to nothing', /a damaged name/, redis8, 0, 0xc3, 1, 9, 0xff],
    [
      'a packed name that is too long',
      /a name that is too long/,
      redis8,
      0,
      0xc3,
      1,
      Buffer.from([0x80, 255, 0, 0, 0]),
      9,
    ],
  ])('%s', async (_, why, head, ...parts) => {
    await expect(read(snapshotOfParts(head, ...parts))).rejects.toThrow(why)
  })
})

test('a large value that comes in small pieces is not read again for each of them', async () => {
  const large = Buffer.alloc(3_000_000, 7)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(large.length)
  const names = Array.from({ length: 100_000 }, () => 'name')
  const count = Buffer.alloc(4)
  count.writeUInt32BE(names.length)
  const whole = snapshotOfParts(
    redis8,
    ...[0, 'text', 0x80, length, large],
    ...[2, 'set', 0x80, count, ...names],
  )
  const joined = vi.spyOn(Buffer, 'concat')
  expect(await read(whole, 1_000)).toHaveLength(2)
  const bytes = joined.mock.results.map(({ value }) => (value as Buffer).length)
  joined.mockRestore()
  expect(bytes.reduce((sum, length) => sum + length)).toBeLessThan(5 * whole.length)
})
